"""Search: one view of a scene from its pixels to the grids read, best first."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import log
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.grid import boxes, cells, draw, extents, halves, lattice, merged, nooks, pattern, twotone
from vision.grid.content import HINT
from vision.grid.holes import holes
from vision.homography import inverse, project, project_few
from vision.overlap import meets

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.boxes import Boxes
    from vision.grid.cells import Cells
    from vision.grid.closer import Window
    from vision.grid.extents import Grid
    from vision.grid.lattice import Lattice
    from vision.scene import Scene
    from vision.trace import Trace

LATTICES, READ_AT_MOST = 12, 6
TWO, AMID = 2, 0.35
"""States of a board, at least; cells by which what stands between others is off their middles."""
FEWEST = 3
"""Rows and columns of a board with a line of buttons beside it, at least."""
ROWS_OF_BUTTONS, FOCUSED = 2, 1
"""Lines of buttons beside a board, at most; cells that hold something, as the focus, where all others hold nothing."""
MOSTLY = 0.5
"""Share of a grid's places where a box stands, from which these are its cells and not just those that stand alone."""
LARGER = 1.2
"""Times as wide bodies in the same places from which they are other outlines: the cells', not what is drawn in them."""
PLAINLY = 0.8
"""Share of the difference between states up to which outlines tell them less plainly than others."""
CLEARLY = 20.0
"""Times as far as cells of one state that states are apart from which outlines tell them plainly in any case."""
ROUGHER = 0.5
"""Lab by which cells may be less alike within them than what is drawn in each is."""
RIVAL = 0.3
"""Grids that can't score this share of the best one's score are not read."""
SPECKLED, PLAIN = 0.3, (0.95, 6.0)
"""Share of places with an outline of their own up to which a grid may be a speckled ground, whose blotches run
together; share of them, and clearness of its states, from which another grid is none."""
CONTENDER = 0.65
"""The same where they claim some of its place: weaker ones would raise no doubt."""


def search(scene: Scene, level: int, trace: Trace | None = None, window: Window | None = None) -> list[Cells]:
    """Read the most promising grids of one level, the best first.

    Args:
        scene: the picture.
        level: of the scene; below 0 the frame is enlarged.
        trace: keeps what the stages saw.
        window: the only part that is searched, in frame pixels; everything when None.
    """
    if window is None and level >= 0:
        strength = scene.edges(level)
        return _read(scene, level, scene.boxes(level), scene.lattices(level), trace, strength=strength)
    picture, corner = _part(scene, level, window or (0, 0, scene.frame.width, scene.frame.height))
    found = boxes.find(boxes.edges(picture), scene.thresholds).moved(corner)
    return _read(scene, level, found, lattice.propose(found), trace)


def _read(
    scene: Scene,
    level: int,
    found: Boxes,
    lattices: list[Lattice],
    trace: Trace | None = None,
    *,
    strength: NDArray[np.uint8] | None = None,
) -> list[Cells]:
    """Read the most promising grids on the lattices that the boxes ``found`` on a level form, the best first.

    Its edges, where their ``strength`` is given, may tell of one that no boxes form.
    """
    # Lines of bricks make more lattices than the windows between them do.
    held = [*lattices[:LATTICES], *filter(_exact, lattices[LATTICES:])]
    grids = [grid for one in held for grid in extents.grids(one, found)]
    if not any(_convinces(grid) for grid in grids):
        wide = found.wide  # words lie side by side, too
        usual = found.some(~wide)
        whole = merged.grids(usual)
        if wide.any():
            whole += merged.grids(found)
        if not whole and strength is not None:
            whole = twotone.grids(scene.level(level), found)
        grids += whole
    few = not any(grid.rows * grid.cols >= lattice.CONVINCING for grid in grids)
    if few:
        grids += _sparse(lattices, found)
    read = _told(scene, level, grids)
    if read and (inner := _unheaded(read[0])) is not None:
        if np.count_nonzero(inner.taken) == np.count_nonzero(read[0].grid.taken):
            read.pop(0)  # no more than these has an outline: what was left out is an empty page
        read.append(cells.read(scene, inner, 2.0**level))
        read.sort(key=lambda one: -one.score)
    if read and (block := _block(read[0])) is not None:
        read.insert(0, cells.read(scene, block, 2.0**level))
    if read and (joined := halves.whole(read[0])) is not None:
        read.insert(0, cells.read(scene, joined, 2.0**level))
    read = cells_first(drawn_first(whole_first(plain_first(read))))
    if read and (bare := _unbuttoned(read[0])) is not None:
        read[0] = cells.read(scene, bare, 2.0**level)
    if not few and read and read[0].states.count < TWO:
        stations = _told(scene, level, _sparse(lattices, found))
        read = [*(one for one in stations if _amid(one, read[0])), *read]
    if trace is not None:
        draw.stages(trace, view(scene, level), found, grids, read)
    return read


