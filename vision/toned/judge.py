"""Whether borders between cells are as two tones of one picture make them, and which cells have which."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.middle import quantile
from vision.toned import change, states

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.toned.borders import Borders
    from vision.toned.change import Change

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

HALF = 0.45
"""Share of a border along which its sides differ from which the picture jumps there."""
HOPELESS = 0.75
"""Share of the jumps that a change of colours leaves from which none explains them."""
ROUNDS, MOST = 4, 40.0
"""How often states and the change of colours are told by each other; Lab from which a difference costs no more."""
FEW = 2
"""Cells of each state at least."""
UNLIKE, GLANCE = (0.2, 0.8), (0.15, 0.85)
"""Share of borders between unlike cells, in the end and at a first glance."""
JUMPS, GOES_ON = (0.2, 0.35), (0.8, 0.45)
"""Quantile of borders between unlike cells and share along which they jump at least; the same of like ones, at most."""
EVEN = 0.3
"""Share of the jumps by which a picture changes over borders of like cells, at most."""
FRUSTRATED, AGAINST = 0.02, 5.0
"""Most that borders say against the states, as a share of all that they say; how much it counts."""
LINES = 0.6
"""Share of the lines each way, at least, along which cells are unlike anywhere."""


@dataclass(frozen=True, slots=True, eq=False)
class Told:
    """What is told of a board.

    Attributes:
        says: how much all borders say for it, Lab.
        chances: of each cell to be of state 1, the one whose tones tell those of the other, row by row.
        varied: how much (Lab) the sides of borders usually differ from one another in a state, the lesser of both.
    """

    says: float
    chances: Floats
    varied: float


def told(borders: Borders) -> Told | None:
    """What the borders of a board tell; None where they are not those of a picture in two tones."""
    tones = states.parted(borders.pairs, HALF - borders.jumps())
    if not GLANCE[0] <= borders.unlike(tones).mean() <= GLANCE[1]:
        return None  # before what costs much more
    for _ in range(ROUNDS):
        if not _both(tones):
            return None
        changed = change.fitted(borders, tones)
        if changed.left > HOPELESS * changed.jump:
            return None
        costs = _costs(borders, changed)
        tones = states.settled(borders.pairs, costs, 1 - tones if changed.turned else tones)
    if not _both(tones) or not changed.tells() or not _pictured(borders, costs, tones, changed.jump):
        return None
    says = _says(borders, costs, tones)
    total, against = float(np.abs(says).sum()), float(-says[says < 0].sum())
    if against > FRUSTRATED * total:
        return None
    return Told(total - AGAINST * against, states.chances(borders.pairs, costs, tones), _varied(borders, tones))


def _both(tones: Ints) -> bool:
    """Whether some cells have either state."""
    return FEW <= int(tones.sum()) <= len(tones) - FEW


def _costs(borders: Borders, changed: Change) -> Floats:
    """How far the sides of N borders are from what each pair of states lets expect, N×2×2, Lab."""
    one, other = borders.one, borders.other
    expected = (one - other, changed.of(other) - one), (changed.of(one) - other, one - other)
    off = [[np.minimum(np.linalg.norm(away, axis=2), MOST).mean(axis=1) for away in row] for row in expected]
    return np.array(off).transpose(2, 0, 1)


def _pictured(borders: Borders, costs: Floats, tones: Ints, jump: float) -> bool:
    """Whether a picture goes on between like cells, and jumps between unlike ones, some of them along most lines."""
    unlike = borders.unlike(tones)
    if not UNLIKE[0] <= unlike.mean() <= UNLIKE[1]:
        return False
    jumps, lines = borders.jumps(), np.bincount(borders.lines, unlike) > 0
    upright = borders.shape[1] - 1
    return bool(
        quantile(jumps[unlike], JUMPS[0]) >= JUMPS[1]
        and quantile(jumps[~unlike], GOES_ON[0]) <= GOES_ON[1]
        and costs[~unlike, 0, 0].mean() <= EVEN * jump
        and min(lines[:upright].mean(), lines[upright:].mean()) >= LINES
    )


def _varied(borders: Borders, tones: Ints) -> float:
    """How far (Lab) the sides of the borders are from the usual one of their state, in the usual place."""
    sides = np.concatenate((np.median(borders.one, axis=1), np.median(borders.other, axis=1)))
    of = np.concatenate(tones[borders.pairs].T)
    own = (sides[of == tone] for tone in (0, 1))
    return min(float(np.median(np.linalg.norm(some - np.median(some, axis=0), axis=1))) for some in own)


def _says(borders: Borders, costs: Floats, tones: Ints) -> Floats:
    """How much each border says for what its cells are: less where the two others of its kind cost nearly as much."""
    own = costs[np.arange(len(costs)), *tones[borders.pairs].T]
    like = costs[:, 0, 0]
    return np.asarray(np.where(borders.unlike(tones), like - own, np.minimum(costs[:, 0, 1], costs[:, 1, 0]) - like))
