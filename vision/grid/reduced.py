"""Reduced: whether the states differ in the picture itself, or only on the reduced view that they were read from.

Cells are cut out of a view on which they are hardly larger than what is kept of them. Where thin lines or frames are
drawn in every cell, such a view mixes them with what is beside them, more or less of it by where the cell begins
between the view's pixels (aliasing): cells all alike may look like two states there, and never on a finer view.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from vision.grid import patches
from vision.grid.away import away
from vision.middle import middle

if TYPE_CHECKING:
    from vision.grid.cells import Cells
    from vision.scene import Scene

DRAWN = 2.0
"""Deviation (Lab) inside a ring from which there may be more in it than one colour."""
FEW, FINER = 6, 2
"""Cells of a state that are looked at closer; how many times closer."""
LEFT = 0.5
"""Share of the difference between two states that is left on a finer view, at least."""


def aliased(scene: Scene, one: Cells) -> bool:
    """Whether two states (told by rings) are much more alike in a finer view of the same cells."""
    looks = one.states.looks
    size = one.grid.rows, one.grid.cols
    if len(looks) < 2 or one.source != "ring" or one.spread.max() < DRAWN or patches.whole(one.homography, size):
        return False
    labels = one.states.labels
    cells = [np.flatnonzero(labels == state) for state in range(len(looks))]
    if min(map(len, cells)) == 0:
        return False
    cells = [own[:: -(-len(own) // FEW)] for own in cells]
    finer = patches.places(scene, one.homography, size, FINER * patches.SIDE, np.concatenate(cells))
    rings = patches.rings(finer, one.grid.body).astype(np.float64)
    ends = np.cumsum([len(own) for own in cells])
    reduced = np.array([middle(one.rings[own]) for own in cells])
    fine = np.array([middle(own) for own in np.split(rings, ends[:-1])])
    first, second = np.array([*combinations(range(len(looks)), 2)]).T
    left = away(fine[first], fine[second]) < LEFT * away(reduced[first], reduced[second])
    return bool(left.any())
