"""Ranking: rectangles read one by one as long as there is hope, and by how much the first reading leads.

What its edges alone add to a reading is known before its cells are read, and hardly any rectangle's cells speak more
for it than those of the right one. So a first reading that is plainly right needs no rivals.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vision import algebra
from vision.algebra import ALGEBRA_PLAIN
from vision.memento import evidence, fits, revise, veils, window
from vision.memento.judge import ALGEBRA_MOST, HALVED, LEADING, WIDEST_MARGIN, belief, named
from vision.memento.onward import cut_on
from vision.memento.outline import EDGE_NAMES
from vision.memento.weights import EDGES_FROM, WEIGHTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from vision.memento.axis import Axis
    from vision.memento.covers import Cut
    from vision.memento.fits import Fit
    from vision.memento.view import View

PATIENCE = (-2.8, -1.0, -0.6, -0.6)  # log odds of the best reading yet from which one more extent is read
RIVALS = 4.0  # what is told at once of a reading that far behind the best one: it is no rival, nor the best
BEHIND = 3.0  # a rectangle that far behind the first by what its edges add to a reading: it is no rival
REVISED_FROM = -2.5  # log odds of a reading from which its tiles are asked where else the board may end
SHOWN = 2  # face-up cells that may be parts of one picture
FEW, TELLING = 1.5, 3  # what it costs a reading to have fewer tiles than tell of tiles, or fewer others than SHOWN
REVISION = 2.0  # what it costs a reading that its rectangle is not what the edges alone speak for
PARTIAL = 2.0  # the same where all of its lines go on through one more row or column
SETTLED = 2.7  # log odds from which nothing else would show more
AHEAD = 1.3  # by how much nine of ten rivals are farther behind the best reading than their edges say
UNDEALT = 2.0  # so much behind a reading comes first for what tells tiles, as many checks passed or a drawing do
PLAIN_TILE, DRAWN_TILE, SAME_TILE = 2.0, 3.0, 0.4  # the texture of plain tiles, of such with a drawing; how far apart
NEAR = 0.25  # cells by which lines may be apart that are one
HARDLY = 2.0  # by how much fewer than that hardly any rival is
OF_ALL = np.array(list(WEIGHTS.values()))  # what each of ``evidence.NAMES`` weighs
OF_EDGES = np.array([WEIGHTS[name] for name in EDGE_NAMES])
SPILLS = evidence.NAMES.index("spill_any")
FLIPS, DRAWING, OFF = (evidence.NAMES.index(name) for name in ("flips", "cov_texture", "inner"))
AT_ONCE = np.array([evidence.NAMES.index(name) for name in evidence.AT_ONCE])  # the places of these in all


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """One way to read one rectangle of one lattice.

    Attributes:
        score: of all that speaks for it.
        x, y: its lines.
        cut: its covered cells.
        values: the numbers called ``evidence.NAMES``.
        fit: the rectangle.
        lead: by how much it most likely leads those that were not read.
    """

    score: float
    x: Axis
    y: Axis
    cut: Cut
    values: NDArray[np.float64]
    fit: Fit
    lead: float = np.inf


def hope(reading: Candidate) -> float:
    """Log odds that a reading is right if no other comes near it."""
    return belief(named(reading.values, WIDEST_MARGIN))


def ordered(readings: Iterable[Candidate]) -> list[Candidate]:
    """The most credible first."""
    return sorted(readings, key=lambda one: -one.score)


def hopeful(view: View, fitted: list[Fit]) -> list[Candidate]:
    """Readings of the rectangles, the most credible first, as long as there is hope."""
    if not fitted or fitted[0].score < EDGES_FROM:
        return []
    near = [one for one in fitted[: len(PATIENCE)] if _ahead(fitted[0], one) <= BEHIND]
    exact = (fits.exact(view.edges, one, *one.axes) or one for one in near)
    first, patience = next(exact), iter(PATIENCE)
    ranked = read(view.picture, [first])
    most = max(map(hope, ranked), default=-np.inf)
    if most >= next(patience):
        others = distinct([first, *exact])[1:]
        ahead = min((_ahead(first, one) for one in others), default=np.inf)
        if alone := _alone(view, ranked, ahead):
            return alone
        for one, least in zip(others, patience, strict=False):
            readings = read(view.picture, [one], ranked)
            ranked += readings
            most = max([most, *map(hope, readings)])
            if most < least:
                break
    return revised(view, ordered(ranked))


def _ahead(one: Fit, other: Fit) -> float:
    """By how much the edges of a rectangle add more to a reading than those of another."""
    return float((one.values - other.values) @ OF_EDGES) + REVISION * other.revised


def _alone(view: View, ranked: list[Candidate], ahead: float) -> list[Candidate]:
    """The readings of the first rectangle, the best first, where no other one needs to be read; else none.

    Args:
        view: where they are.
        ranked: the readings.
        ahead: by how much its edges speak more for it than those of the others do for them.
    """
    best, *others = ordered(ranked)
    if not _plain(best, ahead):
        return []
    again = _suggested(view, best)
    ahead = min([ahead, *(_ahead(best.fit, one) for one in again)])
    if not _plain(best, ahead):
        return []
    return [replace(best, lead=ahead + AHEAD), *others]


def _plain(best: Candidate, ahead: float) -> bool:
    """Whether a reading is plainly right, even if others come as near as rivals do at their best."""
    seen = named(best.values, ahead + AHEAD - HARDLY)
    odds = belief(seen) + min(algebra.odds(int(seen["flips"])), ALGEBRA_MOST)
    return seen["margin"] >= LEADING and seen["mid_max"] <= HALVED and odds >= SETTLED


def _suggested(view: View, best: Candidate) -> list[Fit]:
    """Other rectangles that the tiles of a reading suggest."""
    return revise.revised(view.edges, best.fit, best.cut.covered.reshape(best.y.count, best.x.count))


def revised(view: View, ranked: list[Candidate], within: float = RIVALS) -> list[Candidate]:
    """The same with readings of other rectangles that the first one's tiles suggest."""
    if not ranked or hope(ranked[0]) < REVISED_FROM:
        return ranked
    again = read(view.picture, _suggested(view, ranked[0]), ranked, within)
    return ordered(ranked + again)


