"""Doubts: every test that a board passes, in words, and which doubts something else may settle.

A test that fails is a doubt, with a weight: those that point to something else than a Lights Out board weigh more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.grid.holes import INNER
from vision.reading import OVER

if TYPE_CHECKING:
    from vision.grid.evidence import Evidence

WRITTEN = 0.095
LONGEST_SIDE = 20
TALLEST, WIDEST = 0.4, 5.5
"""A step across over one down: a board may be stretched over an upright screen, or have buttons with words on them."""
STRAINED, WORST = 0.07, 0.3
"""Shares of the difference between two states by which cells of one may differ, on average and at most, where the two
are far apart: lit cells shine on their neighbours, and the lines of a screen fall otherwise on each."""
MERGED, CHANGES = 0.3, 0.6
"""Share of cells without an outline of their own up to which a board has lines or gaps between its cells; share of the
lines between those of other boards that must be seen."""
MOSTLY = 0.7
"""The same of few cells: what has no outlines at all may be any drawing."""
OUTLINED = 0.88
"""Share of its cells that have an outline of their own, at least: unfilled squares of ruled paper lose theirs."""
LARGE_SYMMETRIC = 64
"""Cells from which a board is hardly symmetric by chance."""
BESIDE = 0.7
"""Share of the lines that may be carried on beside the board: a few by buttons or samples of the colours."""
BETWEEN = 0.5
"""Share of the places half way between the cells that show cells too, from which these are of another lattice."""
TINTED = 50.0
"""Difference (Lab) from which a cell of another colour is not just the one that the pointer is on."""
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
ENDLESS = "the cells of one state are as what is around the board: more lines of them may follow"
LETTERED = "every cell holds something else, like writing"
"""A doubt of cells cut from the frame itself; but a coarse view may not say to the pixel where they lie."""
LABELLED, UNIFORM = "small writing stands in the cells", "all cells look alike, so which state they show can't be told"
DIFFER = "cells of one state differ"
SETTLED_INSIDE = {DIFFER, PLAIN}
"""Doubts that are none where there are no others and the middles of cells tell the same states plainly: the ground is
busy then."""
SHONE_ON = {DIFFER, PLAIN, OUTSIDE}
"""Doubts that the light of lit cells raises, on their neighbours and beside the board."""
PATCHY, TABLED, ONCE, CUT_OFF, CLICKED, CHESS, LINED, ORDERED, PARTED, BLOCKY = (
    "some cells of a state hold something that others don't",
    "writing stands beside every line, as in tables",
    "a state occurs only once",
    "the board is cut by the picture's edge",
    "some cells look like a click being drawn",
    "the cells are coloured like a chess board",
    "the outer cells differ from all the rest",
    "all cells of one state come before the others",
    "all cells at one side have other colours than the rest, as where something lies over them",
    "the cells repeat in blocks",
)
SEATS, FIELD, LEGEND, MARKED, HALF_TURN, UPRIGHT = (
    "the cells are rounded at one side only, as seats are",
    "round cells lie on a lined field, as pieces do",
    "samples of the cells' colours stand beside the board, as in a legend",
    "some cells of a state hold a small mark that others don't",
    "half a turn, but no mirror, leaves it as it is: so are crosswords",
    "one half is as the other, as in letters and faces",
)
SHAPES = "the cells of one state are of two sizes or shapes"
CROSSES = "nine cells, some of which are crosses: it may be noughts and crosses"
PEGS = "places are missing at its corners as at those of a peg solitaire's board"
PANES = "only one cell differs, and the cells stand apart, as windows do"
HOPELESS = {ASIDE, PATCHY, TABLED, ONCE, CUT_OFF, CLICKED, CHESS, LINED, ORDERED, PARTED, BLOCKY}
"""Doubts that no finer view of the same cells settles: blurred outlines don't make them."""
SHEETED = "the cells are a block of a larger table: what is coloured there may be anything"
SPLIT = "one gap between lines is wider than all others, as between two boards"
FRINGED = "an outer line has hardly any outlines: it may be none of the board's"
OBLONG = "the cells are oblong and differ in what they hold, as cards and keys do"
DRAWING = "so few cells that run together may be any drawing"
SETTLED_CLOSER = {
    PLAIN,
    OUTLINE,
    ROWS,
    DRAWING,
    OUTSIDE,
    BARE,
    BLENDED,
    PIECES,
    RIVAL,
    LETTERED,
    FRINGED,
    OBLONG,
    ENDLESS,
}
"""Doubts that a finer view of the same cells may settle: they come from blurred outlines."""
FEW = "of the cells have an outline"
"""The end of one more such doubt."""
SETTLED_BY_DRAWING = {DRAWN, UNEVEN, PLAIN}
"""Doubts that are none where the states are one drawing in several colours, or two in a pattern that clicks make."""
PICTURES = {DIFFER, DRAWN, UNEVEN, PLAIN, OUTLINE, PIECES}
DRAWINGS = "each state is a picture of its own, as the cards and pieces of other games are"
"""What all of these come to where every cell of a state holds the same picture, but for grain."""
SETTLED_BY_ALIKENESS = {UNEVEN, PLAIN}
"""Doubts that are none where every cell of a state is the same to the pixel, and they are coloured otherwise."""
COARSE = {DIFFER, PLAIN, UNEVEN, FRINGED, OVER}
"""Doubts that a board may leave which only a coarse view shows: none of them is about where its lines are."""
RULED = "a letter or a number stands at each row and each column, as at plates, plans and charts"
AGAINST = "something lies against one side of the board: it may hide rows or columns"
STOCKED = "shapes of cells lie beside the board, as those that are to be put on it"
MAP = "a small part of the picture without lines between the cells may be a map or an icon"
OVERDRAWN = "what is drawn in the cells of every state stands out more than the states do"
MOTLEY = "the cells of a state hold each a picture of its own, as cards do"
SIGNED = "the cells of one state hold one of a few signs: they may be more states"
HOVERED = "only one cell differs, and not by much: the pointer may be on it"
TURNING = "some cells show another state's colour in their middle alone, as when they turn over"
AMID = {MIDWAY, CLICKED, TURNING}
"""Doubts about boards whose cells just change."""
WORDED = "only what is written or drawn in the cells tells the states apart"
"""Marks on a picture of a board do so, too, and in a pattern that clicks make: it is never settled."""
TERMINAL = "its cells are signs of a text, as those of other tables are"
"""Boards of writing: there is nothing to tell one from any other."""
CORNERED = "all cells of one state are a block at a corner, as a smaller board in a window for larger ones"
BARS = "one colour comes first in every line, as in a chart of bars"
CLOSE_COLOURS = "the states' colours are close together"
UNSEEN, SPRITE = (
    "too few of the lines between cells can be seen",
    "cells without lines make a picture, as of a maze or a code",
)
SETTLED_BY_CLICKS = {DRAWN, UNEVEN, PLAIN, OUTLINE, BARE, PIECES, LETTERED, BARS, CLOSE_COLOURS, UNSEEN, SPRITE}
"""Doubts that are none where few clicks make the pattern: about what the cells are, not about where they end."""
LIT = "light falls so unevenly that only neighbours tell the states apart"
SETTLED_IN_A_SQUARE = {DIFFER, PATCHY, STRAYS, LIT, OVER}
"""So are these on a square board where more cells are touched than one click turns: of states that are misread few
clicks make nothing, but a click that is being drawn turns all cells of a cross."""
SPREAD = "the cells stand far apart, as boxes to be ticked and letters do"
SETTLED_BY_NAME = {
    BARS,
    DRAWING,
    DRAWINGS,
    FIELD,
    HALF_TURN,
    LABELLED,
    LEGEND,
    LETTERED,
    MOTLEY,
    MAP,
    OVERDRAWN,
    PANES,
    PEGS,
    RULED,
    SEATS,
    SPREAD,
    STOCKED,
    TABLED,
    UPRIGHT,
}
"""Doubts that are none where the game is named: all that is said is that other things have that look, too."""
SKETCHED = "grids like it stand beside it, as where a game is explained"
ALL_ALIKE = {UNIFORM, HOVERED, DRAWN, UNEVEN, OUTLINE}
"""Doubts that a table of cells all alike leaves, one of which may be picked out."""
CHEQUERED = 12
"""Cells from which of a thousand boards hardly one is coloured like a chess board."""
CHANCE = 16
"""Cells from which no board comes into order by chance."""


