"""Read, where glyphs are small in their cells, or cells oblong: the middles of the cells alone, side by side.

A panel is flattened so far that glyphs which nearly fill their cells are as large as they are compared. Of glyphs in a
quarter of theirs that leaves ten pixels, though the picture may have a hundred. And cells are flattened to squares:
where they stand farther apart one way than the other, as with arrows between them, glyphs would come out squeezed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.frame import Frame
from vision.heresy.flat import CELL, MARGIN, SIDE
from vision.heresy.plates import LEVEL
from vision.homography import project
from vision.scene import Scene

if TYPE_CHECKING:
    from vision.heresy.lattice import Lattice

ROOM = 1.5  # side of what is shown of a cell, in frames of the glyphs
SMALL = 0.5  # frame of a glyph in cells, from which on it is large enough
OBLONG = 1.25, 2.5  # longer side of a cell by the shorter: what is seen from aside is less so, and no panel more
FINER = 1.25  # pixels of the picture per pixel of the flattened panel, from which there is more to see
GRID = np.array([[CELL, 0, MARGIN], [0, CELL, MARGIN], [0, 0, 1.0]])


def enlarged(scene: Scene, lattice: Lattice, scale: float) -> tuple[Scene, Lattice, float] | None:
    """The middles of the nine cells as a panel of bright glyphs, where it lies in that, and their side in cells.

    None where the glyphs, in frames of ``scale`` cells, are large enough, or the picture has no more to show.
    """
    side = ROOM * scale
    if scale >= SMALL or lattice.cell < FINER * CELL or not lattice.polarity:
        return None
    return *_middles(scene, lattice, (side, side)), side


def squared(scene: Scene, lattice: Lattice) -> tuple[Scene, Lattice, float] | None:
    """The same of square middles of oblong cells, as large as fit into them; None where cells are about square."""
    wide, high = lattice.steps
    short = min(wide, high)
    if not OBLONG[0] < max(wide, high) / short < OBLONG[1]:
        return None
    return *_middles(scene, lattice, (short / wide, short / high)), short / lattice.cell


def _middles(scene: Scene, lattice: Lattice, sides: tuple[float, float]) -> tuple[Scene, Lattice]:
    """The middles of the nine cells, parts of a cell wide and high, as a panel, and where it lies in that."""
    level = max(0, int(np.floor(np.log2(lattice.cell * min(sides) / CELL))))
    steps = (np.arange(CELL) + 0.5) / CELL - 0.5
    xs, ys = np.meshgrid(*((np.arange(3)[:, None] + 0.5 + steps[None] * part).ravel() for part in sides))
    places = project(lattice.homography, np.column_stack([xs.ravel(), ys.ravel()])) / 2.0**level - 0.5
    maps = places.astype(np.float32).reshape(*xs.shape, 2)
    seen = cv2.remap(scene.level(level), maps, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    out = np.full((SIDE, SIDE, 3), LEVEL, np.float32)
    for row, col in np.ndindex(3, 3):
        cell = seen[row * CELL : (row + 1) * CELL, col * CELL : (col + 1) * CELL].astype(np.float32)
        rim = np.concatenate([cell[[0, -1]].reshape(-1, 3), cell[:, [0, -1]].reshape(-1, 3)])
        off = cell - np.median(rim, axis=0)
        sign = lattice.polarity if lattice.polarity and not lattice.plates else np.sign((off**3).sum())
        y, x = MARGIN + row * CELL, MARGIN + col * CELL
        out[y : y + CELL, x : x + CELL] += sign * off
    picture = Frame(np.clip(out, 0, 255).astype(np.uint8))
    return Scene(picture), replace(lattice, homography=GRID, polarity=1, plates=False)
