"""Places of a grid that have no cell: there a plain page shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.grid import patches, pattern
from vision.grid.away import away
from vision.middle import middle

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.cells import Cells

PLAIN, FILLED = 6.0, 0.95
"""A place is plain from side to side when this share of its pixels is this near (Lab) to its ring."""
BARER = 0.1
"""So much more of the four corners is plain than of any cell, where a panel shows in them."""
OFF_THE_GAP = 1.0
"""Difference (Lab) from the gap around it from which a place is a cell, however like the page."""
PAGE = 3.0
"""Difference (Lab) from what is around the board up to which a place looks like that."""
INNER, LEAST = 0.25, 16
"""Share of the places that a board of a shape of its own lacks, at most: more are hidden, or unlit; places of such a
board, at least: fewer are as soon a pad's or a plan's."""
FEW, LIKER = 0.3, 0.4
"""Places of a state that have no cell but seem to, to one that has one, at most; how much nearer (Lab) to what is
around the board they are than any of these."""


def holes(one: Cells) -> NDArray[np.bool_]:
    """Which places have no cell: all of one state, plain from side to side where other cells end before theirs.

    At least two other states must be there, and most of the cells: else the unlit cells of a board may just be drawn as
    nothing. A single such place may be a stray, near to the state that is most like the page. Where cells hardly end
    before their places do, the look of what is around the board tells which have none.
    """
    found = one.states
    none = np.zeros(one.count, bool)
    if (found.count < 3 and not found.strays) or found.count < 2 or one.source != "ring":
        return none
    share = (one.drawn < PLAIN).mean(axis=1)
    plain = share > FILLED
    strays = np.isin(np.arange(one.count), found.strays)
    for own in _cornering(one):
        if share[own].min() > share[~own].max() + BARER:  # a panel shows there, which may be unlike what is around it
            return own
    page, off = _like_the_page(one), _off_the_gap(one)
    for nothing in (plain, plain & page):
        for state in range(found.count) if found.count >= 3 else ():
            own = (found.labels == state) & ~strays
            if middle(off[own]) > OFF_THE_GAP:
                continue  # drawn, though hardly
            if nothing[own].mean() > 0.7 and nothing[~own].mean() < 0.1 and own.mean() < 0.45:
                none |= own
        lone = strays & nothing & (page | ~one.grid.taken.ravel())  # its neighbours' sides make an outline, too
        if lone.any() and nothing[~lone & ~none].mean() < 0.1:
            none |= lone
        if none.any():
            break
    return none


def shaped(missing: NDArray[np.bool_], labels: NDArray[np.int64]) -> bool:
    """Whether the places (rows×columns) that are ``missing`` make a shape that boards have.

    They are the four corners, or a few that are the same from every side, while the states (``labels``) of the cells
    are not: what hides cells, or unlit ones drawn as nothing, seldom lie so. A single click's may be turning over.
    """
    if not missing.any():
        return False
    if _corners(missing):
        return True
    if missing.size < LEAST or missing.mean() > INNER or pattern.cross(missing.astype(np.int64)) is not None:
        return False
    if any((missing != np.flip(missing, axis)).any() for axis in (0, 1)):
        return False
    if missing.shape[0] == missing.shape[1] and (missing != missing.T).any():
        return False
    return not any(((labels == np.flip(labels, axis)) | missing).all() for axis in (0, 1))


def vacant(one: Cells) -> bool:
    """Whether a few cells look like what is around the board, and the others of their state don't: none may be there.

    What else is drawn in such a place may be an ornament. The same holds for a state that just the four corners show,
    whatever it looks like.
    """
    if one.source != "ring":
        return False
    page = _off_the_page(one)
    like = page < PAGE
    cornering = _cornering(one)
    if not cornering and not like.any():
        return False
    none = holes(one)
    if any(not none[own].all() for own in cornering):
        return True
    if not (like := like & ~none).any():
        return False
    for state in range(one.states.count):
        own = one.states.labels == state
        few, others = page[own & like], page[own & ~like]
        if 0 < len(few) <= FEW * len(others) and few.max() < LIKER * others.min():
            return True
    return False


def _corners(missing: NDArray[np.bool_]) -> bool:
    """Whether just the four corners of rows×columns are missing."""
    return np.count_nonzero(missing) == 4 and bool(missing[[0, 0, -1, -1], [0, -1, 0, -1]].all())


def _cornering(one: Cells) -> list[NDArray[np.bool_]]:
    """The cells of each of several states, N, that just the four corners show."""
    found = one.states
    each = [found.labels == state for state in range(found.count)] if found.count >= 3 else []
    return [own for own in each if _corners(own.reshape(one.board.shape))]


def _off_the_gap(one: Cells) -> NDArray[np.float32]:
    """How much (Lab) each cell's ring differs from the corners of its place, N: from the gap, where there is one."""
    corners = one.patches.own[:, [0, 0, -1, -1], [0, -1, 0, -1]]
    return middle(away(corners, one.rings[:, None].astype(np.float32)), axis=1)


def _like_the_page(one: Cells) -> NDArray[np.bool_]:
    """Which places look like what is around the board."""
    return _off_the_page(one) < PAGE


def _off_the_page(one: Cells) -> NDArray[np.float32]:
    """How much (Lab) each cell's ring differs from what is around the board, N."""
    lab = one.patches.lab
    around = np.concatenate([lab[side].reshape(-1, 3) for side in patches.AROUND])
    return np.asarray(away(one.rings, middle(around, axis=0)))
