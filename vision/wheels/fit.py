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
Floats32 = NDArray[np.float32]

PITCH = (6.5, 33.0)
"""Distance of neighbours in pixels of a level: one octave and an overlap on both sides."""
SLOPE = 0.30
SHEAR = 0.16
ROW_RATIO = (0.68, 1.2)
LEAST = 8
NEIGHBOURS = 48
TRIPLES = 6000
KEEP = 12
REACH = 4.0
"""No dot of the template is further from another than this many pitches."""
AROUND = ((-1, 0), (2, 0), (-0.5, -1), (0.5, -1), (1.5, -1), (-0.5, 1), (1.5, 1), (0, 2), (1, 2))
"""Lattice places that touch the triangle of (0, 0), (1, 0) and (0.5, 1); (x, row)."""


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
    labels = Labels(spots, shape)
    basis = labels.supported(_triples(spots))
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


class Labels:
    """A picture that is 1 within about 1.5 pixels of a spot, wide enough that no template place falls outside."""

    def __init__(self, spots: Spots, shape: tuple[int, int]) -> None:
        self._margin = int(1.5 * REACH * PITCH[1])
        picture = np.zeros((shape[0] + 2 * self._margin, shape[1] + 2 * self._margin), np.uint8)
        at = np.rint(spots.xy).astype(np.intp) + self._margin
        picture[at[:, 1], at[:, 0]] = 1
        self._width = picture.shape[1]
        self._flat = np.asarray(cv2.dilate(picture, np.ones((3, 3), np.uint8)), np.uint8).ravel()

    def at(self, basis: Floats32, offsets: Floats32) -> NDArray[np.uint8]:
        """Whether there is a spot at each basis' (N×6) lattice ``offsets`` (M×2) from its first spot; N×M, 0 or 1."""
        x = basis[:, 0:1] + basis[:, 2:3] * offsets[:, 0] + basis[:, 4:5] * offsets[:, 1]
        y = basis[:, 1:2] + basis[:, 3:4] * offsets[:, 0] + basis[:, 5:6] * offsets[:, 1]
        half = np.float32(self._margin + 0.5)
        places = (y + half).astype(np.int32) * self._width + (x + half).astype(np.int32)
        return np.asarray(self._flat.take(places, mode="clip"), np.uint8)

    def supported(self, basis: Floats32) -> Floats32:
        """The bases with at least three spots on the nine places that touch their triangle, at most ``TRIPLES``.

        Each triangle of the template has four or more dots around it. Of too many an even sample is as good: every
        lock offers some twenty triangles.
        """
        up = basis[:, 6:7] < 0
        places = np.array(AROUND, np.float32)
        # A triangle that points up is the mirror image: its apex is in the row above.
        mirrored = places * np.array([1, -1], np.float32)
        count = np.where(up, self.at(basis, mirrored), self.at(basis, places)).sum(axis=1)
        kept = basis[count >= 3]
        return np.ascontiguousarray(kept[:: -(-len(kept) // TRIPLES) or 1])


def _triples(spots: Spots) -> Floats32:
    """Bases N×7 of all plausible triples: left spot, step along the row, step to the row below, side of the apex."""
    x, y = spots.xy.astype(np.float32).T
    strength = spots.strength.astype(np.float32)
    dx, dy = x[None, :] - x[:, None], y[None, :] - y[:, None]
    # The same sign must look alike; the other colour may be much weaker or stronger.
    alike = strength[None, :] / strength[:, None]
    same = spots.sign[None, :] == spots.sign[:, None]
    fair = ((alike > 0.4) & (alike < 2.5)) | (~same & (alike > 0.12) & (alike < 8.0))
    square = dx * dx + dy * dy
    near = fair & (square <= (1.5 * PITCH[1]) ** 2) & (square > 0)
    left, right = np.nonzero(
        near & (dx >= PITCH[0]) & (square <= PITCH[1] ** 2) & (np.abs(dy) <= SLOPE * dx + 1.0)
    )  # fmt: skip
    if not len(left):
        return np.empty((0, 7), np.float32)
    most = min(NEIGHBOURS, int(near.sum(axis=1).max()))
    ranked = np.argsort(np.where(near, square, np.float32(np.inf)), axis=1)[:, :most]
    apex = ranked[left]
    ux, uy, length = dx[left, right][:, None], dy[left, right][:, None], square[left, right][:, None]
    vx, vy = dx[left[:, None], apex] - ux / 2, dy[left[:, None], apex] - uy / 2
    along, across = (vx * ux + vy * uy) / length, (ux * vy - uy * vx) / length
    # A pixel of slack: the centres of three spots are not exact.
    slack = 1.0 / np.sqrt(length)
    pair, which = np.nonzero(
        (np.abs(along) <= SHEAR + slack)
        & (np.abs(across) >= ROW_RATIO[0] - slack)
        & (np.abs(across) <= ROW_RATIO[1] + slack)
        & near[left[:, None], apex]
    )
    down = np.sign(across[pair, which])
    first = left[pair]
    return np.column_stack([
        x[first], y[first], ux[pair, 0], uy[pair, 0], vx[pair, which] * down, vy[pair, which] * down, down
    ]).astype(np.float32)  # fmt: skip


def _place(basis: Floats32, labels: Labels) -> list[Floats]:
    """The most promising lattice → pixels maps: each basis at each place of the template, counted by look-up."""
    if not len(basis):
        return []
    points = lattice()
    anchors = [sum(map(len, ROWS[:row])) + col for row, xs in enumerate(ROWS) for col in range(len(xs) - 1)]
    offsets, inverse = np.unique(
        np.concatenate([points - points[anchor] for anchor in anchors]), axis=0, return_inverse=True
    )
    member = np.zeros((len(offsets), len(anchors)), np.float32)
    member[inverse.reshape(len(anchors), len(points)), np.arange(len(anchors))[:, None]] = 1.0
    hits = labels.at(basis, offsets.astype(np.float32)).astype(np.float32) @ member
    order = np.argsort(-hits, axis=None, kind="stable")[:200]
    maps: list[Floats] = []
    seen: list[Floats] = []
    for flat in order:
        which, anchor = np.unravel_index(flat, hits.shape)
        if hits[which, anchor] < LEAST - 1 or len(maps) >= KEEP:
            break
        left = basis[which].astype(np.float64)
        dot = points[anchors[int(anchor)]]
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
