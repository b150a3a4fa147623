"""Gathered: small boxes that stand far apart, as boxes to be ticked in a table do, moved together to be read as cells.

Where nothing at all is drawn between boxes that fill every place of some rows and columns, what is between them can be
left out of the picture, and they stand as close as cells do. Where each box stood is known all the while.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from vision.grid.boxes import THRESHOLDS
from vision.grid.extents import EXACT, SPARSE
from vision.grid.lattice import CONVINCING, LIKE, propose
from vision.homography import project_few

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.lattice import Lattice
    from vision.reading import Reading
    from vision.scene import Scene

CLOSE = 0.6
"""Share of its step that a box fills when it is moved towards its neighbours."""
SQUARE = 1.3
"""Longer to shorter side of a box, at most: lamps are drawn so, words are wider."""
MARGIN = 2
"""Pixels around a box in which its edge may show."""


@dataclass(frozen=True, slots=True, eq=False)
class Gathered:
    """A picture with less between its boxes.

    Attributes:
        pixels: H×W×3 uint8.
        columns, rows: which columns and rows of the frame are left in it.
        followed: whether something is drawn in all places of one more row or column.
    """

    pixels: NDArray[np.uint8]
    columns: NDArray[np.int64]
    rows: NDArray[np.int64]
    followed: bool

    def back(self, reading: Reading) -> Reading:
        """A reading of this picture in the frame it was made from."""
        rows, cols = reading.size
        corners = project_few(
            np.reshape(reading.homography, (3, 3)), [(0.5, 0.5), (cols - 0.5, 0.5), (0.5, rows - 0.5)]
        )
        (left, top), (right, _), (_, bottom) = (self._placed(*corner) for corner in corners)
        across, down = (right - left) / (cols - 1), (bottom - top) / (rows - 1)
        homography = (across, 0.0, left - across / 2, 0.0, down, top - down / 2, 0.0, 0.0, 1.0)
        cells = tuple(replace(cell, center=self._placed(*cell.center)) for cell in reading.cells)
        return replace(reading, cells=cells, homography=homography, memory=None)

    def _placed(self, x: float, y: float) -> tuple[float, float]:
        places = []
        for at, kept in ((x, self.columns), (y, self.rows)):
            whole = min(max(int(at), 0), len(kept) - 1)
            places.append(float(kept[whole]) + at - whole)
        return places[0], places[1]


def gathered(scene: Scene, level: int) -> Gathered | None:
    """The picture with the boxes of the first lattice of a level moved together; None where they are no such boxes."""
    boxes = scene.boxes(level)
    likely = boxes.some(np.abs(np.log(boxes.sizes[:, 0] / boxes.sizes[:, 1])) < math.log(SQUARE) + LIKE)
    found = next((one for one in propose(likely) if _far(one)), None)
    if found is None:
        return None
    scale = 2**level
    strong = scene.edges(0) >= THRESHOLDS[0]
    spans, kept = [], []
    for axis, length in enumerate((scene.frame.width, scene.frame.height)):
        first, step = found.matrix[axis, 2] * scale, found.matrix[axis, axis] * scale
        middles = first + step * np.arange(int(np.ptp(found.places[:, axis])) + 1)
        half = found.body[axis] * scale / 2 + MARGIN
        spans.append((middles - half, middles + half))
        kept.append(_kept(length, middles, max(half, max(found.body) * scale / 2 / CLOSE)))
    if not _empty(strong, spans):
        return None
    columns, rows = kept
    pixels = np.ascontiguousarray(scene.frame.pixels[np.ix_(rows, columns)])
    return Gathered(pixels, columns, rows, _followed(strong, spans))


def _followed(strong: NDArray[np.bool_], spans: list[tuple[NDArray[np.float64], NDArray[np.float64]]]) -> bool:
    """Whether edges (``strong``, H×W) are in all places of one more row or column; spans as for ``_empty``."""
    for axis, (first, last) in enumerate(spans):
        step = first[1] - first[0]
        for end, by in ((0, -step), (-1, step)):
            further = list(spans)
            further[axis] = first[[end]] + by, last[[end]] + by
            (left, right), (top, bottom) = further
            if min(left[0], top[0]) < 0:
                continue
            places = (
                strong[int(above) : int(np.ceil(below)), int(before) : int(np.ceil(after))]
                for above, below in zip(top, bottom, strict=True)
                for before, after in zip(left, right, strict=True)
            )
            if all(place.any() for place in places):
                return True
    return False


def _far(lattice: Lattice) -> bool:
    """Whether the members are boxes, about square, at all places of some upright rows and columns, far apart."""
    step = lattice.step()
    if len(lattice.members) < CONVINCING or lattice.residual > EXACT:
        return False
    aslant = max(abs(lattice.matrix[0, 1]), abs(lattice.matrix[1, 0]), *np.abs(lattice.matrix[2, :2]) * max(step))
    square = max(lattice.body) <= SQUARE * min(lattice.body)
    sparse = min(lattice.body[0] / step[0], lattice.body[1] / step[1]) < SPARSE
    return bool(lattice.whole and square and sparse and aslant < EXACT * min(step))


def _kept(length: int, middles: NDArray[np.float64], half: float) -> NDArray[np.int64]:
    """Which of so many pixels are left where those farther than ``half`` from two neighbouring ``middles`` are not."""
    left = np.ones(length, bool)
    for here, there in pairwise(middles):
        left[int(np.ceil(here + half)) : max(int(there - half), 0)] = False
    return np.flatnonzero(left)


def _empty(strong: NDArray[np.bool_], spans: list[tuple[NDArray[np.float64], NDArray[np.float64]]]) -> bool:
    """Whether no edge (``strong``, H×W) is between the boxes, whose first and last pixels along x and y are given."""
    (left, right), (top, bottom) = spans
    inside = strong[max(0, int(top[0])) : int(bottom[-1]) + 1, max(0, int(left[0])) : int(right[-1]) + 1].copy()
    for above, below in zip(top - top[0], bottom - top[0], strict=True):
        for before, after in zip(left - left[0], right - left[0], strict=True):
            inside[int(above) : int(np.ceil(below)) + 1, int(before) : int(np.ceil(after)) + 1] = False
    return not inside.any()
