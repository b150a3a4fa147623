"""Between: whether cells stand in the middle of every four of a grid's, as in a honeycomb.

Outlines of a cell's size stand there on many boards, where the gaps around the corners of four cells make one. Only
those that show a cell's look from side to side are cells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.grid import patches
from vision.grid.away import away
from vision.middle import middle

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.cells import Cells
    from vision.grid.patches import Patches
    from vision.scene import Scene

OUTLINES = 0.25
"""Outlines of a cell's size half way between places, over the places, from which it is worth looking there."""
LIKE, PLAIN = 0.3, 8.0
"""A place shows a state when its ring is this near to that, over the states' difference, and deviates less (Lab)."""


def between(scene: Scene, one: Cells) -> float:
    """Share of the places in the middle of four cells that show a cell too; 0 where hardly any outlines stand there."""
    grid = one.grid
    if grid.between < OUTLINES or one.source != "ring" or one.states.count < 2:
        return 0.0
    shift = np.array([[1.0, 0.0, 0.5], [0.0, 1.0, 0.5], [0.0, 0.0, 1.0]])
    seen = patches.cut(scene, one.homography @ shift, (grid.rows - 1, grid.cols - 1), grid.body)
    ring = seen.under(seen.ring)
    looks = middle(ring, axis=1)
    plain = middle(np.abs(ring - looks[:, None]), axis=1).sum(axis=1) <= np.maximum(PLAIN, one.spread.max())
    off = away(looks[:, None].astype(np.float64), one.states.looks[None])
    held = np.stack([middle(_held(one.patches)[one.states.labels == state]) for state in range(one.states.count)])
    nearest = off.argmin(axis=1)
    cells = plain & (off.min(axis=1) < LIKE * one.states.cut)
    cells &= away(_held(seen), held[nearest]) < LIKE * one.states.cut
    # What lies under the board may be like one state.
    return float(cells.mean()) if len(set(nearest[cells].tolist())) > 1 else 0.0


def _held(seen: Patches) -> NDArray[np.float32]:
    """What the middle of each cell shows (Lab), N×3."""
    return middle(seen.under(seen.core), axis=1)
