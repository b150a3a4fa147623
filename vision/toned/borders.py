"""Borders: what a picture shows on both sides of each border between neighbouring cells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from vision.middle import quantile

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.memento.axis import Axis

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

ALONG = np.linspace(0.1, 0.9, 20)
"""Parts of a border at which it is looked at."""
WITHIN, USUAL, LEAST = (0.35, 0.65), 0.85, 3.0
"""Parts of a cell at which as much is looked at inside; the quantile of differences there that is usual; Lab, at least.
"""
OFF, APART = 1.5, (0.0, 0.03)
"""Pixels off a border at which its sides are looked at, if its place is told to one; parts of a cell by which that may
be more, past a thin line."""


@dataclass(frozen=True, slots=True, eq=False)
class Borders:
    """What is seen on both sides of N borders.

    Attributes:
        one: N×P×3, Lab, at places along each border, on its first cell's side.
        other: the same on its second cell's.
        pairs: N×2, the cells, numbered row by row.
        lines: N, which line of the lattice each lies on, upright ones first.
        usual: difference (Lab) that is usual inside cells.
        shape: rows and columns.
    """

    one: Floats
    other: Floats
    pairs: Ints
    lines: Ints
    usual: float
    shape: tuple[int, int]

    def jumps(self) -> Floats:
        """Share of each border along which its sides differ by more than is usual inside cells."""
        return np.asarray((np.linalg.norm(self.one - self.other, axis=2) > self.usual).mean(axis=1))

    def unlike(self, states: Ints) -> NDArray[np.bool_]:
        """Which borders lie between cells of different states."""
        first, second = states[self.pairs].T
        return np.asarray(first != second)


def within(pixels: NDArray[np.uint8], lattice: tuple[Axis, Axis], off: tuple[float, float]) -> Borders:
    """The borders between the cells of a board.

    Args:
        pixels: H×W×3 BGR.
        lattice: its lines in them, x and y.
        off: how far off a border its sides are looked at: pixels, and a part of a cell more.
    """
    cols, rows = (axis.count for axis in lattice)
    cells = np.arange(rows * cols).reshape(rows, cols)
    upright, level = (
        _sides(pixels, lattice, np.arange(1, count), axis, off) for axis, count in enumerate((cols, rows))
    )
    inside = [
        np.linalg.norm(np.subtract(*_sides(pixels, lattice, np.arange(count) + part, axis, off)), axis=2).ravel()
        for part in WITHIN
        for axis, count in enumerate((cols, rows))
    ]
    pairs = (cells[:, :-1].T, cells[:, 1:].T), (cells[:-1], cells[1:])
    lines = np.repeat(np.arange(cols - 1), rows), cols - 1 + np.repeat(np.arange(rows - 1), cols)
    return Borders(
        one=np.concatenate((upright[0], level[0])),
        other=np.concatenate((upright[1], level[1])),
        pairs=np.concatenate([np.stack((one.ravel(), other.ravel()), axis=1) for one, other in pairs]),
        lines=np.concatenate(lines),
        usual=max(quantile(np.concatenate(inside), USUAL), LEAST),
        shape=(rows, cols),
    )


def _sides(
    pixels: NDArray[np.uint8], lattice: tuple[Axis, Axis], lines: NDArray[Any], axis: int, off: tuple[float, float]
) -> tuple[Floats, Floats]:
    """What is seen before and behind some lines across an ``axis``, 0 for x, in each cell along them: N×P×3, Lab."""
    own, along = lattice[axis], lattice[1 - axis]
    away = own.gap / 2 + off[0] + off[1] * own.pitch
    places = (along.origin + (np.arange(along.count)[:, None] + ALONG) * along.pitch).astype(np.int64)
    before, behind = (
        _shown(pixels, axis, (own.origin + lines * own.pitch + way).astype(np.int64), places) for way in (-away, away)
    )
    return before, behind


def _shown(pixels: NDArray[np.uint8], axis: int, lines: Ints, places: Ints) -> Floats:
    """The colours on the ``lines`` across an axis at the ``places`` along them (C×P), row by row: N×P×3, Lab."""
    across, down = (places, lines[:, None, None]) if axis else (lines[:, None, None], places)
    height, width = pixels.shape[:2]
    shown = pixels[np.clip(down, 0, height - 1), np.clip(across, 0, width - 1)].reshape(-1, places.shape[1], 3)
    return np.asarray(cv2.cvtColor(shown.astype(np.float32) / np.float32(255), cv2.COLOR_BGR2LAB), np.float64)
