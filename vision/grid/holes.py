"""Places of a grid that have no cell: there a plain page shows."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from vision.grid import pattern
from vision.grid.away import away
from vision.middle import middle
from vision.share import share

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.cells import Cells
    from vision.grid.patches import Patches
    from vision.grid.states import States

PLAIN, FILLED = 6.0, 0.95
"""A place is plain from side to side when this share of its pixels is this near (Lab) to its ring."""
BARER = 0.1
"""So much more of the four corners is plain than of any cell, where a panel shows in them."""
OFF_THE_GAP = 1.0
"""Difference (Lab) from the gap around it from which a place is a cell, however like the page."""
PAGE, JUST = 3.0, 0.5
"""Difference (Lab) from what is around the board up to which a place looks like that, and just so."""
SAME = 1.0
"""Difference (Lab) from one another up to which the pixels of a place without a cell are all one tone."""
INNER, LEAST = 0.25, 16
"""Share of the places that a board of a shape of its own lacks within, at most: more are hidden, or unlit; places of
such a board, at least: fewer are as soon a pad's or a plan's."""
CORNERS, MOST, APART = 4, 0.4, 1.8
"""Places that lie outside a board's shape, at least, and their share, at most; how many times as far (Lab) from the
page its cells are as any of these, or as what just looks like it."""
FEWEST, ENCLOSED, OUTLINED = 2, 0.5, 0.95
"""Places where nothing is, at least; share of them at most that has an outline, of their neighbours' sides; share of
the others that must have one."""
SOLITAIRE = 7
"""Rows and columns of the boards of peg solitaire; three or all four places at each corner are missing."""
FEW, LIKER = 0.3, 0.4
"""Places of a state that have no cell but seem to, to one that has one, at most; how much nearer (Lab) to what is
around the board they are than any of these."""


def holes(one: Cells) -> NDArray[np.bool_]:
    """Which places have no cell: all of one state, plain from side to side where other cells end before theirs.

    At least two other states must be there, and most of the cells: else the unlit cells of a board may just be drawn as
    nothing. A single such place may be a stray, near to the state that is most like the page. Where cells hardly end
    before their places do, the look of what is around the board tells which have none; and of the middle one alone,
    how far from that the cells of its state are.
    """
    return one.empty | _centre(one)


def empty(one: Cells) -> NDArray[np.bool_]:
    """Which places have no cell, N, as they are plain from side to side."""
    found = one.states
    none = one.bare.copy()
    if none.any():
        return none
    if (found.count < 3 and not found.strays) or found.count < 2 or one.source != "ring":
        return none
    level = (one.drawn < PLAIN).mean(axis=1)
    plain = level > FILLED
    strays = np.isin(np.arange(one.count), found.strays)
    for own in _cornering(one):
        if level[own].min() > level[~own].max() + BARER:  # a panel shows there, which may be unlike what is around it
            return own
    bare, off = _off_the_page(one), _off_the_gap(one)
    page = bare < PAGE
    for nothing in (plain, plain & page):
        for state in range(found.count) if found.count >= 3 else ():
            own = (found.labels == state) & ~strays
            if not own.any() or (middle(off[own]) > OFF_THE_GAP and bare[own].max() > JUST):
                continue  # drawn, though hardly
            if nothing[own].mean() > 0.7 and nothing[~own].mean() < 0.1 and own.mean() < 0.45:
                none |= own
        lone = strays & nothing & (page | ~one.grid.taken.ravel())  # its neighbours' sides make an outline, too
        if lone.any() and nothing[~lone & ~none].mean() < 0.1:
            none |= lone
        if none.any():
            break
    return none


def _centre(one: Cells) -> NDArray[np.bool_]:
    """The middle place, N, where it looks like the page and the cells of its state are plainly another colour."""
    none = np.zeros(one.count, bool)
    rows, cols = one.board.shape
    place = one.count // 2
    if not (rows % 2 and cols % 2 and one.count >= LEAST and one.source == "ring") or one.strain[place] < OFF_THE_GAP:
        return none
    page = _off_the_page(one)
    others = one.states.labels == one.states.labels[place]
    others[place] = False
    none[place] = bool(page[place] < PAGE and others.any() and page[place] < LIKER * page[others].min())
    return none


def parted(
    found: States, cut: Patches, seen: tuple[NDArray[np.float32], NDArray[np.float64]], taken: NDArray[np.bool_]
) -> tuple[States, NDArray[np.bool_]] | None:
    """The states with places that have no cell in one of their own, and these, N; None where none were taken for cells.

    Unlit cells may be nearly like the page. Where those places are just like it, which no other place is, and are the
    same from every side, or have no outline where all others do, they are none. So they are, though their neighbours'
    sides outline them, where they go on as what shows between the cells, from which all others plainly differ.

    Args:
        found: the states of all places, two or more.
        cut: what is there.
        seen: the pixels of all rings, N×P×3, and the median of each, N×3.
        taken: rows×columns, where outlines were found.
    """
    rings, tones = seen[0], seen[1].astype(np.float32)
    off = away(rings, cut.page) if taken.all() else _off_around(rings, cut)
    like = (off < PAGE).mean(axis=1) > FILLED
    if not taken.all() and _outside(~taken) and _mirrored(~taken):  # lines of the ground may cross such a place
        like |= ~taken.ravel() & (middle(off, axis=1) < PAGE)
    missing = like.reshape(taken.shape)
    shaped = _shaped(missing)
    outlined = share(taken[missing]) <= ENCLOSED and share(taken[~missing]) >= OUTLINED
    if np.count_nonzero(like) >= FEWEST and (outlined or shaped):
        return _besides(found, missing, off, cut.page)
    gaps = away(_corners_of(cut), tones[:, None])
    like = (gaps.min(axis=1) < PAGE) & ((away(rings, tones[:, None]) < SAME).mean(axis=1) > FILLED)
    if (
        set(np.flatnonzero(like).tolist()) <= set(found.strays)
        or share(taken.ravel()[~like]) < OUTLINED
        or middle(gaps[~like], axis=1).min(initial=np.inf) < APART * PAGE
    ):
        return None
    ground = middle(tones[like])
    off = away(rings, ground)
    return _besides(found, like.reshape(taken.shape), off, ground) if off[like].max() < PAGE else None


def _off_around(rings: NDArray[np.float32], cut: Patches) -> NDArray[np.float32]:
    """How far (Lab) the rings (N×P×3) are from what is around the board in line with their place, N×P.

    The ground of a board may be shaded: of what shows at the ends of the place's row and column the nearest counts.
    """
    rows, cols = (side - 2 for side in cut.lab.shape[:2])
    row, col = np.divmod(np.arange(rows * cols), cols)
    ends = (row + 1, 0), (row + 1, -1), (0, col + 1), (-1, col + 1)
    off = [away(rings, middle(cut.lab[end].reshape(len(rings), -1, 3), axis=1)[:, None]) for end in ends]
    return np.asarray(np.minimum.reduce(off))


def _besides(
    found: States, missing: NDArray[np.bool_], off: NDArray[np.float32], ground: NDArray[np.float32]
) -> tuple[States, NDArray[np.bool_]] | None:
    """The states besides one of the places that have no cell, and these, N; None where they may be cells.

    Those of one click may be turning over.

    Args:
        found: the states of all places.
        missing: rows×columns, which places just show the ``ground``.
        off: N×P, how far (Lab) the ring of each is from the ground.
        ground: the tone (Lab).
    """
    like = missing.ravel()
    kept = np.unique(found.labels[~like])
    if np.count_nonzero(like) > MOST * like.size or len(kept) < 2:
        return None
    if pattern.cross(missing.astype(np.int64)) is not None or _foreign(missing, found.labels.reshape(missing.shape)):
        return None
    tones = middle(off, axis=1)
    if tones[~like].min() < APART * tones[like].max(initial=PAGE):
        return None
    apart = replace(
        found,
        labels=np.where(like, len(kept), np.searchsorted(kept, found.labels)),
        looks=np.concatenate([found.looks[kept], ground[None].astype(np.float64)]),
        strays=tuple(stray for stray in found.strays if not like[stray]),
        distances=np.column_stack([found.distances[:, kept], tones.astype(np.float64)]),
    )
    return apart, like


def shaped(missing: NDArray[np.bool_], labels: NDArray[np.int64]) -> bool:
    """Whether the places (rows×columns) that are ``missing`` make a shape that boards have.

    They are the four corners, or some that are the same from every side, more at the corners than within, while the
    states (``labels``) of the cells are not: what hides cells, or unlit ones drawn as nothing, seldom lie so. A single
    click's may be turning over.
    """
    if not missing.any():
        return False
    if _corners(missing):
        return True
    within = _within(missing)
    outside = missing & ~within
    few = within.mean() <= INNER and outside.mean() <= MOST if _outside(outside) else missing.mean() <= INNER
    if missing.size < LEAST or not few or pattern.cross(missing.astype(np.int64)) is not None:
        return False
    if not even(missing):
        return False
    return not any(((labels == np.flip(labels, axis)) | missing).all() for axis in (0, 1))


def even(places: NDArray[np.bool_ | np.int64]) -> bool:
    """Whether places (rows×columns) are the same from every side."""
    if any((places != np.flip(places, axis)).any() for axis in (0, 1)):
        return False
    return bool(places.shape[0] != places.shape[1] or (places == places.T).all())


def _mirrored(missing: NDArray[np.bool_]) -> bool:
    """Whether the places (rows×columns) that are ``missing`` are the same from two sides."""
    return any(bool((missing == np.flip(missing, axis)).all()) for axis in (0, 1))


def _foreign(missing: NDArray[np.bool_], labels: NDArray[np.int64]) -> bool:
    """Whether what is beside ``missing`` places shows a state that no whole line does, as buttons below a board do.

    Both arguments are rows×columns.
    """
    within = labels[~missing.any(axis=1)][:, ~missing.any(axis=0)]
    return within.size > 0 and not bool(np.isin(labels[~missing], within).all())


def _shaped(missing: NDArray[np.bool_]) -> bool:
    """Whether what is left of the places (rows×columns) has a shape of its own, the same from every side."""
    return bool(np.count_nonzero(missing) >= CORNERS) and even(missing) and _outside(missing)


def _outside(missing: NDArray[np.bool_]) -> bool:
    """Whether in every row and column of places the cells are all together: none is ``missing`` among them."""
    present = np.pad(~missing, 1).astype(np.int8)
    return all((np.count_nonzero(np.diff(present, axis=axis), axis=axis) <= 2).all() for axis in (0, 1))


def vacant(one: Cells) -> bool:
    """Whether a few cells look like what is around the board, and the others of their state don't: none may be there.

    What else is drawn in such a place may be an ornament. The same holds for a state that just the four corners show,
    whatever it looks like.
    """
    if one.source != "ring":
        return False
    if np.count_nonzero(one.bare) == 1:
        return True  # one may as well be a cell that is not drawn now
    page = _off_the_page(one)
    like = page < PAGE
    cornering = _cornering(one)
    if not cornering and not like.any():
        return False
    none = one.empty  # the middle place may still hold something
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


def solitaire(one: Cells) -> bool:
    """Whether a board has the shape of those of peg solitaire: the English one, a cross, or the European one."""
    if (one.grid.rows, one.grid.cols) != (SOLITAIRE, SOLITAIRE):
        return False
    missing = one.empty.reshape(one.board.shape)
    corner = missing[:2, :2]
    lacks = np.count_nonzero(corner)
    shape = lacks > 3 or (lacks == 3 and not corner[1, 1])
    return bool(shape and np.count_nonzero(missing) == 4 * lacks and even(missing))


def _within(missing: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which places of rows×columns that are ``missing`` lie among others both ways: some come before and after them."""
    present, found = ~missing, missing.copy()
    for axis in (0, 1):
        after = np.flip(np.logical_or.accumulate(np.flip(present, axis), axis=axis), axis)
        found &= np.logical_or.accumulate(present, axis=axis) & after
    return found


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
    return middle(away(_corners_of(one.patches), one.rings[:, None].astype(np.float32)), axis=1)


def _corners_of(cut: Patches) -> NDArray[np.float32]:
    """The corners of each place, N×4×3."""
    return cut.own[:, [0, 0, -1, -1], [0, -1, 0, -1]]


def _off_the_page(one: Cells) -> NDArray[np.float32]:
    """How much (Lab) each cell's ring differs from what is around the board, N."""
    return np.asarray(away(one.rings.astype(np.float32), one.patches.page))