def _sparse(lattices: list[Lattice], found: Boxes) -> list[Grid]:
    """Grids whose cells fill little of their steps, as boxes to be ticked do."""
    return [grid for one in lattices[:LATTICES] for grid in extents.grids(one, found, sparse=True)]


def _exact(one: Lattice) -> bool:
    """Whether something stands exactly at all places of some rows and columns of a lattice."""
    return one.whole and len(one.members) >= lattice.CONVINCING and one.residual < extents.EXACT


def _amid(one: Cells, spaces: Cells) -> bool:
    """Whether cells of several states stand where four of the ``spaces`` meet, as stations do on lines."""
    places = project(inverse(spaces.homography), cells.centers(one)) - 0.5
    off = np.abs(places - np.rint(places))
    return one.states.count >= TWO and bool((off > AMID).all())


def _told(scene: Scene, level: int, grids: list[Grid]) -> list[Cells]:
    """The most promising ``grids`` read, the best first."""
    distinct: dict[tuple[int, ...], tuple[float, Grid]] = {}
    for grid in grids:
        first, second = project_few(grid.matrix, [(0.5, 0.5), (1.5, 1.5)])
        sized = round(log(min(grid.body)) / log(LARGER))
        key = (grid.rows, grid.cols, *(round(place / 4) for place in (*first, *second)), sized)
        worth = (grid.rows * grid.cols) ** 0.5 * grid.support**1.5 / (1 + 20 * grid.residual)
        if key not in distinct or worth > distinct[key][0]:
            distinct[key] = (worth, grid)
    ranked = sorted(distinct.values(), key=lambda pair: -pair[0])[:READ_AT_MOST]
    read: list[Cells] = []
    for worth, grid in ranked:
        # A grid's score is at most its worth, so most can't matter any more once a good one is read.
        best = max(read, key=lambda one: one.score, default=None)
        if best is None or _matters(grid, worth, best, 2.0**level):
            read.append(cells.read(scene, grid, 2.0**level))
    return sorted(read, key=lambda one: -one.score)


def _convinces(grid: Grid) -> bool:
    """Whether its boxes are cells of a board beyond doubt: no larger shapes need to be taken for parts of one."""
    several = np.count_nonzero(grid.taken) >= max(lattice.CONVINCING, MOSTLY * grid.taken.size)
    return bool(several) and not nooks.between(grid)


