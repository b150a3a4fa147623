"""States: how many looks the cells of one board have, and which cell has which.

Colours of cells are told apart by their distance alone: the spanning tree of all cells is cut at its longest links
(single linkage), where the step from the links that are cut to those that are kept is widest. On screens that step is
typically 10 to 60 times, so no statistics of cluster counts are needed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import permutations
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.grid import pattern
from vision.grid.away import away
from vision.middle import middle

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST = 6
BLEND = 0.06
"""A colour off the line between two others by less than this share of their distance is a blend of them."""
FLOOR = 1.5
"""Colour differences below this (Lab) are noise."""
CUT = 7.0
RATIO = 1.8
FAINT = 3.0
"""Two states may be as little apart (Lab) where no cell of either differs from its fellows by more than a grain."""
SHADE, STEEP, GRAIN, SHARED = 4.0, 8.0, 0.3, 2
"""Two shades of one state are this far apart (Lab), this many times farther than cells of one shade, which differ at
least by the grain of a picture, and each has so many cells."""
PARTED, STROKES, SNAPPED = 2.5, 7.0, 1.5
"""Two drawings differ (Lab, root of the mean square) this many times as much as cells that hold the same one do, and at
least by the second; the same one differs by the third from cell to cell."""
FEWEST = 16
"""Cells from which more than two drawings may be states: fewer are as soon the signs of another puzzle."""
SHADED = 0.5
"""Cells under a preview of a click are nearer to their own state than this share of the distance to the next."""
LIT_UP = 3, 16
"""States, and cells from which, beside two states, a third that only one cell has is hardly one: of boards of three
colours dealt at random one in 30 has such a cell on 4×4, one in 600 on 5×5."""
TINT = 0.6, 0.33
"""A single cell nearer to a state than this share of the distance between states is a tinted cell of that state: of two
states; of three and more, which as soon leave a single cell to a further one, if it is not on its way to another."""
TWO = 2


@dataclass(frozen=True, slots=True, eq=False)
class States:
    """The looks found.

    Attributes:
        labels: N int, state of each cell, 0..k-1; strays hold the nearest state.
        looks: k×D, the middle look of each state.
        cut: distance between the two nearest states (single linkage), 0 for one state.
        ratio: ``cut`` over the widest link kept within a state.
        strays: indices of cells that belong to no state: one of a kind where others come in numbers.
        distances: N×k, of each cell to the middle of each state.
    """

    labels: NDArray[np.int64]
    looks: NDArray[np.float64]
    cut: float
    ratio: float
    strays: tuple[int, ...]
    distances: NDArray[np.float64]

    @property
    def count(self) -> int:
        """How many states (k)."""
        return len(self.looks)


def links(distances: NDArray[np.float64]) -> NDArray[np.float64]:
    """Lengths of the links of the minimum spanning tree (Prim), the longest first; ``distances`` are N×N."""
    open_still = distances.copy()
    nearest = distances[0].copy()
    lengths = np.empty(len(distances) - 1)
    here = 0
    for step in range(len(lengths)):
        open_still[:, here] = np.inf
        np.minimum(nearest, open_still[here], out=nearest)
        nearest[here] = np.inf
        here = int(nearest.argmin())
        lengths[step] = nearest[here]
    return np.sort(lengths)[::-1]


def find(looks: NDArray[np.float64], most: int = MOST) -> States:
    """Cluster N looks (N×D, in units of Lab) into 1 to ``most`` states."""
    looks = np.asarray(looks, np.float64)
    n = len(looks)
    distances = pairwise(looks)
    if float(distances.max()) < CUT:
        return _settle(looks, np.zeros(n, np.int64), 0.0, 0.0, [])
    bunch = components(distances < FLOOR)
    between = _between(distances, bunch)
    lengths = links(between)
    allowed = max(1, n // 10)
    best: tuple[float, float, NDArray[np.int64], list[int]] | None = None
    for parts in range(2, min(len(lengths) + 1, most + allowed) + 1):
        cut = float(lengths[parts - 2])
        if cut < CUT:
            break
        following = float(lengths[parts - 1]) if parts - 1 < len(lengths) else 0.0
        ratio = cut / max(following, FLOOR)
        if ratio < RATIO or (best is not None and ratio <= best[0]):
            continue
        labels = components(between < cut)[bunch]
        strays = _strays(distances, labels, looks) if parts > 2 else []
        kept = parts - len(strays)
        if kept > most or kept < 1 or len(strays) > allowed:
            continue
        best = (ratio, cut, labels, strays)
    if best is None:
        return _settle(looks, np.zeros(n, np.int64), 0.0, 0.0, [])
    ratio, cut, labels, strays = best
    return _settle(looks, labels, cut, ratio, strays)


def shades(looks: NDArray[np.float64]) -> States:
    """Two states that are hardly apart, each of several of the N cells (N×D) without any noise; else all are of one."""
    distances = pairwise(looks)
    labels = components(distances < FLOOR)
    if int(labels.max()) == 1 and int(np.bincount(labels).min()) >= SHARED:
        same = labels[:, None] == labels
        cut, widest = float(distances[~same].min()), float(distances[same].max())
        if cut >= FAINT and widest <= GRAIN:
            return _settle(looks, labels, cut, cut / FLOOR, [])
    return _settle(looks, np.zeros_like(labels), 0.0, 0.0, [])


def parted(looks: NDArray[np.float64]) -> States | None:
    """Two or more states, each of several of the N cells (N×D), between which alone are wide steps; None without."""
    distances = pairwise(looks)
    lengths = links(distances)[: MOST + 1]
    wide = lengths[:-1] >= np.maximum(STROKES, PARTED * np.maximum(lengths[1:], SNAPPED))
    if not wide.any():
        return None
    last = int(np.flatnonzero(wide)[-1])
    cut, following = lengths[last : last + 2].tolist()
    labels = components(distances < cut)
    several = last > 0 and len(labels) < FEWEST
    if several or last + 2 > MOST or int(np.bincount(labels).min()) < SHARED:
        return None
    return _settle(looks, labels, cut, cut / max(following, SNAPPED), [])


def pairwise(looks: NDArray[np.float64]) -> NDArray[np.float64]:
    """Distances of all pairs, N×N. By products of matrices: looks may have many dimensions."""
    even = looks - looks[0]  # small numbers keep their digits
    square = np.einsum("ij,ij->i", even, even)
    distances = np.sqrt(np.maximum(square[:, None] + square - 2 * (even @ even.T), 0.0))
    np.fill_diagonal(distances, 0.0)
    return np.asarray(distances)


def components(near: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Labels 0.. of the connected parts of a graph (N×N, itself near to each), in the order of their first cell.

    On screens the cells of a state are one bunch that only noise parts, which leaves next to nothing to be done for the
    spanning tree.
    """
    labels = near.argmax(axis=1)
    while True:
        first = np.where(near, labels, len(near)).min(axis=1)
        first = first[first]
        if (first == labels).all():
            break
        labels = first
    own = labels == np.arange(len(near))  # the first cells of the parts
    return np.asarray(np.cumsum(own)[labels] - 1)


