"""Moving: whether some of a board's cells seem to be on their way from one face to the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.memento.aligned import SIDE, aligned
from vision.memento.covers import canonical
from vision.memento.midway import RIM, midway
from vision.memento.narrowed import FINEST, narrowed
from vision.memento.strange import askew, strange
from vision.memento.turning import turning
from vision.middle import middle

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.memento.axis import Axis

SETTLED = 0.5  # how unlike tiles are along moved lines at most, by along those that edges tell, to prove these wrong


def moving(pixels: NDArray[np.uint8], x: Axis, y: Axis, covered: NDArray[np.bool_], cells: NDArray[np.float32]) -> bool:
    """Whether cells of a board look as if a move were not over yet, its lines laid where its tiles are most alike.

    Lines a little off make tiles differ that are the same, and hide a little of those that are not. Where moved lines
    make the tiles plainly more alike they are right; else both are asked.

    Args:
        pixels: H×W×3, the picture.
        x: the upright lines of the board.
        y: its level ones.
        covered: rows×cols, True where a tile was read; one at least.
        cells: rows×cols×S×S×3 Lab, ``aligned.SIDE`` pixels a side, as these lines part them.
    """
    lines = aligned(pixels, x, y, covered)
    if lines == (x, y):
        return _moving(pixels, lines, covered, cells)
    moved = canonical(pixels, *lines, SIDE)
    if _moving(pixels, lines, covered, moved):
        return True
    settled = _unlike(moved[covered]) <= SETTLED * _unlike(cells[covered])
    return not settled and _moving(pixels, (x, y), covered, cells)


def _unlike(tiles: NDArray[np.float32]) -> float:
    """How unlike tiles (n×S×S×3) are without their rims: root mean square of what parts them from the usual, Lab."""
    inside = tiles[:, RIM:-RIM, RIM:-RIM]
    off = inside - middle(inside)
    return float(np.sqrt(np.einsum("nijk,nijk->", off, off) / (off.size / 3)))


def _moving(
    pixels: NDArray[np.uint8], board: tuple[Axis, Axis], covered: NDArray[np.bool_], cells: NDArray[np.float32]
) -> bool:
    """Whether cells of a board, cut out by its lines, look so."""
    if turning(cells[covered], cells[~covered]) or strange(cells, covered) or midway(cells, covered):
        return True
    fine = min(axis.pitch for axis in board) >= FINEST
    finer = canonical(pixels, *board, FINEST) if fine else cells
    return narrowed(finer, covered) or (fine and askew(finer, covered))