def _unheaded(best: Cells) -> Grid | None:
    """The grid without outer lines of a colour that only they have, as an empty page; None where there are no such."""
    rows, cols = best.grid.rows, best.grid.cols
    if best.states.count < 3 or min(rows, cols) < 4:
        return None
    kept = pattern.unlined(best.board, max(rows, cols) // 2)
    return None if kept is None else best.grid.part(*kept)


def _unbuttoned(best: Cells) -> Grid | None:
    """The grid without outer lines that hold buttons, where hardly any other cell, of the same states, holds anything.

    The line next to it counts as one that may be the board's: never is it left out for sure. None where there is no
    such line.
    """
    board, held = best.board, (best.most > HINT).reshape(best.board.shape)
    if best.source != "ring":
        return None
    for side, many in product(range(4), range(ROWS_OF_BUTTONS, 0, -1)):
        lines, kept = _parted(side, many)
        buttons, rest = held[lines], board[kept]
        if min(rest.shape) < FEWEST or np.count_nonzero(held[kept]) > FOCUSED:
            continue
        if (2 * buttons.mean(axis=1 if side < 2 else 0) >= 1).all() and np.isin(board[lines][buttons], rest).all():
            bare = best.grid.part(*kept)
            outside = list(bare.outside)
            outside[side] = np.ones_like(outside[side])
            return replace(bare, outside=tuple(outside))
    return None


def _parted(side: int, many: int) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
    """So many outer lines of a board above, below, left or right, and what is left of it without them."""
    lines, kept = (slice(many), slice(many, None)) if side % 2 == 0 else (slice(-many, None), slice(-many))
    every = slice(None)
    return ((lines, every), (kept, every)) if side < 2 else ((every, lines), (every, kept))


def _block(best: Cells) -> Grid | None:
    """The coloured cells in the middle of a sheet of ruled paper; None where there are none."""
    kept = pattern.sheeted(best.board) if best.states.count >= 3 and best.source == "ring" else None
    if kept is None:
        return None
    block = best.grid.part(*kept)
    return replace(block, outside=tuple(np.zeros_like(line) for line in block.outside), sheeted=True)


def _matters(grid: Grid, worth: float, best: Cells, scale: float) -> bool:
    """Whether a grid of this worth can still matter beside the best one read."""
    if grid.rows * grid.cols > best.count:
        return True
    corners = [(0, 0), (grid.cols, 0), (grid.cols, grid.rows), (0, grid.rows)]
    x, y = zip(*project_few(grid.matrix, corners), strict=True)
    left, top, right, bottom = outer_box(best)
    inside = min(x) * scale >= left and min(y) * scale >= top and max(x) * scale <= right and max(y) * scale <= bottom
    meets = min(x) * scale < right and min(y) * scale < bottom and max(x) * scale > left and max(y) * scale > top
    # What lies within the best one's place is neither another board nor other lines: it can only be the better one.
    return worth > (1.0 if inside else CONTENDER if meets else RIVAL) * best.score


def view(scene: Scene, level: int) -> NDArray[np.uint8]:
    """A level of the scene; below 0 the frame doubled once or twice, for boards of very small cells."""
    return _part(scene, level, (0, 0, scene.frame.width, scene.frame.height))[0]


def _part(scene: Scene, level: int, window: Window) -> tuple[NDArray[np.uint8], tuple[int, int]]:
    """The part of a view in ``window`` (frame pixels), and the left and top of that part in the view."""
    left, top, right, bottom = window
    if level >= 0:
        left, top, right, bottom = left >> level, top >> level, -(-right >> level), -(-bottom >> level)
        return scene.level(level)[top:bottom, left:right], (left, top)
    scale = 2**-level
    part = scene.frame.pixels[top:bottom, left:right]
    large = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    return np.asarray(large, np.uint8), (left * scale, top * scale)


def plain_first(read: list[Cells]) -> list[Cells]:
    """Put cells with outlines of their own before a speckled ground that they lie on, whose blotches make a grid."""
    for other in read[1:]:
        if speckled(read[0], other) and other.score >= RIVAL * read[0].score:
            return [other, *[one for one in read if one is not other]]
    return read


def speckled(ground: Cells, one: Cells) -> bool:
    """Whether a grid is no rival of this one, but the speckled ground on which its cells lie."""
    return _plain(one) and ground.grid.occupancy < SPECKLED and ground.count > one.count and overlap(one, ground)


def _plain(one: Cells) -> bool:
    """Whether each cell has an outline of its own, and the states are plainly apart."""
    return one.states.count >= 2 and one.grid.occupancy >= PLAIN[0] and one.states.ratio >= PLAIN[1]


def whole_first(read: list[Cells]) -> list[Cells]:
    """Put the whole board before its parts: a larger grid on the best one's lattice that reads nearly as well."""
    for other in read[1:]:
        best = read[0]
        if other.count <= best.count or not part(best, other) or other.score < 0.5 * best.score:
            continue
        if other.grid.hollow:
            continue
        if _holed(best, other):
            read = [other, *[one for one in read if one is not other]]
            continue
        if other.states.count != best.states.count or len(other.states.strays) > len(best.states.strays):
            continue
        if other.states.cut < 0.6 * best.states.cut or other.states.ratio < 0.5 * best.states.ratio:
            continue
        if other.strain.mean() <= best.strain.mean() + 1:
            read = [other, *[one for one in read if one is not other]]
    return read


def drawn_first(read: list[Cells]) -> list[Cells]:
    """Put cells that differ only in what is drawn in them before the same with empty lines, as of a bar above them.

    These alone look otherwise then, and would be all that is told apart.
    """
    best = read[0] if read else None
    for other in read[1:]:
        if best is None or best.source != "ring" or other.source == "ring":
            continue
        if other.count < best.count and part(other, best):
            own = _own(other, best)
            if not best.grid.taken[~own].any() and len(np.unique(best.board[own])) == 1:
                return [other, *[one for one in read if one is not best and one is not other]]
    return read


def cells_first(read: list[Cells]) -> list[Cells]:
    """Put cells before what is drawn in each, and before squares around each, in the same places.

    All tell the same. Of outlines by which the states are as plainly apart the largest ones are the cells'.
    """
    best = read[0] if read else None
    for other in read[1:]:
        if best is None or (other.grid.rows, other.grid.cols) != (best.grid.rows, best.grid.cols):
            continue
        if (other.states.labels != best.states.labels).any() or not part(best, other):
            continue
        larger = min(other.grid.body) >= LARGER * min(best.grid.body) and other.grid.support >= best.grid.support
        plainly = other.states.cut >= PLAINLY * best.states.cut or other.states.ratio >= CLEARLY
        as_good = plainly and other.strain.mean() <= best.strain.mean() + ROUGHER
        # What is drawn in larger cells differs from their rings, but may be cells itself.
        less = other.source == best.source and best.states.cut < PLAINLY * other.states.cut
        if (larger and as_good) or less:
            best = other
    return read if best is None else [best, *[one for one in read if one is not best]]


def _holed(best: Cells, other: Cells) -> bool:
    """Whether the larger grid is the same board with places left out all around alike, as at its corners.

    A whole line of them is what lies beside the board.
    """
    missing = holes(other)
    states = [len(np.unique(one.states.labels[~none])) for one, none in ((best, holes(best)), (other, missing))]
    if states[0] != states[1] or other.strain[~missing].mean() > best.strain.mean() + 1:
        return False
    left_out = missing.reshape(other.board.shape)
    alike = (left_out == left_out[::-1]).all() and (left_out == left_out[:, ::-1]).all()
    return bool(left_out.any() and alike and not (left_out.all(axis=0).any() or left_out.all(axis=1).any()))


def part(one: Cells, other: Cells) -> bool:
    """Whether ``one``'s cells are some of ``other``'s."""
    places = project(inverse(other.homography), cells.centers(one)) - 0.5
    whole = np.rint(places)
    inside = (whole >= 0).all() and (whole[:, 0] < other.grid.cols).all() and (whole[:, 1] < other.grid.rows).all()
    spread = (np.ptp(whole[:, 0]) + 1, np.ptp(whole[:, 1]) + 1)
    return bool(inside and np.abs(places - whole).max() < 0.15 and spread == (one.grid.cols, one.grid.rows))


def outer_box(one: Cells) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a grid in frame pixels."""
    grid = one.grid
    corners = project_few(one.homography, [(0, 0), (grid.cols, 0), (grid.cols, grid.rows), (0, grid.rows)])
    x, y = zip(*corners, strict=True)
    return min(x), min(y), max(x), max(y)


def overlap(one: Cells, other: Cells) -> bool:
    """Whether the outer boxes of two grids meet."""
    return meets(outer_box(one), outer_box(other))


def rival(one: Cells, candidates: list[Cells]) -> float:
    """The best score, over this one's, of a grid that claims some of the same place but is not a part of this one.

    Nor is it this one with empty lines beside it.
    """
    a = outer_box(one)
    slack = 0.3 * min((a[2] - a[0]) / one.grid.cols, (a[3] - a[1]) / one.grid.rows)
    best = 0.0
    for other in candidates:
        if other is one or not overlap(one, other):
            continue
        b = outer_box(other)
        if b[0] > a[0] - slack and b[1] > a[1] - slack and b[2] < a[2] + slack and b[3] < a[3] + slack:
            continue
        if _padded(one, other) or speckled(other, one):
            continue
        best = max(best, other.score / max(one.score, 1e-9))
    return best


def _padded(one: Cells, other: Cells) -> bool:
    """Whether a grid has only more lines than this one, without an outline in them and unlike any of its cells."""
    if other.count <= one.count or not part(one, other):
        return False
    own = _own(one, other)
    return not (other.grid.taken[~own].any() or np.isin(other.board[~own], other.board[own]).any())


def _own(one: Cells, other: Cells) -> NDArray[np.bool_]:
    """Which of the places of ``other`` (rows×columns) are those of ``one``, a part of it."""
    col, row = np.rint(project(inverse(other.homography), cells.centers(one)[:1]) - 0.5)[0].astype(int)
    own = np.zeros(other.board.shape, bool)
    own[row : row + one.grid.rows, col : col + one.grid.cols] = True
    return own
