"""Covers: which cells of a lattice are the same opaque tile, and which show a picture, each its own part of it."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from operator import itemgetter
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.share import share

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.memento.axis import Axis

CELL = 16  # pixels a side a cell is reduced to
ROWS = 3  # rows of the picture that are enough for one of them
RIM = 2  # of them left out on each side: seams, corners, an error of the lattice
CLEAR = 0.8  # share of a cell that shows the tile from which nothing lies over it
FLOOR = 0.9  # Lab units: cells nearer than this are the same; screens and JPEG do no better


@dataclass(frozen=True, slots=True, eq=False)
class Cut:
    """A way to call one group of alike cells the covered ones.

    Attributes:
        covered: n bool.
        inner: widest link within the group, Lab.
        outer: distance from the group to the nearest other cell, Lab (inf without any).
        match: n, 0..1; how much of each cell looks as a tile does at the same spot, see ``vision.memento.veils``.
    """

    covered: NDArray[np.bool_]
    inner: float
    outer: float
    match: NDArray[np.float64]

    @property
    def clear(self) -> NDArray[np.bool_]:
        """Tiles with nothing over them; all of them where hardly any is."""
        found = self.covered & (self.match >= CLEAR)
        return found if found.sum() >= 2 else self.covered

    @property
    def ratio(self) -> float:
        """How much farther the rest is than the group is wide."""
        return self.outer / max(self.inner, FLOOR)


def canonical(picture: NDArray[np.uint8], x: Axis, y: Axis, side: int = CELL) -> NDArray[np.float32]:
    """Cells of a lattice at one size: rows×cols×side×side×3, Lab (L 0..100)."""
    left, right = x.origin, x.origin + x.count * x.pitch
    top, bottom = y.origin, y.origin + y.count * y.pitch
    height, width = picture.shape[:2]
    x0, x1 = min(max(round(left), 0), width - 1), min(max(round(right), 1), width)
    y0, y1 = min(max(round(top), 0), height - 1), min(max(round(bottom), 1), height)
    size = (x.count * side, y.count * side)
    # Of many rows that make one of the cell's, some tell enough.
    step = max(1, int(y.pitch / (ROWS * side)))
    small = cv2.resize(picture[y0 : max(y1, y0 + 1) : step, x0 : max(x1, x0 + 1)], size, interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(np.multiply(small, np.float32(1 / 255), dtype=np.float32), cv2.COLOR_BGR2LAB)
    cells = lab.reshape(y.count, side, x.count, side, 3).transpose(0, 2, 1, 3, 4)
    return np.ascontiguousarray(cells, np.float32)


def looks(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """What each cell looks like: n×d vectors whose Euclidean distance is the r.m.s. Lab difference of their inside."""
    n = cells.shape[0] * cells.shape[1]
    inside = cells.reshape(n, CELL, CELL, 3)[:, RIM : CELL - RIM, RIM : CELL - RIM]
    half = (CELL - 2 * RIM) // 2
    rows = inside[:, ::2] + inside[:, 1::2]
    blocks = (rows[:, :, ::2] + rows[:, :, 1::2]).reshape(n, -1)
    return np.asarray(blocks / np.float32(4 * half), np.float32)


def distances(vectors: NDArray[np.float32]) -> NDArray[np.float64]:
    """n×n Euclidean distances."""
    wide = vectors.astype(np.float64)
    wide -= wide.mean(0)
    squares = (wide**2).sum(1)
    # Not numpy's product: its library starts threads for so little, and waits for them longer than the work takes.
    products = cv2.mulTransposed(wide, aTa=False)
    return np.asarray(np.sqrt(np.maximum(squares[:, None] + squares[None] - 2 * products, 0)))


def cuts(distance: NDArray[np.float64], keep: int = 2) -> list[Cut]:
    """Groups of at least two alike cells, set off from all others; best first."""
    return best(groups(distance), distance, keep)


def best(all_groups: list[tuple[float, Cut]], distance: NDArray[np.float64], keep: int) -> list[Cut]:
    """The best ``keep`` of some ``groups``.

    Each is weighed by how much farther the next cell is than its own widest link, by its size, and by how lonely the
    other cells are.
    """
    # How lonely the others are takes long to tell: only asked where the group could still be among the best.
    found: list[tuple[float, Cut]] = []
    for most, cut in all_groups:
        if len(found) >= keep and most <= found[keep - 1][0]:
            break
        found.append((most * _lonely(cut, distance), cut))
        found.sort(key=lambda pair: -pair[0])
    return [cut for _, cut in found[:keep]]


def groups(distance: NDArray[np.float64]) -> list[tuple[float, Cut]]:
    """All groups of at least two alike cells, and how much each is worth at most; the best first.

    Single linkage: they appear as one walks the spanning tree's links from the shortest.
    """
    n = len(distance)
    # How much each is worth at most, its cells, widest link, the link that ends it.
    found: list[tuple[float, list[int], float, float]] = []
    parts = [[i] for i in range(n)]
    inner = [0.0] * n
    label = list(range(n))
    for i, j, length in _tree(distance):
        one, two = label[i], label[j]
        # The shortest link out of a group is the first of the tree's links that leaves it.
        both = ((parts[k], inner[k]) for k in (one, two) if len(parts[k]) >= 2)
        found += [(_most(len(cells), widest, length), cells, widest, length) for cells, widest in both]
        for k in parts[two]:
            label[k] = one
        parts[one] = parts[one] + parts[two]
        inner[one] = length
    found.append((_most(n, max(inner), inf), parts[label[0]], max(inner), inf))
    found.sort(key=lambda group: -group[0])
    return [(most, _cut(n, cells, widest, ends)) for most, cells, widest, ends in found]


def _cut(n: int, cells: list[int], inner: float, outer: float) -> Cut:
    covered = np.zeros(n, bool)
    covered[cells] = True
    return Cut(covered, inner, outer, covered.astype(np.float64))


def _tree(distance: NDArray[np.float64]) -> list[tuple[int, int, float]]:
    """Links of the minimum spanning tree, shortest first (Prim)."""
    n = len(distance)
    nearest, source = np.full(n, np.inf), np.zeros(n, int)
    open_still, here = distance.copy(), 0
    links = []
    for _ in range(n - 1):
        open_still[:, here] = nearest[here] = inf
        away = open_still[here]
        source[away < nearest] = here
        np.minimum(nearest, away, out=nearest)
        here = int(nearest.argmin())
        links.append((int(source[here]), here, float(nearest[here])))
    return sorted(links, key=itemgetter(2))


def _most(cells: int, inner: float, outer: float) -> float:
    """How much a group of so many looks like the covered cells if all others are scattered."""
    inner = max(inner, FLOOR)
    if outer == inf:
        return 2.5 / inner
    return min(outer / inner, 12.0) * (0.4 + 0.1 * min(cells, 6))


def _lonely(cut: Cut, distance: NDArray[np.float64]) -> float:
    """By what that is less where the others are not scattered, 0.3..1."""
    rest = np.flatnonzero(~cut.covered)
    if len(rest) < 2:
        return 1.0
    others = distance[rest[:, None], rest]
    np.fill_diagonal(others, np.inf)
    return 0.3 + 0.7 * share(others.min(1) > 1.3 * max(cut.inner, FLOOR))
