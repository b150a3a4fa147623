"""A known place: what a panel looked like when it was read, and whether it looks like that still.

Only the cells are compared, each in the frame its glyph was found in. Their brightness and contrast may change a
little. A cell that shows something else is told by the other cells, now and before: a game draws its glyphs always
alike. Where it is like none of them, or like two, the panel must be read again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.frame import Frame
from vision.glimpse import spots
from vision.heresy.lattice import CORNERS
from vision.homography import project, project_few
from vision.scene import Scene

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.heresy.lattice import Lattice
    from vision.reading import CellReading

PARTS = 6  # a glyph's frame is compared in so many parts each way
EACH, AROUND = 4, 6  # pixels each way of such a part, and of what is seen of it and a little around
WIDE = PARTS * EACH + AROUND - EACH  # pixels each way of a frame and what is seen around it
CHANGED = 0.18  # of the strokes' contrast: more difference in any part may be another glyph
FAINTEST = 2.0  # gray levels: standard deviation of a cell's parts, below which nothing can be compared
BRIGHTER = 1.6  # factor by which the contrast of a cell may change
OLDER = 36  # glyphs that are remembered beside the nine shown
POINTS, RIM = 12, 0.2  # pixels of a cell each way that are looked at first; cells around the panel
ROUND_ABOUT = np.array([(-0.5, -0.5), (3.5, -0.5), (3.5, 3.5), (-0.5, 3.5)])
ALIGNED = 64  # pixels: corners of the part cut out fall between pixels on every level needed


@dataclass(frozen=True, slots=True, eq=False)
class Memory:
    """What is needed to read a place again.

    Attributes:
        shape: height and width of the frame.
        lattice: where the panel lies in the frame.
        scale: side of the glyphs' frame in cells.
        maps: the pixels, x and y, of which ``parts`` are the means, see ``_maps``.
        spots: M int, pixels of the panel that are looked at first, see ``vision.glimpse``.
        parts: 9×36 float32, mean gray of each part of each glyph's frame.
        cells: what was read there.
        older: M×36, the same as ``parts`` of cells before these.
        read: what was read in those.
        seen: M×3, what those pixels show.
    """

    shape: tuple[int, ...]
    lattice: Lattice
    scale: float
    maps: tuple[NDArray[np.float32], NDArray[np.float32]]
    spots: NDArray[np.int64]
    parts: NDArray[np.float32]
    cells: tuple[CellReading, ...]
    older: NDArray[np.float32]
    read: tuple[CellReading, ...]
    seen: NDArray[np.uint8]

    def followed(self, by: Memory) -> Memory:
        """A later memory of the panel that knows this one's glyphs too."""
        older, read = np.concatenate([self.parts, self.older]), self.cells + self.read
        return replace(by, older=older[:OLDER], read=read[:OLDER])


def remember(frame: Frame, lattice: Lattice, scale: float, cells: tuple[CellReading, ...]) -> Memory:
    """The memory of a panel that was read on ``frame``."""
    maps, where = _maps(lattice, scale), spots(frame.pixels, lattice.homography, _points())
    parts, seen = _parts(frame, maps), _seen(frame, where)
    return Memory(frame.pixels.shape[:2], lattice, scale, maps, where, parts, cells, parts[:0], (), seen)


def cut_out(frame: Frame, lattice: Lattice) -> tuple[Scene, NDArray[np.float64]] | None:
    """The part of ``frame`` that holds the panel, and its corner (x, y); None where the panel is not all inside."""
    if not _inside(frame, lattice):
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


