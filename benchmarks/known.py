"""Reading a known place again against decoding the PNG of the whole picture.

``uv run python benchmarks/known.py [RUNS]`` puts rendered boards on 1920×1080 pages of one colour and reads each page
once by a search. Then, as in a game that is watched: the place when nothing has changed, when a cell has changed for
the first time, and when that cell changes later. Before each reading a PNG is decoded, so no page is in the cache.
What counts is the ratio: reading ÷ decoding, wanted at most 0.05.
"""

from __future__ import annotations

import os
import sys
import time
from functools import partial
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # one thread: others that wait for work count as processor time too
import cv2
import numpy as np

sys.path[0] = str(Path(__file__).resolve().parent.parent)  # solver.py in this folder would hide the package
from calibration.scenes import heresy, lights_out, memento, wheels
from vision.detectors import detector
from vision.frame import Frame
from vision.homography import project
from vision.look import look

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from vision.reading import Reading

    Picture = NDArray[np.uint8]

SIZE = (1920, 1080)
PAGES, SEEDS, WANTED = 10, range(77001, 77200), 0.05
PUZZLES = {"lights-out": lights_out, "memento": memento, "heresy": heresy, "wheels": wheels}


def page(picture: Picture) -> Picture | None:
    """The picture in the middle of a page of its own background; None where it is larger."""
    (width, height), (own_height, own_width) = SIZE, picture.shape[:2]
    if own_height > height or own_width > width:
        return None
    whole = np.full((height, width, 3), picture[2, 2], np.uint8)
    left, top = (width - own_width) // 2, (height - own_height) // 2
    whole[top : top + own_height, left : left + own_width] = picture
    return whole


def changed(pixels: Picture, known: Reading) -> tuple[Picture, list[int | None]] | None:
    """The page after two cells of unlike states were exchanged, and the states then; None where all cells are alike."""
    states = [cell.state for cell in known.cells]
    other = next((i for i, state in enumerate(states) if state != states[0]), None)
    here, right, below = project(
        np.array(known.homography).reshape(3, 3), np.array([(1.5, 1.5), (2.5, 1.5), (1.5, 2.5)])
    )
    across, down = int(0.45 * np.linalg.norm(right - here)), int(0.45 * np.linalg.norm(below - here))
    places = [] if other is None else [tuple(round(v) for v in known.cells[i].center) for i in (0, other)]
    boxes = [(slice(y - down, y + down + 1), slice(x - across, x + across + 1)) for x, y in places]
    if other is None or any(min(rows.start, cols.start) < 0 for rows, cols in boxes):
        return None
    later = pixels.copy()
    later[boxes[0]], later[boxes[1]] = pixels[boxes[1]], pixels[boxes[0]]
    states[0], states[other] = states[other], states[0]
    return later, states


def pages(module: object) -> Iterator[tuple[Reading, Picture, Picture, list[int | None]]]:
    """Boards that are read for sure: the reading, its page, the page after a change and the states then."""
    count = 0
    for seed in SEEDS:
        scene = module.render(seed)  # type: ignore[attr-defined]
        pixels = page(scene.pixels) if scene.expect == "read" else None
        if pixels is None:
            continue
        frame = Frame(pixels)
        known = look(frame)[0]
        after = changed(pixels, known) if known.verdict == "sure" else None
        if after is not None:
            yield known, pixels, *after
            count += 1
        if count == PAGES:
            return


def spent(act: Callable[[], object]) -> float:
    start = time.process_time()
    act()
    return time.process_time() - start


def ratios(known: Reading, pixels: Picture, later: Picture, runs: int) -> list[float]:
    """Reading ÷ decoding of a page, the best of some runs: unchanged, changed for the first time, and changed again."""
    png = cv2.imencode(".png", pixels)[1]
    here, there = Frame(pixels), Frame(later)
    reread = detector(str(known.kind)).reread
    # What is found out about a place is kept with the later reading only: the one before is read as if for the first
    # time again and again.
    back = reread(here, reread(there, known) or known) or known
    tasks = (partial(reread, here, known), partial(reread, there, known), partial(reread, there, back))
    times = []
    for _ in range(runs):
        times.append([spent(partial(cv2.imdecode, png, cv2.IMREAD_COLOR))])
        for task in tasks:
            times[-1].append(spent(task))
            cv2.imdecode(png, cv2.IMREAD_COLOR)
    decode, *each = np.array(times).min(axis=0)
    return [float(one / decode) for one in each]


def main() -> None:
    cv2.setNumThreads(1)
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    print(f"reading ÷ decoding, median (largest) of {PAGES} pages; wanted ≤ {WANTED}")
    print(f"{'puzzle':12} {'unchanged':>16} {'first change':>16} {'later change':>16} {'read right':>12} {'sure':>6}")
    for kind, module in PUZZLES.items():
        found, right, sure = [], 0, 0
        for known, pixels, later, states in pages(module):
            found.append(ratios(known, pixels, later, runs))
            seen = detector(kind).reread(Frame(later), known)
            right += seen is not None and [cell.state for cell in seen.cells] == states
            sure += seen is not None and seen.verdict == "sure"
        figures = " ".join(f"{median(one):8.3f} ({max(one):.3f})" for one in zip(*found, strict=True))
        print(f"{kind:12} {figures} {right:9} of {len(found)} {sure:3}", flush=True)


if __name__ == "__main__":
    main()
