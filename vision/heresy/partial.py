"""Fit, once more: a lattice through the few marks that are glyphs beyond doubt, where something lies over the others.

``lattice`` needs a middle with marks around it. A message, a pointer or a hand may lie over just these. What is left
are marks much like glyphs: any two neighbours in a row and two in a column say where the others must be, and the
window of three by three that holds most of them is the panel.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.heresy.homography import fit_homography
from vision.heresy.lattice import CORNERS, GRID, MAX_RMS, RING, SHARES, TILT, Lattice, same
from vision.homography import project

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.heresy.blobs import Blobs

LIKE, LEAST, MOST = 0.72, 5, 12  # likeness of the marks looked at; more of them are icons or a page of text
LIKE_MEAN, RINGED = 0.8, 2  # likeness of a lattice's marks; marks alike around them at most
ALIKE_SIZE = 0.45  # difference of the logarithms of two marks' sizes at most
STEP, ROUGH = (0.9, 3.9), 0.2  # of a mark's size: the step to its neighbour; what steps may differ by to be the same
NEIGHBOURS = 3
SLIP = 0.3, 0.2  # cells: how far off its place a mark may lie, before the perspective is known and after
SQUARE = 1.7  # a cell's longer side over its shorter one at most
STIFF = 0.02  # how hard the perspective is to bend: five marks alone would bend it to anything
WINDOWS = 3  # lattices at most
DOUBTED = 2  # cells of a border line in doubt, from which the panel may lie a line further
REACH = np.arange(-2, 3)
PLACES = np.array([(x, y) for y in REACH for x in REACH])


@dataclass(frozen=True, slots=True, eq=False)
class _Marks:
    """Marks that are glyphs beyond doubt: N×2 centres, N sizes, N likenesses."""

    at: NDArray[np.float64]
    size: NDArray[np.float64]
    alike: NDArray[np.float64]


def partial(found: Blobs, likeness: NDArray[np.float32]) -> list[Lattice]:
    """Lattices of three by three through five marks or more of ``found`` that look like glyphs, best first.

    Args:
        found: N marks.
        likeness: N, how much each looks like a glyph (see ``vision.heresy.shapes``).
    """
    marks = _strong(found, likeness)
    if marks is None:
        return []
    best: list[tuple[float, Lattice]] = []
    for corner, across, along in _windows(marks):
        fit = _fit(found, marks, corner, across, along)
        if fit is None:
            continue
        rank = fit.hits + fit.alike - 4 * fit.rms
        twin = next((i for i, (_, other) in enumerate(best) if same(fit, other)), None)
        if twin is None:
            best.append((rank, fit))
        elif rank > best[twin][0]:
            best[twin] = rank, fit
    return [fit for _, fit in sorted(best, key=lambda pair: -pair[0])[:WINDOWS]]


def aside(lattice: Lattice, suspects: tuple[int, ...]) -> Lattice | None:
    """The lattice one row or column further, away from a border line where two cells or three are ``suspects``.

    A window one line off the panel shows six of its glyphs, and three cells in doubt. None where no line is in doubt.
    """
    doubt = np.zeros((3, 3), bool)
    doubt.flat[list(suspects)] = True
    lines = {(0, 1): doubt[0], (0, -1): doubt[2], (1, 0): doubt[:, 0], (-1, 0): doubt[:, 2]}
    way, worst = max(lines.items(), key=lambda item: item[1].sum())
    if worst.sum() < DOUBTED:
        return None
    shift = np.array([[1, 0, way[0]], [0, 1, way[1]], [0, 0, 1.0]])
    return replace(lattice, homography=lattice.homography @ shift)


def _strong(found: Blobs, likeness: NDArray[np.float32]) -> _Marks | None:
    """The marks that are most like glyphs, of about one size; None where they are too few."""
    likely = np.flatnonzero(likeness > LIKE)
    if len(likely) < LEAST:
        return None
    sizes = np.sqrt(found.boxes[likely, 2] * found.boxes[likely, 3])
    near = np.abs(np.log(sizes[:, None] / sizes[None])) < ALIKE_SIZE
    kin = near[near.sum(axis=1).argmax()]
    if not LEAST <= kin.sum() <= MOST:
        return None
    chosen = likely[kin]
    if np.sort(likeness[chosen])[-LEAST:].mean() < LIKE_MEAN:
        return None
    boxes = found.boxes[chosen].astype(np.float64)
    return _Marks(boxes[:, :2], np.sqrt(boxes[:, 2] * boxes[:, 3]), likeness[chosen].astype(np.float64))


def _windows(
    marks: _Marks,
) -> list[tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]]:
    """(Centre of the first cell, step to the right, step down) of the windows that hold the most marks."""
    apart = marks.at[None] - marks.at[:, None]
    size = float(np.median(marks.size))
    bases = _bases(_steps(apart, 0, size), _steps(apart, 1, size), size)
    if not len(bases):
        return []
    # Where every mark lies seen from every mark, in steps of every basis: B×N×N×2.
    seen = apart[None] @ np.linalg.inv(bases).transpose(0, 2, 1)[:, None]
    cell = np.rint(seen)
    held = (np.abs(seen - cell).max(axis=3) < SLIP[0]) & (np.abs(cell).max(axis=3) <= 2)
    found_at = np.zeros((*held.shape[:2], 5, 5))
    basis, origin, other = np.nonzero(held)
    x, y = (cell[held].astype(np.intp) + 2).T
    np.maximum.at(found_at, (basis, origin, y, x), marks.alike[other])
    best: list[tuple[float, int, int, int, int]] = []
    for top in range(3):
        for left in range(3):
            part = found_at[:, :, top : top + 3, left : left + 3]
            worth = (part > 0).sum(axis=(2, 3)) + part.sum(axis=(2, 3))
            enough = (part > 0).sum(axis=(2, 3)) >= LEAST
            best += [(float(worth[b, i]), int(b), int(i), left, top) for b, i in np.argwhere(enough)]
    best.sort(key=lambda entry: -entry[0])
    windows, known = [], set()
    for _, b, i, left, top in best:
        across, along = bases[b, :, 0], bases[b, :, 1]
        corner = marks.at[i] + (left - 2) * across + (top - 2) * along
        key = tuple(np.rint(np.concatenate([corner, across, along]) / (0.3 * size)).tolist())
        if key not in known:
            known.add(key)
            windows.append((corner, across, along))
        if len(windows) > WINDOWS:
            break
    return windows


def _steps(apart: NDArray[np.float64], axis: int, size: float) -> NDArray[np.float64]:
    """Steps from marks ``size`` large to their nearest neighbours along an axis (0: x), from all ways between (N×N×2).

    The neighbour may be hidden: then the next but one is twice as far.
    """
    near, beside = np.abs(apart[..., axis]), np.abs(apart[..., 1 - axis])
    fair = (near > STEP[0] * size) & (near < 2 * STEP[1] * size) & (beside < TILT * near)
    closest = np.argsort(np.where(fair, near, np.inf), axis=1, kind="stable")[:, :NEIGHBOURS]
    ways = np.take_along_axis(apart, closest[..., None], axis=1)[np.take_along_axis(fair, closest, axis=1)]
    steps: NDArray[np.float64] = np.concatenate([ways, ways / 2])
    length = np.abs(steps).max(axis=1)
    return np.asarray(steps[(length > STEP[0] * size) & (length < STEP[1] * size)])


def _bases(rightward: NDArray[np.float64], downward: NDArray[np.float64], size: float) -> NDArray[np.float64]:
    """B×2×2: pairs of a step to the right and one down, as columns, that span a cell; marks are ``size`` large."""
    if not len(rightward) or not len(downward):
        return np.zeros((0, 2, 2))
    right = _distinct(rightward * np.sign(rightward[:, :1]), size)
    down = _distinct(downward * np.sign(downward[:, 1:]), size)
    pairs = np.stack([np.repeat(right, len(down), axis=0), np.tile(down, (len(right), 1))], axis=2)
    sides = np.linalg.norm(pairs, axis=1)
    ratio = sides[:, 0] / sides[:, 1]
    kept: NDArray[np.float64] = pairs[(ratio < SQUARE) & (ratio > 1 / SQUARE)]
    return kept


def _distinct(steps: NDArray[np.float64], size: float) -> NDArray[np.float64]:
    """One of each of ``steps`` (N×2) that are nearly the same."""
    _, first = np.unique(np.rint(steps / (ROUGH * size)), axis=0, return_index=True)
    return steps[np.sort(first)]


def _fit(
    found: Blobs, marks: _Marks, corner: NDArray[np.float64], across: NDArray[np.float64], along: NDArray[np.float64]
) -> Lattice | None:
    """The lattice through the marks that lie near a window's places; None where too few do."""
    places = corner + (GRID[:, :1] - 0.5) * across + (GRID[:, 1:] - 0.5) * along
    side = float(np.sqrt(abs(across[0] * along[1] - across[1] * along[0])))
    for slip in SLIP:
        away = np.linalg.norm(places[:, None] - marks.at[None], axis=2)
        nearest = away.argmin(axis=1)
        held = away.min(axis=1) < slip * side
        if held.sum() < LEAST or len(np.unique(nearest[held])) < held.sum():
            return None
        homography = fit_homography(GRID, marks.at[nearest], held, stiffness=STIFF)
        if not np.isfinite(homography).all():
            return None
        places = project(homography, GRID)
    own = nearest[held]
    scale = np.diag([2.0**found.level, 2.0**found.level, 1.0])
    rms = float(np.sqrt((away.min(axis=1)[held] ** 2).mean())) / side
    share = float(np.median(marks.size[own])) / side
    corners = project(homography, CORNERS)
    edge = np.roll(corners, -1, axis=0) - corners
    following = np.roll(edge, -1, axis=0)
    convex = bool((edge[:, 0] * following[:, 1] > edge[:, 1] * following[:, 0]).all())
    like = float(marks.alike[own].mean())
    if not convex or rms > MAX_RMS or not SHARES[0] < share < SHARES[1] or like < LIKE_MEAN:
        return None
    around = np.linalg.norm(project(homography, RING)[:, None] - marks.at[None], axis=2).min(axis=1) < SLIP[0] * side
    spread = float(np.log(marks.size[own]).std())
    if around.sum() > RINGED:
        return None
    return Lattice(scale @ homography, found.polarity, int(held.sum()), rms, spread, int(around.sum()), share, like)
