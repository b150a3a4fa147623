"""Judge: whether a reading may be acted on, is doubtful, or is no board; with its reasons in words.

Every test that fails is a doubt, and a single doubt is enough not to be sure. Doubts that point to something else than
a Lights Out board weigh more; enough weight and the verdict is that there is no board.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.grid import beyond, field, patches, pattern
from vision.grid.content import identical, marked, recoloured, sizes, writing
from vision.grid.dealt import briefly, checks, dealt
from vision.grid.evidence import Evidence, gather
from vision.grid.extents import SPARSEST
from vision.grid.labels import labelled
from vision.grid.legend import explained
from vision.grid.named import named
from vision.grid.onesided import onesided
from vision.grid.states import doubled
from vision.grid.titles import titled
from vision.reading import OVER

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.cells import Cells
    from vision.reading import Verdict
    from vision.scene import Scene

NONE_AT, GRAVE = 3, 2
TABLE, MANY = 3, 5
"""Weight of lines with titles, from so many lines; a few may stand beside other writing by chance."""
WRITTEN = 0.095
LONGEST_SIDE = 20
STRAINED = 0.07
"""Share of the difference between two states by which cells of one may differ where the two are far apart: lit cells
shine on their neighbours."""
MERGED, CHANGES = 0.3, 0.6
"""Share of cells without an outline of their own up to which a board has lines or gaps between its cells; share of the
lines between those of other boards that must be seen."""
OUTLINED = 0.88
"""Share of its cells that have an outline of their own, at least: unfilled squares of ruled paper lose theirs."""
LARGE_SYMMETRIC = 64
"""Cells from which a board is hardly symmetric by chance."""
PICTURE, SKETCH, MARKS = 30, 25, 3
"""Cells from which a picture of something shows, and from which one that no clicks make does; cells with a small mark,
and as many without, that are no chance."""
FOLLOWS = 0.84
"""Correlation with cells from which a line outside the board is more of it."""
OBLONG = 1.31
"""Steps across and down a board's lines, the longer over the shorter: those of cards are more, of no known board."""
BESIDE = 0.7
"""Share of the lines that may be carried on beside the board: a few by buttons or samples of the colours."""
BETWEEN = 0.5
"""Share of the places half way between the cells that show cells too, from which these are of another lattice."""
TINTED = 50.0
"""Difference (Lab) from which a cell of another colour is not just the one that the pointer is on."""
LAID_ON = 2.0
"""Difference (Lab) from its state's drawing of a cell on which something lies; others differ a tenth of it at most."""
LARGEST_COVER = 0.5
"""Places that a pointer may cover: more may hide a state, or stand for one."""
DRAWN, UNEVEN, PLAIN, OUTLINE, ROWS, OUTSIDE, ASIDE, BARE, BLENDED, PIECES, RIVAL, MIDWAY, STRAYS = (
    "the states differ only in what is drawn inside the cells",
    "the states differ in what the cells hold",
    "the cells are not plain",
    "the states differ in their outline",
    "the cells do not stand in straight rows",
    "more cells seem to follow outside the board",
    "another block of such cells stands beside these, as in plans of seats",
    "the cells of one state have no outline",
    "where the board ends can't be told: its surroundings are like cells",
    "some cells look like pieces lying on places",
    "other rows and columns would fit as well",
    "one state's colour lies between two others, as in mid-fade",
    "some cells fit no state",
)
LETTERED = "every cell holds something else, like writing"
"""A doubt of cells cut from the frame itself: the same on whatever view."""
LABELLED, UNIFORM = "small writing stands in the cells", "all cells look alike, so which state they show can't be told"
DIFFER = "cells of one state differ"
SHONE_ON = {DIFFER, PLAIN, OUTSIDE}
"""Doubts that the light of lit cells raises, on their neighbours and beside the board."""
GLARING, CLEAR = 40.0, 5.0
"""Difference (Lab) of lit cells, and its share of what is within a state, from which they may shine so."""
SHADES = {MIDWAY, STRAYS}
"""Doubts about what the cells show, not about what they are."""
PATCHY, TABLED, ONCE, CUT_OFF, CLICKED, CHESS, LINED, ORDERED, BLOCKY = (
    "some cells of a state hold something that others don't",
    "writing stands beside every line, as in tables",
    "a state occurs only once",
    "the board is cut by the picture's edge",
    "some cells look like a click being drawn",
    "the cells are coloured like a chess board",
    "the outer cells differ from all the rest",
    "all cells of one state come before the others",
    "the cells repeat in blocks",
)
SEATS, FIELD, LEGEND, MARKED, HALF_TURN, UPRIGHT = (
    "the cells are rounded at one side only, as seats are",
    "round cells lie on a lined field, as pieces do",
    "samples of the cells' colours stand beside the board, as in a legend",
    "some cells of a state hold a small mark that others don't",
    "half a turn, but no mirror, leaves it as it is: so are crosswords",
    "left is as right, as in letters and faces",
)
FOREIGN = {SEATS, FIELD, LEGEND, HALF_TURN}
"""Doubts that hardly any board leaves, but other things of the world do."""
HOPELESS = {ASIDE, PATCHY, TABLED, ONCE, CUT_OFF, CLICKED, CHESS, LINED, ORDERED, BLOCKY}
"""Doubts that no finer view of the same cells settles: blurred outlines don't make them."""
SETTLED_CLOSER = {PLAIN, OUTLINE, ROWS, OUTSIDE, BARE, BLENDED, PIECES, RIVAL}
"""Doubts that a finer view of the same cells may settle: they come from blurred outlines."""
FEW = "of the cells have an outline"
"""The end of one more such doubt."""
SETTLED_BY_DRAWING = {DRAWN, UNEVEN, PLAIN}
"""Doubts that are none where the states are one drawing in several colours, or two in a pattern that clicks make."""
SETTLED_BY_ALIKENESS = {UNEVEN, PLAIN}
"""Doubts that are none where every cell of a state is the same to the pixel, and they are coloured otherwise."""
BARS = "one colour comes first in every line, as in a chart of bars"
CLOSE_COLOURS = "the states' colours are close together"
SETTLED_BY_CLICKS = {DRAWN, UNEVEN, PLAIN, OUTLINE, BARE, PIECES, LETTERED, BARS, CLOSE_COLOURS}
"""Doubts that are none where few clicks make the pattern: about what the cells are, not about where they end."""
CHANCE = 16
"""Cells from which no board comes into order by chance."""
COLOURED, CLOSE = 20.0, 0.7
"""Difference (Lab) of states from which their cells have colours of their own, whatever is drawn on them; and how much
of a step such cells take up, which boxes to be ticked do not."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict on one grid.

    Attributes:
        verdict: ``sure``, ``unsure`` or ``none``.
        reasons: against it, in words; empty when it is sure.
        grave: some doubt points to something else than a board.
        unclear: a finer view of the same cells may settle all of the doubts.
    """

    verdict: Verdict
    reasons: tuple[str, ...] = ()
    grave: bool = False
    unclear: bool = False


