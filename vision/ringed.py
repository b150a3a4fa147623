"""Ringed: whether the same lies right around all four sides of a board, wider than its gaps: a frame, or the ground.

What covers a whole outer line ends in a gap of the board, or in cells: there the board's ring ends, too, and is seen on
the three other sides alone.
"""

from __future__ import annotations

from functools import cache, cached_property, partial
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.homography import project, steps
from vision.streaks import streaks

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

BESIDE = np.linspace(0.02, 0.98, 60)
"""Parts of a side at which a line along it is looked at."""
SIDES = 4
OUT, BEGINS = 0.5, 0.06
"""Cells from a side out to which a ring is looked for; within which it begins."""
WIDER, PIXELS = 0.02, 3
"""Cells, and pixels, by which a ring is at least wider than what follows any line inside the board."""
HARDLY, TWICE = 1, 2
"""Pixels of the others' ring that a side shows which has nothing of it; times that theirs is as wide as it must be."""
OFF = 0.05
"""Cells by which sides may be off."""
TONE, UNEVEN = 3.0, 0.5
"""Most difference (Lab) of lines in the usual colour, and the share of how much it varies along them that adds."""
GRAIN, GRAINY = 4.0, 0.4
"""Most difference (Lab) in how much it varies, and as a share of that."""


def ringed(pixels: NDArray[np.uint8], matrix: Floats, size: tuple[int, int]) -> bool:
    """Whether all four sides of a board have the same beside them, farther out than its inner lines have.

    Args:
        pixels: H×W×3 BGR, the picture.
        matrix: 3×3, from the board's plane, in cells, to it.
        size: rows and columns.
    """
    around = _Around(pixels, matrix, size)
    if len(around.sides) < SIDES:
        return False
    width = around.width(range(SIDES))
    # Whatever the lines inside are like, some of it must be seen.
    return width >= around.least and width >= max(map(around.gap, range(SIDES))) + around.least


def lacking(pixels: NDArray[np.uint8], matrix: Floats, size: tuple[int, int]) -> int | None:
    """Which side of a board alone lacks the ring that is seen at the three others; None where none does.

    Args:
        pixels: H×W×3 BGR, the picture.
        matrix: 3×3, from the board's plane, in cells, to it.
        size: rows and columns.

    Returns:
        0 for the left one, 1 for the right one, 2 above and 3 below.
    """
    around = _Around(pixels, matrix, size)
    if len(around.sides) < SIDES:
        return None
    for side in range(SIDES):
        others = [other for other in range(SIDES) if other != side]
        width, own = around.width(others), max(around.shared(side, other) for other in others)
        if width < around.least or own >= width:
            continue
        nothing = own <= HARDLY and width >= TWICE * around.least
        if nothing or (own <= around.gap(side) and width >= max(map(around.gap, others)) + around.least):
            return side
    return None


class _Around:
    """What is seen beside the four sides of a board, and how many pixels from these on are alike."""

    def __init__(self, pixels: NDArray[np.uint8], matrix: Floats, size: tuple[int, int]) -> None:
        self.steps = steps(matrix, size)
        self.least = max(PIXELS, WIDER * min(self.steps))
        out = np.arange(round(OUT * min(self.steps)))
        self._seen = partial(_beside, pixels, matrix, out=out, steps=self.steps, size=size)
        self.sides = list(self._seen(outer=True))
        self.shared = cache(self._shared)
        self.gap = cache(self._gap)

    def width(self, sides: Sequence[int]) -> int:
        """Pixels that all of some sides share."""
        return min(self.shared(one, other) for one in sides for other in sides if other != one)

    def _shared(self, one: int, other: int) -> int:
        """Pixels that two sides share."""
        return _shared(self.sides[one], self.sides[other], self.steps)

    def _gap(self, side: int) -> int:
        """Pixels that a side shares with a line inside."""
        return max((_shared(self.sides[side], line, self.steps) for line in self._lines), default=0)

    @cached_property
    def _lines(self) -> list[Floats]:
        """What is seen to both sides of the lines inside."""
        return list(self._seen(outer=False))


def _beside(
    pixels: NDArray[np.uint8],
    matrix: Floats,
    *,
    out: NDArray[np.int64],
    steps: tuple[float, float],
    size: tuple[int, int],
    outer: bool,
) -> Iterator[Floats]:
    """What is seen so many pixels ``out`` of each side of a board, or to both sides of each line inside it."""
    rows, cols = size
    for axis, (across, along) in enumerate(((cols, rows), (rows, cols))):
        for line in range(across + 1):
            for way in (-1, 1):
                if (line == (0 if way < 0 else across)) == outer:
                    looks = _looks(pixels, matrix, axis, line + way * out / steps[axis], along)
                    if looks is not None:
                        yield looks


def _shared(one: Floats, other: Floats, steps: tuple[float, float]) -> int:
    """How many lines in a row are alike in two sides (pixels×6 each), from near these on, at the best shift."""
    apart = one[:, None] - other
    tone, grain = np.linalg.norm(apart[..., :3], axis=2), np.linalg.norm(apart[..., 3:], axis=2)
    grains = np.maximum(np.linalg.norm(one[:, None, 3:], axis=2), np.linalg.norm(other[:, 3:], axis=1))
    alike = (tone <= TONE + UNEVEN * grains) & (grain <= np.maximum(GRAIN, GRAINY * grains))
    most_off = round(OFF * min(steps))
    longest = 0
    for shift in range(-most_off, most_off + 1):
        runs = streaks(np.diagonal(alike, shift))
        begun = np.arange(len(runs)) - runs < BEGINS * min(steps)
        longest = max(longest, int(runs[begun].max(initial=0)))
    return longest


def _looks(pixels: NDArray[np.uint8], matrix: Floats, axis: int, lines: Floats, along: int) -> Floats | None:
    """The usual colour along each of some lines and how it varies, N×6, Lab; None where the picture ends before."""
    points = np.empty((len(BESIDE), len(lines), 2))
    points[..., axis], points[..., 1 - axis] = lines, along * BESIDE[:, None]
    x, y = np.rint(project(matrix, points.reshape(-1, 2))).astype(np.int64).T
    height, width = pixels.shape[:2]
    inside = ((x >= 0) & (y >= 0) & (x < width) & (y < height)).reshape(points.shape[:2]).all(axis=0)
    if not inside[: PIXELS + 1].all():
        return None
    shown = pixels[np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)].reshape(*points.shape[:2], 3)
    lab = cv2.cvtColor(shown.astype(np.float32) / np.float32(255), cv2.COLOR_BGR2LAB)
    looks = np.concatenate([np.median(lab, axis=0), lab.std(axis=0)], axis=1).astype(np.float64)
    looks[~inside] = np.nan  # like nothing
    return looks
