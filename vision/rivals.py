"""Rivals: which of several readings of one place is believed, and what stays doubtful about a grid that may be tiles.

Tiles over a picture need much more to be seen than a plain grid: where both are read, the grid gives way.
"""

from __future__ import annotations

from dataclasses import replace
from math import dist
from typing import TYPE_CHECKING

import numpy as np

from vision import showing
from vision.algebra import checks, in_line, misread, solvable
from vision.grid import undealt
from vision.grid.doubts import DIFFER, OUTLINE, PLAIN, UNEVEN
from vision.memento.doubts import ALIKE, RIMMED
from vision.overlap import meets
from vision.reading import COVERED, LOOSE, OVER, nothing

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.evenness import Evenness
    from vision.reading import Reading

    Drawn = dict[tuple[float, ...], Evenness]

TILES_FROM = 0.75
"""Confidence of a memento reading from which a Lights Out reading of the same place is not sure."""
SAME_FROM = 0.2
"""The same where both tell the same cells apart: then a picture is what speaks against plain states."""
LIKELIER = 0.5
"""Confidence of tiles in doubt that flips can make, from which a grid in doubt in their place is not offered."""
FAILED = 4
"""Checks (``vision.grid.dealt``) that a pattern fails which is no board's; with a rule drawn in each it fails more.
Games that deal at random fail fewer, and so do pictures made to look like a game's."""
VEILED = {OVER, OUTLINE, PLAIN, UNEVEN, DIFFER}
"""Doubts about a grid that its cells' looks apart leave: parts of a picture would differ among themselves."""
TWO = 2
"""States of tiles, and of most lights."""
TOUCHED = 2
"""Cells on which a small message lies, of a grid whose cells are otherwise even."""
AGAIN = 3
"""Boards all alike from which each is rather a cell of a larger one: two may be a board and its goal."""
WHOLE = 1.2
"""Cells up to which what lies within one of them reaches."""
FINER = 0.75
"""A panel's step over a grid's up to which the panel is no grid of the same cells."""
HALF = 0.5
"""Share of the cells in a rectangle from which something may lie over it."""
NEAR = 0.3
"""Cells: centres nearer than this are of the same cell."""


def two(reading: Reading) -> bool:
    """Whether a reading is of a plain grid of two states."""
    return reading.kind == "lights-out" and reading.states == TWO


def uniform(reading: Reading) -> bool:
    """Whether all cells show the same: a sign drawn in each cell of some other board does."""
    return len({cell.state for cell in reading.cells}) == 1


def may_be_tiles(reading: Reading, drawn: Drawn) -> bool:
    """Whether the cells of a sure grid are not all that plain, or of several colours in no pattern that clicks make."""
    if reading.kind != "lights-out" or uniform(reading):
        return False
    if not two(reading):
        return not drawn[reading.homography].cycled or drawn[reading.homography].flanked()
    return showing.flipped(reading) or drawn[reading.homography].uneven()


def doubted(reading: Reading) -> Reading:
    """Tiles where a plain grid was read for sure."""
    if reading.verdict != "sure":
        return reading
    return replace(reading, verdict="unsure", reasons=("it may be a plain grid of lights too: name the puzzle",))


def unless_pictured(reading: Reading, drawn: Drawn) -> Reading:
    """A sure grid is unsure where its one cell of another state, or those of one state, may be parts of a picture.

    It is none where clicks can't make what these show.
    """
    if reading.verdict != "sure" or reading.kind != "lights-out":
        return reading
    cells, made = drawn[reading.homography], two(reading) and solvable(showing.table(reading) == 0)
    if cells.lonely():
        reason = "only one cell differs from the others, and not in its colour alone: name the puzzle"
        if len(reading.cells) >= undealt.PICTURE:
            return nothing("a single light, which boards in play do not show", reason)
    elif cells.pictured():
        reason = "cells of one state hold each something else, as tiles over a picture do: name the puzzle"
        if showing.passed(reading) < 0:
            return nothing("no clicks can make the pattern; name the puzzle if it is lights-out", reason)
    elif (made or not cells.alike) and cells.flanked(one_way=made):
        reason = "buttons stand beside all its rows or columns, as beside tiles over a picture: name the puzzle"
    else:
        return reading
    return reading.unsure(reason)


