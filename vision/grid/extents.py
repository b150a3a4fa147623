"""Extents: how far a lattice's board goes on each side, told by what stands at its places.

A place is taken when any box of about a cell's size has its centre there, whatever its look. From the members outwards,
rows and columns are added as long as enough of their places are taken; then weak outer lines are dropped again at a few
strictnesses, each giving one grid to be read and compared.

Where cells touch, like neighbours run together into larger shapes, but the sides of those still lie on the lines
between cells. Boxes of several whole cells therefore tell of the board too: all together they span it, and one of them
may be its very outline.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.grid import spans
from vision.homography import inverse, project
from vision.middle import median
from vision.share import share

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.boxes import Boxes
    from vision.grid.lattice import Lattice

OFF_CENTRE = 0.17
SMALLEST, LARGEST = 0.45, 1.12
SIZED = 0.65
"""Share of a cell's sides from which a box beside the board may be another of its cells; smaller ones, such as a row of
buttons, only where the board's own are as small."""
SPARSEST = 0.5
"""Cells fill at least this share of their step: letters of a text don't."""
SPARSE, BOXY, FEWEST_BOXES, FEWEST_WHOLE = 0.38, 1.1, 12, 9
"""Boxes to be ticked may fill less, down to this, where so many stand together that are square but for this; so many,
if they fill all places of a rectangle."""
COMPACT, EXACT = 1.5, 0.02
"""So may signs that fill all places of a rectangle: their shares of a step down and across, one over the other, at
most; and how far (steps) they are off from their places."""
LONG, NARROW = 0.6, 0.25
"""So may drops, flames and candles, which fill the first of these of the longer side of a step, and of the other at
least the second."""
DOTS, MANY, ROUND = 0.25, 16, 0.9
"""Dots that do so may fill this share, where they are so many; they fill less of their boxes than this."""
SPECKLED = 0.3, 250
"""Share of places with an outline of their own, and how many places there are, below and from which a grid is more
likely a speckled ground, whose blotches run together."""
STRICTNESS = (0.3, 0.55, 0.8)
TOUCHING = 0.8
"""Bodies that fill this share of their step leave gaps too thin to be counted on."""
SPANNED = 0.85
MOST = 40
ALIKE = 0.2
"""Boxes between the places that are of a cell's size but for this (logarithm) are cells of another lattice."""


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """A board's place: which cells, where.

    Attributes:
        matrix: 3×3, board plane (cell (row, col) has its centre at (col + 0.5, row + 0.5)) → pixels of the picture the
            boxes were found in.
        rows, cols: size.
        taken: rows×cols bool, a box stands there.
        spanned: rows×cols bool, a box of several whole cells covers it.
        framed: some box is the board's outline.
        fills: rows×cols float, share of its box that the outline standing there fills; nan where none does.
        body: width and height of a cell's body in steps; 1 where cells touch.
        residual: of the lattice, in steps.
        outside: which places of the line just outside are taken, for top, bottom, left, right.
        hollow: some outer line turned out to hold no cells.
        between: boxes of a cell's size that stand half way between places, over the number of places.
        sheeted: the cells are a block in a larger table, the rest of which is all alike.
        split: one gap between lines is wider than all others.
    """

    matrix: NDArray[np.float64]
    rows: int
    cols: int
    taken: NDArray[np.bool_]
    spanned: NDArray[np.bool_]
    framed: bool
    fills: NDArray[np.float64]
    body: tuple[float, float]
    residual: float
    outside: tuple[NDArray[np.bool_], ...]
    hollow: bool = False
    between: float = 0.0
    sheeted: bool = False
    split: bool = False

    @property
    def blotched(self) -> bool:
        """Whether the cells may be blotches of a speckled ground: a great many, few with an outline of their own."""
        return self.occupancy < SPECKLED[0] and self.taken.size > SPECKLED[1]

    @property
    def occupancy(self) -> float:
        """Share of places where a box stands; in a framed board, or one where it spans the place."""
        return share(self.taken | self.spanned if self.framed else self.taken)

    @property
    def support(self) -> float:
        """Share of places where a box stands, places that are only spanned counting a little less."""
        taken = np.count_nonzero(self.taken)
        return (taken + SPANNED * np.count_nonzero(self.spanned & ~self.taken)) / self.taken.size

    def part(self, rows: slice, cols: slice) -> Grid:
        """Some neighbouring lines of the grid (slices without a step)."""
        top, bottom, _ = rows.indices(self.rows)
        left, right, _ = cols.indices(self.cols)
        shift = np.array([[1.0, 0.0, left], [0.0, 1.0, top], [0.0, 0.0, 1.0]])
        above, below, before, after = self.outside
        outside = (
            above[cols] if top == 0 else self.taken[top - 1, cols],
            below[cols] if bottom == self.rows else self.taken[bottom, cols],
            before[rows] if left == 0 else self.taken[rows, left - 1],
            after[rows] if right == self.cols else self.taken[rows, right],
        )
        return replace(
            self,
            matrix=self.matrix @ shift,
            rows=bottom - top,
            cols=right - left,
            taken=self.taken[rows, cols],
            spanned=self.spanned[rows, cols],
            framed=False,
            fills=self.fills[rows, cols],
            outside=outside,
        )

    def widened(self, down: tuple[int, int], across: tuple[int, int]) -> Grid:
        """The grid with more lines, at which no box is known to stand: above and below, on the left and the right."""
        (above, below), (before, after) = down, across
        outside = [np.pad(line, across if side < 2 else down) for side, line in enumerate(self.outside)]
        moved = (np.zeros_like(line) if by else line for line, by in zip(outside, (*down, *across), strict=True))
        return replace(
            self,
            matrix=self.matrix @ np.array([[1.0, 0.0, -before], [0.0, 1.0, -above], [0.0, 0.0, 1.0]]),
            rows=self.rows + above + below,
            cols=self.cols + before + after,
            taken=np.pad(self.taken, (down, across)),
            spanned=np.pad(self.spanned, (down, across)),
            framed=False,
            fills=np.pad(self.fills, (down, across), constant_values=np.nan),
            outside=tuple(moved),
        )

    def filled(self, cells: NDArray[np.intp] | None = None) -> float:
        """Share of its box that the outline of a cell fills, mostly, of some ``cells`` or all; 1 where none has one."""
        fills = self.fills.ravel() if cells is None else self.fills.ravel()[cells]
        told = fills[np.isfinite(fills)]
        return median(told) if len(told) else 1.0

    def centers(self) -> NDArray[np.float64]:
        """Centres of all cells, (rows·cols)×2, row by row, in pixels."""
        row, col = np.divmod(np.arange(self.rows * self.cols), self.cols)
        return project(self.matrix, np.column_stack([col + 0.5, row + 0.5]))


