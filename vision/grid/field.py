"""Field: whether round cells lie on the squares of a lined field, as the pieces of Othello do when it is full.

A board's round cells lie on the page, or each on a tile of its own with room around it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.grid import patches
from vision.middle import middle

if TYPE_CHECKING:
    from vision.grid.cells import Cells
    from vision.scene import Scene

SIDE, FEW = 48, 16
"""Pixels along a place that show the line between two; places that are looked at so closely."""
ROUND = 0.9
"""Share of its box that a round cell's outline fills, at most."""
SIDES = 6, 8, 10
"""Places along such fields."""
BAND, LINE, NEAR, FAR = slice(3, 7), 0, slice(4, 6), slice(8, 10)
"""Pixels inside a place's upper side, above the piece; along it: the line between places, next to it, farther off."""
SEEN, PLAIN = 15.0, 3.0
"""Differences (Lab): of the line and of the pieces from the field, at least; along the field, at most, else it is a
shade or a shine."""


def lined(scene: Scene, one: Cells) -> bool:
    """Whether lines cross a plain field between the round cells of a square grid."""
    grid = one.grid
    if grid.rows != grid.cols or grid.rows not in SIDES or grid.filled() > ROUND:
        return False
    labels = one.states.labels
    chosen = np.flatnonzero(labels == np.bincount(labels).argmax())  # of two colours a middle would be neither
    chosen = chosen[:: -(-len(chosen) // FEW)]
    place = middle(patches.places(scene, one.homography, (grid.rows, grid.cols), SIDE, chosen))
    turned = place.swapaxes(0, 1)
    looks = np.array([middle(one.rings[labels == state]) for state in range(one.states.count)])
    for view in (place, place[::-1], turned, turned[::-1]):
        band = view[BAND]
        line, near, far = (middle(band[:, part].reshape(-1, 3)) for part in (LINE, NEAR, FAR))
        if np.linalg.norm(line - near) < SEEN or np.linalg.norm(near - far) > PLAIN:
            return False
        if np.linalg.norm(looks - near, axis=1).min() < SEEN:
            return False  # the cells themselves reach there
    return True
