"""Judge: is it a panel, which cells can be trusted, may the reading be acted on.

Three witnesses look at every cell: how far its edges are from those of glyphs (distances, probabilities), how it
correlates with drawn glyphs, and the odds among the four, which tell best which one it is, if it is any. A and E, and
X and V, lie two steps apart in the cycle; such a slip leaves a solvable board solvable, so nothing later would notice
it. The gate between these pairs is the widest.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from vision.heresy.classify import hollow
from vision.heresy.glyphs import LETTERS
from vision.heresy.rivals import PLAIN_ODDS, SURE_MARGIN, SURE_MARGIN_TWO, lead, too_close
from vision.heresy.together import dealt
from vision.middle import median

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.heresy.align import Aligned
    from vision.heresy.lattice import Lattice
    from vision.heresy.together import Together
    from vision.reading import Verdict

CELL_MATCH, CELL_DISTANCE = 0.55, 2.6  # a cell that shows a glyph at all
CLOSE, CLOSE_MATCH, CLOSE_SCORE = 1.3, 0.45, 0.62  # thin pens correlate badly: enough where the classifier is certain
CLOSE_SHARE = 0.7  # of the margins, enough so close to a glyph: what is another one lies farther off
BLURRED_DISTANCE, BLURRED_MATCH, BLURRED_SCORE = 4.2, 0.75, 0.8  # a cell out of focus, on a panel that is clear
LIKELY, LITTLE = 0.6, 0.1  # a doubtful cell that may be told all the same; share of its frame that may be hidden
UNMISTAKABLE_ODDS = 4.0  # logarithm of the odds for the glyph of a cell that is far from all
SURE_SCORE, SURE_RMS = 0.70, 0.13
SURE_PIXELS = 18  # side of the glyphs' frame in the picture
ALIKE_SCORE, ALIKE_DISTANCE, ALIKE_SURE = 0.82, 1.7, 1.1  # nine equal cells don't bear each other out
ALIKE_MIDDLE = 1.15  # median distance of eight from which they are none: of 100 drawn panels so worn none had over 0.93
OVERLAPPING = 1.1  # frame of nine equal glyphs, in cells, from which they would overlap: round outlines look like that
OPEN_GLYPHS = (1, 2)  # X and E, whose strokes close nothing in
HOLLOW = 0.25  # share of such a mark, filled, that is closed in all the same: a ring, or a disc's outline
RINGS = 3  # of them that no panel has
SOLID, HARDLY = 0.02, 0.12  # depth of the gaps in nine equal marks below which they are none, and doubted
ALIKE_CLOSE, ALIKE_PLAIN = 1.3, 0.8  # distance up to which they are glyphs, and plainly so, however they correlate
PANEL_CELLS, PANEL_DISTANCE, PANEL_SCORE = 7, 2.2, 0.62
OF_THEM = 5  # of these that show a glyph by themselves, where others are borne out by the board as a whole
EDGES_DISTANCE = 1.8  # the same of what is seen by both its edges: so seen, many a thing is a little like a glyph
LIT_MATCH, LIT_SCORE, LIT_NEED = 0.35, 0.55, 2.0  # the same of lit drawings: what is slight correlates badly; margins
PLAIN_TONE = 0.95  # of a light: what it shows is ink, and is read as such or not at all
LIT_FARTHEST, LIT_DISTANCE = 4.0, 3.0  # squared distances of a lit cell, and of most, that may be told by correlation
OPEN = 0.02  # probability of another glyph in one cell of a board that is not believed
LESS, TIED = 0.12, 0.05  # correlation with its glyph by which a cell has less than others of it; more than with another
SEVERAL = 3  # cells of a glyph of which the median tells how like it they are
STRANGE, UNUSUAL = 1.7, 1.0  # distance of a cell, and beyond the median of the nine: something may lie over it
SHAKY, OFF, LACKING = 1.3, 0.6, 0.2  # the same of a cell that has so much less of its glyph than others of it
POORER, UNMISTAKABLE = 0.3, 2.0  # correlation less than the median's that is so, too; unless so far from other glyphs
MOSTLY = 8  # cells of one glyph: under some light icons all alike are a little like it
MONOTONE = 9  # cells of one glyph, and cells in doubt, together
MANY_ALIKE = 6  # cells of one glyph: with three in doubt, or two of which one shows none, they are bars, keys or icons
UNTOLD, FAIR = 7, 1.0  # cells in doubt of what is no panel, if most are farther than this from glyphs: digits are so
CLEAR_CELLS = 3  # cells that must be one glyph and no other: blots are a little like all of them
PARTLY, PARTLY_MARGIN = 0.01, 0.4  # hidden share from which a cell is in doubt; distance to the next glyph even so
WHOLE = 0.1  # cells between the glyphs' frames and the picture's edge: panels that were cut had none, others 0.28
OBLONG = 1.6  # longer side of a cell by the shorter, from which no panel is seen so far from aside
FAR_FROM_SQUARE = "the cells are far from square"
GOES_ON = "signs go on beyond three by three, and not all nine are Hive glyphs"
LARGER_GRID = 3  # places around the nine or between them that show glyphs too
PART = 2  # cells in doubt from which one such place is enough, if no other look shows more: of two rows, or a table


@dataclass(frozen=True, eq=False)  # without slots: its judgement is asked for many times, and kept
class Evidence:
    """What the stages found at one place.

    Attributes:
        lattice: where.
        square: 9×4 squared distances of the classifier.
        match: 9×4 correlations.
        probabilities: 9×4.
        score: mean correlation of the best seven cells.
        scale: side of the glyphs' frame in cells.
        beyond: how many places around the nine, or between them, show a glyph too.
        margin: cells between the glyphs' frames and the picture's edge; below 0 it cuts them.
        hidden: 9, share of each glyph's frame that something lies over; None where that was not looked for.
        need: 9, factor on the margins a cell must have, after a second view of it; None where there was none.
        gap: median depth of the gaps between the strokes of a cell (see ``classify.gaps``).
        flat: SIDE×SIDE gray, the flattened panel that the cells were cut out of; None where it was not kept.
        cut: the cells as they were cut out.
        outlined: whether only edges were looked at (see ``vision.heresy.outlined``).
        oblong: whether square parts of oblong cells were looked at (see ``vision.heresy.enlarged``).
        odds: 9×4, logarithms of the odds among the four (see ``classify.told``); None where they were not looked at.
        light: 3, the light that drawings were compared under (see ``vision.heresy.lit``); None where it was none.
        joint: what the nine cells are together, where that was looked at.
    """

    lattice: Lattice
    square: NDArray[np.float64]
    match: NDArray[np.float32]
    probabilities: NDArray[np.float64]
    score: float
    scale: float
    beyond: int = 0
    margin: float = np.inf
    hidden: NDArray[np.float64] | None = None
    need: NDArray[np.float64] | None = None
    gap: float = 1.0
    flat: NDArray[np.uint8] | None = None
    cut: Aligned | None = None
    outlined: bool = False
    oblong: bool = False
    odds: NDArray[np.float64] | None = None
    light: NDArray[np.float64] | None = None
    joint: Together | None = None

    @property
    def ranked(self) -> NDArray[np.float64]:
        """9×4: the squared distances of each cell, the least first."""
        return np.sort(self.square, axis=1)

    @property
    def states(self) -> NDArray[np.int64]:
        """9: the glyph that each cell is nearest to, or the one it is where all are seen together."""
        return np.asarray(self.square.argmin(axis=1)) if self.joint is None else self.joint.states

    @cached_property
    def judged(self) -> Judgement:
        """See ``judge``."""
        return _judged(self)

    @property
    def legible(self) -> NDArray[np.bool_]:
        """9: cells that show a glyph at all, and where part of it is hidden, only one that the rest may be."""
        ranked = self.ranked
        if self.light is not None:
            return np.asarray((self.match.max(axis=1) > LIT_MATCH) & (ranked[:, 0] < LIT_FARTHEST))
        good = glyph_like(self.square, self.match) | self._out_of_focus(ranked)
        if self.hidden is None:
            return good
        plain = (ranked[:, 1] - ranked[:, 0] > PARTLY_MARGIN) & (self.states == self.match.argmax(axis=1))
        return np.asarray(good & (plain | (self.hidden < PARTLY)))

    @property
    def rings(self) -> NDArray[np.bool_]:
        """9: cells taken for a glyph that closes nothing in, whose marks do."""
        states = self.states
        rings = np.isin(states, OPEN_GLYPHS)
        if self.cut is None:
            return np.zeros(len(states), bool)
        rings[rings] = hollow(self.cut.patches[rings, states[rings]]) > HOLLOW
        return rings

    @property
    def likely(self) -> NDArray[np.bool_]:
        """9: cells that can be told: legible ones, and doubtful ones, hardly hidden, on which both witnesses agree.

        Thin pens and what is cut hardly correlate with a drawing, but have the edges of one glyph and no other.
        """
        agree = self.states == self.match.argmax(axis=1)
        shown = np.ones(len(agree), bool) if self.hidden is None else self.hidden < LITTLE
        ranked = self.ranked
        near = (ranked[:, 0] < CELL_DISTANCE) & (ranked[:, 1] - ranked[:, 0] > PARTLY_MARGIN)
        return np.asarray(self.legible | self.borne | (agree & shown & (near | (self.match.max(axis=1) > LIKELY))))

    @property
    def borne(self) -> NDArray[np.bool_]:
        """9: cells that another one of a board bears out, which is believed as a whole."""
        if self.joint is None or not self.joint.believed:
            return np.zeros(len(self.square), bool)
        return self.joint.borne

    @property
    def share(self) -> NDArray[np.float64]:
        """9: share of the usual margins that each cell must have."""
        close = np.where(self.square.min(axis=1) < CLOSE, CLOSE_SHARE, 1.0)
        return close if self.need is None else np.where(self.need > 1, self.need, np.minimum(self.need, close))

    @property
    def lag(self) -> NDArray[np.float64]:
        """9: by how much less each cell is like its glyph than others of the same glyph are (correlation)."""
        states, likeness = self.states, self.match.max(axis=1).astype(np.float64)
        usual = np.zeros(len(states))
        for state in set(states.tolist()):
            same = states == state
            usual[same] = likeness[same].max() if same.sum() < SEVERAL else median(likeness[same])
        return np.asarray(usual - likeness)

    @property
    def apart(self) -> NDArray[np.bool_]:
        """9: cells much farther from their glyphs than most are from theirs."""
        distance = self.square.min(axis=1)
        return np.asarray(distance > max(SHAKY, median(distance) + OFF))

    def _out_of_focus(self, ranked: NDArray[np.float64]) -> NDArray[np.bool_]:
        """9: cells far from every glyph, as a blur makes them, that both witnesses still take for the same one."""
        agree = self.states == self.match.argmax(axis=1)
        near = (ranked[:, 0] < BLURRED_DISTANCE) & (ranked[:, 1] - ranked[:, 0] > SURE_MARGIN)
        return np.asarray(agree & near & (self.match.max(axis=1) > BLURRED_MATCH) & (self.score > BLURRED_SCORE))


def glyph_like(square: NDArray[np.float64], match: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which of N cells show a glyph at all, from N×4 distances and correlations."""
    distance = square.min(axis=1)
    enough = np.where(distance < CLOSE, CLOSE_MATCH, CELL_MATCH)
    good: NDArray[np.bool_] = np.logical_and(match.max(axis=1) > enough, distance < CELL_DISTANCE)
    return good


