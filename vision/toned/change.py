"""The change of colours from one state of a picture to the other: an affine map of Lab, and how well it explains."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.toned.borders import Borders

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

STEPS = 5
"""Rounds in which the map is fitted."""
EXPLAINED, DRAWN = 0.65, 1.5
"""Share of the jumps that it explains at least; times by which more is seen in the picture than that leaves."""
VARIED = 3.0
"""Lab: least by which the colours of a picture differ among themselves, in the usual place."""


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """An affine map of Lab.

    Attributes:
        matrix: 4×3, of a colour and 1.
        turned: whether it leads from state 0 to 1 rather than from 1 to 0.
        left: median (Lab) of what it leaves of the jumps.
        jump: median of these without it.
        spread: median distance of the colours that it leads to from their usual one.
    """

    matrix: Floats
    turned: bool
    left: float
    jump: float
    spread: float

    def of(self, colours: Floats) -> Floats:
        """Colours (…×3) as the other state shows them."""
        return np.asarray(colours @ self.matrix[:3] + self.matrix[3])

    def tells(self) -> bool:
        """Whether it explains the jumps, and those of a picture, not of two plain colours."""
        return self.left <= (1 - EXPLAINED) * self.jump and self.spread >= max(VARIED, DRAWN * self.left)


def fitted(borders: Borders, states: Ints) -> Change:
    """The change that fits the borders of unlike cells best, from whichever of the ``states``; some must be unlike."""
    unlike = borders.unlike(states)
    lit = states[borders.pairs[unlike, 0], None, None] == 1
    one, other = borders.one[unlike], borders.other[unlike]
    bright, dim = np.where(lit, one, other).reshape(-1, 3), np.where(lit, other, one).reshape(-1, 3)
    ways = _fit(bright, dim, turned=False), _fit(dim, bright, turned=True)
    return min(ways, key=lambda way: way.left / max(way.spread, 1.0))


def _fit(source: Floats, target: Floats, *, turned: bool) -> Change:
    """Least absolute deviations, by least squares whose weights follow what is left."""
    known = np.column_stack((source, np.ones(len(source))))
    weights = np.ones((len(source), 1))
    matrix: Floats = np.zeros((4, 3))
    left: Floats = np.zeros(len(source))
    for _ in range(STEPS):
        matrix = np.asarray(np.linalg.lstsq(known * weights, target * weights, rcond=None)[0], np.float64)
        left = np.sqrt(((known @ matrix - target) ** 2).sum(axis=1))
        weights = 1 / np.sqrt(np.maximum(left, VARIED))[:, None]
    spread = np.linalg.norm(target - np.median(target, axis=0), axis=1)
    jump = np.linalg.norm(source - target, axis=1)
    return Change(matrix, turned, float(np.median(left)), float(np.median(jump)), float(np.median(spread)))
