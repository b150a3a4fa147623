"""A known place: what a panel looked like when it was read, and whether it looks like that still.

Only the cells are compared, each in the frame its glyph was found in. Their brightness and contrast may change a
little; where any part of any cell shows something else, the panel must be read again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.frame import Frame
from vision.heresy.flat import CELL, MARGIN, flatten
from vision.heresy.lattice import CORNERS
from vision.homography import project
from vision.scene import Scene

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.heresy.lattice import Lattice

PARTS = 6  # a glyph's frame is compared in so many parts each way
CHANGED = 0.18  # of the strokes' contrast: more difference in any part may be another glyph
FAINTEST = 2.0  # gray levels: standard deviation of a cell's parts, below which nothing can be compared
BRIGHTER = 1.6  # factor by which the contrast of a cell may change
ROUND_ABOUT = np.array([(-0.5, -0.5), (3.5, -0.5), (3.5, 3.5), (-0.5, 3.5)])
ALIGNED = 64  # pixels: corners of the part cut out fall between pixels on every level needed


@dataclass(frozen=True, slots=True, eq=False)
class Memory:
    """What is needed to read a place again.

    Attributes:
        lattice: where the panel lies in the frame.
        scale: side of the glyphs' frame in cells.
        parts: 9×6×6 float32, mean gray of each part of each glyph's frame.
    """

    lattice: Lattice
    scale: float
    parts: NDArray[np.float32]


def remember(scene: Scene, lattice: Lattice, scale: float) -> Memory:
    """The memory of a panel that was read on ``scene``."""
    return Memory(lattice, scale, parts_of(flatten(scene, lattice.homography, lattice.cell), scale))


def cut_out(frame: Frame, lattice: Lattice) -> tuple[Scene, NDArray[np.float64]] | None:
    """The part of ``frame`` that holds the panel, and its corner (x, y); None where the panel is not all inside."""
    panel = project(lattice.homography, CORNERS)
    if panel.min() < 0 or (panel > (frame.width, frame.height)).any():
        return None
    around = project(lattice.homography, ROUND_ABOUT)
    left, top = np.maximum(np.floor(around.min(axis=0) / ALIGNED) * ALIGNED, 0).astype(int).tolist()
    right, bottom = np.ceil(around.max(axis=0)).astype(int).tolist()
    part = Frame(frame.pixels[top : bottom + 1, left : right + 1])
    return Scene(part), np.array([left, top], np.float64)


def moved(lattice: Lattice, by: NDArray[np.float64]) -> Lattice:
    """The lattice with its place moved by (x, y) pixels."""
    shift = np.array([[1, 0, by[0]], [0, 1, by[1]], [0, 0, 1.0]])
    return replace(lattice, homography=shift @ lattice.homography)


def unchanged(flat: NDArray[np.uint8], memory: Memory) -> bool:
    """Whether all nine cells on ``flat`` show what is remembered."""
    old, new = memory.parts.reshape(9, -1), parts_of(flat, memory.scale).reshape(9, -1)
    old, new = old - old.mean(axis=1, keepdims=True), new - new.mean(axis=1, keepdims=True)
    before, now = old.std(axis=1), new.std(axis=1)
    if min(before.min(), now.min()) < FAINTEST or np.abs(np.log(now / before)).max() > np.log(BRIGHTER):
        return False
    difference = np.abs(new * (before / now)[:, None] - old).max(axis=1)
    return bool((difference < CHANGED * np.ptp(old, axis=1)).all())


def parts_of(flat: NDArray[np.uint8], scale: float) -> NDArray[np.float32]:
    """Mean gray of each part of the nine glyphs' frames, 9×6×6."""
    side = scale * CELL / PARTS
    spread = cv2.blur(flat, (max(1, round(side)),) * 2).astype(np.float32)
    local = (np.arange(PARTS) - (PARTS - 1) / 2) * side
    lines = (MARGIN + (np.arange(3)[:, None] + 0.5) * CELL - 0.5 + local[None]).ravel().astype(np.float32)
    xs, ys = np.meshgrid(lines, lines)
    picked = cv2.remap(spread, xs, ys, cv2.INTER_LINEAR)
    return np.asarray(picked.reshape(3, PARTS, 3, PARTS).transpose(0, 2, 1, 3).reshape(9, PARTS, PARTS), np.float32)