def judge(scene: Scene, one: Cells, rival: float) -> Judgement:
    """Verdict on one reading; ``rival`` is the best overlapping other grid's score over this one's."""
    shown = patches.shown(scene, one.homography, (one.grid.rows, one.grid.cols))
    seen = gather(scene, one, shown, rival)
    found = doubts(seen)
    words = {words for _, words in found}
    if SETTLED_BY_DRAWING & words and recoloured(one):
        seen = replace(seen, recoloured=True)
        found = doubts(seen)
    elif words and words <= SETTLED_BY_ALIKENESS and seen.cut >= COLOURED and min(one.grid.body) >= CLOSE:
        seen = replace(seen, identical=identical(one))
        found = doubts(seen)
    if SETTLED_BY_DRAWING & {words for _, words in found} and dealt(one):
        seen = replace(seen, dealt=True)
        found = doubts(seen)
    found = _unless_clicked(one, found)
    if sum(weight for weight, _ in found) < NONE_AT:
        # The dearest figure comes last, and only where it matters.
        if (written := writing(scene, one)) > WRITTEN:
            seen = replace(seen, writing=written)
            found = _unless_clicked(one, doubts(seen))
        if lines := titled(one, shown) or named(scene, one):
            found.append((TABLE if lines >= MANY else 1, TABLED))
        elif [words for _, words in found] == [UNIFORM] and labelled(scene, one):
            found.append((TABLE, LABELLED))
    if not found or (seen.states == 2 and all(words == OUTLINE for _, words in found)):
        # Lit cells may have a shape of their own; pieces that lie on cells are told by what shows around them.
        reason = _last(scene, one, seen, shown)
        found = [] if reason is None else [(1, reason)]
    if not found:
        return Judgement("sure")
    weights = [weight for weight, _ in found]
    reasons = tuple(words for _, words in found)
    shone_on = seen.cut >= GLARING and seen.ratio >= CLEAR and set(reasons) <= SHONE_ON
    verdict: Verdict = "none" if sum(weights) >= NONE_AT and (not shone_on or max(weights) > 1) else "unsure"
    grave = max(weights) >= GRAVE
    outlines = all(words in SETTLED_CLOSER or words.endswith(FEW) for words in reasons)
    unclear = not grave and verdict == "unsure" and outlines
    return Judgement(verdict, reasons, grave, unclear)