def unless_undealt(reading: Reading, drawn: Drawn) -> Reading:
    """A sure grid is unsure where no clicks make its pattern.

    By chance one pattern in 16 passes four checks. Games with rules of their own fail them too; they draw the rule of
    each cell in it.
    """
    failed = -showing.passed(reading) if reading.verdict == "sure" and two(reading) else 0
    if failed < FAILED or (failed == FAILED and drawn[reading.homography].ruled()):
        return reading
    reason = "no clicks can make this pattern: it may be another game's; name the puzzle if it is lights-out"
    return reading.unsure(reason)


def unless_beside(reading: Reading, located: list[Reading]) -> Reading:
    """A grid, or tiles, with a lock or a panel beside it of which something may hide too much to read it."""
    if reading.verdict != "sure" or all(one.kind in LOOSE or meets(one.outline, reading.outline) for one in located):
        return reading
    return second(reading)


def unless_again(reading: Reading, located: list[Reading]) -> Reading:
    """A grid that stands there again and again, as a lamp does that is drawn in dots, some of them brighter."""
    if reading.verdict != "sure" or reading.kind != "lights-out":
        return reading
    board = showing.table(reading)
    if sum(one.kind == reading.kind and np.array_equal(showing.table(one), board) for one in located) < AGAIN:
        return reading
    return reading.unsure("the same board stands there several times: each may be a cell of a larger one")


def unless_signs(reading: Reading, located: list[Reading]) -> Reading:
    """A grid in whose cells signs were seen, one for each colour, as on a panel of coloured plates."""
    panels = (one for one in located if one.kind == "heresy" and len(one.cells) == len(reading.cells))
    if reading.verdict != "sure" or reading.kind != "lights-out":
        return reading
    if not any(_one_to_one(_pairs(one, reading)) for one in panels):
        return reading
    return reading.unsure("its cells hold signs like a heresy panel's: name the puzzle if it is lights-out")


def amid(grid: Reading, panel: Reading) -> bool:
    """Whether a panel of one sign lies amid the cells of a larger grid: parts of cells that are alike make signs so."""
    if grid.kind != "lights-out" or panel.kind != "heresy" or len(grid.cells) <= len(panel.cells):
        return False
    return uniform(panel) and meets(grid.outline, panel.outline)


def unless_amid(reading: Reading, located: list[Reading]) -> Reading:
    """A panel in whose place a larger grid was seen, however doubtful."""
    if reading.verdict != "sure" or not any(amid(grid, reading) for grid in located):
        return reading
    return reading.unsure("its signs are all alike, amid the cells of a board of lights: name the puzzle")


def second(reading: Reading) -> Reading:
    """A board beside a lock or a panel, which are seldom mistaken: any table in the background may look like a grid."""
    if reading.verdict != "sure" or reading.kind not in LOOSE:
        return reading
    reason = f"a board of another kind is in the picture: name the puzzle if it is {reading.kind}"
    return reading.unsure(reason)


def cut_out(grid: Reading, panel: Reading) -> bool:
    """Whether the cells of a panel that is doubtful, or of one sign only, are a larger grid's, or parts of them."""
    if panel.kind != "heresy" or grid.verdict == "none" or len(grid.cells) <= len(panel.cells):
        return False
    if panel.verdict == "sure" and not (uniform(panel) and grid.verdict == "sure"):
        return False
    if panel.verdict != "sure" and panel.pitch < FINER * grid.pitch and _inside(panel, grid):
        return True  # it is made of parts of cells
    return _among(panel, grid)


def _among(part: Reading, grid: Reading) -> bool:
    """Whether all cells of a reading are some of those of a grid, which has more."""
    if len(grid.cells) <= len(part.cells):
        return False
    places = np.array([cell.center for cell in grid.cells])
    away = [float(np.abs(places - cell.center).max(axis=1).min()) for cell in part.cells]
    return max(away) < NEAR * grid.pitch


def _inside(panel: Reading, grid: Reading) -> bool:
    """Whether a panel lies within the place of a grid."""
    (left, top, right, bottom), (first, upper, last, lower) = panel.outline, grid.outline
    return first <= left and upper <= top and right <= last and bottom <= lower