def doubts(seen: Evidence) -> list[tuple[int, str]]:
    """Every test that fails: its weight and its words."""
    several = seen.states >= 2
    large = seen.cells >= 9
    share = seen.fewest / seen.cells
    orderly = 2 if seen.cells >= CHANCE else 1
    apart = seen.cut if seen.ratio >= 6 else 0.0
    tests = (
        (several, 1, UNIFORM),
        (seen.source in ("ring", "words") or not several or seen.recoloured or seen.dealt, 1, DRAWN),
        (seen.source != "words", 1, WORDED),
        (large, 1 if seen.cells > 4 else 2, f"only {seen.cells} cells"),
        (seen.longest <= LONGEST_SIDE, 2, f"a side of {seen.longest} cells is longer than any known board's"),
        (seen.occupancy >= OUTLINED, 1, f"only {seen.occupancy:.0%} {FEW}"),
        (seen.ratio >= 2.5 or not several, 1, "the states are not clearly apart"),
        (seen.cut >= 10 or not several or seen.flat, 1, CLOSE_COLOURS),
        (
            (seen.strain <= max(4, STRAINED * apart) and seen.worst_strain <= max(15, WORST * apart))
            or seen.plain_inside,
            1 if seen.strain <= 15 else 3,
            DIFFER,
        ),
        (
            seen.spread <= max(6.5, 0.15 * seen.cut if seen.strain <= 1.5 else 0.0)
            or seen.recoloured
            or seen.identical
            or seen.dealt
            or seen.plain_inside,
            1,
            PLAIN,
        ),
        (seen.residual <= 0.035, 1, ROWS),
        (TALLEST <= seen.aspect <= WIDEST, 2, "the cells' spacing is very uneven"),
        (seen.pitch >= 6, 1, "the cells are too small"),
        (seen.outside <= 0.5 and seen.beyond <= 0.5, 1, OUTSIDE),
        (not seen.clipped, 0, "the picture ends where another line of cells may follow"),  # it is a board no less
        (seen.hidden == 0, 1, CUT_OFF),
        (seen.patchy <= max(1, seen.cells // 12), 3, PATCHY),
        (seen.writing <= WRITTEN, 2 if several and share >= 0.2 else 3, LETTERED),
        (seen.uneven <= 12 or seen.recoloured or seen.identical or seen.dealt, 1, UNEVEN),
        (seen.outlines <= 0.12, 1 if seen.states < 3 else 2, OUTLINE),
        (not seen.midway, 1, MIDWAY),
        (seen.pieces == 0 or seen.alight, 1 if seen.states < 3 else 3, PIECES),
        (
            seen.holes <= (INNER * seen.cells if seen.shapely else 0),
            1,
            "places without a cell's outline are taken for holes",
        ),
        (not seen.aisle, 3, "a whole line of places has no cells, as an aisle"),
        (seen.bare <= 0.5 or seen.holes > 0, 3 if seen.symmetric and seen.cells >= LARGE_SYMMETRIC else 1, BARE),
        (seen.merged <= MERGED or not seen.blended, 1, BLENDED),
        (not seen.endless, 0, ENDLESS),  # so drawn it is a board no less
        (seen.merged <= MOSTLY or seen.cells >= CHANCE, 1, DRAWING),
        (seen.merged <= MERGED or seen.changes >= CHANGES, 1, UNSEEN),
        (seen.merged <= MERGED or not seen.drawn, 0 if seen.crossed else 2, SPRITE),  # a last click is no maze
        (not seen.clicked, 1, CLICKED),
        (seen.states < 5, 1, f"{seen.states} colours are more than boards usually have"),
        (seen.states < 3 or seen.fewest >= 2, 1, ONCE),
        (seen.states != 2 or seen.fewest > 1 or seen.cut > TINTED, 1, HOVERED),
        (not seen.checkered, 3 if seen.cells >= CHEQUERED else 1, CHESS),
        (not seen.lined or not large, orderly, LINED),
        (not seen.ordered or not large, orderly, ORDERED),
        (not seen.cornered, 1, CORNERED),
        (not seen.parted, 1, PARTED),
        (not seen.bars, 3, BARS),
        (not seen.symmetric or seen.states != 2 or seen.cells < LARGE_SYMMETRIC, 1, HALF_TURN),
        (not seen.blocky or seen.merged <= MERGED or not large, 1, BLOCKY),
        (seen.rival <= 0.8, 1, RIVAL),
        (seen.beside <= BESIDE, 1, ASIDE),
        (not seen.sheeted, 1, SHEETED),
        (not seen.split, 2, SPLIT),
        (seen.between <= BETWEEN, 2, "cells stand between the rows and columns too"),
        (seen.strays == 0, 1, STRAYS),
        (seen.lit, 1, LIT),
        (seen.covered <= LARGEST_COVER, 1, OVER),
    )
    found = [(weight, words) for good, weight, words in tests if not good]
    unlined = all(weight == 1 and (words == BARE or words.endswith(FEW)) for weight, words in found)
    return [] if seen.walled and unlined else found
