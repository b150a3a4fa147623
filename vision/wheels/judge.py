"""Stage 4, judge: from a fit and its colours to a verdict that says what is doubtful.

The lock has six green dots and six red ones, always. That is a check of what was read, and it gives the colour of a
single dot that something covers. A board is ``sure`` only where shape, colours and count all agree.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from math import inf

import numpy as np
from numpy.typing import NDArray

from vision.homography import project
from vision.reading import CellReading, Reading, Verdict
from vision.wheels.names import told
from vision.wheels.read import CORE, Colours, Split, clusters
from vision.wheels.template import GREENS, PLACES, ROW_STEP, lattice

Floats = NDArray[np.float64]

SHARPNESS = 7.0
"""Log odds of a dot's colour at its cluster's median."""
CLEAR = 0.35
"""Share of the half span between the clusters that a dot must lie on its side to be read by itself."""
COVERED = 0.10
"""A dot that stands out less from its surroundings, in spans, may be covered."""
INWARD, FEW = -0.15, 2
"""A dot that is less of its colour than what is close around it, by so many spans, is covered by something of that
colour. Where more than a few dots are so, it is their ground that has it."""
LEANING = 0.15
"""How far, as ``CLEAR``, the colour of a dot that is hardly seen may be from even against what the others tell."""
STRAY = 0.6
"""A dot whose colour is further than this from its like, in distances between red and green, is something else."""
MORE_HIDDEN = "a dot is hidden and another one is of a colour of its own: something may lie over both"
OTHERWISE = "a dot that is hardly seen looks otherwise than the count of the others tells"
CUT_OFF = "a dot is missing and the picture ends beside the lock: part of it may be cut off"
ODD, TIMES = 0.15, 3.0
"""Where a dot is hidden, one that strays further than this and so many times as far as most may be hidden as well."""

COLOURS = "the two colours are not red and green: check which dots count as green"
HALF_HIDDEN = "red and green dots in a lock's places, but too many are covered or hard to see"
FAINT, HARD = "the dots are faint, uneven or not quite in the lock's places", "are covered or hard to see"


@dataclass(frozen=True, slots=True)
class Limits:
    """What a board must show for a verdict. Distances of colour are in the measures of ``read``.

    ``stray`` is for the one of the dots that stray most which may not be covered; ``uneven`` for the third of those
    whose cores are least of one colour, where cores are so narrow that nothing is drawn in them.
    """

    span: float
    presence: float
    side: float
    residual: float
    between: float
    beyond: int
    hits: int
    covered: int
    stray: float
    uneven: float = inf


SURE = Limits(span=0.07, presence=0.12, side=0.35, residual=0.08, between=0.45, beyond=0, hits=9, covered=1, stray=0.40)
HALF_PROPOSED = replace(SURE, uneven=0.12)
"""Of a lock of which only six dots were seen as spots: the other six must be discs too."""
UNSURE = Limits(
    span=0.05, presence=0.08, side=0.15, residual=0.09, between=0.55, beyond=2, hits=9, covered=2, stray=0.45
)
HALF_SEEN = Limits(
    span=0.05, presence=0.08, side=0.15, residual=0.09, between=0.55, beyond=2, hits=9, covered=4, stray=0.45
)
"""Of a lock that something hides too much of to be read."""


@dataclass(frozen=True, slots=True, eq=False)
class Memory:
    """What a later look at the same place needs.

    Attributes:
        matrix: lattice → frame pixels, 3×3.
        span: distance of the red and green cluster by (relative, raw) red minus green.
        core: radius of the dots' cores in pitches.
        seen: some pixels of the place in the frame, see ``vision.glimpse``; None before these were looked at.
    """

    matrix: Floats
    span: tuple[float, float]
    core: float
    seen: NDArray[np.uint8] | None = None


def judge(  # noqa: PLR0917
    matrix: Floats, colours: Colours, both: tuple[Split, Split], hits: int, residual: float, limits: Limits = SURE
) -> Reading | None:
    """A reading of the board at ``matrix`` (lattice → frame pixels), or None where it is no lock at all.

    Where so much of a lock is hidden that it can't be read, the verdict is that there is none, but its place is told.

    ``both`` are the ``splits`` of the ``colours``, ``limits`` what must be shown to be sure.
    """
    best = max(both, key=lambda split: split.quality)
    other = both[0] if best is both[1] else both[1]
    reasons: list[str] = []
    if not _holds(best, colours, UNSURE, hits, residual):
        if not _holds(best, colours, HALF_SEEN, hits, residual):
            return None
        even = np.full(len(best.side), 0.5)
        return _reading("none", [HALF_HIDDEN], matrix, even, 0.0, set(range(len(even))), both, colours.core)
    if not _holds(best, colours, limits, hits, residual):
        reasons.append(FAINT)
    visible = (best.presence >= COVERED) & (np.abs(best.side) >= CLEAR) & (best.stray < STRAY) & colours.inside
    covered = best.inward < INWARD
    if covered.sum() <= FEW:
        visible &= ~covered
    odds = np.where(visible, np.clip(SHARPNESS * best.side, -9.0, 9.0), 0.0)
    contradiction = visible & _decent(other) & (np.sign(best.side) != np.sign(other.side))
    if contradiction.any():
        reasons.append("the dots' colours look different with and without their brightness")
        odds[contradiction] *= 0.1
    if not told(*clusters(colours, best)):
        reasons.append(COLOURS)
    if not colours.whole:
        reasons.append("the picture ends so near that it may cut the lock: take a larger picture")
    greens, reds = int((visible & (odds < 0)).sum()), int((visible & (odds > 0)).sum())
    hidden = np.flatnonzero(~visible)
    if best.beyond and max(greens, reds) > GREENS:
        return None  # neither the count nor the surroundings are a lock's
    if len(hidden) and best.beyond:
        reasons.append("a dot is missing here and one more stands beside the lock")
    odd = _odd(best, visible)
    suspects = set(hidden.tolist()) | set(np.flatnonzero(contradiction | odd).tolist())
    if max(greens, reds) > GREENS:
        many, colour = (odds < 0, "green") if greens > GREENS else (odds > 0, "red")
        surplus = max(greens, reds) - GREENS
        doubtful = sorted(np.flatnonzero(many & visible).tolist(), key=lambda dot: abs(float(best.side[dot])))
        suspects |= set(doubtful[:surplus])
        reasons.append(f"{max(greens, reds)} dots look {colour}, a lock has {GREENS} of each colour")
        probability = 1.0 / (1.0 + np.exp(odds))
        confidence = 0.0
    else:
        probability, confidence = _count(odds)
        if len(hidden) > 1:
            reasons.append(f"{len(hidden)} dots {HARD}")
        elif confidence < 0.98:
            reasons.append("the colours of some dots are not clear")
    # What the count tells of a hidden dot must not be told wrong; where there is another doubt this adds none.
    if not reasons and odd.any():
        reasons.append(MORE_HIDDEN)
    leaning = ~visible & colours.inside & (np.abs(best.side) > LEANING) & (best.stray < STRAY)
    if not reasons and (leaning & ((probability > 0.5) != (best.side < 0))).any():
        reasons.append(OTHERWISE)
    if not reasons and len(hidden) and not colours.gaps_inside.all():
        reasons.append(CUT_OFF)
    verdict: Verdict = "unsure" if reasons else "sure"
    return _reading(
        verdict, reasons, matrix, probability, confidence, suspects if reasons else set(), both, colours.core
    )


def _holds(split: Split, colours: Colours, limits: Limits, hits: int, residual: float) -> bool:
    """Whether a fit with these colours is a lock, up to ``limits.covered`` dots that something may hide."""
    presence = np.sort(split.presence)[limits.covered]
    side = np.sort(np.abs(split.side))[limits.covered]
    stray = np.sort(split.stray)[-limits.covered - 1]
    return bool(
        split.span > limits.span
        and presence > limits.presence
        and side > limits.side
        and stray < limits.stray
        and residual < limits.residual
        and split.between < limits.between
        and split.beyond <= limits.beyond
        and hits >= limits.hits
        and (~colours.inside).sum() <= limits.covered
        and (limits.uneven == inf or _unevenness(split, colours) < limits.uneven)
    )


def _unevenness(split: Split, colours: Colours) -> float:
    """How far the colours in a narrow core are from their mean, in distances between red and green: the third dot's."""
    if colours.core != CORE:
        return 0.0
    red, green = clusters(colours, split)
    return float(np.sort(colours.dots_spread)[-3] / max(np.linalg.norm(red - green), 1.0))


