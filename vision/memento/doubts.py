"""Doubts about a memento reading, in words for people, and which of them further evidence settles."""

from __future__ import annotations

RIVALLED = "another board fits the same place almost as well"
GOES_ON = "the outline goes on straight beyond the board: the board may too"
REVISED = "the edges speak for other rows or columns than the tiles"
CLIPPED = "the picture may end in the middle of the board"
APART = "the cells stand far apart, as windows do"
TORN = "something lies over the tiles: rows or columns may be hidden with them"
CLOSER = "buttons stand beside parts of its rows or columns: there may be more of these"
OPEN = "one side of the board has no clear edge"
UNDRAWN = "a line between cells is nowhere to be seen"
TWO_EACH = "the cells are two squares each: they may be two cells"
TWICE = "each tile shows the same twice: it may be two"
PARTED = "the cells may be parts of larger ones: fewer lines are seen in these than between them"
BLANK = "an outer row or column is blank: it may not belong to the board"
SQUAT = "a board of two rows or columns is rare"
RUN_ON = "tiles and picture are not parted by edges"
HALVES = "a line runs through the middle of cells: they may be two each"
THINGS = "face-up cells have the rim of a tile: it may be a grid of things"
UNSOLVABLE = "flipping whole lines can't make this pattern: it may be another puzzle"
UNALIKE = "the face-down tiles are not all alike"
LITTLE = "too little speaks for tiles over one picture"
LOOSE = "the picture does not go on from cell to cell"
LONE = "no two face-up cells are neighbours: nothing shows that they are parts of one picture"
STRIPES = "stripes are commoner as something else"
CHEQUERS = "chequers are commoner as something else"
HEADING = "only one outer row or column is face up: it may be a heading"
SPILLED = "cells outside look like tiles of the board: it may go on there"
BANDED = "tiles all along one side and nowhere else: they may be a plain part of a picture"
ALIKE = "face-up cells are much alike: it may be a puzzle of two colours"
ONE_LOOK = "all face-up cells look the same: they may be the tiles"
CARDS = "face-up cells hold something of their own within rims that are alike: they may be cards"
RIMMED = "face-up cells have one and the same rim: they may be squares of another game"
"""The doubts of tiles that show a plain grid where one is read in the same place."""
BOXED = "only the outlines of its cells tell where it is: galleries have such, too"
COMMONER = frozenset((CHEQUERS, RIMMED, LOOSE, LONE, ALIKE, TORN))
"""Doubts of grids that are commoner as something else, where nothing but closed outlines tells them."""
ENDLESS = frozenset((GOES_ON, CLIPPED, SPILLED, TORN, CLOSER, OPEN))
"""Doubts about where a board ends, which stay where another look finds the same board."""
UNCONNECTED = frozenset((LOOSE, LONE, STRIPES, HEADING, BANDED, ALIKE))
"""Doubts that a closer look at the borders of face-up cells may settle."""
TOLD_BY_RAILS = (UNCONNECTED - {STRIPES}) | {
    UNDRAWN,
    TWO_EACH,
    TWICE,
    PARTED,
    BLANK,
    SQUAT,
    RUN_ON,
    HALVES,
    THINGS,
    SPILLED,
    CHEQUERS,
    RIMMED,
}
"""Doubts about where the cells are, and whether lines of them are flipped, which buttons beside all lines settle.

Those about stripes, too, where the outline is closed and nothing else fits.
"""
TOLD_BY_MARKS = TOLD_BY_RAILS | {STRIPES, RIVALLED, LITTLE, UNALIKE}
"""Doubts that the same signs beside all lines that were read settle, and none further: nothing else has them."""
TOLD_BUT_CORNERED = TOLD_BY_MARKS - {SPILLED}
"""The same where one more stands as that of the diagonal does, but may be that of one more row or column."""
TOLD_ONE_WAY = frozenset((ALIKE, LONE))
"""Those that such signs beside all rows, or all columns, settle."""
STRIPED = frozenset((STRIPES, BANDED, HEADING, BLANK))
"""Those about stripes that signs beside each of these settle."""
MARKED_ONE_WAY = TOLD_ONE_WAY | STRIPED | {PARTED}
"""All that signs beside all rows, or all columns, may settle."""
