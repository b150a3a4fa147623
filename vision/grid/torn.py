"""Torn: whether a part of some cell shows another state than the cell was read as.

What covers most of a cell in a state's colour leaves a strip of what the cell really shows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.grid.away import away
from vision.grid.content import drawings

if TYPE_CHECKING:
    from vision.grid.cells import Cells

RIM = 1
"""Pixels at the rim of a place where neighbours show."""
NEAR, FAR = 0.25, 0.5
"""How near a pixel is to another state's drawing, and how far from its own, over what parts the states."""
STRIP, ALONG = 3, 0.75
"""Lines of pixels along a side in which a strip is looked for, and the share of one that it takes, which no pointer
does."""


def torn(one: Cells) -> bool:
    """Whether a strip of another state is left at some side of a cell."""
    if one.source != "ring" or one.states.count < 2:
        return False
    labels, inner = one.states.labels, one.patches.inner()[:, RIM:-RIM, RIM:-RIM]
    drawn = np.stack(drawings(one))[:, RIM:-RIM, RIM:-RIM]
    off = np.stack([away(inner, drawing) for drawing in drawn])
    own = off[labels, np.arange(len(labels))]
    off[labels, np.arange(len(labels))] = np.inf
    other = (off.min(axis=0) < NEAR * one.states.cut) & (own > FAR * one.states.cut)
    lines = np.concatenate([other.mean(axis=2), other.mean(axis=1)])
    return bool(max(lines[:, :STRIP].max(), lines[:, -STRIP:].max()) >= ALONG)
