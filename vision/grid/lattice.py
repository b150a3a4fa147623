"""Lattices: boxes of like size whose centres stand at whole steps of two vectors.

Two boxes are linked where their offset is close to one or two steps; whatever is linked gets whole indices by walking
the links, and a homography is fitted from indices to pixels. Linking rejects strays by itself, so no random sampling
is needed, and as steps are vectors, boards may be turned or seen in perspective.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations, islice, product
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.grid import linked
from vision.homography import affine, inverse, project, project_few
from vision.middle import median, middle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from vision.grid.boxes import Boxes

LIKE = 0.24
"""Boxes are of like size when log width and log height differ less: lit cells may be larger than unlit ones."""
GROUPS = 10
LARGER, CROWDED, PAIRS = 0.7, 40, 4
"""Cells of one state are larger than those of the other up to this difference of their logarithms; boxes of one size
that may be a small board's, on larger ones enough are beside their like; pairs of sizes tried, the commonest first."""
FEWEST = 4
CROWD = 420
REACH, FAR = 4.0, 9.0
"""Sizes of a box from one to its neighbour, at most; boxes to be ticked may stand farther apart, if none is nearer."""
EXPLAINED = 0.75
"""A group or a pair of steps is not looked at when lattices found before hold this share of its boxes."""
CONVINCING, FULL = 9, 0.6
"""Boxes of a lattice that convinces; share of its places that one of wide boxes has, at least."""
ROUGH, EXACT, STRAYS = 0.03, 0.012, 0.25
"""Steps by which members are off from their places in a lattice that may have strays, and in one without; share of them
that may be strays."""

SPLIT, COARSE, EVEN, LEAST = 0.06, 2.0, 3.0, 0.1
"""Steps, and pixels, by which one gap is wider than others where it parts two boards; times that it is wider than the
most uneven of the others; share of it by which the members are off from their places then, at least."""


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """Cells at whole places of a plane.

    Attributes:
        matrix: 3×3, (col, row, 1) of a cell's centre → pixels; columns and rows count from 0 at the first member.
        body: median width and height of the member boxes, in pixels.
        members: indices of the member boxes.
        places: M×2 int, (col, row) of each member.
        residual: root mean square distance of the members from their places, in steps.
    """

    matrix: NDArray[np.float64]
    body: tuple[float, float]
    members: NDArray[np.int64]
    places: NDArray[np.int64]
    residual: float

    @property
    def whole(self) -> bool:
        """Whether a member stands at every place of some rows and columns."""
        return len(self.members) == int(np.prod(np.ptp(self.places, axis=0) + 1))

    def step(self) -> tuple[float, float]:
        """Length in pixels of one column step and of one row step, at the middle of the members."""
        col, row = (self.places.sum(axis=0) / len(self.places)).tolist()
        points = [(col - 0.5, row), (col + 0.5, row), (col, row - 0.5), (col, row + 0.5)]
        left, right, top, bottom = project_few(self.matrix, points)
        return math.dist(left, right), math.dist(top, bottom)

    def split(self, boxes: Boxes) -> bool:
        """Whether one gap between two lines is wider or narrower than all others, which are even.

        Two boards of one game stand so where they nearly touch: a goal, or the board of another level. There are two
        lines on each side, at least, and what the pixels of a screen make of even lines is less.
        """
        points = boxes.centers[self.members]
        matrix = affine(self.places, points) if self.residual > SPLIT * LEAST else None
        if matrix is None:
            return False
        away = project(inverse(matrix), points) - self.places
        for axis, step in enumerate(self.step()):
            line = self.places[:, axis] - self.places[:, axis].min()
            count = np.bincount(line)
            if len(count) < 4 or not count.all():
                continue
            gaps = np.diff(np.bincount(line, away[:, axis]) / count)
            wider = np.abs(gaps - median(gaps))
            place = int(wider.argmax())
            others = float(np.delete(wider, place).max())
            if 0 < place < len(gaps) - 1 and wider[place] > max(SPLIT, COARSE / step, EVEN * others):
                return True
        return False

    def full(self) -> bool:
        """Whether members stand at most places of the rows and columns that they span."""
        cols, rows = np.ptp(self.places, axis=0) + 1
        return len(self.members) >= FULL * int(rows * cols)


