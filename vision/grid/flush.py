"""Flush: whether something with a straight edge lies against a side of a board, as a window over other lines does.

Where the edge of what lies over a board falls between two lines of cells, what is left is a smaller board to the pixel.
But that edge runs on past the board's corners, and nothing like it does at the opposite side. Most boards are square,
so one that is has hardly lost a line. ``vision.abutting`` asks the same of the ground beside the other sides; here
these may show anything.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from vision.grid import patches
from vision.grid.away import away
from vision.middle import middle
from vision.share import share

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.cells import Cells

WITHIN, WITHOUT = 3, 5
"""Pixels of a place, into the board and, at most, out of it, in which the edge may lie."""
STEP, ALONG = 6.0, 0.85
"""Difference (Lab) across the edge; share of the pixels along it that show it."""
PLAIN, FEWEST = 3.0, 2
"""Difference (Lab) of what is just beyond the edge from its middle value, at most; pixels of a corner's place, along
the edge, that are in the picture."""


def flush(one: Cells, shown: NDArray[np.bool_] | None) -> bool:
    """Whether an edge runs along one side of the board and on past its corners, but not along the opposite side.

    ``shown`` tells which pixels of the board's places are in the picture (``patches.shown``), None where all are.
    """
    if one.grid.rows == one.grid.cols:
        return False
    # Farther out it would leave a part of the next line's cells to be seen.
    across, down = (min(WITHOUT, 1 + math.ceil((1 - body) / 2 * patches.SIDE)) for body in one.grid.body)
    lab = one.patches.lab
    above, below, left, right = (_edged(lab, shown, turn, across if turn >= 2 else down) for turn in range(4))
    return above != below or left != right


def _edged(lab: NDArray[np.float32], shown: NDArray[np.bool_] | None, turn: int, without: int) -> bool:
    """Whether something plain has its edge above, below, left or right (``turn``) of a board, and past a corner.

    It is up to so many pixels of a place ``without`` the board.
    """
    seen = np.ones(lab.shape[:4], np.bool_) if shown is None else shown
    if turn >= 2:
        lab, seen = lab.transpose(1, 0, 3, 2, 4), seen.transpose(1, 0, 3, 2)
    if turn % 2:
        lab, seen = lab[::-1, :, ::-1], seen[::-1, :, ::-1]
    side = patches.SIDE
    # From within the board outwards: (WITHIN + WITHOUT + 4) lines × columns+2 × side.
    lines = slice(side - WITHOUT - 2, side + WITHIN + 2)
    strip, inside = (
        np.concatenate([places[0], places[1]], axis=1)[:, lines].swapaxes(0, 1)[::-1] for places in (lab, seen)
    )
    known = np.asarray(inside.all(axis=0), np.bool_)
    corners = [corner for corner in (0, -1) if np.count_nonzero(known[corner]) >= FEWEST]
    colours = middle(strip[2:-2, 1:-1].reshape(len(strip) - 4, -1, 3), axis=1)[:, None, None]
    edges = (away(strip[2:-2], colours) < PLAIN) & (away(strip[:-4], colours) > STEP)
    for edge in edges[: WITHIN + without]:
        if _along(edge, known, slice(1, -1)) and any(_along(edge, known, corner) for corner in corners):
            return True
    return False


def _along(some: NDArray[np.bool_], known: NDArray[np.bool_], part: int | slice) -> bool:
    """Whether most of the pixels of a part of a line that are in the picture are set."""
    return share(some[part][known[part]]) >= ALONG