def _unless_clicked(one: Cells, found: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """The doubts ``found``, or none where few clicks make the pattern and settle all of them."""
    settled = all(words in SETTLED_BY_CLICKS or words.endswith(FEW) for _, words in found)
    return [] if found and settled and briefly(one) else found


def _last(scene: Scene, one: Cells, seen: Evidence, shown: NDArray[np.bool_] | None) -> str | None:
    """A doubt that is looked for only where there is no other: all others stand without it."""
    if not 1 <= OBLONG * seen.aspect <= OBLONG**2 and not dealt(one):
        return "the cells are oblong, as cards and keys are"
    if min(one.grid.body) < SPARSEST and not briefly(one):
        return "the cells stand far apart, as boxes to be ticked and letters do"
    if seen.states == 2 and seen.fewest == 1 and max(one.grid.body) < CLOSE:
        return "only one cell differs, and the cells stand apart, as windows do"
    if beyond.likeness(one, shown) > FOLLOWS:
        return OUTSIDE
    if beyond.fringed(one.grid):
        return "an outer line has hardly any outlines: it may be none of the board's"
    if one.source == "ring" and doubled(one.rings, one.states.labels) and not briefly(one):
        return "the cells of one state are of two shades"
    if sizes(one) and not briefly(one):
        return "the cells of one state are of two sizes or shapes"
    states = one.states.labels.reshape(one.grid.rows, one.grid.cols)
    if (
        seen.states == 2
        and pattern.upright(states)
        and (seen.cells >= PICTURE or (seen.cells >= SKETCH and checks(states) < 0))
    ):
        return UPRIGHT
    if marked(one) >= MARKS:
        return MARKED
    if onesided(scene, one):
        return SEATS
    if field.lined(scene, one):
        return FIELD
    if _overlaid(one):
        return "something lies on a cell, and no clicks make the pattern that is read"
    if labelled(scene, one) and not briefly(one):
        return LABELLED
    return LEGEND if explained(scene, one) else None


def _overlaid(one: Cells) -> bool:
    """Whether one or two cells alone are not as their state is drawn, and no clicks make the pattern: one is wrong."""
    ordered = np.sort(one.strain)
    odd = ordered[-1] >= LAID_ON and ordered[-3] <= LAID_ON / 10
    states = one.states.labels.reshape(one.grid.rows, one.grid.cols)
    return bool(odd) and one.states.count == 2 and checks(states) < 0


def doubts(seen: Evidence) -> list[tuple[int, str]]:
    """Every test that fails: its weight and its words."""
    several = seen.states >= 2
    large = seen.cells >= 9
    share = seen.fewest / seen.cells
    orderly = 2 if seen.cells >= CHANCE else 1
    tests = (
        (several, 1, UNIFORM),
        (seen.source == "ring" or not several or seen.recoloured or seen.dealt, 1, DRAWN),
        (large, 1 if seen.cells > 4 else 2, f"only {seen.cells} cells"),
        (seen.longest <= LONGEST_SIDE, 2, f"a side of {seen.longest} cells is longer than any known board's"),
        (seen.occupancy >= OUTLINED, 1, f"only {seen.occupancy:.0%} {FEW}"),
        (seen.ratio >= 2.5 or not several, 1, "the states are not clearly apart"),
        (seen.cut >= 10 or not several or seen.flat, 1, CLOSE_COLOURS),
        (
            seen.strain <= max(4, STRAINED * seen.cut if seen.ratio >= 6 else 0) and seen.worst_strain <= 15,
            1 if seen.strain <= 15 else 3,
            DIFFER,
        ),
        (
            seen.spread <= max(6.5, 0.15 * seen.cut if seen.strain <= 1.5 else 0.0)
            or seen.recoloured
            or seen.identical
            or seen.dealt,
            1,
            PLAIN,
        ),
        (seen.residual <= 0.035, 1, ROWS),
        (0.5 <= seen.aspect <= 2, 2, "the cells' spacing is very uneven"),
        (seen.pitch >= 6, 1, "the cells are too small"),
        (seen.outside <= 0.5 and seen.beyond <= 0.5, 1, OUTSIDE),
        (not seen.clipped, 1, "the picture ends where another line of cells may follow"),
        (seen.hidden == 0, 1, CUT_OFF),
        (seen.patchy <= max(1, seen.cells // 12), 3, PATCHY),
        (seen.writing <= WRITTEN, 2 if several and share >= 0.2 else 3, LETTERED),
        (seen.uneven <= 12 or seen.recoloured or seen.identical or seen.dealt, 1, UNEVEN),
        (seen.outlines <= 0.12, 1 if seen.states < 3 else 2, OUTLINE),
        (not seen.midway, 1, MIDWAY),
        (seen.pieces == 0, 1 if seen.states < 3 else 3, PIECES),
        (seen.holes == 0, 1, "places without a cell's outline are taken for holes"),
        (not seen.aisle, 2, "a whole line of places has no cells, as an aisle"),
        (seen.bare <= 0.5 or seen.holes > 0, 3 if seen.symmetric and seen.cells >= LARGE_SYMMETRIC else 1, BARE),
        (seen.merged <= MERGED or not seen.blended, 1, BLENDED),
        (seen.merged <= MERGED or seen.changes >= CHANGES, 1, "too few of the lines between cells can be seen"),
        (seen.merged <= MERGED or not seen.drawn, 2, "cells without lines make a picture, as of a maze or a code"),
        (not seen.clicked, 1, CLICKED),
        (seen.states < 5, 1, f"{seen.states} colours are more than boards usually have"),
        (seen.states < 3 or seen.fewest >= 2, 1, ONCE),
        (
            seen.states != 2 or seen.fewest > 1 or seen.cut > TINTED,
            1,
            "only one cell differs, and not by much: the pointer may be on it",
        ),
        (not seen.checkered, 3 if seen.cells >= 16 else 1, CHESS),
        (not seen.lined or not large, orderly, LINED),
        (not seen.ordered or not large, orderly, ORDERED),
        (not seen.bars, 3, BARS),
        (not seen.symmetric or seen.states != 2 or seen.cells < LARGE_SYMMETRIC, 1, HALF_TURN),
        (not seen.blocky or seen.merged <= MERGED or not large, 1, BLOCKY),
        (seen.rival <= 0.8, 1, RIVAL),
        (seen.beside <= BESIDE, 1, ASIDE),
        (seen.between <= BETWEEN, 2, "cells stand between the rows and columns too"),
        (seen.strays == 0, 1, STRAYS),
        (seen.lit, 1, "light falls so unevenly that only neighbours tell the states apart"),
        (seen.covered <= LARGEST_COVER, 1, OVER),
    )
    return [(weight, words) for good, weight, words in tests if not good]