def settled(readings: list[Reading], tiles: list[Reading], drawn: Drawn) -> list[Reading]:
    """Which of the ``readings`` are believed: a grid gives way already where the tiles are not quite sure.

    No other two puzzles are ever sure in one place: the search ends at a sure lock, and at a sure panel unless it is of
    one sign only.

    Args:
        readings: of one look.
        tiles: those among them, and others, that speak against a grid in their place.
        drawn: what the cells show of sure grids of two states, of grids of more and of sure tiles, by homography.
    """
    grids = [reading for reading in readings if reading.kind == "lights-out"]
    readings = [
        one
        for one in readings
        if not any(_plainer(grid, one) or cut_out(grid, one) or _held(grid, one) for grid in grids)
    ]
    readings = [one for one in readings if not any(_likelier(other, one) or _printed(other, one) for other in readings)]
    settled = [
        doubted(one)
        if _blank(one, drawn)
        or any(_veiled(grid, one, drawn) or _coloured(grid, one, drawn) or _portion(one, grid) for grid in grids)
        else one
        for one in readings
    ]
    for place, one in enumerate(readings):
        if one.kind != "lights-out" or one.verdict != "sure":
            continue
        cells = drawn.get(one.homography)
        if any(_disputes(other, one, cells) for other in tiles):
            reason = "its cells look like tiles over a picture too: name the puzzle"
            settled[place] = one.unsure(reason)
    return settled


def _printed(tiles: Reading, lock: Reading) -> bool:
    """Whether a lock in doubt lies on tiles that are told apart: rings are printed on their backs."""
    if lock.kind != "wheels" or lock.verdict != "unsure" or tiles.kind != "memento" or tiles.suspects:
        return False
    return len(tiles.reasons) <= 1 and meets(lock.outline, tiles.outline)


def _held(grid: Reading, tiles: Reading) -> bool:
    """Whether tiles all lie within one cell of a grid: they are something drawn there."""
    if tiles.kind != "memento" or not (tiles.cells and grid.cells):
        return False
    left, top, right, bottom = tiles.outline
    if max(right - left, bottom - top) > WHOLE * grid.pitch:
        return False
    middle = (left + right) / 2, (top + bottom) / 2
    return any(dist(middle, cell.center) < grid.pitch / 2 for cell in grid.cells)


def _plainer(grid: Reading, other: Reading) -> bool:
    """Whether doubtful tiles are the cells of a grid, and more likely no tiles: that grid is then what is offered."""
    if other.kind != "memento" or other.verdict == "sure":
        return False
    covered = showing.table(other) == 0
    if len(grid.cells) != len(other.cells):
        # Other rows and columns: tiles with several doubts are not what is offered in the place of a grid without any.
        overruled = grid.verdict == "sure" and len(other.reasons) > 1 and meets(other.middles, grid.middles)
        return overruled and not showing.proven(other)
    pairs = _pairs(other, grid)
    if _one_to_one(pairs):
        unlike = len(grid.reasons) <= len(other.reasons) and not solvable(covered)
        return unlike or (grid.verdict == "sure" and not showing.proven(other))
    # The same cells told apart otherwise: the one that leaves less doubt.
    return bool(pairs) and len(grid.reasons) < 2 <= len(other.reasons) and not showing.proven(other)


def _veiled(grid: Reading, tiles: Reading, drawn: Drawn) -> bool:
    """Whether tiles are the cells of a grid that only what lies over it, or wears its cells, keeps from being sure.

    A pattern that hardly anything but flips makes is theirs, unless the cells of each state look alike in a sure grid.
    So are cells of which each face-up one holds something else, and the others do not; but those of one line, with
    which nothing can be compared, may all be on their way to the other face.
    """
    doubts = {words for words in grid.reasons if not words.endswith(COVERED)}
    if tiles.kind != "memento" or len(grid.cells) != len(tiles.cells) or not doubts <= VEILED:
        return False
    covered = showing.table(tiles) == 0
    shown = drawn.get(tiles.homography)
    # What lies over cells makes them differ, too, but leaves none between them out.
    veiled = grid.verdict == "sure" or (OVER in grid.reasons and _in_a_box(~covered))
    if not veiled and shown is not None and not in_line(~covered) and shown.speckled():
        return False
    cells = drawn.get(grid.homography) if grid.verdict == "sure" else None
    even = cells is not None and not cells.uneven(TOUCHED)
    # What lies over cells of a grid may pass for the picture that tiles uncover.
    touched = doubts == {OVER} and meets(tiles.middles, grid.middles)
    if not (touched or _same(tiles, grid)) or not (even or not showing.proven(tiles)):
        return False
    return shown is None or not shown.flanked()


