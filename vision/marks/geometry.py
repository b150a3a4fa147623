"""From the board plane to pixels: where things beside a cell's centre are, and how large a cell is there."""

from __future__ import annotations

from math import hypot, sqrt
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.marks.shapes import Point
    from vision.reading import Reading


class Plane:
    """The board plane of one reading, seen in the picture enlarged by ``factor`` with its corner at ``origin``."""

    def __init__(self, reading: Reading, *, origin: Point = (0.0, 0.0), factor: float = 1.0) -> None:
        self.spots = _spots(reading)
        if len(reading.homography) == 9:
            matrix = np.array(reading.homography, dtype=np.float64).reshape(3, 3)
        else:
            matrix = _affine(self.spots, [cell.center for cell in reading.cells])
        move = np.array([[factor, 0, -origin[0] * factor], [0, factor, -origin[1] * factor], [0, 0, 1]])
        self.matrix = move @ matrix
        self.centers = [
            ((cell.center[0] - origin[0]) * factor, (cell.center[1] - origin[1]) * factor) for cell in reading.cells
        ]
        """Cell centres as they were read, in notation order."""

    def __call__(self, x: float, y: float) -> Point:
        """The pixel that shows a point of the board plane."""
        u, v, w = self.matrix @ (x, y, 1.0)
        w = w if abs(w) > 1e-9 else 1e-9
        return float(u / w), float(v / w)

    def near(self, cell: int, dx: float, dy: float) -> Point:
        """The pixel at (dx, dy) cells from a cell's centre as it was read."""
        x, y = self.spots[cell]
        (here_x, here_y), (there_x, there_y) = self(x, y), self(x + dx, y + dy)
        center = self.centers[cell]
        return center[0] + there_x - here_x, center[1] + there_y - here_y

    def pitch(self, cell: int) -> float:
        """The shorter side of a cell in pixels, where it lies."""
        x, y = self.spots[cell]
        left, right, upper, lower = self(x - 0.5, y), self(x + 0.5, y), self(x, y - 0.5), self(x, y + 0.5)
        return min(hypot(right[0] - left[0], right[1] - left[1]), hypot(lower[0] - upper[0], lower[1] - upper[1]))

    def smallest(self) -> float:
        """The smallest pitch of all cells."""
        return min(self.pitch(cell) for cell in range(len(self.spots)))

    def bounds(self, margin: float) -> tuple[float, float, float, float]:
        """Left, top, right, bottom of the cells and ``margin`` cells around them."""
        around = [
            self.near(cell, dx, dy)
            for cell in range(len(self.spots))
            for dx in (-0.5 - margin, 0.5 + margin)
            for dy in (-0.5 - margin, 0.5 + margin)
        ]
        xs, ys = [x for x, _ in around], [y for _, y in around]
        return min(xs), min(ys), max(xs), max(ys)


def _spots(reading: Reading) -> list[Point]:
    """The cells' centres on the board plane; rows of unequal length are centred on a hexagonal lattice for wheels."""
    if reading.kind != "wheels":
        return [(cell.col + 0.5, cell.row + 0.5) for cell in reading.cells]
    lengths: dict[int, int] = {}
    for cell in reading.cells:
        lengths[cell.row] = max(lengths.get(cell.row, 0), cell.col + 1)
    widest = max(lengths.values(), default=0)
    return [(cell.col + (widest - lengths[cell.row]) / 2 + 0.5, cell.row * sqrt(3) / 2 + 0.5) for cell in reading.cells]


def _affine(spots: list[Point], centers: list[Point]) -> NDArray[np.float64]:
    """The affine map that fits best where a reading brings none."""
    known = np.array([[x, y, 1.0] for x, y in spots])
    solved, *_ = np.linalg.lstsq(known, np.array(centers), rcond=None)
    matrix = np.vstack([solved.T, [0.0, 0.0, 1.0]])
    if abs(np.linalg.det(matrix)) < 1e-9:  # one cell, or all in a line
        step = max(np.ptp(np.array(centers), axis=0).max() / max(np.ptp(known, axis=0).max(), 1), 1.0)
        matrix = np.diag([step, step, 1.0])
    return np.asarray(matrix, np.float64)
