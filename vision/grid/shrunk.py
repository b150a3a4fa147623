"""Shrunk: whether a cell shows another state's colour in its middle alone, as a click being drawn does.

Games let cells shrink and swell, or turn over, when they change. What is left of the one face stands in the middle of
the other then. What tells states is a ring around the middle, so that such a cell passes for one that has changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.grid.away import away
from vision.middle import median

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.cells import Cells

NEAR = 0.3
"""How near a pixel is to another state's look, over what parts the states."""
SEEN, USUAL = 0.25, 0.05
"""Share of a cell's middle that is so, at least; of that of most cells of its state, at most."""
EVEN = 0.6
"""Share of such pixels that have another at the other side of the middle."""


def shrunk(one: Cells) -> bool:
    """Whether the middle of some cell, and of few others of its state, is in the colour of another state."""
    found = one.states
    if one.source != "ring" or found.count < 2:
        return False
    inside, inner = one.patches.under(one.patches.core), one.patches.inner()
    between = away(found.looks[:, None], found.looks)
    for state in range(found.count):
        own = np.flatnonzero((found.labels == state) & ~one.marred)
        for other in range(found.count) if len(own) > 1 else ():
            if other == state:
                continue
            apart = float(between[state, other])
            # So far from the cell's own look something is: its ring may be off its state's.
            if (one.most[own] + found.distances[own, state]).max() < (1 - NEAR) * apart:
                continue
            shares = (away(inside[own], found.looks[other]) < NEAR * apart).mean(axis=1)
            if median(shares) > USUAL:
                continue
            cells = inner[own[shares >= SEEN]]
            if len(cells) and any(map(_even, away(cells, found.looks[other]) < NEAR * apart)):
                return True
    return False


def _even(mask: NDArray[np.bool_]) -> bool:
    """Whether half a turn leaves most of a mask as it is: a pointer's shape is not like that."""
    turned = mask[::-1, ::-1]
    return bool(np.count_nonzero(mask & turned) >= EVEN * np.count_nonzero(mask | turned))