def propose(boxes: Boxes, groups: int = GROUPS) -> list[Lattice]:
    """Lattices among the boxes, the most populous first."""
    found: list[Lattice] = []
    if len(boxes) < FEWEST:
        return found
    used, convincing = np.zeros(len(boxes), bool), False
    sizes: list[NDArray[np.int64]] = []
    wide = boxes.wide
    for kind in (~wide, wide):
        for group in _groups(boxes, groups, kind):
            sizes.append(group)
            # Beside a convincing lattice only another board matters, and few boxes never make a sure one.
            if convincing and (len(group) < CONVINCING or np.count_nonzero(used[group]) > EXPLAINED * len(group)):
                continue
            for lattice in _lattices(boxes, group):
                if kind is wide and not lattice.full():
                    continue  # words of a text make lattices, too
                found.append(lattice)
                if len(lattice.members) >= CONVINCING:
                    used[lattice.members] = convincing = True
    if not convincing:
        found += [lattice for group in islice(_mixed(boxes, sizes), PAIRS) for lattice in _lattices(boxes, group)]
    found.sort(key=lambda lattice: -len(lattice.members))
    return found


def _groups(boxes: Boxes, most: int, kind: NDArray[np.bool_]) -> Iterator[NDArray[np.int64]]:
    """Index sets of boxes as large as some of a ``kind`` (N bool); a box may be in more than one."""
    if np.count_nonzero(kind) < FEWEST - 1:
        return
    wide, high = np.log(boxes.sizes).T
    across, down = (np.floor((logs - logs.min()) / (LIKE / 2)).astype(np.int64) for logs in (wide, high))
    shape = int(across.max()) + 1, int(down.max()) + 1
    flat = across * shape[1] + down
    free = kind.copy()
    for _ in range(most):
        counts = np.bincount(flat[free], minlength=shape[0] * shape[1]).reshape(shape)
        crowd = cv2.blur(counts.astype(np.float32), (3, 3), borderType=cv2.BORDER_CONSTANT)
        row, col = divmod(int(crowd.argmax()), shape[1])
        seeds = free & (np.abs(across - row) <= 1) & (np.abs(down - col) <= 1)
        if np.count_nonzero(seeds) < FEWEST - 1:
            return
        near = np.maximum(np.abs(wide - middle(wide[seeds])), np.abs(high - middle(high[seeds])))
        group = np.flatnonzero(near < LIKE)
        free &= ~(seeds | (near < LIKE / 2))
        if len(group) >= FEWEST:
            yield group[np.argsort(near[group], kind="stable")[:CROWD]]


def _mixed(boxes: Boxes, sizes: list[NDArray[np.int64]]) -> Iterator[NDArray[np.int64]]:
    """Pairs of groups that may be the cells of one small board: those of one state larger, few beside their like."""
    few = [group for group in sizes if len(group) <= CROWDED]
    typical = [np.log(median(boxes.sizes[group, 0])) for group in few]
    for one, other in combinations(range(len(few)), 2):
        if LIKE < abs(typical[one] - typical[other]) < LARGER:
            yield np.union1d(few[one], few[other])


def _lattices(boxes: Boxes, group: NDArray[np.int64]) -> Iterator[Lattice]:
    """Lattices within one size group: every pair of likely steps is tried."""
    size = middle(boxes.sizes[group], axis=0)
    centers = np.ascontiguousarray(boxes.centers[group].T)
    offsets = centers[:, None] - centers[:, :, None]
    across, down = _steps(offsets, size, REACH)
    farther = _steps(offsets, size, FAR) if len(group) >= CONVINCING and not (across and down) else ([], [])
    if not across and not down:
        across, down = farther
    if not across and not down:
        return
    downs = [(x, y) for y, x in down] or [(-y, x) for x, y in across] + [(x, y) for y, x in farther[1]]
    acrosses = across or [(y, -x) for x, y in downs] + farther[0]
    seen: set[tuple[int, ...]] = set()
    for u, v in product(acrosses, downs):
        largest = 0
        for lattice in _walk(boxes, group, offsets, (u, v)):
            key = tuple(sorted(lattice.members.tolist()))
            if key not in seen:
                seen.add(key)
                yield lattice
            largest = max(largest, len(lattice.members))
        if largest > EXPLAINED * len(group):
            return


def _steps(
    offsets: NDArray[np.float64], size: NDArray[np.float64], reach: float
) -> tuple[list[tuple[float, float]], ...]:
    """The two most common offsets to the nearest neighbour along each axis, as (along, aside).

    Args:
        offsets: 2×N×N, from each box (second index) to each (third) along x and y.
        size: 2, typical width and height of a box.
        reach: how many times the longer of these a neighbour is away, at most.
    """
    length, breadth = size[:, None, None], size[::-1, None, None]
    aslant = np.abs(offsets[::-1])
    ahead = (offsets > 0.6 * length) & (offsets < reach * size.max()) & (aslant < 0.4 * offsets)
    ahead &= aslant < 0.6 * breadth
    nearest = np.where(ahead, offsets, np.inf).argmin(axis=2)
    found = []
    for axis in (0, 1):
        lines = np.flatnonzero(ahead[axis].any(axis=1))
        to = nearest[axis, lines]
        found.append(_commonest(offsets[axis, lines, to], offsets[1 - axis, lines, to]))
    return tuple(found)


