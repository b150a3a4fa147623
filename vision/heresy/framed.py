"""Propose, by outlines: nine boxes in rows of three, whatever is in them.

The marks of what is cut into a wall are pieces of strokes, no two glyphs alike. Yet the cells often have frames or
plates of their own, which the search for plain grids outlines: where nine of them stand like a panel, glyphs are looked
for in them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.heresy.lattice import Lattice

if TYPE_CHECKING:
    from vision.scene import Scene

VIEW = 650  # pixels: the longest side of the view that outlines are looked for in; others have looked there before
MOST, LEAST = 3, 7  # lattices at most; boxes that one has
GLYPHS = 1  # polarity, where plates are on one level
TYPICAL = 0.7  # share of its cell that a glyph takes


def framed(scene: Scene) -> list[Lattice]:
    """Lattices of three by three cells found by others, then of as many boxes on a coarse view, the fullest first."""
    level = scene.level_for(VIEW)
    found = [
        Lattice(np.array(nine).reshape(3, 3), GLYPHS, 9, 0.0, 0.0, 0, TYPICAL, plates=True) for nine in scene.nines
    ]
    for boxes in scene.lattices(level):
        first, last = boxes.places.min(axis=0), boxes.places.max(axis=0)
        if len(boxes.members) < LEAST or (last - first != 2).any():
            continue
        # Its places are cells' centres.
        left, top = (first - 0.5).tolist()
        place = boxes.matrix @ np.array([[1, 0, left], [0, 1, top], [0, 0, 1.0]])
        homography = np.diag([2.0**level, 2.0**level, 1.0]) @ place
        share = min(boxes.body) / max(boxes.step())
        found.append(Lattice(homography, GLYPHS, len(boxes.members), boxes.residual, 0.0, 0, share, plates=True))
    return found[:MOST]
