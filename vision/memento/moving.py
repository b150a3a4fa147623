"""Moving: whether some of a board's cells seem to be on their way from one face to the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.memento.aligned import SIDE, aligned
from vision.memento.covers import canonical
from vision.memento.midway import midway
from vision.memento.strange import strange
from vision.memento.turning import turning

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from vision.memento.axis import Axis

FAR = 0.08
"""Cells by which the ends of a lattice are off where its tiles are most alike, from which it may be a wrong one."""


def moving(pixels: NDArray[np.uint8], x: Axis, y: Axis, covered: NDArray[np.bool_], cells: NDArray[np.float32]) -> bool:
    """Whether cells of a board look as if a move were not over yet, its lines laid where its tiles are most alike.

    Lines a little off make tiles differ that are the same, and hide a little of those that are not. What cells of the
    picture show of a tile they show wherever the lines are. Lines far off may be none of the board's.

    Args:
        pixels: H×W×3, the picture.
        x: the upright lines of the board.
        y: its level ones.
        covered: rows×cols, True where a tile was read; one at least.
        cells: rows×cols×S×S×3 Lab, ``aligned.SIDE`` pixels a side, as these lines part them.
    """
    lines = aligned(pixels, x, y, covered)
    if lines == (x, y):
        return _moving(cells, covered)
    if _moving(canonical(pixels, *lines, SIDE), covered):
        return True
    far = any(
        max(abs(one.origin - other.origin), abs(one.end - other.end)) > FAR * other.pitch
        for one, other in zip(lines, (x, y), strict=True)
    )
    return _moving(cells, covered) if far else midway(cells, covered)


def _moving(cells: NDArray[np.float32], covered: NDArray[np.bool_]) -> bool:
    """Whether cells, cut out by some lines, look so."""
    return turning(cells[covered], cells[~covered]) or strange(cells, covered) or midway(cells, covered)
