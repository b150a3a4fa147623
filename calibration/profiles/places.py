"""Where the cells of a board of known shape may be, given what the eye found."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from calibration.profiles.profile import GRIDS
from solver.notation import parse
from solver.typed import typed_board

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from vision.reading import Reading

REACH = 3
"""A board may begin this many cells before or after where the eye thought."""


def pitch_of(homography: NDArray[np.float64]) -> float:
    """Pixels along a cell of the board plane, by 3×3 ``homography`` at the plane's first cell."""
    x, y, w = homography @ np.array([0.5, 0.5, 1.0])
    jacobian = (homography[:2, :2] - np.outer([x / w, y / w], homography[2, :2])) / w
    return float(np.sqrt(abs(np.linalg.det(jacobian))))


def plane(kind: str, board: str) -> list[tuple[float, float]]:
    """(x, y) of the cells' centres on the board plane, in notation order."""
    if kind in GRIDS or kind == "heresy":
        return _where(board, cells=True)
    puzzle = typed_board(kind, board).puzzle
    return [(cell.x, cell.y) for cell in puzzle.cells]


def voids(board: str) -> list[tuple[float, float]]:
    """(x, y) of the middles of a grid's places without a cell on the board plane."""
    return _where(board, cells=False)


def _where(board: str, *, cells: bool) -> list[tuple[float, float]]:
    return [
        (col + 0.5, row + 0.5)
        for row, line in enumerate(parse(board))
        for col, state in enumerate(line)
        if (state is not None) == cells
    ]


def shifted(homography: NDArray[np.float64], dx: float, dy: float) -> NDArray[np.float64]:
    """The 3×3 ``homography`` of a board plane that begins so many cells farther right and down."""
    return np.asarray(homography @ np.array([[1.0, 0.0, dx], [0.0, 1.0, dy], [0.0, 0.0, 1.0]]))


def windows(readings: Sequence[Reading], kind: str, board: str) -> Iterator[NDArray[np.float64]]:
    """Every place (3×3, board plane → pixels) where the eye's lattices allow a board of this shape, likeliest first.

    Args:
        readings: what the eye found.
        kind: the puzzle.
        board: any board of the shape, in text notation.
    """
    rows, cols = len(parse(board)), max(map(len, parse(board)))
    for reading in readings:
        if len(reading.homography) != 9 or not reading.cells:
            continue
        matrix = np.array(reading.homography, np.float64).reshape(3, 3)
        if kind not in GRIDS:
            if reading.kind == kind:
                yield matrix
            continue
        if reading.kind not in GRIDS:
            continue
        for dx, dy in shifts(reading, rows, cols):
            yield shifted(matrix, dx, dy)


def shifts(reading: Reading, rows: int, cols: int) -> list[tuple[int, int]]:
    """Cells to the right and down by which a board of this shape may lie from where the eye thought it begins."""
    down, across = reading.size

    def along(seen: int, wanted: int) -> list[int]:
        if seen == wanted:
            return [0]
        # It lies within what was seen, or what was seen lies within it.
        low, high = sorted((0, seen - wanted))
        return [shift for shift in range(low, high + 1) if abs(shift) <= REACH or low == 0]

    return sorted(product(along(across, cols), along(down, rows)), key=lambda one: abs(one[0]) + abs(one[1]))
