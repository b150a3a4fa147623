"""Torn: whether a strip of some cell shows another state than the cell was read as.

What covers most of a cell in a state's colour leaves a strip of what the cell really shows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.grid import patches
from vision.grid.away import away

if TYPE_CHECKING:
    from vision.grid.cells import Cells
    from vision.scene import Scene

COVERED = 0.1
"""Share of the difference between two states by which what lies on a cell changes its ring, at least."""
SIDE, RIM = 54, 2
"""Pixels along a place, looked at closely, and those at its rim where neighbours show."""
NEAR, FAR = 0.25, 0.5
"""How near a pixel is to a plain cell of another state, and how far from one of its own, over what parts the states."""
STRIP, ALONG = 9, 0.75
"""Lines of pixels along a side in which a strip is looked for, and the share of one that it takes, which no pointer
does."""


def torn(scene: Scene, one: Cells) -> bool:
    """Whether a strip of another state is left at some side of a cell on which something lies."""
    if one.source != "ring" or one.states.count < 2:
        return False
    labels, cut = one.states.labels, one.states.cut
    covered = np.flatnonzero(one.strain > COVERED * cut)
    if not len(covered):
        return False
    present = np.flatnonzero(np.bincount(labels))
    plainest = [int(np.where(labels == state, one.strain, np.inf).argmin()) for state in present]
    size = one.grid.rows, one.grid.cols
    seen = patches.places(scene, one.homography, size, SIDE, np.array([*plainest, *covered]))[:, RIM:-RIM, RIM:-RIM]
    drawn, cells = seen[: len(present)], seen[len(present) :]
    off = np.stack([away(cells, drawing) for drawing in drawn])
    own = np.searchsorted(present, labels[covered]), np.arange(len(covered))
    unlike = off[own].copy()
    off[own] = np.inf
    other = (off.min(axis=0) < NEAR * cut) & (unlike > FAR * cut)
    lines = np.concatenate([other.mean(axis=2), other.mean(axis=1)])
    return bool(max(lines[:, :STRIP].max(), lines[:, -STRIP:].max()) >= ALONG)
