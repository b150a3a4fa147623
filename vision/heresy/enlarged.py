"""Read, where glyphs are small in their cells: the middles of the cells alone, side by side and larger.

A panel is flattened so far that glyphs which nearly fill their cells are as large as they are compared. Of glyphs in a
quarter of theirs that leaves ten pixels, though the picture may have a hundred.
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
FINER = 1.25  # pixels of the picture per pixel of the flattened panel, from which there is more to see
GRID = np.array([[CELL, 0, MARGIN], [0, CELL, MARGIN], [0, 0, 1.0]])


def enlarged(scene: Scene, lattice: Lattice, scale: float) -> tuple[Scene, Lattice, float] | None:
    """The middles of the nine cells as a panel of bright glyphs, where it lies in that, and their side in cells.

    None where the glyphs, in frames of ``scale`` cells, are large enough, or the picture has no more to show.
    """
    side = ROOM * scale
    if scale >= SMALL or lattice.cell < FINER * CELL or not lattice.polarity:
        return None
    level = max(0, int(np.floor(np.log2(lattice.cell * side / CELL))))
    steps = ((np.arange(CELL) + 0.5) / CELL - 0.5) * side
    lines = (np.arange(3)[:, None] + 0.5 + steps[None]).ravel()
    xs, ys = np.meshgrid(lines, lines)
    places = project(lattice.homography, np.column_stack([xs.ravel(), ys.ravel()])) / 2.0**level - 0.5
    maps = places.astype(np.float32).reshape(*xs.shape, 2)
    seen = cv2.remap(scene.level(level), maps, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    out = np.full((SIDE, SIDE, 3), LEVEL, np.float32)
    for row, col in np.ndindex(3, 3):
        cell = seen[row * CELL : (row + 1) * CELL, col * CELL : (col + 1) * CELL].astype(np.float32)
        rim = np.concatenate([cell[[0, -1]].reshape(-1, 3), cell[:, [0, -1]].reshape(-1, 3)])
        off = cell - np.median(rim, axis=0)
        sign = np.sign((off**3).sum()) if lattice.plates else lattice.polarity
        y, x = MARGIN + row * CELL, MARGIN + col * CELL
        out[y : y + CELL, x : x + CELL] += sign * off
    picture = Frame(np.clip(out, 0, 255).astype(np.uint8))
    return Scene(picture), replace(lattice, homography=GRID, polarity=1, plates=False), side
