"""Stage 2, fit: find the twelve-dot template among the spots.

Three neighbouring spots fix an affine map (see ``triples``). The map says where the template's other dots must be, for
each of the places the three may take in it; a label picture of the spots answers all of them by plain look-ups. What
collects enough dots is refined by least squares, at last as a homography.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.homography import affine, project
from vision.wheels.crowds import crowded
from vision.wheels.template import ROWS, lattice
from vision.wheels.triples import PITCH, REACH, ROW_RATIO, SHEAR, SLOPE, Labels, triples

if TYPE_CHECKING:
    from vision.wheels.peaks import Spots

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]

LEAST = 9
"""Fewer dots than this can't be read: three may be missing."""
FEWEST = 7
"""So many show where a closer look may see the others."""
EACH = 2
"""So many of either colour among them."""
TRIED = 200
"""So many of the best bases and places are looked through for maps that differ, of which the best are kept."""
KEEP = 12
FULL = 11.0
"""Score of a fit from which on no other one in its place is tried: all dots, little off theirs."""
LIKE = (0.6, 1.7)
"""How much less or more than a dot a spot of its colour may stand out to look like one."""
OWN = 0.3
"""Pitches around a dot within which a spot is of its making."""
EXACT = 0.1
"""Spots no further off than this, in pixels, need no perspective."""
MIDDLE: Floats = np.array([[1.5, 1.5], [2.5, 1.5], [2.0, 1.0], [2.0, 2.0]])
ENDS: Floats = np.array([[1.0, 1.5], [3.0, 1.5]])
CENTRE: Floats = np.array([[2.0, 1.5]])
HULL = [0, 2, 6, 11, 10, 3]
"""The dots at the template's corners, clockwise."""
STRANGERS = 5
"""So many strangers may be among a lock's dots."""


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


def fit(spots: Spots) -> list[Fit]:
    """The template's best places among a level's spots, best first, none of them overlapping a better one."""
    kept = crowded(spots, REACH * PITCH[1], EACH, FEWEST)
    if not kept.any():
        return []
    spots = spots.only(kept)
    found = triples(spots)
    if not len(found):
        return []
    labels = Labels(spots)
    basis = labels.supported(found)
    if not len(basis):
        return []
    fits: list[Fit] = []
    full: list[Floats] = []
    for matrix in _place(basis, labels):
        centre = project(matrix, CENTRE)
        if any(np.abs(centre - other).max() < 2.0 * np.hypot(*matrix[:2, 0]) for other in full):
            continue  # nothing that shares dots with a complete lock can be better
        best = refine(matrix, spots)
        if best is not None and not any(_same(best, other) for other in fits):
            fits.append(best)
            if best.score > FULL:
                full.append(project(best.matrix, CENTRE))
    fits.sort(key=lambda one: -one.score)
    apart: list[Fit] = []
    for one in fits:
        if not any(_overlap(one, other) for other in apart) and strangers(one, spots) <= STRANGERS:
            apart.append(one)
    return apart


def strangers(one: Fit, spots: Spots) -> int:
    """How many spots among the dots of a fit look like its dots and are none: a table of dots has many."""
    dots = project(one.matrix, lattice())
    hull = dots[HULL]
    ahead, off = np.roll(hull, -1, axis=0) - hull, spots.xy[:, None] - hull
    inside = (ahead[:, 0] * off[..., 1] - ahead[:, 1] * off[..., 0] > 0).all(axis=1)
    apart = np.hypot(*(spots.xy[:, None] - dots).T).min(axis=0) > OWN * one.pitch
    used = one.spots[one.spots >= 0]
    count = 0
    for sign in (-1, 1):
        own = used[spots.sign[used] == sign]
        if len(own):
            ratio = spots.strength / np.median(spots.strength[own])
            like = (spots.sign == sign) & (ratio >= LIKE[0]) & (ratio <= LIKE[1])
            count += int((like & inside & apart).sum())
    return count


def refine(matrix: Floats, spots: Spots, fewest: int = FEWEST) -> Fit | None:
    """Improve a lattice → pixels map on the spots near its places.

    None where fewer than ``fewest`` agree or it is bent too far.
    """
    points = lattice()
    rows = np.arange(len(points))
    index = np.full(len(points), -1, dtype=np.intp)
    for reach in (0.22, 0.18, 0.15):
        before, (nearest, away) = index, _nearest(matrix, points, spots)
        index = np.where(away < reach, nearest, -1)
        hit = rows[index >= 0]
        if len(hit) < fewest or len(set(index[hit].tolist())) < len(hit):
            return None
        if np.array_equal(index, before):
            break
        solved = affine(points[hit], spots.xy[index[hit]])
        if solved is None or not _plausible(solved, slack=1.1):
            return None
        matrix = solved
    nearest, away = _nearest(matrix, points, spots)
    index = np.where(away < 0.15, nearest, -1)
    hit = rows[index >= 0]
    if len(hit) < fewest or len(set(index[hit].tolist())) < len(hit):
        return None
    solved = affine(points[hit], spots.xy[index[hit]])
    if solved is None:
        return None
    matrix = _bent(solved, points[hit], spots.xy[index[hit]]) if len(hit) >= 10 else solved
    ends = project(matrix, ENDS)
    pitch = float(np.hypot(*(ends[1] - ends[0]))) / 2
    if not PITCH[0] <= pitch <= PITCH[1] * 1.1 or not _plausible(matrix):
        return None
    off = project(matrix, points[hit]) - spots.xy[index[hit]]
    return Fit(matrix, index, float(np.sqrt((off**2).sum() / len(hit))) / pitch, pitch)


