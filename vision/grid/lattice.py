"""Lattices: boxes of like size whose centres stand at whole steps of two vectors.

Two boxes are linked where their offset is close to one or two steps; whatever is linked gets whole indices by walking
the links, and a homography is fitted from indices to pixels. Linking rejects strays by itself, so no random sampling
is needed, and as steps are vectors, boards may be turned or seen in perspective.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.grid.middle import middle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from vision.grid.boxes import Boxes

LIKE = 0.24
"""Boxes are of like size when log width and log height differ less: lit cells may be larger than unlit ones."""
GROUPS = 10
FEWEST = 4
LINK = 0.14
CROWD = 420
EXPLAINED = 0.75
"""A group or a pair of steps is not looked at when lattices found before hold this share of its boxes."""
CONVINCING = 9


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

    def step(self) -> tuple[float, float]:
        """Length in pixels of one column step and of one row step, at the middle of the members."""
        col, row = self.places.mean(axis=0)
        points = apply(self.matrix, np.array([[col - 0.5, row], [col + 0.5, row], [col, row - 0.5], [col, row + 0.5]]))
        return float(np.hypot(*(points[1] - points[0]))), float(np.hypot(*(points[3] - points[2])))


def apply(matrix: NDArray[np.float64], points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Map N×2 points by a 3×3 homography."""
    mapped = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return np.asarray(mapped[:, :2] / mapped[:, 2:])


def propose(boxes: Boxes, groups: int = GROUPS) -> list[Lattice]:
    """Lattices among the boxes, the most populous first."""
    found: list[Lattice] = []
    if len(boxes) < FEWEST:
        return found
    used = np.zeros(len(boxes), bool)
    for group in _groups(boxes, groups):
        # Beside a convincing lattice only another board matters, and few boxes never make a sure one.
        if used[group].mean() > EXPLAINED or (used.any() and len(group) < CONVINCING):
            continue
        for lattice in _lattices(boxes, group):
            found.append(lattice)
            if len(lattice.members) >= CONVINCING:
                used[lattice.members] = True
    found.sort(key=lambda lattice: -len(lattice.members))
    return found


def _groups(boxes: Boxes, most: int) -> Iterator[NDArray[np.int64]]:
    """Index sets of boxes of like size; a box may be in more than one."""
    logs = np.log(boxes.sizes)
    bins = np.floor((logs - logs.min(axis=0)) / (LIKE / 2)).astype(np.int64)
    spans = bins.max(axis=0) + 1
    counts = np.bincount(bins[:, 0] * spans[1] + bins[:, 1], minlength=int(spans.prod())).reshape(spans)
    free = np.ones(len(boxes), bool)
    for _ in range(most):
        crowd = cv2.blur(counts.astype(np.float32), (3, 3), borderType=cv2.BORDER_CONSTANT)
        peak = np.array(np.unravel_index(int(crowd.argmax()), crowd.shape))
        seeds = free & (np.abs(bins - peak) <= 1).all(axis=1)
        if seeds.sum() < FEWEST - 1:
            return
        near = np.abs(logs - middle(logs[seeds])).max(axis=1)
        group = np.flatnonzero(near < LIKE)
        spent = free & (near < LIKE / 2)
        spent |= seeds
        free &= ~spent
        np.subtract.at(counts, (bins[spent, 0], bins[spent, 1]), 1)
        if len(group) >= FEWEST:
            yield group[np.argsort(near[group], kind="stable")[:CROWD]]


def _lattices(boxes: Boxes, group: NDArray[np.int64]) -> Iterator[Lattice]:
    """Lattices within one size group: every pair of likely steps is tried."""
    points, size = boxes.centers[group], middle(boxes.sizes[group], axis=0)
    offsets = points[None, :, :] - points[:, None, :]
    across = _steps(offsets[..., 0], offsets[..., 1], size[0], size[1])
    down = _steps(offsets[..., 1], offsets[..., 0], size[1], size[0])
    if not across and not down:
        return
    downs = [(-y, x) for x, y in across] if not down else [(x, y) for y, x in down]
    acrosses = across or [(y, -x) for x, y in downs]
    seen: set[tuple[int, ...]] = set()
    for u, v in product(acrosses, downs):
        largest = 0
        for lattice in _walk(boxes, group, offsets, np.array([u, v]).T):
            key = tuple(sorted(lattice.members.tolist()))
            if key not in seen:
                seen.add(key)
                yield lattice
            largest = max(largest, len(lattice.members))
        if largest > EXPLAINED * len(group):
            return


