"""Lighting: the states of a board on which light falls unevenly, in a photo, under a vignette or a gradient.

Light changes little from one cell to the next, states a lot. So the differences between neighbours fall into small ones
and large ones; walking from cell to cell and changing the state at every large one tells the states without knowing the
light. It is right only if it comes out the same on every way round.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.grid.away import away
from vision.grid.middle import middle
from vision.grid.states import CUT, FLOOR, States

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.patches import Patches

FEWEST, SHORTEST = 9, 3
"""Cells of a board, and cells along it, from which its light can be told."""
RATIO = 1.7
"""The large differences are at least this many times the small ones."""
RARE = 2
"""Cells of each state."""
BENT = 0.2
"""How far cells may be from their state, in even light, over the distance between the states."""
LEFT, NOISE, LESS = 0.5, 1.0, 0.25
"""Light explains a state when this share of how its cells differ is left, or less than noise (Lab); of one state it may
change the look this much less than of the other."""


@dataclass(frozen=True, slots=True, eq=False)
class Lighting:
    """Cells of two states under uneven light.

    Attributes:
        states: as they are in even light.
        light: (rows+2)×(cols+2)×3, what it adds (Lab) to each place of the board and around it.
        common: it explains how the cells differ in both states: a picture under tiles does not.
    """

    states: States
    light: NDArray[np.float64]
    common: bool

    def taken_off(self, seen: Patches) -> Patches:
        """The cells as they are in even light."""
        light = self.light[:, :, None, None].astype(np.float32)
        lab = seen.lab - light
        return replace(seen, lab=lab, own=seen.own - light[1:-1, 1:-1].reshape(-1, 1, 1, 3))


def find(looks: NDArray[np.float64], size: tuple[int, int]) -> Lighting | None:
    """The two states of cells under uneven light; None where they can't be told.

    Args:
        looks: N×3, the look of each cell (Lab), row by row.
        size: rows and columns.
    """
    if len(looks) < FEWEST or min(size) < SHORTEST:
        return None
    first, second = _neighbours(size)
    steps = away(looks[first], looks[second])
    order = np.sort(steps)
    ratios = order[1:] / np.maximum(order[:-1], FLOOR)
    ratios[order[1:] < CUT] = 0
    place = int(ratios.argmax())
    ratio, cut = float(ratios[place]), float(order[place + 1])
    if ratio < RATIO:
        return None
    labels = _walk(len(looks), first, second, steps >= cut)
    if labels is None or np.bincount(labels, minlength=2).min() < RARE:
        return None
    light = _light(looks, labels, size)
    even = looks - light[1:-1, 1:-1].reshape(-1, 3)
    middles = np.array([middle(even[labels == state]) for state in (0, 1)])
    distances = away(even[:, None], middles)
    off = distances[np.arange(len(labels)), labels]
    if off.max() > BENT * float(away(middles[0], middles[1])):
        return None
    before = np.array([_differ(looks[labels == state]) for state in (0, 1)])
    after = np.array([off[labels == state].mean() for state in (0, 1)])
    common = (after <= np.maximum(NOISE, LEFT * before)).all() and before.min() >= LESS * before.max()
    return Lighting(States(labels, middles, cut, ratio, (), distances), light, bool(common))


def _differ(looks: NDArray[np.float64]) -> float:
    return float(away(looks, middle(looks)).mean())


def _neighbours(size: tuple[int, int]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Indices of all pairs of cells side by side or one above the other."""
    places = np.arange(size[0] * size[1]).reshape(size)
    first = np.concatenate([places[:, :-1].ravel(), places[:-1].ravel()])
    second = np.concatenate([places[:, 1:].ravel(), places[1:].ravel()])
    return first, second


def _walk(
    count: int, first: NDArray[np.int64], second: NDArray[np.int64], differ: NDArray[np.bool_]
) -> NDArray[np.int64] | None:
    """The states (0 or 1) that pairs of cells being alike or not make; None where ways around don't agree."""
    ways: list[list[tuple[int, int]]] = [[] for _ in range(count)]
    for here, there, change in zip(first.tolist(), second.tolist(), differ.tolist(), strict=True):
        ways[here].append((there, change))
        ways[there].append((here, change))
    labels = [-1] * count
    labels[0], front = 0, [0]
    for here in front:
        for there, change in ways[here]:
            if labels[there] < 0:
                labels[there] = labels[here] ^ change
                front.append(there)
    found = np.array(labels)
    return found if ((found[first] != found[second]) == differ).all() else None


def _light(looks: NDArray[np.float64], labels: NDArray[np.int64], size: tuple[int, int]) -> NDArray[np.float64]:
    """What a light that bends at most once over the board adds to its places and those around, by least squares."""
    rows, cols = size
    y = (np.arange(-1, rows + 1) * 2 / (rows - 1) - 1)[:, None] + np.zeros(cols + 2)
    x = (np.arange(-1, cols + 1) * 2 / (cols - 1) - 1)[None] + np.zeros((rows + 2, 1))
    bends = np.stack([x, y, x * x, x * y, y * y], axis=2)
    own = bends[1:-1, 1:-1].reshape(-1, bends.shape[2])
    terms = np.column_stack([labels == 0, labels == 1, own]).astype(np.float64)
    return np.asarray(bends @ np.linalg.lstsq(terms, looks, rcond=None)[0][2:])