def plain_cells(square: NDArray[np.float64], match: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which of N cells are one glyph and no other, both witnesses say, from N×4 distances and correlations."""
    state, cells = square.argmin(axis=1), np.arange(len(square))
    ranked = np.sort(square, axis=1)
    plain = (ranked[:, 1] - ranked[:, 0] >= SURE_MARGIN) & (state == match.argmax(axis=1))
    return np.asarray(
        plain & (square[cells, (state + 2) % 4] - ranked[:, 0] >= SURE_MARGIN_TWO) & glyph_like(square, match)
    )


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict, why not a better one, and which cells are in doubt."""

    verdict: Verdict
    reasons: tuple[str, ...]
    suspects: tuple[int, ...]


def judge(seen: Evidence) -> Judgement:
    """Weigh ``seen``."""
    return seen.judged


def _judged(seen: Evidence) -> Judgement:
    legible = seen.legible
    best = seen.square.min(axis=1)
    farthest = PANEL_DISTANCE if seen.lattice.polarity else EDGES_DISTANCE
    farthest = farthest if seen.light is None else LIT_DISTANCE
    # A strange hand may draw one glyph like none, but then its cells are alike, and the board is one that shots make.
    borne = seen.borne
    told = int((legible | borne).sum() if legible.sum() >= OF_THEM else legible.sum())
    if told < PANEL_CELLS or np.sort(best)[(OF_THEM if borne.any() else PANEL_CELLS) - 1] > farthest:
        return Judgement("none", (f"nine marks in rows of three, but only {legible.sum()} look like Hive glyphs",), ())
    ranked = seen.ranked
    if (legible & (ranked[:, 1] - ranked[:, 0] > SURE_MARGIN)).sum() < CLEAR_CELLS:
        return Judgement("none", ("nine marks in rows of three, but hardly one is a certain Hive glyph",), ())
    if seen.score < (PANEL_SCORE if seen.light is None else LIT_SCORE):
        return Judgement("none", ("nine marks in rows of three, but they do not look like Hive glyphs",), ())
    if seen.beyond >= LARGER_GRID:
        return Judgement("none", ("Hive glyphs go on beyond three by three: a larger table",), ())
    # Icons and blots are all a little like one glyph and never quite: a true panel of one glyph is clear throughout.
    enough = SURE_MARGIN * (np.minimum(seen.share, 1) if seen.light is None else seen.share)
    doubtful = int((ranked[:, 1] - ranked[:, 0] < enough)[legible].sum())
    most = int(np.bincount(seen.states[legible], minlength=4).max())
    strange = seen.light is not None and most >= MOSTLY and median(best) > ALIKE_DISTANCE
    if strange or (most + doubtful > MONOTONE and doubtful):
        return Judgement("none", ("marks alike, and none quite like a Hive glyph: icons of something else",), ())
    alike = len(set(seen.states[legible].tolist())) == 1
    small = seen.scale * seen.lattice.cell < SURE_PIXELS
    if alike and not seen.lattice.polarity:
        return Judgement("none", ("nine cells alike, and only the edges of their strokes like Hive glyphs",), ())
    if alike and seen.beyond:
        return Judgement("none", ("nine cells alike, and others like them beside: a larger table",), ())
    if alike and seen.gap < SOLID:
        return Judgement("none", ("nine cells alike, and their marks are all of one piece: discs or buttons",), ())
    if seen.rings.sum() >= RINGS:
        return Judgement(
            "none", ("marks that close a hole in, as no Hive glyph of their kind does: rings or dots",), ()
        )
    if alike and seen.scale > OVERLAPPING:
        return Judgement("none", ("nine cells alike, and their marks too large for their cells",), ())
    if alike and (small or best.max() > ALIKE_CLOSE) and (seen.score < ALIKE_SCORE or best.max() > ALIKE_DISTANCE):
        return Judgement("none", ("nine cells alike, and little like Hive glyphs: icons of something else",), ())
    reasons: list[str] = []
    suspects: list[int] = []
    doubts, unlike = _cell_doubts(seen), _unlike(seen, seen.lag) & ~borne
    for i in range(9):
        doubt = doubts[i] if legible[i] or borne[i] else "is hidden or shows no Hive glyph"
        if not doubt and unlike[i]:
            doubt = "is unlike the other glyphs"
        if doubt:
            suspects.append(i)
            reasons.append(f"r{i // 3 + 1} c{i % 3 + 1} {doubt}")
    if len(suspects) >= UNTOLD and median(best) > FAIR:
        return Judgement("none", ("nine marks in rows of three, not quite Hive glyphs, and few of them certain",), ())
    quite = best.max() <= (ALIKE_SURE if seen.score > ALIKE_SCORE else ALIKE_PLAIN)
    if alike and (len(suspects) > 1 or (suspects and not quite)):
        return Judgement("none", ("nine cells alike, and not all certain Hive glyphs: icons of something else",), ())
    if most >= MANY_ALIKE and len(suspects) >= (3 if legible.all() and seen.light is None else 2):
        return Judgement("none", ("marks mostly alike, and others like no Hive glyph: signs of something else",), ())
    if most >= MANY_ALIKE and suspects and legible.all() and not dealt(seen.states):
        return Judgement("none", ("marks mostly alike, and shots make no such board: signs of something else",), ())
    if most >= MOSTLY and (suspects or alike) and median(best) > ALIKE_MIDDLE:
        return Judgement("none", ("marks mostly alike, and little like Hive glyphs: signs of something else",), ())
    lines = np.arange(9).reshape(3, 3)
    for line in (lines[0], lines[2], lines[:, 0], lines[:, 2]):
        if set(line.tolist()) == set(suspects) and legible[line].sum() <= 1:
            return Judgement("none", ("a whole row or column shows no Hive glyphs: two lines of signs, not three",), ())
    if alike and not quite:
        reasons.append("nine cells alike, and not all quite like a Hive glyph")
        suspects = list(range(9))
    if alike and seen.gap < HARDLY:
        reasons.append("nine cells alike, and hardly a gap between their strokes")
        suspects = list(range(9))
    # By a hand like no drawing:
    plain = seen.odds is not None and lead(seen.odds, seen.states).min() >= PLAIN_ODDS
    plain = plain or (seen.joint is not None and seen.joint.believed)
    if seen.light is None and not plain and seen.score < (CLOSE_SCORE if best.max() < CLOSE else SURE_SCORE):
        reasons.append("the glyphs as a whole are not clear enough")
    if seen.light is not None and abs(float(seen.light[0])) > PLAIN_TONE:
        reasons.append("the glyphs stand out by their tone, but not clearly enough")
        suspects = list(range(9))
    if seen.outlined:
        reasons.append("only the edges of the glyphs stand out")
    if seen.oblong or max(seen.lattice.steps) > OBLONG * min(seen.lattice.steps):
        # Of a shot under way too little can be told in them.
        reasons.append(FAR_FROM_SQUARE)
    if small:
        reasons.append("the glyphs are too small: take a larger picture")
    if seen.beyond and len(suspects) >= PART:
        reasons.append(GOES_ON)
    if seen.margin < WHOLE:
        reasons.append("the picture ends so near that it may cut the panel: take a larger picture")
    if seen.lattice.rms > SURE_RMS:
        reasons.append("the cells do not lie evenly enough")
    return Judgement("unsure" if reasons else "sure", tuple(reasons), tuple(suspects))


def _unlike(seen: Evidence, lag: NDArray[np.float64]) -> NDArray[np.bool_]:
    """9: cells that are far less like their glyphs than the others are: something may lie over them.

    ``lag`` says by how much less they are so than others of the same glyph; one of its kind is compared with all.
    """
    ranked, likeness = seen.ranked, seen.match.max(axis=1)
    distance, usual = ranked[:, 0], median(ranked[:, 0])
    lacking = lag > LACKING
    if seen.light is None:
        poor = likeness < median(likeness) - POORER
        lacking = lacking | (poor & (ranked[:, 1] - distance < UNMISTAKABLE))
    strange = distance > max(STRANGE, usual + UNUSUAL)
    if seen.odds is not None:  # a hand may draw one so, if it is as like a drawing as the others are
        like = (lag < TIED) & (likeness > median(likeness) - TIED)
        strange &= ~(like & (lead(seen.odds, seen.states) > UNMISTAKABLE_ODDS))
    return np.asarray(strange | (seen.apart & lacking))


def _open(seen: Evidence, joint: Together) -> NDArray[np.bool_]:
    """9×4: which other glyphs cells may be as well, seen together.

    None where the board is likely enough as a whole. But a cell that no other bears out, and that is much less like its
    glyph than most are, may be another one with something over it: its own doubts count; so do all on a board of few
    glyphs.
    """
    others = joint.shares.copy()
    others[np.arange(len(others)), joint.states] = 0
    found = (others > OPEN) & (not joint.believed)
    nearest = seen.square.argmin(axis=1)
    own = too_close(seen.square, nearest, seen.share, seen.odds)
    own[np.arange(len(own)), nearest] = joint.states != nearest
    own[np.arange(len(own)), joint.states] = False
    distance = seen.square.min(axis=1)
    lone = ~joint.borne & (distance > median(distance) + OFF) if joint.several else np.ones(len(distance), bool)
    return np.asarray(found | (own & lone[:, None]))


def either(state: int, other: int) -> str:
    """The doubt of a cell that shows one of two glyphs."""
    return f"may be {LETTERS[state]} or {LETTERS[other]}"


def _cell_doubts(seen: Evidence) -> list[str]:
    """Why each cell can't be trusted, were it legible; empty where it can."""
    hidden = [0.0] * 9 if seen.hidden is None else seen.hidden.tolist()
    farthest = CELL_DISTANCE if seen.light is None else LIT_DISTANCE
    states, likest = seen.states.tolist(), np.argsort(seen.match, axis=1)[:, -2:].tolist()
    numbers = zip(seen.square.tolist(), seen.match.tolist(), seen.lag.tolist(), strict=True)
    if seen.joint is None:
        close = too_close(seen.square, seen.states, seen.share, seen.odds)
    else:
        close = _open(seen, seen.joint)
        likest = [[one if two == state else two, state] for (one, two), state in zip(likest, states, strict=True)]
    borne = seen.borne.tolist()
    doubts = []
    for i, (square, match, lag) in enumerate(numbers):
        state, (other, best) = states[i], likest[i]
        least = square[state]
        doubt = ""
        if hidden[i] >= PARTLY:
            doubt = "is partly hidden"
        elif least > farthest and not borne[i]:
            doubt = "is hardly like a Hive glyph"
        elif best != state:
            doubt = either(state, best)
        elif match[best] - match[other] < TIED and lag > LESS:  # something may lie over it
            doubt = either(state, other)
        elif close[i].any():
            twin = (state + 2) % 4
            rival = twin if close[i, twin] else min(np.flatnonzero(close[i]).tolist(), key=square.__getitem__)
            doubt = either(state, rival)
        doubts.append(doubt)
    return doubts