def _between(distances: NDArray[np.float64], labels: NDArray[np.int64]) -> NDArray[np.float64]:
    """Smallest distance between any two bunches."""
    if labels.max() + 1 == len(labels):
        return distances
    order = np.argsort(labels, kind="stable")
    begins = np.searchsorted(labels[order], np.arange(labels[order[-1]] + 1))
    return np.asarray(
        np.minimum.reduceat(np.minimum.reduceat(distances[order][:, order], begins, axis=0), begins, axis=1)
    )


def _strays(distances: NDArray[np.float64], labels: NDArray[np.int64], looks: NDArray[np.float64]) -> list[int]:
    """Cells one of a kind and near to another state: tinted, not a state of their own."""
    single = [int(np.flatnonzero(labels == label)[0]) for label in np.flatnonzero(np.bincount(labels) == 1)]
    crowd = np.setdiff1d(np.arange(len(labels)), single)
    apart = labels[crowd][:, None] != labels[crowd][None]
    if not apart.any():
        return single
    between = float(distances[np.ix_(crowd, crowd)][apart].min())
    near = [cell for cell in single if distances[cell, crowd].min() < TINT[0] * between]
    known = [middle(looks[crowd[labels[crowd] == label]], axis=0) for label in np.unique(labels[crowd])]
    if len(known) <= TWO:
        return near
    tinted = [distances[cell, crowd].min() < TINT[1] * between for cell in near]
    return [cell for cell, tint in zip(near, tinted, strict=True) if tint or midway(np.array([*known, looks[cell]]))]


def widened(found: States, looks: NDArray[np.float64], told: NDArray[np.bool_]) -> States:
    """The states of some cells carried over to others that are tinted: they are strays of the state nearest in shape.

    Args:
        found: of the cells ``told``.
        looks: N×D, what all cells look like without their tint.
        told: N bool.
    """
    if told.all():
        return found
    own = looks[told]
    middles = np.array([middle(own[found.labels == state], axis=0) for state in range(found.count)])
    distances = away(looks[:, None], middles)
    labels = distances.argmin(axis=1)
    labels[told] = found.labels
    distances[told] = found.distances
    strays = {int(cell) for cell in np.flatnonzero(told)[list(found.strays)]} | set(np.flatnonzero(~told).tolist())
    return replace(found, labels=labels, strays=tuple(sorted(strays)), distances=distances)


