"""Severed: whether something plain lies over whole lines beside a board, by what is left of the line that it cuts.

What covers rows or columns seldom ends just where cells do. A strip of each cell of one line is left then, in the
colours of states, where the next line of a larger board would be.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from vision.grid import patches
from vision.grid.away import away
from vision.grid.beyond import LINES
from vision.middle import middle

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.cells import Cells


class _Begun(NamedTuple):
    """What tells that strips are parts of cells.

    Attributes:
        lines: of pixels that are looked at.
        like: how near to cells of a state they are, over what parts the states.
        states: that they show together, at least.
    """

    lines: int
    like: float
    states: int


STRIP = 8
"""Pixels of a place next to the board in which strips are looked for; ``vision.grid.around`` sees more of a cell."""
MIDDLE = 0.6
"""Share of a cell's body, along the board's side, that tells its look."""
NEARLY, PLAIN = 0.15, 8.0
"""How near a strip is to a state's look, over what parts the states; how much (Lab) it may differ along the side."""
PAGE = 0.5
"""Share of that by which what is nearer to the page is it, beside a button in the colour of a state."""
PARTED, CLEAR = 10.0, 2
"""How much (Lab) strips differ from what is between them, at least, and pixels from the board from which what is parted
so is none of its own cells."""
OTHERS, FEWEST = 0.2, 3
"""Share of the strips, where nothing parts them, that show another state than the cell beside, at least: shine and
shadows of cells don't. Cells along a side, at least."""
OPEN = 0.5
"""How much the ends of what is beside a line's cells differ from its middle, over what those of cells do, at least."""
BEGINNING, FURTHER = _Begun(2, 0.18, 1), _Begun(4, 0.12, 2)
"""What tells them beside a board that is no square, and beside any: there may be buttons in the colour of a state."""


def severed(one: Cells, shown: NDArray[np.bool_] | None) -> bool:
    """Whether strips of another line of cells are left beside some side of a board.

    These may be all that cells begin with, in gradients, outlines and drawings of their own. Shine and shadows look
    like that, too: beside a square, as most boards are, more of it must be seen.

    Args:
        one: the board.
        shown: which pixels of its places are in the picture (``patches.shown``), None where all are.
    """
    if one.states.count < 2:
        return False
    labels = one.board
    # Where all is even along a side neither gaps nor states show.
    least = min(PARTED, (1 - 2 * NEARLY) * one.states.cut) / 3**0.5
    uneven = one.patches.uneven[:, :STRIP].max(axis=1) >= least
    lines = [(side, labels[own]) for side, own in enumerate(LINES) if uneven[side] and _seen(shown, side)]
    ringed = one.source == "ring"
    longish = ringed and labels.shape[0] != labels.shape[1]
    begins = (FURTHER, BEGINNING) if longish else (FURTHER,)
    return any(
        len(beside) >= FEWEST
        and ((ringed and _strips(one, side, beside)) or any(_begun(one, side, least, some) for some in begins))
        for side, beside in lines
    )


def _seen(shown: NDArray[np.bool_] | None, side: int) -> bool:
    """Whether what is next to a side is in the picture."""
    return shown is None or bool(patches.outward(shown[patches.AROUND[side]], side)[:, :STRIP].all())


def _begun(one: Cells, side: int, least: float, told: _Begun) -> bool:
    """Whether all places beside a side begin as cells do, past the gap, and differ at last by ``least`` along it.

    Nor are they just the page, as cells of a state may be.
    """
    gap = 1 - one.grid.body[1 if side < 2 else 0]
    first = max(1, math.ceil(gap / 2 * patches.SIDE))
    lines = slice(first, first + told.lines)
    if one.patches.uneven[side, lines][-BEGINNING.lines :].min() < least:
        return False
    strip, own = (
        patches.outward(places, side)[:, lines] for places in (one.patches.lab[patches.AROUND[side]], one.patches.own)
    )
    states = [one.states.labels == state for state in np.unique(one.states.labels[~one.empty])]
    along = _along(one, side)
    bodies = strip[:, :, along]
    known = [middle(own[state][:, :, along], axis=0) for state in states]
    off = np.stack([middle(away(bodies, look), axis=2).max(axis=1) for look in known])
    shown = off.argmin(axis=0)
    if off.min(axis=0).max() > told.like * one.states.cut or len(np.unique(shown)) < told.states:
        return False
    usual = np.array([middle(_ends(own[state])) for state in states])[shown]
    if middle(_ends(strip) - OPEN * usual) < 0:
        return False  # what is not parted between places, as cells are by gaps, is none
    return bool(middle(away(bodies, one.patches.page), axis=2).max() >= least)


def _ends(lines: NDArray[np.float32]) -> NDArray[np.float32]:
    """How much (Lab) the ends of lines across N places (N×lines×pixels×3) differ from what is between them; N."""
    return np.asarray(away(lines[:, :, [0, -1]], middle(lines, axis=2)[:, :, None]).mean(axis=(1, 2)))


def _along(one: Cells, side: int) -> slice:
    """Pixels along a side of a place that show a cell's body."""
    half = MIDDLE * one.grid.body[0 if side < 2 else 1] / 2
    return slice(round((0.5 - half) * patches.SIDE), round((0.5 + half) * patches.SIDE))


def _strips(one: Cells, side: int, beside: NDArray[np.int64]) -> bool:
    """Whether all places beside a side show states' colours at some distance, but not as the cells ``beside`` do."""
    strip = patches.outward(one.patches.lab[patches.AROUND[side]], side)[:, :STRIP]
    places = strip[:, :, _along(one, side)]
    looks = middle(places, axis=2)
    off = away(looks[:, :, None].astype(np.float64), one.states.looks)
    off[:, :, ~np.isin(np.arange(one.states.count), one.states.labels[~one.empty])] = np.inf  # the ground, no state
    nearest = off.min(axis=2)
    page = away(looks, one.patches.page) < PAGE * nearest
    near = ((nearest < NEARLY * one.states.cut) & ~page).all(axis=0)
    if not near.any():
        return False
    near &= (middle(away(places, looks[:, :, None]), axis=2) < PLAIN).all(axis=0)
    shown = off.argmin(axis=2)
    # Gaps between cells go on between strips of cells, as no line and no panel shows them.
    parted = (away(strip[:, :, [0, -1]], looks[:, :, None]).min(axis=2) > PARTED).all(axis=0)
    parted &= np.arange(len(parted)) >= CLEAR
    several = (shown != shown[:1]).any(axis=0)
    others = np.count_nonzero(shown != beside[:, None], axis=0) >= max(2, OTHERS * len(beside))
    return bool((near & (parted | (several & others))).any())
