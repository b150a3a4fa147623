"""Fit, last: a lattice moved to where the glyphs themselves fit best.

Marks give a lattice roughly. Those of what is carved are its shadows or its lit edges, pieces of strokes, or strokes
and the frame beside them: each lies aside of its glyph, by up to a quarter of a cell.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from vision.heresy.align import Aligned, align, size_glyphs
from vision.heresy.flat import flatten, ink_at
from vision.heresy.lattice import refit

if TYPE_CHECKING:
    from vision.heresy.lattice import Lattice
    from vision.scene import Scene

ROUNDS, HELD = 4, 7  # times a lattice is drawn anew, through so many cells
FRAME = 1.2  # frame of a glyph per size of its mark


def settled(scene: Scene, lattice: Lattice) -> Lattice:
    """``lattice`` moved to where its nine glyphs fit best, and their size; as it is where they fit no better."""
    best: Aligned | None = None
    moved = lattice
    for _ in range(ROUNDS):
        ink = ink_at(flatten(scene, moved.homography, moved.cell, plates=moved.plates), moved)
        found = align(ink, size_glyphs(ink)[0])
        if best is not None and found.score <= best.score:
            break
        best, lattice = found, replace(moved, share=found.scale / FRAME)
        match = found.match.max(axis=1)
        further = refit(lattice, found.offset, match >= np.sort(match)[-HELD])
        if further is None:
            break
        moved = further
    return lattice
