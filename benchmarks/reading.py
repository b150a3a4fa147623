"""Reading a picture against decoding its PNG, and the memory of the whole command.

``uv run python benchmarks/reading.py [RUNS] [FOLDER…]`` reads 1920×1080 pictures, some of each puzzle and some without
a board, with all four detectors tried, on one thread. With folders of fixtures it reads their pictures of about that
many pixels instead. The figure that counts is the ratio: reading ÷ decoding the same PNG.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from functools import partial
from itertools import chain
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # one thread: others that wait for work count as processor time too
import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

sys.path[0] = str(Path(__file__).resolve().parent.parent)  # solver.py in this folder would hide the package
from calibration import truth
from calibration.scenes import heresy, lights_out, memento, wheels
from vision.frame import Frame
from vision.look import look
from vision.picture import load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    Picture = NDArray[np.uint8]

SIZE = (1920, 1080)
LIKE = 0.75, 1.25
"""Pixels of a folder's picture that is read, over those of ``SIZE``."""
EACH = 4
WANTED, MEMORY = 0.5, 300
NONE = "no board"


def page(lines: int) -> Picture:
    """A page of text, as an editor shows it."""
    image = Image.new("RGB", SIZE, (250, 250, 250))
    pen, font, rng = ImageDraw.Draw(image), ImageFont.load_default(18), np.random.default_rng(lines)
    for line in range(lines):
        words = " ".join("abcdefghij"[: rng.integers(2, 10)] for _ in range(rng.integers(8, 22)))
        pen.text((60, 30 + line * 1020 // lines), words, fill=(30, 30, 40), font=font)
    return np.ascontiguousarray(np.asarray(image)[:, :, ::-1])


def desktop(seed: int) -> Picture:
    """Windows of plain colours over a soft background."""
    rng = np.random.default_rng(seed)
    small = rng.integers(30, 200, (9, 16, 3), np.uint8)
    picture = cv2.resize(small, SIZE, interpolation=cv2.INTER_CUBIC)
    for _ in range(6):
        left, top = int(rng.integers(0, 1400)), int(rng.integers(0, 800))
        colour = rng.integers(0, 255, 3).tolist()
        cv2.rectangle(picture, (left, top), (left + 480, top + 260), colour, -1)
        cv2.rectangle(picture, (left, top), (left + 480, top + 28), (60, 60, 60), -1)
    return picture


def fitted(picture: Picture) -> Picture:
    """The picture at 1920×1080, on black where it has another shape."""
    scale = min(SIZE[0] / picture.shape[1], SIZE[1] / picture.shape[0])
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    whole = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    whole[: small.shape[0], : small.shape[1]] = small[: SIZE[1], : SIZE[0]]
    return whole


def pictures() -> Iterator[tuple[str, str, Picture]]:
    """Puzzle, name and pixels of what is drawn to be read."""
    for seed in range(EACH):
        yield "wheels", f"lock {seed}", wheels.render(seed, style=("plate", "replica")[seed % 2], size=SIZE).pixels
        yield "heresy", f"panel {seed}", heresy.render(seed, look="panel", size=SIZE).pixels
        yield "memento", f"tiles {seed}", fitted(memento.render(seed).pixels)
        yield "lights-out", f"lamps {seed}", fitted(lights_out.render(seed, size=SIZE).pixels)
        yield NONE, *((f"text {seed}", page(20 + 10 * seed)) if seed % 2 else (f"desktop {seed}", desktop(seed)))


def stored(folder: str) -> Iterator[tuple[str, str, Picture]]:
    """Puzzle, name and pixels of a folder's pictures of like size."""
    for entry in truth.load(folder):
        if not entry.path.exists():  # a board that is only written down
            continue
        pixels = load(entry.path).pixels
        if LIKE[0] <= pixels.shape[0] * pixels.shape[1] / (SIZE[0] * SIZE[1]) <= LIKE[1]:
            yield entry.kind or NONE, entry.path.name, pixels


def timed(act: Callable[[], object], runs: int) -> float:
    """Median milliseconds of the processor."""
    times = []
    for _ in range(runs):
        start = time.process_time()  # one thread, and other work on the machine disturbs it little
        act()
        times.append(time.process_time() - start)
    return 1e3 * median(times)


def peak_memory(png: Path) -> float:
    """MB that the whole command holds at most for one picture; 0.0 where the system does not say (only Linux does).

    ``getrusage`` would count this process too, from which the command is started.
    """
    code = (
        "import re, sys\n"
        "from boardsight.cli import main\n"
        f"main(['solve', {str(png)!r}, '--out', {str(png.with_suffix('.out.png'))!r}])\n"
        "try:\n"
        "    print(re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())[1])\n"
        "except OSError:\n"
        "    print(0)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return int(done.stdout.split()[-1]) / 1e3


def main() -> None:
    cv2.setNumThreads(1)
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    chosen = chain.from_iterable(map(stored, sys.argv[2:])) if len(sys.argv) > 2 else pictures()
    ratios: dict[str, list[float]] = {}
    most = 0.0
    print("milliseconds of the processor")
    print(f"{'puzzle':10} {'picture':24} {'verdict':8} {'decode':>8} {'read':>8} {'ratio':>7} {'peak MB':>8}")
    with tempfile.TemporaryDirectory() as folder:
        for kind, name, pixels in chosen:
            data = cv2.imencode(".png", pixels)[1]
            frame = Frame(np.ascontiguousarray(pixels))
            verdict = look(frame)[0].verdict
            decode = timed(partial(cv2.imdecode, data, cv2.IMREAD_COLOR), runs)
            read = timed(partial(look, frame), runs)
            memory = 0.0
            if kind not in ratios:  # one of each is enough
                png = Path(folder) / f"{kind.replace(' ', '-')}.png"
                png.write_bytes(data.tobytes())
                most = max(most, memory := peak_memory(png))
            ratios.setdefault(kind, []).append(read / decode)
            seen = f"{memory:8.0f}" if memory else ""
            print(
                f"{kind:10} {name[:24]:24} {verdict:8} {decode:8.1f} {read:8.1f} {read / decode:7.2f} {seen}",
                flush=True,
            )
    for kind, found in ratios.items():
        print(f"{kind:10} median ratio {median(found):.2f} of {len(found)}")
    everything = median(chain.from_iterable(ratios.values()))
    print(f"median ratio {everything:.2f} (wanted ≤ {WANTED}), most memory {most:.0f} MB (wanted ≤ {MEMORY})")


if __name__ == "__main__":
    main()