def grids(lattice: Lattice, boxes: Boxes, *, sparse: bool = False) -> list[Grid]:
    """Grids that a lattice may stand for, the strictest last; at least 2×2 cells each.

    ``sparse`` ones are of boxes to be ticked, which fill less of their steps than cells do; else they are left out.
    """
    step = lattice.step()
    body = (min(1.0, lattice.body[0] / step[0]), min(1.0, lattice.body[1] / step[1]))
    if sparse != (min(body) < SPARSEST) or (sparse and not _ticked(lattice, boxes, body)):
        return []
    halves = boxes.sizes / 2
    corners = np.concatenate([boxes.centers, boxes.centers - halves, boxes.centers + halves])
    places, first, last = project(inverse(lattice.matrix), corners).reshape(3, -1, 2)
    fills, least, origin = _fills(lattice, boxes, places, step, math.exp(-ALIKE) if sparse else SMALLEST)
    taken = np.isfinite(fills)
    halfway = _halfway(lattice, boxes, places - origin, taken.shape)
    low = lattice.places.min(axis=0) - origin
    high = lattice.places.max(axis=0) - origin + 1
    members = least[low[1] : high[1], low[0] : high[0]]
    sized = least >= np.fmin.reduce(members, axis=None, initial=SIZED)
    left, top, right, bottom = _grow(sized, (int(low[0]), int(low[1]), int(high[0]), int(high[1])))
    boxed = np.zeros((0, 4), np.int64)
    touching = min(body) >= TOUCHING
    # Cells of one state may touch where those of another, smaller, do not.
    if touching or not taken[top:bottom, left:right].all():
        boxed = spans.find(first + 0.5 - origin, last + 0.5 - origin, taken.shape)
    windows = [_trim(taken, (left, top, right, bottom), strictness) for strictness in STRICTNESS]
    windows += spans.windows(boxed, (left, top, right, bottom))
    outlines = {tuple(span) for span in boxed.tolist()}
    found: dict[tuple[int, int, int, int], Grid] = {}
    split = lattice.split(boxes)
    for window in windows:
        x0, y0, x1, y1 = window
        if window in found or x1 - x0 < 2 or y1 - y0 < 2 or x1 - x0 > MOST or y1 - y0 > MOST:
            continue
        shift = np.array([[1.0, 0.0, x0 + origin[0] - 0.5], [0.0, 1.0, y0 + origin[1] - 0.5], [0.0, 0.0, 1.0]])
        found[window] = Grid(
            lattice.matrix @ shift,
            y1 - y0,
            x1 - x0,
            taken[y0:y1, x0:x1],
            spans.covered(boxed, window),
            touching and window in outlines,
            fills[y0:y1, x0:x1],
            body,
            lattice.residual,
            _outside(least >= np.fmin.reduce(least[y0:y1, x0:x1], axis=None, initial=SIZED), window),
            between=np.count_nonzero(halfway[2 * y0 : 2 * y1 - 1, 2 * x0 : 2 * x1 - 1]) / ((y1 - y0) * (x1 - x0)),
            split=split,
        )
    return list(found.values())


