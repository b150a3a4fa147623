"""Stage 2, fit: find the twelve-dot template among the spots.

Any three spots that can be two neighbours of a row and the dot between them in the next row fix an affine map, so
roll, row spacing, stretch and shear need no assumptions beyond wide limits. The map says where the template's other
dots must be, for each of the places the three may take in it; a label picture of the spots answers all of them by
plain look-ups. What collects enough dots is refined by least squares, at last as a homography.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.wheels.template import ROWS, lattice, project

if TYPE_CHECKING:
    from vision.wheels.propose import Spots

Floats = NDArray[np.float64]

PITCH = (6.5, 30.0)
"""Distance of neighbours in pixels of a level: one octave and an overlap on both sides."""
SLOPE = 0.30
SHEAR = 0.22
ROW_RATIO = (0.68, 1.2)
LEAST = 8
TRIPLES = 30000
KEEP = 12


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """The template laid on a level's spots.

    Attributes:
        matrix: lattice coordinates → level pixels, 3×3.
        spots: for each of the 12 dots the index of its spot, -1 where none is near.
        residual: root mean square distance of the spots from their places, in pitches.
        pitch: mean distance of neighbours in a row, level pixels.
    """

    matrix: Floats
    spots: NDArray[np.intp]
    residual: float
    pitch: float

    @property
    def hits(self) -> int:
        """How many dots have a spot."""
        return int((self.spots >= 0).sum())

    @property
    def score(self) -> float:
        """For ranking: dots found, less what they are off."""
        return self.hits - 20.0 * self.residual


def fit(spots: Spots, shape: tuple[int, int]) -> list[Fit]:
    """The template's best places on a level of ``shape`` (H, W), best first, none of them overlapping a better one."""
    if len(spots.xy) < LEAST:
        return []
    basis = _triples(spots)
    if not len(basis):
        return []
    labels = _labels(spots, shape)
    fits: list[Fit] = []
    for matrix in _place(basis, labels):
        best = refine(matrix, spots)
        if best is not None and not any(_same(best, other) for other in fits):
            fits.append(best)
    fits.sort(key=lambda one: -one.score)
    apart: list[Fit] = []
    for one in fits:
        if not any(_overlap(one, other) for other in apart):
            apart.append(one)
    return apart


def refine(matrix: Floats, spots: Spots) -> Fit | None:
    """Improve a lattice → pixels map on the spots near its places; None where too few agree or it is bent too far."""
    points = lattice()
    index = np.full(len(points), -1, dtype=np.intp)
    for step, reach in enumerate((0.22, 0.18, 0.15, 0.15)):
        pitch = float(np.hypot(*matrix[:2, 0]))
        where = project(matrix, points)
        away = np.hypot(*(where[:, None] - spots.xy[None]).transpose(2, 0, 1)) / pitch
        # Of the spots in reach the nearest counts, but a strong one is worth a small detour.
        nearest = np.argmin(away, axis=1)
        index = np.where(away[np.arange(len(points)), nearest] < reach, nearest, -1)
        hit = np.flatnonzero(index >= 0)
        if len(hit) < LEAST or len(np.unique(index[hit])) < len(hit):
            return None
        last = step == 3
        solved = _solve(points[hit], spots.xy[index[hit]], bent=last and len(hit) >= 10)
        if solved is None:
            return None
        matrix = solved
    pitch = float(np.hypot(*(project(matrix, np.array([[3.0, 1.5]])) - project(matrix, np.array([[1.0, 1.5]])))[0]) / 2)
    if not PITCH[0] <= pitch <= PITCH[1] * 1.1 or not _plausible(matrix):
        return None
    off = project(matrix, points[index >= 0]) - spots.xy[index[index >= 0]]
    return Fit(matrix, index, float(np.sqrt((off**2).sum(axis=1).mean())) / pitch, pitch)


def _plausible(matrix: Floats) -> bool:
    """Whether the map keeps rows level, upright and evenly spaced within the limits a screen picture can have."""
    middle = project(matrix, np.array([[1.5, 1.5], [2.5, 1.5], [2.0, 1.0], [2.0, 2.0]]))
    u, v = middle[1] - middle[0], middle[3] - middle[2]
    length = float(np.hypot(*u))
    along, across = float(u @ v) / length**2, float(u[0] * v[1] - u[1] * v[0]) / length**2
    return bool(
        u[0] > 0
        and abs(u[1]) <= SLOPE * u[0]
        and ROW_RATIO[0] <= across <= ROW_RATIO[1]
        and abs(along) <= SHEAR
        and abs(matrix[2, 0]) + abs(matrix[2, 1]) < 0.06
    )