def _odd(split: Split, visible: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which of the ``visible`` dots what hides the others may hide as well: none where all are visible."""
    usual = float(np.median(split.stray[visible])) if visible.any() else 0.0
    return visible & (split.stray > max(ODD, TIMES * usual)) & ~visible.all()


def _decent(split: Split) -> bool:
    """Whether this measure, too, splits the dots plainly; if not it has no say against the better one."""
    return bool(split.span > 0.04 and np.sort(np.abs(split.side))[1] > CLEAR and np.sort(split.presence)[1] > COVERED)


@cache
def _boards() -> Floats:
    """All 924 boards with six greens, 924×12, 1 for green; not to be written to."""
    boards = np.zeros((924, 12))
    for line, greens in zip(boards, combinations(range(12), GREENS), strict=True):
        line[list(greens)] = 1
    return boards


def _count(odds: Floats) -> tuple[Floats, float]:
    """Probability of green for each dot, and of the best board, given log odds of red and exactly six greens."""
    likelihood = odds.sum() / 2 - _boards() @ odds
    weight = np.exp(likelihood - likelihood.max())
    weight /= weight.sum()
    return np.asarray(weight @ _boards()), float(weight.max())


def _reading(  # noqa: PLR0917
    verdict: Verdict,
    reasons: list[str],
    matrix: Floats,
    probability: Floats,
    confidence: float,
    suspects: set[int],
    both: tuple[Split, Split],
    core: float,
) -> Reading:
    centres = project(matrix, lattice())
    cells = []
    for (row, col), green, (x, y) in zip(PLACES, probability.tolist(), centres.tolist(), strict=True):
        cells.append(CellReading(row, col, int(green > 0.5), (1.0 - green, green), (x, y)))
    to_lattice = np.array([[1.0, 0.0, 0.0], [0.0, 1.0 / ROW_STEP, -0.5 / ROW_STEP], [0.0, 0.0, 1.0]])
    homography = matrix @ to_lattice
    return Reading(
        verdict,
        tuple(reasons),
        "wheels",
        2,
        tuple(cells),
        confidence,
        tuple(float(part) for part in (homography / homography[2, 2]).ravel()),
        tuple(sorted(suspects)),
        Memory(matrix, (both[0].span, both[1].span), core),
    )