def _ticked(lattice: Lattice, boxes: Boxes, body: tuple[float, float]) -> bool:
    """Whether the members look like boxes to be ticked, or like one sign at every place of some rows and columns."""
    square = max(lattice.body) <= BOXY * min(lattice.body)
    compact = max(body) <= COMPACT * min(body)  # else every other row may just not have been seen
    whole = lattice.residual < EXACT and lattice.whole
    if whole and len(lattice.members) >= FEWEST_WHOLE and max(body) >= LONG and min(body) >= NARROW:
        return True
    if square and whole and len(lattice.members) >= MANY and median(boxes.fill[lattice.members]) < ROUND:
        return min(body) >= DOTS
    fewest = FEWEST_WHOLE if square and whole else FEWEST_BOXES
    return min(body) >= SPARSE and bool(square or (compact and whole)) and len(lattice.members) >= fewest


def _fills(
    lattice: Lattice, boxes: Boxes, places: NDArray[np.float64], step: tuple[float, float], smallest: float
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
    """Fill of the box nearest to a cell's size at every place around the members, its size, the first element's place.

    The size is the lesser share of a cell's sides, or one over the other where these differ more. ``places`` are the
    boxes' centres in the lattice (N×2); those less than ``smallest`` of a cell's size are no cells.
    """
    low, high = lattice.places.min(axis=0) - spans.REACH, lattice.places.max(axis=0) + spans.REACH
    whole = np.rint(places)
    likeness = np.log(boxes.sizes / np.array(lattice.body))
    most = np.log(LARGEST * np.array(step) / np.array(lattice.body))
    fits = (np.abs(places - whole) < OFF_CENTRE) & (likeness >= math.log(smallest)) & (likeness <= most)
    fits &= (whole >= low) & (whole <= high)
    order = np.flatnonzero(fits[:, 0] & fits[:, 1])
    unlike = np.abs(likeness[order]).sum(axis=1)
    order = order[np.argsort(-unlike, kind="stable")]
    found = whole[order].astype(np.int64) - low
    fills, least = np.full((2, *(high - low + 1)[::-1]), np.nan)
    own = lattice.places - low
    # Later ones overwrite: the best fitting box of a place comes last.
    for chosen, (col, row) in ((order, found.T), (lattice.members, own.T)):
        lesser = likeness[chosen].min(axis=1)
        fills[row, col] = boxes.fill[chosen]
        least[row, col] = np.exp(np.minimum(lesser, lesser - likeness[chosen].max(axis=1)))
    return fills, least, low


def _halfway(lattice: Lattice, boxes: Boxes, places: NDArray[np.float64], shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Where boxes of a cell's size stand half way between places: (2·rows - 1)×(2·cols - 1), places at even indices.

    ``places`` are the boxes' centres (N×2) in an array of places of this shape.
    """
    whole = np.rint(2 * places)
    fits = (np.abs(2 * places - whole) < 2 * OFF_CENTRE) & (np.abs(np.log(boxes.sizes / lattice.body)) < ALIKE)
    fits &= (whole >= 0) & (whole <= 2 * (np.array(shape[::-1]) - 1))
    chosen = whole[fits[:, 0] & fits[:, 1]].astype(np.int64)
    chosen = chosen[(chosen % 2).any(axis=1)]
    halfway = np.zeros((2 * shape[0] - 1, 2 * shape[1] - 1), bool)
    halfway[chosen[:, 1], chosen[:, 0]] = True
    return halfway


def _grow(taken: NDArray[np.bool_], window: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    left, top, right, bottom = window
    grown = True
    while grown:
        grown = False
        if top > 0 and share(taken[top - 1, left:right]) >= 0.5:
            top, grown = top - 1, True
        if bottom < taken.shape[0] and share(taken[bottom, left:right]) >= 0.5:
            bottom, grown = bottom + 1, True
        if left > 0 and share(taken[top:bottom, left - 1]) >= 0.5:
            left, grown = left - 1, True
        if right < taken.shape[1] and share(taken[top:bottom, right]) >= 0.5:
            right, grown = right + 1, True
    return left, top, right, bottom


def _trim(taken: NDArray[np.bool_], window: tuple[int, int, int, int], strictness: float) -> tuple[int, int, int, int]:
    """Drop the weakest outer line until all four are at least ``strictness`` full."""
    left, top, right, bottom = window
    if taken[top:bottom, left:right].all():
        return window
    while right - left > 1 and bottom - top > 1:
        inner = taken[top:bottom, left:right]
        sides = (share(inner[0]), share(inner[-1]), share(inner[:, 0]), share(inner[:, -1]))
        weakest = min(range(4), key=sides.__getitem__)
        if sides[weakest] >= strictness:
            break
        top, bottom = top + (weakest == 0), bottom - (weakest == 1)
        left, right = left + (weakest == 2), right - (weakest == 3)
    return left, top, right, bottom


def _outside(taken: NDArray[np.bool_], window: tuple[int, int, int, int]) -> tuple[NDArray[np.bool_], ...]:
    left, top, right, bottom = window
    padded = np.zeros((taken.shape[0] + 2, taken.shape[1] + 2), bool)
    padded[1:-1, 1:-1] = taken
    across, down = slice(left + 1, right + 1), slice(top + 1, bottom + 1)
    return padded[top, across], padded[bottom + 1, across], padded[down, left], padded[down, right + 1]
