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


def moving(pixels: NDArray[np.uint8], x: Axis, y: Axis, covered: NDArray[np.bool_], cells: NDArray[np.float32]) -> bool:
    """Whether cells of a board look as if a move were not over yet, its lines laid where its tiles are most alike.

    Lines a little off make tiles differ that are the same, and hide a little of those that are not. What cells of the
    picture show of a tile they show wherever the lines are.

    Args:
        pixels: H×W×3, the picture.
        x: the upright lines of the board.
        y: its level ones.
        covered: rows×cols, True where a tile was read; one at least.
        cells: rows×cols×S×S×3 Lab, ``aligned.SIDE`` pixels a side, as these lines part them.
    """
    lines = aligned(pixels, x, y, covered)
    straight = cells if lines == (x, y) else canonical(pixels, *lines, SIDE)
    if turning(straight[covered], straight[~covered]) or strange(straight, covered) or midway(straight, covered):
        return True
    return straight is not cells and midway(cells, covered)