def _steps(
    along: NDArray[np.float64], aside: NDArray[np.float64], length: float, breadth: float
) -> list[tuple[float, float]]:
    """The two most common offsets to the nearest neighbour along one axis, as (along, aside)."""
    ahead = (along > 0.6 * length) & (np.abs(aside) < np.maximum(0.4 * along, 0.0)) & (along < 4 * max(length, breadth))
    ahead &= np.abs(aside) < 0.6 * breadth
    away = np.where(ahead, along, np.inf)
    nearest = away.argmin(axis=1)
    lines = np.arange(len(away))
    has = np.isfinite(away[lines, nearest])
    if not has.any():
        return []
    a, b = along[lines, nearest][has], aside[lines, nearest][has]
    steps: list[tuple[float, float]] = []
    for _ in range(2):
        like = np.hypot(a[None] - a[:, None], b[None] - b[:, None]) < 0.07 * a[:, None]
        votes = like.sum(axis=1)
        best = int(votes.argmax())
        if votes[best] < 2:
            break
        steps.append((float(np.median(a[like[best]])), float(np.median(b[like[best]]))))
        rest = ~like[best]
        a, b = a[rest], b[rest]
        if len(a) < 2:
            break
    return steps


def _walk(
    boxes: Boxes, group: NDArray[np.int64], offsets: NDArray[np.float64], steps: NDArray[np.float64]
) -> Iterator[Lattice]:
    """Connected sets of boxes linked by whole steps (columns of ``steps``), with their indices."""
    if abs(np.linalg.det(steps)) < 1e-6 * float(np.abs(steps).max()) ** 2:
        return
    inverse = np.linalg.inv(steps)
    i = offsets[..., 0] * inverse[0, 0] + offsets[..., 1] * inverse[0, 1]
    j = offsets[..., 0] * inverse[1, 0] + offsets[..., 1] * inverse[1, 1]
    across, down = np.rint(i), np.rint(j)
    far = np.abs(across) + np.abs(down)
    links = (far > 0) & (far <= 2) & (np.abs(i - across) < LINK) & (np.abs(j - down) < LINK)
    degrees = links.sum(axis=1)
    free = degrees > 0
    # Four or more that hang together have one among them with two links.
    while (degrees[free] > 1).any():
        places = np.zeros((len(group), 2), np.int64)
        reached = np.zeros(len(group), bool)
        front = np.array([int((degrees * free).argmax())])
        reached[front] = True
        while len(front):
            fresh = np.flatnonzero(links[front].any(axis=0) & ~reached & free)
            parents = front[links[front][:, fresh].argmax(axis=0)] if len(fresh) else fresh
            places[fresh, 0] = places[parents, 0] + across[parents, fresh].astype(np.int64)
            places[fresh, 1] = places[parents, 1] + down[parents, fresh].astype(np.int64)
            reached[fresh] = True
            front = fresh
        free &= ~reached
        if reached.sum() >= FEWEST:
            lattice = fit(boxes, group[reached], places[reached])
            if lattice is not None:
                yield lattice


def fit(boxes: Boxes, members: NDArray[np.int64], places: NDArray[np.int64]) -> Lattice | None:
    """Least-squares lattice through boxes of known places; affine, or a homography where that fits much better.

    Two boxes at one place (inner and outer outline of a cell) are kept as the one nearer to the median size.
    """
    order = np.lexsort((np.abs(np.log(boxes.sizes[members] / middle(boxes.sizes[members], axis=0))).sum(axis=1),))
    members, places = members[order], places[order]
    places = places - places.min(axis=0)
    first = np.unique(places[:, 1] * (1 + places[:, 0].max()) + places[:, 0], return_index=True)[1]
    members, places = members[first], places[first]
    if len(members) < FEWEST or (places.max(axis=0) < 1).any():
        return None
    points = boxes.centers[members]
    design = np.column_stack([places, np.ones(len(places))]).astype(np.float64)
    solution = np.linalg.lstsq(design, points, rcond=None)[0]
    matrix = np.vstack([solution.T, [0.0, 0.0, 1.0]])
    step = float(np.sqrt(abs(np.linalg.det(matrix[:2, :2]))))
    if step < 1.0:
        return None
    residual = _residual(matrix, places, points) / step
    if residual > 0.03 and len(members) >= 9 and (places.max(axis=0) >= 2).all():
        better = cv2.findHomography(places.astype(np.float64), points, 0)[0]
        if better is not None and abs(better[2, 2]) > 1e-9:
            better = better / better[2, 2]
            smaller = _residual(better, places, points) / step
            if smaller < 0.6 * residual:
                matrix, residual = better, smaller
    width, height = middle(boxes.sizes[members], axis=0)
    return Lattice(matrix, (float(width), float(height)), members, places, residual)


def _residual(matrix: NDArray[np.float64], places: NDArray[np.int64], points: NDArray[np.float64]) -> float:
    return float(np.sqrt(((apply(matrix, places.astype(np.float64)) - points) ** 2).sum(axis=1).mean()))