def without(found: States, looks: NDArray[np.float64], tinted: tuple[int, ...]) -> States | None:
    """The same without some states, whose cells are tinted ones of others; None where it is not plain of which.

    Args:
        found: three states or more.
        looks: N×D, the look of each cell.
        tinted: the states; their cells are strays then.
    """
    kept = [state for state in range(found.count) if state not in tinted]
    middles = found.looks[kept]
    if len(kept) < 2 or midway(middles):
        return None
    for state in tinted:
        if midway(np.vstack((middles, found.looks[state]))):
            return None  # what lies between two states is on its way from one to the other
        nearest, following = np.sort(away(found.looks[state], middles))[:2]
        if nearest > SHADED * following:
            return None
    distances = away(looks[:, None], middles)
    labels = distances.argmin(axis=1)
    strays = set(np.flatnonzero(np.isin(found.labels, tinted)).tolist()) | set(found.strays)
    between = float(pairwise(middles)[np.triu_indices(len(middles), 1)].min())
    return States(labels, middles, between, found.ratio, tuple(sorted(strays)), distances)


def lone(found: States, looks: NDArray[np.float64]) -> States | None:
    """The same where one cell of many has a look of its own, beside two states: the pointer lights it up.

    Such a cell is a stray of the state it is nearer to. None where there is no such cell, or more of them.
    """
    counts = np.bincount(found.labels, minlength=found.count)
    if found.count != LIT_UP[0] or len(looks) < LIT_UP[1] or sorted(counts)[:2] != [1, max(SHARED, sorted(counts)[1])]:
        return None
    kept = [state for state in range(found.count) if counts[state] > 1]
    distances = away(looks[:, None], found.looks[kept])
    strays = {*found.strays, *np.flatnonzero(counts[found.labels] == 1).tolist()}
    between = float(away(*found.looks[kept]))
    return States(distances.argmin(axis=1), found.looks[kept], between, found.ratio, tuple(sorted(strays)), distances)


def midway(looks: NDArray[np.float64]) -> bool:
    """Whether some look is a blend of two others, as in a fade. Screens blend in sRGB, so that is where lines are."""
    if looks.shape[1] != 3 or len(looks) < 3:
        return False
    lab = looks.astype(np.float32).reshape(1, -1, 3)
    tones = cv2.cvtColor(lab, cv2.COLOR_LAB2BGR)[0].astype(np.float64)
    for one, a, b in permutations(range(len(tones)), 3):
        line = tones[b] - tones[a]
        length = float(np.linalg.norm(line))
        t = float((tones[one] - tones[a]) @ line) / max(length**2, 1e-9)
        if 0.08 < t < 0.92 and float(np.linalg.norm(tones[one] - tones[a] - t * line)) < BLEND * length:
            return True
    return False


def doubled(looks: NDArray[np.float64], board: NDArray[np.int64], lights: NDArray[np.int64]) -> bool:
    """Whether the looks (N×D) of some state's cells fall into two shades, each of several cells all alike.

    They may be two states that little contrast has brought together, unless they are the nearer to the look of others
    the more of these shine on them: ``lights``, M×N, tells how many may, in M ways of counting. Or where they stand on
    the ``board``, whose states (rows×columns) are given, tells which shade they are.
    """
    labels = board.ravel()
    for label in range(int(labels.max()) + 1):
        own = looks[labels == label]
        # A link between two cells is no longer than the whole state is wide.
        if len(own) < 2 * SHARED or math.hypot(*(own.max(axis=0) - own.min(axis=0))) <= SHADE:
            continue
        distances = np.sqrt(((own[:, None] - own[None]) ** 2).sum(axis=2))
        widest, following = links(distances)[:2]
        if widest <= SHADE or widest <= STEEP * max(following, GRAIN):
            continue
        shades = components(distances < widest)
        if np.bincount(shades).min() < SHARED or pattern.placed(shades, board == label):
            continue
        nearer = (own - own.mean(axis=0)) @ (looks[labels != label].mean(axis=0) - own.mean(axis=0))
        if not any(_shone(light[labels == label], shades, nearer) for light in lights):
            return True
    return False


def _shone(light: NDArray[np.int64], shades: NDArray[np.int64], nearer: NDArray[np.float64]) -> bool:
    """Whether every shade gets more light than all that are less near to the look of what shines; all N."""
    ordered = sorted(np.unique(shades), key=lambda shade: float(nearer[shades == shade].mean()))
    least, most = ([float(end(light[shades == shade])) for shade in ordered] for end in (np.min, np.max))
    return all(dim < bright for dim, bright in zip(most[:-1], least[1:], strict=True))


def _settle(
    looks: NDArray[np.float64], labels: NDArray[np.int64], cut: float, ratio: float, strays: list[int]
) -> States:
    kept = sorted(set(labels.tolist()) - {int(labels[stray]) for stray in strays})
    middles = np.array([middle(looks[labels == label], axis=0) for label in kept])
    distances = away(looks[:, None], middles)
    fresh = distances.argmin(axis=1)
    for place, label in enumerate(kept):
        fresh[labels == label] = place
    if len(kept) < 2:
        cut = 0.0
    elif strays:
        between = np.delete(looks, strays, axis=0)
        own = np.delete(fresh, strays)
        gaps = away(between[:, None], between)
        cut = float(gaps[own[:, None] != own[None]].min())
    return States(fresh, middles, cut, ratio, tuple(strays), distances)
