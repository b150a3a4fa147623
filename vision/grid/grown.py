"""Grown: a board with the outer lines whose outlines are hidden, where its other cells show what they look like.

Grass before a house, a status bar or a shadow breaks the outlines of a whole line of cells, so that no box stands at
any of its places. Their bodies still look as those of cells that were found.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from vision.grid import beyond, cells, patches
from vision.grid.away import away
from vision.grid.content import HINT
from vision.grid.controls import MORE
from vision.middle import median

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.cells import Cells
    from vision.scene import Scene

NEAR, CLOSE = 4.0, 0.12
"""Difference (Lab) of a place's ring from that of a state, and its share of what parts the states, up to which it is a
cell of it."""
LINES = 4
"""Lines that are added at most."""


def grown(scene: Scene, one: Cells) -> Cells | None:
    """The board with further lines all of whose places are as its cells, to the pixel of their rings; None without any.

    What is drawn in the line must be as in cells, too: a plain page may have a state's colour.

    Args:
        scene: the picture.
        one: a grid in it, whose states are told by its cells' rings.
    """
    found = one
    for _ in range(LINES):
        shown = patches.shown(scene, found.homography, (found.grid.rows, found.grid.cols))
        sides = [side for side in range(len(patches.AROUND)) if _goes_on(found, shown, side)]
        if sides:
            alike = beyond.likenesses(found, shown)
            sides = [side for side in sides if alike[side] > beyond.FOLLOWS]
        if len(sides) != 1:
            break
        above, below, left, right = (int(side == sides[0]) for side in range(4))
        grid = replace(found.grid, matrix=found.homography).widened((above, below), (left, right))
        wider = cells.read(scene, grid, 1.0)
        if wider.states.count != one.states.count or wider.source != "ring":
            return None
        line = wider.most.reshape(wider.board.shape)[beyond.LINES[sides[0]]]
        if median(line) > max(HINT, MORE * float(np.partition(one.most, -2)[-2])):  # one cell may have the focus
            break  # these are buttons
        found = wider
    return None if found is one else found


def _goes_on(one: Cells, shown: NDArray[np.bool_] | None, side: int) -> bool:
    """Whether every place beyond a side (of ``patches.AROUND``) is in the picture and looks like a cell."""
    if shown is not None and not shown[patches.AROUND[side]].all():
        return False
    line = one.patches.lab[patches.AROUND[side]]
    pixels = patches.taken(line, np.flatnonzero(one.patches.ring))
    off = away(pixels[:, None], one.typical[None]).mean(axis=2).min(axis=1)
    return bool(off.max() < max(NEAR, CLOSE * one.states.cut))