def _commonest(a: NDArray[np.float64], b: NDArray[np.float64]) -> list[tuple[float, float]]:
    """The middles of the two largest bunches of like offsets (a, b)."""
    if len(a) >= 2 and math.hypot(a.max() - a.min(), b.max() - b.min()) < 0.07 * a.min():
        return [(median(a), median(b))]  # all are alike
    steps: list[tuple[float, float]] = []
    while len(a) >= 2 and len(steps) < 2:
        like = np.square(a - a[:, None]) + np.square(b - b[:, None]) < np.square(0.07 * a)[:, None]
        best = like[np.count_nonzero(like, axis=1).argmax()]
        if np.count_nonzero(best) < 2:
            break
        steps.append((median(a[best]), median(b[best])))
        a, b = a[~best], b[~best]
    return steps


def _walk(
    boxes: Boxes,
    group: NDArray[np.int64],
    offsets: NDArray[np.float64],
    steps: tuple[tuple[float, float], tuple[float, float]],
) -> Iterator[Lattice]:
    """Lattices of the connected sets of boxes linked by whole steps; ``offsets`` are between all boxes (2×N×N)."""
    for members, places in linked.sets(len(group), *linked.links(offsets, steps)):
        if len(members) >= FEWEST:
            lattice = fit(boxes, group[members], np.array(places))
            if lattice is not None:
                yield lattice


def fit(boxes: Boxes, members: NDArray[np.int64], places: NDArray[np.int64]) -> Lattice | None:
    """Least-squares lattice through boxes of known places; affine, or a homography where that fits much better.

    Two boxes at one place (inner and outer outline of a cell) are kept as the one nearer to the median size.
    """
    places = places - places.min(axis=0)
    spans = places.max(axis=0)
    if len(members) < FEWEST or spans.min() < 1:
        return None
    flat = places[:, 1] * (1 + spans[0]) + places[:, 0]
    order = np.argsort(flat, kind="stable")
    flat = flat[order]
    if (flat[1:] == flat[:-1]).any():
        sizes = boxes.sizes[members]
        unlike = np.abs(np.log(sizes / middle(sizes, axis=0))).sum(axis=1)
        order = np.lexsort((unlike, places[:, 1] * (1 + spans[0]) + places[:, 0]))
        first = np.ones(len(flat), bool)
        first[1:] = flat[1:] != flat[:-1]
        order = order[first]
    members, places = members[order], places[order]
    if len(members) < FEWEST:
        return None
    points = boxes.centers[members]
    matrix = affine(places, points)
    if matrix is None:
        return None
    step = abs(matrix[0, 0] * matrix[1, 1] - matrix[0, 1] * matrix[1, 0]) ** 0.5
    if step < 1.0:
        return None
    residual = _residual(matrix, places, points) / step
    if residual > ROUGH and len(members) >= CONVINCING:
        kept = _straight(places, points, step)
        if kept is not None:
            return fit(boxes, members[kept], places[kept])
    if residual > ROUGH and len(members) >= CONVINCING and spans.min() >= 2:
        better = cv2.findHomography(places.astype(np.float64), points, 0)[0]
        if better is not None and abs(better[2, 2]) > 1e-9:
            better = better / better[2, 2]
            smaller = _residual(better, places, points) / step
            if smaller < 0.6 * residual:
                matrix, residual = better, smaller
    width, height = middle(boxes.sizes[members], axis=0)
    return Lattice(matrix, (float(width), float(height)), members, places, residual)


def _straight(places: NDArray[np.int64], points: NDArray[np.float64], step: float) -> NDArray[np.int64] | None:
    """The members without a few that are off from where all others are exactly; None where these are not.

    Buttons of a cell's size may stand near whole steps of a board. One after another the farthest is left out.
    """
    kept = np.arange(len(places))
    for _ in range(int(STRAYS * len(places))):
        matrix = affine(places[kept], points[kept])
        if matrix is None:
            return None
        away = np.hypot(*(project(matrix, places[kept]) - points[kept]).T)
        kept = np.delete(kept, away.argmax())
        matrix = affine(places[kept], points[kept])
        if matrix is not None and _residual(matrix, places[kept], points[kept]) < EXACT * step:
            return kept
    return None


def _residual(matrix: NDArray[np.float64], places: NDArray[np.int64], points: NDArray[np.float64]) -> float:
    away = project(matrix, places) - points
    return math.sqrt(float(np.vdot(away, away)) / len(away))