def distinct(fitted: Iterable[Fit]) -> list[Fit]:
    """Each board once: two that differ by what one leaves out are one and the same once it is taken in."""
    kept: list[Fit] = []
    for one in fitted:
        if not any(fits.same(one, other) for other in kept):
            kept.append(one)
    return kept


def odds(ranked: list[Candidate]) -> float:
    """Log odds that the first reading is right."""
    if not ranked:
        return -np.inf
    return belief(named(ranked[0].values, margin([one.score for one in ranked], ranked, 0)))


def settled(ranked: list[Candidate]) -> bool:
    """Whether nothing else would show more than the first reading."""
    return bool(ranked) and (np.isfinite(ranked[0].lead) or odds(ranked) >= SETTLED)


def read(
    picture: NDArray[np.uint8], fitted: Iterable[Fit], before: Sequence[Candidate] = (), within: float = RIVALS
) -> list[Candidate]:
    """Readings of rectangles, the most credible first.

    Args:
        picture: of the view.
        fitted: the rectangles.
        before: readings of others that these stand against.
        within: how far behind the best one a reading may be, by what is told of it at once, to be weighed in full.
    """
    found: list[Candidate] = []
    lead = max(before, key=lambda one: one.score, default=None)
    cut_out: window.Window | None = None
    for one in fitted:
        if cut_out is None or cut_out.panes is not one.panes:  # what only leaves rows or columns out shares its cells
            cut_out = window.window(picture, one.panes)
        part = window.part(cut_out, one.extent)
        partial = cut_on(one.panes, one.extent)
        for cut in veils.cuts(part.vectors, part.distance, one.extent.shape):
            told = evidence.at_once(one.panes, one.extent, cut, one.values)
            if lead is not None and (told - lead.values[AT_ONCE]) @ OF_ALL[AT_ONCE] < -within:
                continue
            values = evidence.weigh(part, cut, told)
            cost = REVISION * one.revised + FEW * (not telling(cut)) + PARTIAL * partial
            found.append(Candidate(float(values @ OF_ALL) - cost, *one.axes, cut, values, one))
            if lead is None or found[-1].score > lead.score:
                lead = found[-1]
    return ordered(found)


def margin(scores: Sequence[float], ranked: Sequence[Candidate], best: int) -> float:
    """By how much the reading number ``best`` leads the best reading of another board near its place, read or not."""
    others = [score for score, one in zip(scores, ranked, strict=True) if _other(one, ranked[best])]
    return min(scores[best] - max(others, default=-np.inf), ranked[best].lead)


def challenged(ranked: Sequence[Candidate]) -> bool:
    """Whether the first reading leads another board only by what that one has too few cells of a kind for."""
    scores = [one.score + FEW * (not telling(one.cut)) for one in ranked]
    return margin(scores, ranked, 0) < LEADING


def telling(cut: Cut) -> bool:
    """Whether there are tiles enough to be tiles, and other cells enough to be a picture."""
    tiles = int(np.count_nonzero(cut.covered))
    return tiles >= TELLING and len(cut.covered) - tiles >= SHOWN


def dealt(ranked: list[Candidate]) -> list[Candidate]:
    """The same, first the reading of tiles that the game deals where the first is none and hardly leads it."""
    best = ranked[0]
    if best.values[FLIPS] > 0:
        return ranked
    return _led(ranked, lambda one: one.values[FLIPS] >= ALGEBRA_PLAIN and _as_many(one, best))


def drawn(ranked: list[Candidate]) -> list[Candidate]:
    """The same, first the reading of tiles with a drawing, one and the same, where the first one's are plain.

    In the dark of a picture, or in its sky, cells are as plain, and as alike; but nothing in it repeats a drawing.
    """
    return _led(ranked, lambda one: _outdone(ranked[0], one))


