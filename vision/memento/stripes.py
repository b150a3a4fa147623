"""Stripes: whether lines tell how long the stripes of a board are, and that open ones at its ends are no other thing.

Rows all open, or all covered, are commoner as something else, and any strip beside tiles looks like one more open row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.memento import panes
from vision.memento.axis import Axis
from vision.memento.covers import distances
from vision.middle import quantile

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.memento.comb import Edges
    from vision.memento.panes import Panes

PARTED = 0.6  # mean support of lines across stripes of tiles, which tell how many are in each
HALFWAY = 0.85  # the same through the middle of tiles, by that between them, from which each may be two
STRANGE = 0.4  # by how much more lines cut a row at the end than those between tiles, from which it is another thing
ALIKE = 0.25  # how far apart its cells are, by those between tiles, below which they are buttons
CUT = 0.8  # support of lines that cut a row at the end, or all open ones, to cells
COUNTS = range(2, 10)  # rows and columns
NEAR, OFF = 0.04, 0.12  # steps from a board's lines up to which an edge is theirs, and beyond which it is none
HARDLY, ACROSS = 0.45, 0.7  # mean support of its lines up to which it hardly has any, and of an edge right across it
RIM, STEP = (2, 5), 8.0  # pixels from a cell's side where its rim is; Lab from one rim to that facing it: one picture


def told(board: Panes, covered: NDArray[np.bool_], looks: NDArray[np.float32], *, flows: bool) -> bool:
    """Whether lines part the tiles of a striped board, and no outer open stripe may be a heading or buttons beside it.

    Lines cut outer ones to cells that one picture goes on over, or tiles lie on both sides of other open stripes, which
    they are much like.

    Args:
        board: the lattice of the board laid over the edges, nothing around it.
        covered: rows × columns, True where a tile lies; a diagonal of one kind passes.
        looks: n×d, the looks of the cells.
        flows: whether one picture goes on over borders of face-up cells, looked at closely.
    """
    cells = looks.reshape(*covered.shape, -1)
    lines, middles = board.upright[:, 1:-1], board.mid_upright
    if not (covered == covered[:, :1]).all():
        covered, cells = covered.T, cells.transpose(1, 0, 2)
        lines, middles = board.level[1:-1].T, board.mid_level.T
    if not (covered == covered[:, :1]).all():
        return True
    tiles, rows = np.flatnonzero(covered[:, 0]), np.flatnonzero(~covered[:, 0])
    parted = float(lines[tiles].mean())
    if parted < PARTED or middles[tiles].mean() >= HALFWAY * parted:
        return False
    ends = (rows < tiles[0]) | (rows > tiles[-1])
    outer, inner = rows[ends], rows[~ends]
    if not len(outer):
        return True
    cut = float(lines[outer].mean())
    if len(inner) and cut > float(lines[inner].mean()) + STRANGE:
        return False
    if flows and cut >= CUT:
        return True
    if not len(inner):
        return False
    apart = [min(quantile(distances(cells[row]), 0.5) for row in some) for some in (outer, inner)]
    return apart[0] >= ALIKE * apart[1]


def cut_otherwise(edges: Edges, x: Axis, y: Axis, covered: NDArray[np.bool_]) -> bool:
    """Whether lines cut the open stripes of a board to more or fewer cells than were read, and not to those.

    Between the tiles of a stripe a pattern of theirs has lines too, of its own step.

    Args:
        edges: of the view.
        x: the upright lines of the board in it.
        y: the level ones.
        covered: rows × columns, True where a tile lies.
    """
    if (covered == covered[0]).all():
        stripes, across = ~covered[0], True
    elif (covered == covered[:, :1]).all():
        stripes, across = ~covered[:, 0], False
    else:
        return False
    cut = y if across else x
    support: dict[int, float] = {}
    for count in COUNTS:
        lines = Axis(cut.origin, (cut.end - cut.origin) / count, count)
        laid = panes.within(edges, x if across else lines, lines if across else y)
        if laid is not None:
            inner = laid.level[1:-1] if across else laid.upright[:, 1:-1].T
            support[count] = float(inner[:, stripes].mean())
    own = support.pop(cut.count, 1.0)
    return max(support.values(), default=0.0) >= max(CUT, own + STRANGE)


def crossed_otherwise(edges: Edges, x: Axis, y: Axis) -> bool:
    """Whether edges run right across a board of cells that abut, between its lines, where these hardly have any.

    Then other lines part it: what was taken for its first and its last may be a frame's.

    Args:
        edges: of the view.
        x: the upright lines of the board in it.
        y: the level ones.
    """
    upright, level = edges.masks
    ways = ((level, x, y), (upright.T, y, x))
    return any(not across.gap and _crossed(mask, along, across) for mask, along, across in ways)


def _crossed(mask: NDArray[np.uint8], along: Axis, across: Axis) -> bool:
    """The same of the lines along the second axis of a ``mask`` only."""
    part = mask[:, max(0, round(along.origin)) : round(along.end)]
    near = np.pad(part[:-2] | part[1:-1] | part[2:], ((1, 1), (0, 0)))  # a pixel off at most
    support = near.mean(1)
    steps = (np.arange(len(support)) - across.origin) / across.pitch
    inside = (steps > OFF) & (steps < across.count - OFF)
    off = np.abs(steps - np.rint(steps))
    lines = [support[inside & (off <= NEAR) & (np.rint(steps) == one)] for one in range(1, across.count)]
    if not lines or np.mean([line.max(initial=0.0) for line in lines]) > HARDLY:
        return False
    between = support * (inside & (off > OFF)) >= ACROSS
    return int((between[1:] & ~between[:-1]).sum()) >= len(lines)


def continued(cells: NDArray[np.float32], covered: NDArray[np.bool_]) -> bool:
    """Whether the tiles of a striped board go on from the cells beside them on all sides, as a part of one picture.

    So does the sky that fills a row of a window's panes.

    Args:
        cells: rows×cols×S×S×3 Lab, the cells.
        covered: rows×cols, True for tiles.
    """
    if (covered == covered[:, :1]).all():
        lines, tiles = cells, covered[:, 0]
    elif (covered == covered[:1]).all():
        lines, tiles = cells.transpose(1, 0, 3, 2, 4), covered[0]
    else:
        return False
    borders = np.flatnonzero(tiles[1:] != tiles[:-1])
    ends = lines[borders][:, :, -RIM[1] : -RIM[0]].mean(axis=2)
    begins = lines[borders + 1][:, :, RIM[0] : RIM[1]].mean(axis=2)
    steps = np.median(np.linalg.norm(ends - begins, axis=-1), axis=(1, 2))
    return bool(len(steps)) and float(steps.max()) < STEP
