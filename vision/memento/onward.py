"""Onward: what goes on straight beyond an extent, so that the board may go on with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.memento.panes import CLOSED, Extent

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.memento.panes import Panes

ONWARD = 0.7  # support of what goes on beyond an outline, in a blurred picture too
OPEN = 0.5  # support that no side is below
STRAIGHT = 0.95  # support of one that speaks alone for a larger board


def goes_on(
    panes: Panes, extent: Extent, *, one: bool = False, framed: tuple[bool, bool] = (False, False)
) -> list[Extent]:
    """Where two opposite sides of the outline go on straight by a whole cell: the board may go on with them.

    Args:
        panes: the lattice and the support of its sides.
        extent: the board in it.
        one: whether one of the two is enough.
        framed: whether one of the level sides, or of the upright ones, is the picture's own frame, which goes on
            whatever ends there: then a line between two of them must go on with it.

    Returns:
        How many rows and columns the board would have more on each side, once for each side that may go on.
    """
    top, bottom, left, right = extent
    found: list[Extent] = []
    for lines, frame, beyond in (
        (panes.level[top : bottom + 1], framed[0], ((left - 1, Extent(0, 0, 1, 0)), (right, Extent(0, 0, 0, 1)))),
        (
            panes.upright[:, left : right + 1].T,
            framed[1],
            ((top - 1, Extent(1, 0, 0, 0)), (bottom, Extent(0, 1, 0, 0))),
        ),
    ):
        for place, more in beyond:
            if 0 <= place < lines.shape[1]:
                ends, between = lines[[0, -1], place], lines[1:-1, place]
                goes = (ends.max() if one else ends.min()) >= ONWARD
                found += [more] if goes and (not frame or between.max(initial=0.0) >= ONWARD) else []
    return found


def cut_on(panes: Panes, extent: Extent) -> bool:
    """Whether one more row or column outside is closed, and all lines go on through it: it is one more of the board.

    Args:
        panes: the lattice, laid wider than the board.
        extent: the board in it.
    """
    top, bottom, left, right = extent
    rows, cols = panes.upright.shape[0], panes.level.shape[1]
    upright, level = panes.upright[:, left : right + 1], panes.level[top : bottom + 1]
    found = [
        (upright[row], panes.level[far, left:right])
        for row, far in ((top - 1, top - 1), (bottom, bottom + 1))
        if 0 <= row < rows
    ]
    found += [
        (level[:, col], panes.upright[top:bottom, far])
        for col, far in ((left - 1, left - 1), (right, right + 1))
        if 0 <= col < cols
    ]
    return any(min(lines[0], lines[-1], far.mean()) >= CLOSED and lines[1:-1].mean() >= ONWARD for lines, far in found)


def hangs(panes: Panes, covered: NDArray[np.bool_]) -> bool:
    """Whether an outer row or column without tiles has no sides of its own, where all others have: the page has none.

    Args:
        panes: the lattice of the board, nothing around it.
        covered: rows × columns, True where a tile was read.
    """
    for upright, level, tiles in (
        (panes.upright, panes.level, covered),
        (panes.upright[::-1], panes.level[::-1], covered[::-1]),
        (panes.level.T, panes.upright.T, covered.T),
        (panes.level.T[::-1], panes.upright.T[::-1], covered.T[::-1]),
    ):
        ends = upright[:, [0, -1]]
        parted = not tiles[0].any() and float(level[1].mean()) >= STRAIGHT
        if parted and float(ends[0].max()) < OPEN and float(ends[1:].min()) >= ONWARD:
            return True
    return False


def cornered(panes: Panes, extent: Extent) -> bool:
    """Whether one side of the outline goes on straight to the corner of a larger one: the rest of that may be hidden.

    Args:
        panes: the lattice, laid wider than the board.
        extent: the board in it.
    """
    top, bottom, left, right = extent
    level, upright = panes.level, panes.upright
    for along, across, sides, first, last in (
        (level, upright, (top, bottom), left, right),
        (upright.T, level.T, (left, right), top, bottom),
    ):
        for line, beside in ((sides[0], sides[0]), (sides[1], sides[1] - 1)):
            before = along[line, :first][::-1], across[beside, :first][::-1]
            after = along[line, last:], across[beside, last + 1 :]
            for support, ends in (before, after):
                off = np.flatnonzero(support < STRAIGHT)
                reach = int(off[0]) if len(off) else len(support)
                if reach and ends[reach - 1] >= STRAIGHT:
                    return True
    return False