def wider(view: View, ranked: list[Candidate]) -> list[Candidate]:
    """The same, first a reading past none of whose sides such tiles lie as past those of the first, but in it."""
    best = ranked[0]
    if best.values[SPILLS] <= 0:
        return ranked
    if not any(_taken_in(best, one) for one in ranked):
        part = window.part(window.window(view.picture, best.fit.panes), best.fit.extent)
        more = [int(share > 0) for share in evidence.spilled(part, best.cut, best.values)]
        grown = revise.grown(view.edges, best.fit, more)
        ranked = ordered(ranked + read(view.picture, [] if grown is None else [grown], ranked))
    return _led(ranked, lambda one: _taken_in(best, one))


def narrower(view: View, ranked: list[Candidate]) -> list[Candidate]:
    """The same, first a reading of the first one's tiles that flips can make in fewer lines, where they can't in all.

    Lines of what a board lies on may run on from its own, and what lies between them may be as well a picture's parts.
    """
    covered = ranked[0].cut.covered.reshape(ranked[0].y.count, ranked[0].x.count)
    if algebra.solvable(covered) or (fit := revise.dealt(ranked[0].fit, covered)) is None:
        return ranked
    again = read(view.picture, [fit], within=np.inf)
    tiles = np.count_nonzero(covered)
    found = [one for one in again if one.values[FLIPS] >= ALGEBRA_PLAIN and np.count_nonzero(one.cut.covered) == tiles]
    return [*found[:1], *ranked]


def _led(ranked: list[Candidate], by: Callable[[Candidate], bool]) -> list[Candidate]:
    """The same, first the best reading that is told ``by`` something and is hardly led."""
    best = ranked[0]
    near = (one for one in ranked[1:] if best.score - one.score <= UNDEALT)
    first = next(filter(by, near), best)
    return [first, *(one for one in ranked if one is not first)]


def _as_many(one: Candidate, other: Candidate) -> bool:
    """Whether two readings have as many rows and columns."""
    return (one.x.count, one.y.count) == (other.x.count, other.y.count)


def _outdone(plain: Candidate, one: Candidate) -> bool:
    """Whether a reading is of plain tiles where another one, which flips can make, is of tiles with a drawing."""
    drawing = one.values[DRAWING] >= DRAWN_TILE and one.values[OFF] <= SAME_TILE and telling(one.cut)
    outdone = drawing and plain.values[DRAWING] < PLAIN_TILE and _as_many(one, plain)
    return bool(outdone and algebra.solvable(one.cut.covered.reshape(one.y.count, one.x.count)))


def _taken_in(part: Candidate, one: Candidate) -> bool:
    """Whether past sides of a reading tiles lie that another one has, past none of whose sides any do."""
    return part.values[SPILLS] > 0 and one.values[SPILLS] <= 0 and _holds(one, part)


def rivals(ranked: list[Candidate]) -> list[Candidate]:
    """The readings that stand against the first: none of plain tiles where its own have a drawing.

    And none past whose sides tiles lie that the first has, nor one that flips can't make, where many of its checks are
    passed.
    """
    best = ranked[0]
    ranked = [one for one in ranked if not _outdone(one, best) and not _taken_in(one, best)]
    if best.values[FLIPS] < ALGEBRA_PLAIN:
        return ranked
    return [one for one in ranked if one is best or one.values[FLIPS] > 0]


def hidden(ranked: list[Candidate]) -> bool:
    """Whether tiles were read in more rows or columns around the first reading's: something may lie over some."""
    return any(_holds(one, ranked[0]) for one in ranked[1:])


def _holds(one: Candidate, best: Candidate) -> bool:
    """Whether a candidate has all lines of the best one, and tiles in others."""
    shifts = []
    for mine, other in ((one.y, best.y), (one.x, best.x)):
        shift = (other.origin - mine.origin) / other.pitch
        apart = max(abs(shift - round(shift)), abs(mine.pitch / other.pitch - 1) * other.count)
        if apart > NEAR or shift < -NEAR or mine.end < other.end - NEAR * other.pitch:
            return False
        shifts.append(round(shift))
    (top, left), covered = shifts, one.cut.covered.reshape(one.y.count, one.x.count).copy()
    covered[top : top + best.y.count, left : left + best.x.count] = False
    return bool(covered.any())


def _other(one: Candidate, best: Candidate) -> bool:
    """Whether a candidate says something else than the best one about the same place."""
    if abs(one.x.origin - best.x.origin) > one.x.count * one.x.pitch + best.x.count * best.x.pitch:
        return False
    same = (
        (one.x.count, one.y.count) == (best.x.count, best.y.count)
        and abs(one.x.origin - best.x.origin) < 0.25 * best.x.pitch
        and abs(one.y.origin - best.y.origin) < 0.25 * best.y.pitch
    )
    return not (same and bool((one.cut.covered == best.cut.covered).all()))
