"""Fit: nine marks on a 3×3 lattice in perspective, and nothing alike around them.

Each mark is tried as the middle cell, with its nearest neighbours in its row and column; the other side is looked for
near the reflection. These four are a square on its tip, which fixes the perspective: the square-to-quad mapping
(Heckbert, Fundamentals of Texture Mapping and Image Warping, 1989) says where the corners must be. What holds six
marks is refined as a homography.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.heresy.homography import fit_homography
from vision.heresy.shapes import icons
from vision.homography import project

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.heresy.blobs import Blobs

NEIGHBOURS = 5
PULL = 0.28, 0.8  # a mark answers within so many of its own sizes, at least and at most
SLIP = 0.3  # cells: a mark further off its place is none of the nine
TILT = 0.35  # slope of a row or column against the picture's axes at most
MAX_FITS = 16
MAX_RMS = 0.14  # cells
LEAST_HELD = 6  # cells a lattice is drawn through
LEAST_MARKS = 7  # marks a lattice is believed on
ALIKE, LEAST_ALIKE, ALIKE_MEAN = 0.35, 5, 0.55  # likeness of so many marks at least, and their mean
SHARES = 0.25, 1.05  # of its cell that a mark may take
GRID = np.array([(col + 0.5, row + 0.5) for row in range(3) for col in range(3)])
CORNERS = np.array([(0.0, 0.0), (3.0, 0.0), (3.0, 3.0), (0.0, 3.0)])
NOWHERE = np.diag([0.0, 0.0, 1.0])  # where marks fix no homography: all cells in one point
RING = np.array(
    [(col + 0.5, row + 0.5) for row in range(-1, 4) for col in range(-1, 4) if not (0 <= row < 3 and 0 <= col < 3)]
)


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """A place where a panel may be.

    Attributes:
        homography: board plane (3×3 unit cells) → frame pixels, 3×3.
        polarity: +1 bright glyphs, -1 dark ones.
        hits: how many of the nine places hold a mark.
        rms: of the marks' centres against the lattice, in cells.
        spread: of the marks' sizes, as log standard deviation.
        ring: how many of the 16 places around hold a mark of the same size: a larger grid has many.
        share: typical mark size in cells.
        alike: how much the marks look like glyphs at a glance, mean of the best seven.
        icons: whether the marks are alike and no glyphs (see ``vision.heresy.shapes``).
    """

    homography: NDArray[np.float64]
    polarity: int
    hits: int
    rms: float
    spread: float
    ring: int
    share: float
    alike: float = 1.0
    icons: bool = False

    @property
    def rank(self) -> float:
        """Higher is better."""
        return self.hits - 8 * self.rms - 2 * self.spread - 0.3 * self.ring + 5 * self.alike

    @property
    def cell(self) -> float:
        """Typical side of a cell in frame pixels."""
        corners = project(self.homography, CORNERS)
        return float(np.sqrt(max(float(_areas(corners)), 1e-9)) / 3)

    @property
    def centers(self) -> NDArray[np.float64]:
        """9×2 cell centres in frame pixels."""
        return project(self.homography, GRID)


def lattices(found: Blobs, likeness: NDArray[np.float32] | None = None) -> list[Lattice]:
    """Every 3×3 lattice among the marks of one level and polarity, best first, no two at the same place.

    Args:
        found: N marks.
        likeness: N×4, how much each looks like each glyph (see ``vision.heresy.shapes``); all do when None.
    """
    boxes = found.boxes
    each = np.ones((len(boxes), 4), np.float32) if likeness is None else likeness
    alike = each.max(axis=1)
    seeds = _seeds(boxes) if (alike > ALIKE).sum() >= LEAST_ALIKE and len(boxes) >= LEAST_MARKS else None
    if seeds is None:
        return []
    names = _name_map(found)
    guess, marks = _guess(boxes, names, seeds)
    hits, glyphs = (marks >= 0).sum(axis=1), _best_mean(alike, marks, LEAST_ALIKE)
    order = np.lexsort([-glyphs, -hits])
    order = order[(hits[order] >= LEAST_HELD) & (glyphs[order] >= ALIKE_MEAN)]
    if not len(order):
        return []
    # The same nine places are guessed from more than one pair of neighbours.
    rough = np.rint(np.concatenate([guess[order][:, [1, 3]], guess[order][:, [5, 7]]], axis=1).reshape(-1, 8) / 3)
    _, first = np.unique(rough, axis=0, return_index=True)
    order = order[np.sort(first)[:MAX_FITS]]
    return _distinct(sorted(_refine(found, names, guess[order], each), key=lambda fit: -fit.rank))


def _best_mean(alike: NDArray[np.float32], marks: NDArray[np.int64], count: int) -> NDArray[np.float32]:
    """Mean likeness of the best ``count`` of each row of ``marks`` (S×9, -1 for none): S."""
    each = np.where(marks >= 0, alike[marks], np.float32(0))
    mean: NDArray[np.float32] = np.sort(each, axis=1)[:, -count:].mean(axis=1)
    return mean


def refit(lattice: Lattice, offset: NDArray[np.float64], held: NDArray[np.bool_]) -> Lattice | None:
    """The lattice through the ``held`` cells moved by ``offset`` (9×2, cells); None where too few hold."""
    if held.sum() < LEAST_HELD:
        return None
    places = project(lattice.homography, GRID + offset)
    homography = fit_homography(GRID[held], places[held])
    if not np.isfinite(homography).all():
        return None
    moved = replace(lattice, homography=homography)
    slip = np.linalg.norm(moved.centers[held] - places[held], axis=1)
    rms = float(np.sqrt((slip**2).mean())) / moved.cell
    return replace(moved, rms=rms) if rms < MAX_RMS else None


def _areas(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """Areas of quadrangles (...×4×2): half the cross product of the diagonals."""
    one, other = corners[..., 2, :] - corners[..., 0, :], corners[..., 3, :] - corners[..., 1, :]
    return np.asarray(np.abs(one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0]) / 2)


def _name_map(found: Blobs) -> NDArray[np.int16]:
    """H×W: index of the mark that answers there, else -1: about halfway to the next mark alike."""
    names = np.full(found.shape, -1, np.int16)
    boxes = found.boxes
    size = np.maximum(boxes[:, 2], boxes[:, 3])
    away = np.maximum(*(np.abs(boxes[None, :, axis] - boxes[:, None, axis]) for axis in (0, 1)))
    away[(size[None] < 0.5 * size[:, None]) | (away == 0)] = np.inf
    pull = np.clip(0.48 * away.min(axis=1), PULL[0] * size, PULL[1] * size)
    low = np.maximum(np.floor(boxes[:, :2] - pull[:, None]), 0).astype(int)
    high = np.ceil(boxes[:, :2] + pull[:, None]).astype(int)
    for i in np.argsort(-pull, kind="stable"):
        names[low[i, 1] : high[i, 1], low[i, 0] : high[i, 0]] = i
    return names


def _look_up(names: NDArray[np.int16], points: NDArray[np.float64]) -> NDArray[np.int64]:
    """Index of the mark at each of ...×2 ``points``, -1 where there is none."""
    x, y = np.moveaxis(np.floor(np.clip(points, -9, 99999)).astype(int), -1, 0)
    inside = (x >= 0) & (y >= 0) & (x < names.shape[1]) & (y < names.shape[0])
    return np.where(inside, names[np.where(inside, y, 0), np.where(inside, x, 0)], -1).astype(np.int64)


def _seeds(boxes: NDArray[np.float32]) -> NDArray[np.int64] | None:
    """S×3: (middle, neighbour in its row, neighbour in its column) of marks that could be the heart of a lattice.

    A heart has marks alike on at least three of its four sides.
    """
    x, y = boxes[:, 0], boxes[:, 1]
    size = np.maximum(boxes[:, 2], boxes[:, 3])
    dx, dy = x[None] - x[:, None], y[None] - y[:, None]
    alike = (size[None] < 2 * size[:, None]) & (size[:, None] < 2 * size[None])
    low, high = 0.85 * size[:, None], 3.6 * size[:, None]
    wide, tall = np.abs(dx), np.abs(dy)
    beside = alike & (wide > low) & (wide < high) & (tall < TILT * wide)
    along = alike & (tall > low) & (tall < high) & (wide < TILT * tall)
    right, left = (beside & (dx > 0)).any(axis=1), (beside & (dx < 0)).any(axis=1)
    below, above = (along & (dy > 0)).any(axis=1), (along & (dy < 0)).any(axis=1)
    middles = np.flatnonzero(right.astype(int) + left + below + above >= 3)
    if not len(middles):
        return None
    beside, along = beside[middles], along[middles]
    # Look to the right and below; only where nothing is there, to the left and above.
    beside &= np.where(right[middles, None], dx[middles] > 0, dx[middles] < 0)
    along &= np.where(below[middles, None], dy[middles] > 0, dy[middles] < 0)
    k = min(NEIGHBOURS, len(boxes) - 1)
    near_x = np.argpartition(np.where(beside, wide[middles], np.inf), k - 1, axis=1)[:, :k]
    near_y = np.argpartition(np.where(along, tall[middles], np.inf), k - 1, axis=1)[:, :k]
    rows = np.arange(len(middles))[:, None, None]
    triples = np.stack(np.broadcast_arrays(rows, near_x[:, :, None], near_y[:, None, :]), axis=-1).reshape(-1, 3)
    m, h, v = triples.T
    width, height = wide[middles[m], h], tall[middles[m], v]
    good = beside[m, h] & along[m, v] & (width < 2.2 * height) & (height < 2.2 * width)
    return np.stack([middles[m], h, v], axis=1)[good] if good.any() else None


def _guess(
    boxes: NDArray[np.float32], names: NDArray[np.int16], seeds: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """The nine predicted (or found) places of every seed, S×9×2, and the marks there, S×9 (-1 for none)."""
    at = boxes[:, :2].astype(np.float64)
    middle, beside, along = (at[column] for column in seeds.T)
    places = np.empty((len(seeds), 9, 2))
    marks = np.empty((len(seeds), 9), np.int64)
    places[:, 4], marks[:, 4] = middle, seeds[:, 0]

    def settle(cells: tuple[int, ...], points: list[NDArray[np.float64]]) -> None:
        guessed = np.stack(points, axis=1)
        found = _look_up(names, guessed)
        marks[:, cells] = found
        places[:, cells] = np.where(found[..., None] >= 0, at[found], guessed)

    to_right = np.where(beside[:, :1] > middle[:, :1], beside - middle, middle - beside)
    to_below = np.where(along[:, 1:] > middle[:, 1:], along - middle, middle - along)
    settle((5, 3, 7, 1), [middle + to_right, middle - to_right, middle + to_below, middle - to_below])
    settle((2, 8, 6, 0), _beyond(*(places[:, cell] for cell in (1, 5, 7, 3))))
    return places, marks


def _beyond(
    up: NDArray[np.float64], right: NDArray[np.float64], down: NDArray[np.float64], left: NDArray[np.float64]
) -> list[NDArray[np.float64]]:
    """The corner cells (top right, then clockwise), each S×2, from the four middles of the sides."""
    total = up - right + down - left
    one, other = right - down, left - down
    det = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]
    det = np.where(np.abs(det) < 1e-6, np.inf, det)
    g = ((total[:, 0] * other[:, 1] - total[:, 1] * other[:, 0]) / det)[:, None]
    h = ((one[:, 0] * total[:, 1] - one[:, 1] * total[:, 0]) / det)[:, None]
    along, across = right - up + g * right, left - up + h * left
    corners = []
    for a, b in ((0.5, -0.5), (1.5, 0.5), (0.5, 1.5), (-0.5, 0.5)):
        depth = g * a + h * b + 1
        corners.append((along * a + across * b + up) / np.where(np.abs(depth) < 0.1, 0.1, depth))
    return corners


def _refine(
    found: Blobs, names: NDArray[np.int16], guess: NDArray[np.float64], each: NDArray[np.float32]
) -> list[Lattice]:
    """Homographies through the marks found near the guessed places (M×9×2), three rounds; the ones that hold."""
    if not len(guess):
        return []
    at = found.boxes[:, :2].astype(np.float64)
    marks = _look_up(names, guess)
    places = guess
    for _ in range(3):
        before = marks
        homography = fit_homography(GRID, at[marks], marks >= 0)
        homography[~np.isfinite(homography).all(axis=(1, 2))] = NOWHERE
        places = project(homography, GRID)
        marks = _look_up(names, places)
        across = np.linalg.norm(places[:, [5, 7]] - places[:, [3, 1]], axis=2).mean(axis=1) / 2
        away = np.linalg.norm(at[marks] - places, axis=2)
        marks[away > SLIP * across[:, None]] = -1
        if np.array_equal(marks, before):
            break
    corners = project(homography, CORNERS)
    edge = np.roll(corners, -1, axis=1) - corners
    following = np.roll(edge, -1, axis=1)
    convex = (edge[..., 0] * following[..., 1] > edge[..., 1] * following[..., 0]).all(axis=1)
    cell = np.sqrt(_areas(corners)) / 3
    held = marks >= 0
    count = held.sum(axis=1)
    slip = np.where(held, ((at[marks] - places) ** 2).sum(axis=2), 0).sum(axis=1)
    rms = np.sqrt(slip / np.maximum(count, 1)) / np.maximum(cell, 1e-9)
    good = np.flatnonzero(convex & (count >= LEAST_MARKS) & (rms <= MAX_RMS))
    if not len(good):
        return []
    marks, held, homography = marks[good], held[good], homography[good]
    cell, rms, count = cell[good], rms[good], count[good]
    size = np.sqrt(found.boxes[:, 2] * found.boxes[:, 3])
    ranked, rows = np.sort(np.where(held, size[marks], np.inf), axis=1), np.arange(len(good))
    typical = (ranked[rows, (count - 1) // 2] + ranked[rows, count // 2]) / 2  # the median of those held
    share = typical / cell
    named = np.sort(np.where(held, marks, -1 - np.arange(9)), axis=1)
    once = (named[:, 1:] != named[:, :-1]).all(axis=1)
    around = _look_up(names, project(homography, RING))
    alike_around = np.abs(np.log(size[around] / typical[:, None])) < 0.4
    ring = (alike_around & (around >= 0)).sum(axis=1)
    spread = np.log(np.where(held, size[marks], 1)).std(axis=1, where=held)
    glyphs, odd = _best_mean(each.max(axis=1), marks, LEAST_MARKS), icons(each[marks], held)
    scale = np.diag([2.0**found.level, 2.0**found.level, 1.0])
    return [
        Lattice(
            scale @ homography[i],
            found.polarity,
            int(count[i]),
            float(rms[i]),
            float(spread[i]),
            int(ring[i]),
            float(share[i]),
            float(glyphs[i]),
            bool(odd[i]),
        )
        for i in np.flatnonzero(once & (share > SHARES[0]) & (share < SHARES[1]))
    ]


def _distinct(fits: list[Lattice]) -> list[Lattice]:
    """``fits`` without those that name the same cells as an earlier one (see ``same``)."""
    if len(fits) < 2:
        return fits
    centers, cells = np.stack([fit.centers for fit in fits]), np.array([fit.cell for fit in fits])
    apart = np.linalg.norm(centers[:, None] - centers[None], axis=3).max(axis=2)
    close = apart < 0.35 * np.minimum(cells[:, None], cells[None])
    kept: list[int] = []
    for i in range(len(fits)):
        if not close[i, kept].any():
            kept.append(i)
    return [fits[i] for i in kept]


def same(one: Lattice, other: Lattice) -> bool:
    """Whether two lattices name the same cells."""
    distance = np.abs(one.centers - other.centers)
    return bool(np.hypot(distance[:, 0], distance[:, 1]).max() < 0.35 * min(one.cell, other.cell))