def _in_a_box(marked: NDArray[np.bool_]) -> bool:
    """Whether most cells of the smallest rectangle around the ``marked`` ones (rows × columns) are among these."""
    rows, cols = np.flatnonzero(marked.any(axis=1)), np.flatnonzero(marked.any(axis=0))
    return not len(rows) or bool(marked[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1].mean() >= HALF)


def _coloured(grid: Reading, tiles: Reading, drawn: Drawn) -> bool:
    """Whether tiles are one of several colours of a grid, each of which is the same wherever it is shown.

    Parts of a picture that lie together may be of one colour, but not evenly so.
    """
    if tiles.kind != "memento" or tiles.verdict != "sure" or grid.states <= TWO:
        return False
    pairs = _pairs(tiles, grid)
    if len(grid.cells) != len(tiles.cells) or len({one for one, _ in pairs}) != len(pairs):
        return False  # some colour is seen of tiles and of the picture
    shared = [sum(cell.state == state for cell in grid.cells) for state in {cell.state for cell in grid.cells}]
    if min(shared) == 1 or drawn[grid.homography].uneven():
        return False
    return not drawn[tiles.homography].flanked(one_way=True)


def _portion(tiles: Reading, grid: Reading) -> bool:
    """Whether tiles are some of the cells of a grid more than a line larger: no board has such surroundings."""
    if tiles.kind != "memento" or not _among(tiles, grid):
        return False
    (fewer, narrower), (more, wider) = (showing.table(one).shape for one in (tiles, grid))
    return bool(more > fewer + 1 or wider > narrower + 1)


def _blank(tiles: Reading, drawn: Drawn) -> bool:
    """Whether what tiles leave open shows the same as they do in other colours, as lights do and no picture does."""
    if tiles.kind != "memento" or tiles.verdict != "sure":
        return False
    shown = drawn.get(tiles.homography)
    return shown is not None and shown.toned() and not shown.flanked(one_way=True)


def _likelier(tiles: Reading, grid: Reading) -> bool:
    """Whether doubtful tiles that flips can make are more likely than a doubtful grid of some states in their place."""
    if (tiles.kind, grid.kind) != ("memento", "lights-out") or "sure" in (tiles.verdict, grid.verdict):
        return False
    dealt = tiles.confidence >= LIKELIER and solvable(showing.table(tiles) == 0)
    return dealt and len({cell.state for cell in grid.cells}) > 1 and meets(tiles.middles, grid.middles)


def _disputes(tiles: Reading, grid: Reading, cells: Evenness | None) -> bool:
    """Whether a reading of tiles makes a reading of a plain grid doubtful; ``cells``: the grid's, where compared."""
    if not meets(tiles.middles, grid.middles):
        return False
    several = len(tiles.reasons) > 1
    # Two colours, in a pattern that the tiles' puzzle can't show, and not all of a tile's look: cells that differ in
    # colour and hold each something else must speak for a picture too.
    lights = several and {ALIKE, RIMMED} & set(tiles.reasons) and not checks(showing.table(tiles) == 0)
    if lights and (tiles.confidence < TILES_FROM or cells is None or not (cells.uneven() and cells.speckled())):
        return False
    passed = showing.passed(grid)
    even = cells is not None and (not cells.uneven() or (not cells.speckled() and cells.graded()))
    even = even and (two(grid) or tiles.verdict == "sure")
    if (passed > 0 or (even and passed > -FAILED)) and not misread(showing.table(tiles) == 0):
        return False  # clicks may make the pattern and flips don't, not even if some tiles are misread
    same = _same(tiles, grid)
    return tiles.verdict == "sure" or tiles.confidence >= (SAME_FROM if same else TILES_FROM)


def _same(tiles: Reading, grid: Reading) -> bool:
    """Whether the tiles tell the same cells apart wherever the grid has one."""
    return _one_to_one(_pairs(tiles, grid))


def _one_to_one(pairs: set[tuple[int | None, int | None]]) -> bool:
    return len({state for state, _ in pairs}) == len(pairs) == len({state for _, state in pairs}) > 0


def _pairs(tiles: Reading, grid: Reading) -> set[tuple[int | None, int | None]]:
    """States of the grid's cells and of the tiles in the same places; empty where some cell has no tile."""
    places = np.array([cell.center for cell in tiles.cells])
    pairs = set()
    for cell in grid.cells:
        away = np.abs(places - cell.center).max(axis=1)
        nearest = int(away.argmin())
        if away[nearest] > NEAR * grid.pitch:
            return set()
        pairs.add((cell.state, tiles.cells[nearest].state))
    return pairs