def _triples(spots: Spots) -> Floats:
    """Affine bases N×6 (left spot, step along the row, step to the row below) of all plausible triples."""
    x, y = spots.xy[:, 0], spots.xy[:, 1]
    dx, dy = x[None, :] - x[:, None], y[None, :] - y[:, None]
    # The same sign must look alike; the other colour may be much weaker or stronger.
    alike = spots.strength[None, :] / spots.strength[:, None]
    same = spots.sign[None, :] == spots.sign[:, None]
    fair = np.where(same, (alike > 0.4) & (alike < 2.5), (alike > 0.12) & (alike < 8.0))
    left, right = np.nonzero(
        (dx >= PITCH[0]) & (np.hypot(dx, dy) <= PITCH[1]) & (np.abs(dy) <= SLOPE * dx + 1.0) & fair
    )
    if not len(left):
        return np.empty((0, 6))
    ux, uy = dx[left, right], dy[left, right]
    square = ux**2 + uy**2
    chunk = max(1, 2_000_000 // len(x))
    parts: list[Floats] = []
    for start in range(0, len(left), chunk):
        part = slice(start, start + chunk)
        vx = x[None, :] - x[left[part], None] - ux[part, None] / 2
        vy = y[None, :] - y[left[part], None] - uy[part, None] / 2
        along = (vx * ux[part, None] + vy * uy[part, None]) / square[part, None]
        across = (ux[part, None] * vy - uy[part, None] * vx) / square[part, None]
        # Two pixels of slack over the pitch: the centres of three spots are not exact.
        slack = 1.0 / np.sqrt(square[part, None])
        pair, apex = np.nonzero(
            (np.abs(along) <= SHEAR + slack)
            & (np.abs(across) >= ROW_RATIO[0] - slack)
            & (np.abs(across) <= ROW_RATIO[1] + slack)
            & fair[left[part]]
        )
        down = np.sign(across[pair, apex])
        whole = pair + start
        parts.append(
            np.column_stack([
                x[left[whole]], y[left[whole]], ux[whole], uy[whole], vx[pair, apex] * down, vy[pair, apex] * down
            ])
        )  # fmt: skip
        if sum(map(len, parts)) > TRIPLES:
            break
    return np.concatenate(parts)[:TRIPLES]


def _labels(spots: Spots, shape: tuple[int, int]) -> NDArray[np.uint8]:
    """A picture that is 1 within about 1.5 pixels of a spot, with a border of 0."""
    picture = np.zeros((shape[0] + 2, shape[1] + 2), np.uint8)
    at = np.rint(spots.xy).astype(np.intp)
    picture[at[:, 1] + 1, at[:, 0] + 1] = 1
    cross = np.ones((3, 3), np.uint8)
    return np.asarray(cv2.dilate(picture, cross), np.uint8)


def _place(basis: Floats, labels: NDArray[np.uint8]) -> list[Floats]:
    """The most promising lattice → pixels maps: each basis at each place of the template, counted by look-up."""
    points = lattice()
    anchors = [
        sum(map(len, ROWS[:row])) + col for row, xs in enumerate(ROWS) for col in range(len(xs) - 1)
    ]  # fmt: skip
    offsets, inverse = np.unique(
        np.concatenate([points - points[anchor] for anchor in anchors]), axis=0, return_inverse=True
    )
    inverse = inverse.reshape(len(anchors), len(points))
    x = basis[:, 0:1] + basis[:, 2:3] * offsets[:, 0] + basis[:, 4:5] * offsets[:, 1]
    y = basis[:, 1:2] + basis[:, 3:4] * offsets[:, 0] + basis[:, 5:6] * offsets[:, 1]
    height, width = labels.shape
    column = np.clip(np.rint(x) + 1, 0, width - 1).astype(np.intp)
    line = np.clip(np.rint(y) + 1, 0, height - 1).astype(np.intp)
    there = labels[line, column]
    hits = np.stack([there[:, row].sum(axis=1) for row in inverse], axis=1)
    best = np.argsort(hits, axis=None, kind="stable")[::-1][:200]
    maps: list[Floats] = []
    seen: list[Floats] = []
    for flat in best:
        which, anchor = np.unravel_index(flat, hits.shape)
        if hits[which, anchor] < LEAST - 1 or len(maps) >= KEEP:
            break
        left = basis[which]
        dot = points[anchors[anchor]]
        origin = left[0:2] - dot[0] * left[2:4] - dot[1] * left[4:6]
        matrix = np.array([[left[2], left[4], origin[0]], [left[3], left[5], origin[1]], [0.0, 0.0, 1.0]])
        centre = project(matrix, np.array([[2.0, 1.5], [3.0, 1.5], [2.0, 2.5]]))
        reach = 0.15 * float(np.hypot(left[2], left[3]))
        if all(np.abs(centre - other).max() > reach for other in seen):
            seen.append(centre)
            maps.append(matrix)
    return maps


def _solve(points: Floats, where: Floats, *, bent: bool) -> Floats | None:
    """Least squares map from ``points`` to ``where`` (N×2 each): affine, or a homography where ``bent``."""
    design = np.column_stack([points, np.ones(len(points))])
    affine, _, rank, _ = np.linalg.lstsq(design, where, rcond=None)
    if rank < 3:
        return None
    matrix = np.vstack([affine.T, [0.0, 0.0, 1.0]])
    if bent:
        found, _ = cv2.findHomography(points, where, 0)
        if found is not None and np.isfinite(found).all() and abs(found[2, 2]) > 1e-9:
            found = np.asarray(found / found[2, 2], np.float64)
            straight = float(((project(matrix, points) - where) ** 2).sum())
            curved = float(((project(found, points) - where) ** 2).sum())
            # Two more numbers fit noise better too: perspective must earn them.
            if curved < 0.4 * straight:
                return found
    return matrix


def _same(one: Fit, other: Fit) -> bool:
    return bool(np.array_equal(one.spots, other.spots))


def _overlap(one: Fit, other: Fit) -> bool:
    """Whether two fits share dots, so that only one of them can be true."""
    shared = set(one.spots[one.spots >= 0]) & set(other.spots[other.spots >= 0])
    return len(shared) > 2
