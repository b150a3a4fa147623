"""States of cells by what their borders cost with them: 0 or 1 of each, numbered row by row."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.grid import pattern

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

TOLD = 0.3
"""Share by which the borders of a cell cost less with its state than with the other, from which that is told."""
MOST = 0.99
"""The greatest chance of a state."""


def parted(pairs: Ints, weights: Floats) -> Ints:
    """States of cells that are alike over borders (N×2) of positive weight, and unlike over those of negative ones.

    Of borders that contradict each other those of the greatest weights count: they make a maximum spanning tree.
    """
    cells = int(pairs.max()) + 1
    group, states = np.arange(cells), np.zeros(cells, np.int64)
    for border in np.argsort(-np.abs(weights)).tolist():
        one, other = pairs[border].tolist()
        joined = group == group[other]
        if group[one] != group[other]:
            if (states[one] == states[other]) != (weights[border] > 0):
                states[joined] = 1 - states[joined]
            group[joined] = group[one]
    return states


def settled(pairs: Ints, costs: Floats, states: Ints) -> Ints:
    """States that no change of a single cell makes cheaper (iterated conditional modes, Besag 1986).

    Args:
        pairs: N×2, the cells of each border.
        costs: N×2×2, what it costs with states of the first and of the second.
        states: to begin with.
    """
    states = states.copy()
    for _ in range(2 * len(states)):
        own, other = _sums(pairs, costs, states)
        best = int((own - other).argmax())
        if own[best] <= other[best]:
            break
        states[best] = 1 - states[best]
    return states


def chances(pairs: Ints, costs: Floats, states: Ints) -> Floats:
    """Chance of each cell to be of state 1; arguments as for ``settled``."""
    own, other = _sums(pairs, costs, states)
    told = np.clip((other - own) / np.maximum(other, np.finfo(np.float64).tiny) / TOLD, 0, 1)
    return np.asarray(0.5 + (MOST - 0.5) * told * (2 * states - 1))


def regular(states: Ints) -> bool:
    """Whether states (rows × columns) make a pattern that boards in play hardly show: two halves, or squares.

    Each row is the first or its opposite then: so are the squares that a lattice off by half a cell makes.
    """
    return pattern.halved(states) or bool(((states == states[0]).mean(axis=1) % 1 == 0).all())


def _sums(pairs: Ints, costs: Floats, states: Ints) -> tuple[Floats, Floats]:
    """What the borders of each cell cost with its state, and with the other, if the rest stay as they are."""
    sums = np.zeros((len(states), 2))
    first, second = states[pairs].T
    every = np.arange(len(pairs))
    np.add.at(sums, pairs[:, 0], costs[every, :, second])
    np.add.at(sums, pairs[:, 1], costs[every, first])
    cells = np.arange(len(states))
    return sums[cells, states], sums[cells, 1 - states]
