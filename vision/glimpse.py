"""Glimpse: some pixels of a place, to tell whether it shows just what it did, or what other cells did."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from vision.homography import project

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.reading import CellReading

ALIKE = 8.0
"""Levels that the pixels of cells alike are apart at most, on average."""
NEAR = 0.3
"""The same as a share of how far they are from the next cell of another state."""
MOST = 0.5
"""Share of the cells beyond which they are looked at anew, all together."""


def glimpse(pixels: NDArray[np.uint8], matrix: NDArray[np.float64], points: NDArray[np.float64]) -> NDArray[np.uint8]:
    """The pixels of a picture (H×W×3) at ``points`` (M×2) of a plane that ``matrix`` (3×3) maps to it, M×3."""
    return np.asarray(pixels.reshape(-1, 3).take(spots(pixels, matrix, points), axis=0), np.uint8)


def spots(pixels: NDArray[np.uint8], matrix: NDArray[np.float64], points: NDArray[np.float64]) -> NDArray[np.int64]:
    """Which pixels ``glimpse`` takes, counted line by line, M; of points beside the picture those of its edge."""
    where = np.floor(project(matrix, points))
    height, width = pixels.shape[:2]
    np.clip(where, 0, (width - 1, height - 1), out=where)
    x, y = where.astype(np.int64).T
    return np.asarray(y * width + x, np.int64)


def told(before: NDArray[np.uint8], now: NDArray[np.uint8], states: NDArray[np.int64]) -> NDArray[np.int64] | None:
    """What each cell of a board shows now, told by what the others showed before.

    Games draw their states always alike: most changes need no closer look.

    Args:
        before: N×M, some pixels of each of the N cells.
        now: N×M, the same pixels later.
        states: N, what each cell showed before.

    Returns:
        N, the cell that each one looks like, itself where it did not change; None where one looks like no other, or
        like cells of several states, or where most changed.
    """
    like = np.arange(len(before))
    fresh = np.flatnonzero((before != now).any(axis=1))
    if len(fresh) > MOST * len(before):
        return None
    looks = before.astype(np.int16)
    for cell in fresh.tolist():
        away = np.abs(looks - now[cell]).sum(axis=1)
        like[cell] = away.argmin()
        others = away[states != states[like[cell]]]
        if not len(others) or away[like[cell]] > min(ALIKE * before.shape[1], NEAR * int(others.min())):
            return None
    return like


def as_others(cells: tuple[CellReading, ...], like: NDArray[np.int64]) -> tuple[CellReading, ...]:
    """The cells as they read now that each looks ``like`` the one of that number did."""
    later = list(cells)
    for cell in np.flatnonzero(like != np.arange(len(like))).tolist():
        other = cells[int(like[cell])]
        later[cell] = replace(cells[cell], state=other.state, probabilities=other.probabilities)
    return tuple(later)
