"""Stage 2, fit, for half a lock: the six dots of one colour, where the others are no spots at all.

A palette of few colours, a night filter or much contrast may take the colour of six dots, or a map of contrast the
spots themselves. Two of the six fix where the template lies but for a stretch; where all six are on its dots the map is
refined on them. Whether there are dots in the six other places, all of one other colour, is for the reading to say.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from vision.wheels.fit import Fit, refine
from vision.wheels.judge import CUT_OFF, FAINT, HARD, MORE_HIDDEN, Memory
from vision.wheels.read import RINGS
from vision.wheels.template import GREENS, ROW_STEP, lattice
from vision.wheels.triples import PITCH, REACH, SLOPE

if TYPE_CHECKING:
    from vision.reading import Reading
    from vision.wheels.peaks import Spots

Floats = NDArray[np.float64]

REASON = "only the dots of one colour stand out"
NO_SPOTS = {FAINT, MORE_HIDDEN, CUT_OFF}
"""Doubts that tell why the dots of the other colour are no spots."""
EVEN = 1.6
"""How much more than another one a dot of the same colour may stand out."""
MOST = 8
"""Like spots in the reach of one, at most: more are a texture."""
GROUPS, KEEP = 3, 4
"""Groups of a level, and places for each of them and of ``STEPS``, that are tried."""
STEPS = ROW_STEP, 1.0
"""Distance of rows in pitches: of the game's lock, and of pictures that draw it on squares."""
NEAR = 0.25
"""Pitches a spot may be off its place while a stretch is not known."""
EXACT = 0.04
"""Root mean square distance of the six from their places, in pitches, at most: six spots fit something soon."""


@dataclass(frozen=True, slots=True, eq=False)
class Half:
    """A place of the template where six spots of one colour lie on its dots.

    Attributes:
        fit: through these six.
        sign: of the spots, see ``Spots``.
    """

    fit: Fit
    sign: int

    @property
    def seen(self) -> NDArray[np.bool_]:
        """12, the dots that are spots."""
        return self.fit.spots >= 0


def halves(spots: Spots) -> list[Half]:
    """Places of the template on a level's spots where six of one colour lie on its dots, the most exact first."""
    found: list[Half] = []
    for group in _groups(spots):
        sign = int(group.sign[0])
        for matrix in _places(group.xy):
            one = refine(matrix, group, GREENS)
            if one is None or one.hits != GREENS or one.residual > EXACT:
                continue
            half = Half(one, sign)
            if not any(other.sign == sign and np.array_equal(half.seen, other.seen) for other in found):
                found.append(half)
    return sorted(found, key=lambda half: half.fit.residual)


def bearing_out(reading: Reading, half: Half) -> Reading | None:
    """What was read at a place of ``halves``: for sure only where nothing at all is doubtful.

    None where the six dots are not all that have their colour. What stands out of a ring is its middle, or of a lamp
    its white one: that is as green as it is not red.
    """
    own = 0 if half.sign > 0 else 1
    states = [cell.state for cell in reading.cells]
    middles = isinstance(reading.memory, Memory) and reading.memory.core in RINGS and reading.verdict == "sure"
    if states != np.where(half.seen, own, 1 - own).tolist() and not (
        middles and states == np.where(half.seen, 1 - own, own).tolist()
    ):
        return None
    if reading.verdict == "sure":
        return reading
    # Why the others are no spots is no further doubt.
    reasons = [words for words in reading.reasons if words not in NO_SPOTS and not words.endswith(HARD)]
    return replace(reading, verdict="unsure", reasons=(REASON, *reasons))


def _groups(spots: Spots) -> list[Spots]:
    """Groups of six or a few more spots of one colour and strength, the strongest first."""
    found: list[tuple[float, Spots, NDArray[np.bool_]]] = []
    for sign in (1, -1):
        own = spots.sign == sign
        if np.count_nonzero(own) < GREENS:
            continue
        mine = spots.only(own)
        near = np.abs(mine.xy[:, None] - mine.xy[None]).max(axis=2) <= REACH * PITCH[1]
        ratio = mine.strength[None] / mine.strength[:, None]
        near &= (ratio > 1 / EVEN) & (ratio < EVEN)
        counts = near.sum(axis=1)
        rows = near[(counts >= GREENS) & (counts <= MOST)]
        for row in {row.tobytes(): row for row in rows}.values():
            strength = np.sort(mine.strength[row])
            found.append((float(strength[(len(strength) - 1) // 2] + strength[len(strength) // 2]), mine, row))
    found.sort(key=lambda group: -group[0])
    return [mine.only(row) for _, mine, row in found[:GROUPS]]


def _places(xy: Floats) -> list[Floats]:
    """Maps of the lattice to pixels, 3×3, that have six of N spots (N×2) on its dots; the best first."""
    where = xy[:, 0] + 1j * xy[:, 1]
    here, there = _apart(where)
    first, between, dots, steps = _pairs()
    turn = (where[there] - where[here])[:, None] / between
    fair = (np.abs(turn.imag) <= SLOPE * turn.real) & (turn.real >= 0.95 * PITCH[0]) & (turn.real <= PITCH[1])
    pair, ends = np.nonzero(fair)
    turn = turn[pair, ends]
    origin = where[here][pair] - turn * first[ends]
    at = (where[:, None] - origin) / turn
    off = np.abs(at[:, None] - dots[ends].T).min(axis=0).T
    hit = off < NEAR
    good = np.flatnonzero(np.count_nonzero(hit, axis=1) >= GREENS)
    good = good[np.argsort(np.sort(off[good], axis=1)[:, :GREENS].sum(axis=1), kind="stable")]
    if not len(good):
        return []
    found = []
    # The best place for each set of dots.
    for place in good[np.sort(np.unique(hit[good], axis=0, return_index=True)[1])][:KEEP].tolist():
        across, start = complex(turn[place]), complex(origin[place])
        down = across * 1j * steps[ends[place]]
        found.append(
            np.array([[across.real, down.real, start.real], [across.imag, down.imag, start.imag], [0, 0, 1.0]])
        )
    return found


def _apart(where: NDArray[np.complex128]) -> tuple[list[int], list[int]]:
    """Pairs of N spots, no spot in two, as far apart as may be: so many that both of one are among any six of them."""
    away = np.abs(where[:, None] - where)
    here, there = [], []
    for _ in range(len(where) - GREENS + 1):
        one, other = divmod(int(away.argmax()), len(where))
        here.append(one)
        there.append(other)
        away[[one, other]] = away[:, [one, other]] = -1.0
    return here, there


@cache
def _pairs() -> tuple[NDArray[np.complex128], NDArray[np.complex128], NDArray[np.complex128], Floats]:
    """All ordered pairs of dots, at each of ``STEPS``, places as complex numbers.

    Returns:
        The first dot of each, the way to the second, all dots for each pair (P×12), the step.
    """
    points = lattice()
    first, second = np.nonzero(~np.eye(len(points), dtype=bool))
    dots = np.array([points[:, 0] + 1j * step * points[:, 1] for step in STEPS])
    each = np.repeat(dots, len(first), axis=0)
    return (
        dots[:, first].ravel(),
        (dots[:, second] - dots[:, first]).ravel(),
        each,
        np.repeat(np.array(STEPS), len(first)),
    )
