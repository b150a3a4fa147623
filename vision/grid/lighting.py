"""Lighting: the states of a board on which light falls unevenly, in a photo, under a vignette or a gradient.

Light changes little from one cell to the next, states a lot. So the differences between neighbours fall into small ones
and large ones; walking from cell to cell and changing the state at every large one tells the states without knowing the
light. It is right only if it comes out the same on every way round.

Cells that a coloured page shows through differ as the page does, but those of one state more than those of the other.
Then each state has a light of its own. Tiles over a picture are like that too, which is no light: their pattern tells.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.algebra import solvable
from vision.grid.away import away
from vision.grid.states import CUT, FLOOR, States
from vision.middle import middle

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.patches import Patches

FEWEST, SHORTEST = 9, 3
"""Cells of a board, and cells along it, from which its light can be told."""
RATIO = 1.7
"""The large differences are at least this many times the small ones."""
TRIED = 2
"""Steps between small and large ones that are tried, the widest first: of cells all alike light may change some."""
RARE = 2
"""Cells of each state."""
BENT = 0.2
"""How far cells may be from their state, in even light, over the distance between the states."""
LEFT, NOISE, LESS = 0.5, 1.0, 0.25
"""Light explains a state when this share of how its cells differ is left, or less than noise (Lab); of one state it may
change the look this much less than of the other."""
OWN_LEFT, TOLD = 0.25, 2
"""The share that may be left by a light of a state's own; its cells, over the numbers that such a light has."""


@dataclass(frozen=True, slots=True, eq=False)
class Lighting:
    """Cells of two states under uneven light.

    Attributes:
        states: as they are in even light.
        light: (rows+2)×(cols+2)×3×3, what it adds (Lab) to the middle of each place of the board and around it, and by
            how much more from its left to its right and from its top to its bottom.
        common: it explains how the cells differ in both states: a picture under tiles does not, unless no flips of
            whole lines make the pattern.
    """

    states: States
    light: NDArray[np.float64]
    common: bool

    def taken_off(self, seen: Patches) -> Patches:
        """The cells as they are in even light."""
        light = self.light.astype(np.float32)[:, :, :, None, None]
        side = seen.lab.shape[2]
        off = ((np.arange(side, dtype=np.float32) + 0.5) / side - 0.5)[:, None]
        over = light[:, :, 0] + off * light[:, :, 1] + off[:, None] * light[:, :, 2]
        return replace(seen, lab=seen.lab - over, own=seen.own - over[1:-1, 1:-1].reshape(seen.own.shape))


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
    for place in np.argsort(-ratios)[:TRIED].tolist():
        ratio, cut = float(ratios[place]), float(order[place + 1])
        if ratio < RATIO:
            return None
        labels = _walk(len(looks), first, second, steps >= cut)
        if labels is not None:
            break
    if labels is None or np.bincount(labels, minlength=2).min() < RARE:
        return None
    light = _light(looks, labels, size)
    before = np.array([_differ(looks[labels == state]) for state in (0, 1)])
    one = _under(looks, labels, light, (cut, ratio), np.maximum(NOISE, LEFT * before))
    if one is not None and one.common and before.min() >= LESS * before.max():
        return one
    each = _each(looks, labels, size, before)
    two = None if each is None else _under(looks, labels, each, (cut, ratio), np.maximum(NOISE, OWN_LEFT * before))
    if two is not None and two.common and not solvable((labels == 0).reshape(size)):
        return two
    return None if one is None else replace(one, common=False)


def _under(
    looks: NDArray[np.float64],
    labels: NDArray[np.int64],
    light: NDArray[np.float64],
    step: tuple[float, float],
    most: NDArray[np.float64],
) -> Lighting | None:
    """The states without some light, None where cells are too far off theirs; common if they differ ``most`` so much.

    ``step`` is how far the states are apart, and how clearly.
    """
    even = looks - light[1:-1, 1:-1, 0].reshape(-1, 3)
    middles = np.array([middle(even[labels == state]) for state in (0, 1)])
    distances = away(even[:, None], middles)
    off = distances[np.arange(len(labels)), labels]
    if off.max() > BENT * float(away(middles[0], middles[1])):
        return None
    after = np.array([off[labels == state].mean() for state in (0, 1)])
    cut, ratio = step
    return Lighting(States(labels, middles, cut, ratio, (), distances), light, bool((after <= most).all()))


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
    bends = _bends(size)
    own = bends[1:-1, 1:-1].reshape(-1, bends.shape[2])
    terms = np.column_stack([labels == 0, labels == 1, own]).astype(np.float64)
    return _sloping(bends @ np.linalg.lstsq(terms, looks, rcond=None)[0][2:])


def _each(
    looks: NDArray[np.float64], labels: NDArray[np.int64], size: tuple[int, int], before: NDArray[np.float64]
) -> NDArray[np.float64] | None:
    """The same where each state has a light of its own; around the board that of the state that differs more.

    None where a state has too few cells to tell; one that hardly differs has none.
    """
    bends = _bends(size)
    light = np.zeros((*bends.shape[:2], 3, 3))
    inside = light[1:-1, 1:-1].copy()
    for state in np.argsort(before).tolist():
        own = (labels == state).reshape(size)
        if before[state] > NOISE:
            terms = np.column_stack([np.ones(np.count_nonzero(own)), bends[1:-1, 1:-1][own]])
            if len(terms) < TOLD * terms.shape[1]:
                return None
            light = _sloping(bends @ np.linalg.lstsq(terms, looks[own.ravel()], rcond=None)[0][1:])
            inside[own] = light[1:-1, 1:-1][own]
    light[1:-1, 1:-1] = inside
    return light


def _sloping(light: NDArray[np.float64]) -> NDArray[np.float64]:
    """A light in the middle of each place (R×C×3), and how it grows to the right and down from there, R×C×3×3."""
    return np.stack([light, np.gradient(light, axis=1), np.gradient(light, axis=0)], axis=2)


def _bends(size: tuple[int, int]) -> NDArray[np.float64]:
    """Terms of a light that bends at most once, in each place of a board and around it, (rows+2)×(cols+2)×5."""
    rows, cols = size
    y = (np.arange(-1, rows + 1) * 2 / (rows - 1) - 1)[:, None] + np.zeros(cols + 2)
    x = (np.arange(-1, cols + 1) * 2 / (cols - 1) - 1)[None] + np.zeros((rows + 2, 1))
    return np.stack([x, y, x * x, x * y, y * y], axis=2)
