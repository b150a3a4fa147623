"""Games that are played: drawn ones for the fast tests, and someone at a real screen for the live ones."""

from __future__ import annotations

import json
import queue
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from calibration.desktop import Desktop, missing
from vision.frame import Frame

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from numpy.typing import NDArray

DARK, LIT, GROUND = (70, 50, 40), (60, 220, 250), (30, 30, 34)


def tiles(
    board: str,
    *,
    size: tuple[int, int] = (420, 360),
    corner: tuple[int, int] = (60, 50),
    pitch: int = 44,
    fade: dict[int, float] | None = None,
) -> NDArray[np.uint8]:
    """A board on plain ground, H×W×3 uint8 BGR; ``fade`` draws cells on the way to the other state."""
    picture = np.full((size[1], size[0], 3), GROUND, np.uint8)
    number = 0
    for row, line in enumerate(board.split("/")):
        for col, letter in enumerate(line):
            share = float(letter) + (0.5 - float(letter)) * 2 * (fade or {}).get(number, 0.0)
            number += 1
            color = np.array(DARK) * (1 - share) + np.array(LIT) * share
            left, top = corner[0] + col * pitch, corner[1] + row * pitch
            picture[top + 3 : top + pitch - 3, left + 3 : left + pitch - 3] = color.astype(np.uint8)
    return picture


class Film:
    """Makes timed frames: ``film(pixels, 10)`` gives ten looks 50 ms apart."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self, pixels: NDArray[np.uint8], count: int = 10, title: str = "game") -> list[Frame]:
        frames = []
        for _ in range(count):
            self.now += 0.05
            frames.append(Frame(pixels, title, time=self.now))
        return frames


@pytest.fixture
def film() -> Film:
    return Film()


@pytest.fixture
def drawn() -> Callable[..., NDArray[np.uint8]]:
    return tiles


@pytest.fixture
def desktop() -> Iterator[Desktop]:
    """A screen of our own with a window manager."""
    if absent := missing("lightsoff", "sgt-flip"):
        pytest.skip(f"needs {', '.join(absent)}")
    with Desktop(1280, 900) as screen:
        yield screen


class Player:
    """Someone who clicks where Boardsight says, and nowhere else unless told to."""

    def __init__(self, desktop: Desktop, *options: str) -> None:
        self.desktop = desktop
        command = [sys.executable, "-m", "boardsight", "watch", "--json", "--every", "50", *options]
        self._watch = subprocess.Popen(command, env=desktop.environment, stdout=subprocess.PIPE, text=True)
        self._lines: queue.Queue[dict[str, Any]] = queue.Queue()
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()
        self.events: list[dict[str, Any]] = []
        self.wrong = 0

    def _listen(self) -> None:
        assert self._watch.stdout is not None
        for line in self._watch.stdout:
            self._lines.put(json.loads(line))

    def close(self) -> None:
        self._watch.send_signal(signal.SIGINT)
        assert self._watch.wait(10) == 130
        self._thread.join(5)
        assert self._watch.stdout is not None
        self._watch.stdout.close()

    def wait(self, *kinds: str, within: float = 15.0) -> dict[str, Any]:
        """The next event of one of the kinds."""
        end = time.monotonic() + within
        while True:
            try:
                event = self._lines.get(timeout=max(0.01, end - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"no {kinds} in time; there were {self.brief()}") from None
            self.events.append(event)
            if event["event"] in kinds:
                return event

    def silent(self, seconds: float) -> bool:
        """Whether nothing is said for a while."""
        time.sleep(seconds)
        return self._lines.empty()

    def brief(self) -> list[tuple[Any, ...]]:
        return [(event["event"], event["board"], event["left"], event["reasons"]) for event in self.events[-6:]]

    def click(self, *places: tuple[float, float]) -> None:
        words = [word for x, y in places for word in ("mousemove", str(round(x)), str(round(y)), "click", "1")]
        self.desktop.run("xdotool", *words)

    def follow(self, event: dict[str, Any], burst: int = 1) -> dict[str, Any]:
        """Make the first clicks of the plan; gives the event that follows."""
        steps = event["steps"][:burst]
        self.click(*(tuple(step["screen"]) for step in steps for _ in range(step["times"])))
        wanted = event["left"] - sum(step["times"] for step in steps)
        while event["left"] > wanted:
            event = self.wait("step-done", "replanned", "solved", "board")
            assert event["event"] != "replanned", self.brief()
            if event["event"] == "solved":
                return event
        return self.wait("solved") if not event["steps"] else event

    def play(self, event: dict[str, Any], burst: int = 1) -> dict[str, Any]:
        """Click on and on until the game is solved."""
        while event["event"] != "solved":
            event = self.follow(event, burst)
        return event

    def err(self, event: dict[str, Any]) -> dict[str, Any]:
        """Click the first cell that is not in the plan; gives the new plan."""
        self.wrong += 1
        planned = {step["move"] for step in event["steps"]}
        cells = event["cells"]
        free = next(cell for cell in cells if f"r{cell['row'] + 1} c{cell['col'] + 1}" not in planned)
        self.click(tuple(free["screen"]))
        return self.wait("replanned")

    def counted(self, kind: str) -> int:
        return sum(event["event"] == kind for event in self.events)


@pytest.fixture
def player(desktop: Desktop) -> Callable[..., AbstractContextManager[Player]]:
    """Starts ``boardsight watch`` with some options and someone who follows it."""

    @contextmanager
    def start(*options: str) -> Iterator[Player]:
        one = Player(desktop, *options)
        try:
            yield one
        finally:
            one.close()

    return start