def told(frame: Frame, memory: Memory) -> Memory | None:
    """What the nine cells show in ``frame`` by the glyphs remembered.

    Returns:
        ``memory`` itself where they show what they did; None where a cell is like none of the glyphs, or like two, and
        where the panel is not all inside the frame, or that is of another size.
    """
    if frame.pixels.shape[:2] != memory.shape:
        return None
    seen = _seen(frame, memory.spots)
    if np.array_equal(seen, memory.seen):
        return memory
    if not _inside(frame, memory.lattice):
        return None
    parts = _parts(frame, memory.maps)
    looks = _same(parts[:, None], np.concatenate([memory.parts, memory.older])[None])
    changed = np.flatnonzero(~looks.diagonal()).tolist()
    if not changed:
        return memory
    read = memory.cells + memory.read
    states = np.array([-1 if cell.state is None else cell.state for cell in read])
    kept, cells = memory.parts.copy(), list(memory.cells)
    for i in changed:
        own = looks[i]
        if len(set(states[own].tolist())) != 1 or states[own].min() < 0:
            return None
        shown = read[int(own.argmax())]
        cells[i] = replace(cells[i], state=shown.state, probabilities=shown.probabilities)
        kept[i] = parts[i]
    return memory.followed(replace(memory, parts=kept, cells=tuple(cells), seen=seen))


def _same(parts: NDArray[np.float32], looks: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which cells look like others, from the parts of their frames (…×36 each, alike up to places of length 1)."""
    (new, now), (old, before) = _contrast(parts), _contrast(looks)
    clear = np.minimum(now, before) >= FAINTEST
    alike = np.maximum(now, before) <= BRIGHTER * np.minimum(now, before)
    difference = np.abs(new / now[..., None] - old / before[..., None]).max(axis=-1) * before
    return np.asarray(clear & alike & (difference < CHANGED * (old.max(axis=-1) - old.min(axis=-1))))


def _contrast(parts: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The parts of cells about their means, and how far they deviate."""
    away = np.asarray(parts - np.add.reduce(parts, axis=-1, keepdims=True) / PARTS**2, np.float32)
    power = np.einsum("...k,...k->...", away, away) / PARTS**2
    return away, np.asarray(np.sqrt(np.maximum(power, 1e-12)), np.float32)


def _inside(frame: Frame, lattice: Lattice) -> bool:
    panel = project_few(lattice.homography, CORNERS.tolist())
    return all(0 <= x <= frame.width and 0 <= y <= frame.height for x, y in panel)


def _seen(frame: Frame, where: NDArray[np.int64]) -> NDArray[np.uint8]:
    return np.asarray(frame.pixels.reshape(-1, 3).take(where, axis=0), np.uint8)


@cache
def _points() -> NDArray[np.float64]:
    """Points all over the panel and a little around it, M×2; not to be written to."""
    line = np.arange(-RIM, 3 + RIM, 1 / POINTS)
    x, y = np.meshgrid(line, line)
    return np.column_stack([x.ravel(), y.ravel()])


def _maps(lattice: Lattice, scale: float) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Where some pixels of the parts of the nine glyphs' frames, and a little around them, lie: x and y, S×S each."""
    a, b, c, d, e, f, g, h, i = lattice.homography.ravel().tolist()
    local = (np.arange(WIDE) - (WIDE - 1) / 2) / (PARTS * EACH)
    line = (np.arange(3)[:, None] + 0.5 + scale * local).ravel()
    depth = (g * line + i) + (h * line)[:, None]
    # Pixels are told by their middles.
    x = ((a * line + c) + (b * line)[:, None]) / depth - 0.5
    y = ((d * line + f) + (e * line)[:, None]) / depth - 0.5
    return x.astype(np.float32), y.astype(np.float32)


def _parts(frame: Frame, maps: tuple[NDArray[np.float32], NDArray[np.float32]]) -> NDArray[np.float32]:
    """Mean gray around each part of the nine glyphs' frames, 9×36, of some pixels only."""
    seen = cv2.remap(frame.pixels, *maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    spread = cv2.blur(cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY).astype(np.float32), (AROUND, AROUND))
    middles = AROUND // 2 + np.arange(PARTS) * EACH
    picked = spread.reshape(3, WIDE, 3, WIDE)[:, middles][..., middles]
    return np.ascontiguousarray(picked.transpose(0, 2, 1, 3)).reshape(9, PARTS**2)