def _nearest(matrix: Floats, points: Floats, spots: Spots) -> tuple[NDArray[np.intp], Floats]:
    """For each of N template ``points`` the nearest spot and its distance in pitches."""
    off = project(matrix, points)[:, None] - spots.xy
    square = np.einsum("ijk,ijk->ij", off, off)
    nearest = square.argmin(axis=1)
    return nearest, np.sqrt(square[np.arange(len(points)), nearest]) / float(np.hypot(matrix[0, 0], matrix[1, 0]))


def _plausible(matrix: Floats, slack: float = 1.0) -> bool:
    """Whether the map keeps rows level, upright and evenly spaced within the limits a screen picture can have."""
    middle = project(matrix, MIDDLE)
    ux, uy = (middle[1] - middle[0]).tolist()
    vx, vy = (middle[3] - middle[2]).tolist()
    square = ux * ux + uy * uy
    along, across = (ux * vx + uy * vy) / square, (ux * vy - uy * vx) / square
    return bool(
        ux > 0
        and abs(uy) <= slack * SLOPE * ux
        and ROW_RATIO[0] / slack <= across <= ROW_RATIO[1] * slack
        and abs(along) <= slack * SHEAR
        and abs(matrix[2, 0]) + abs(matrix[2, 1]) < 0.06
    )


def _place(basis: Floats32, labels: Labels) -> list[Floats]:
    """The most promising lattice → pixels maps: each basis at each place of the template, counted by look-up."""
    points = lattice()
    anchors, offsets, member = _anchored()
    hits = labels.at(basis, offsets).astype(np.float32) @ member
    order = np.argsort(-hits, axis=None, kind="stable")[:TRIED]
    which, anchor = np.divmod(order[hits.ravel()[order] >= FEWEST], len(anchors))
    left = basis[which].astype(np.float64)
    dots = points[anchors][anchor]
    along, down = left[:, 2:4], left[:, 4:6]
    origins = left[:, 0:2] - dots[:, 0:1] * along - dots[:, 1:2] * down
    # Where each map has the template's middle, and a pitch to the right of it and a row below it.
    middles = origins + CENTRE[0, 0] * along + CENTRE[0, 1] * down
    centres = np.stack([middles, middles + along, middles + down], axis=1)
    reach = 0.15 * np.hypot(along[:, 0], along[:, 1])
    new = np.ones(len(left), np.bool_)
    maps: list[Floats] = []
    while new.any() and len(maps) < KEEP:
        best = int(new.argmax())
        maps.append(np.array([*np.stack([along[best], down[best], origins[best]], axis=1), [0.0, 0.0, 1.0]]))
        new &= np.abs(centres - centres[best]).max(axis=(1, 2)) > reach
    return maps


@cache
def _anchored() -> tuple[list[int], Floats32, Floats32]:
    """The left dots of the in-row neighbours, the M offsets of dots from any of them, and which are whose, M×8."""
    points = lattice()
    anchors = [sum(map(len, ROWS[:row])) + col for row, xs in enumerate(ROWS) for col in range(len(xs) - 1)]
    offsets, inverse = np.unique(
        np.concatenate([points - points[anchor] for anchor in anchors]), axis=0, return_inverse=True
    )
    member = np.zeros((len(offsets), len(anchors)), np.float32)
    member[inverse.reshape(len(anchors), len(points)), np.arange(len(anchors))[:, None]] = 1.0
    return anchors, offsets.astype(np.float32), member


def _bent(matrix: Floats, points: Floats, where: Floats) -> Floats:
    """The homography from ``points`` to ``where`` (N×2 each) if it is much better than the affine ``matrix``.

    Two more numbers fit noise better too: perspective must earn them.
    """
    straight = float(((project(matrix, points) - where) ** 2).sum())
    if straight < len(points) * EXACT**2:
        return matrix
    found, _ = cv2.findHomography(points, where, 0)
    if found is None or not np.isfinite(found).all() or abs(found[2, 2]) < 1e-9:
        return matrix
    found = np.asarray(found / found[2, 2], np.float64)
    curved = float(((project(found, points) - where) ** 2).sum())
    return found if curved < 0.4 * straight else matrix


def _same(one: Fit, other: Fit) -> bool:
    return bool(np.array_equal(one.spots, other.spots))


def _overlap(one: Fit, other: Fit) -> bool:
    """Whether two fits share dots, so that only one of them can be true."""
    shared = set(one.spots[one.spots >= 0]) & set(other.spots[other.spots >= 0])
    return len(shared) > 2
