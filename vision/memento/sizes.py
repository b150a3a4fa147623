"""Sizes: whether the cells of a reading are the board's own, or two of them each, or parts of larger ones."""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd, log
from typing import TYPE_CHECKING

import numpy as np

from vision.algebra import may_be_halved, solvable
from vision.middle import medians, quantile

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.memento.panes import Panes

TWO_SQUARES = 0.06  # how near to two the sides of a cell are, the longer to the shorter, where it may be two; as a log
PARTED = 0.6  # mean support of lines through the middle of tiles from which they part two; of lines that part cells
PARTING = 0.2  # by how much less lines are seen between tiles where there are none
CUTTING = 0.3  # the same for cells of the picture, whose own edges lie anywhere
SQUARE = 0.05  # sides of a cell, the longer to the shorter, up to which it is plainly square; as a log
HINTED = 0.15  # mean support of lines between tiles below which nothing shows them
GAPLESS = 0.3  # mean support of lines through the middle of tiles below which there are none
LINE = 0.7  # support of a line somewhere along it, from which it is seen
APART, SPREAD = 3.0, 2.0  # how unlike the halves of a tile are that is one: Lab, and by how much tiles differ
UNLIKE = 8.0  # Lab: tiles farther apart, and farther than what is in them, are none
SEAM = 2  # pixels of a cell left out on each side where seams may be
TWICE, UNRELATED = 0.35, 0.9  # how unlike they are in a tile that is two, by what is in it; thirds that are none


@dataclass(frozen=True, slots=True)
class Tile:
    """What the tiles show up to their rims.

    Attributes:
        across, down: of how many squares a tile plainly is that way: one, two, or 0 where nothing tells.
        alike: whether they are as alike all over as inside.
        thirds: whether a tile may be three squares, across and down.
    """

    across: int = 0
    down: int = 0
    alike: bool = True
    thirds: tuple[bool, bool] = (True, True)


UNTOLD = Tile()


def stepped(board: Panes) -> bool:
    """Whether the lines seen tell the size of the cells, even if not each of them is seen.

    Equal rows next to each other are parted by nothing where tiles touch; a coarser lattice would lack other lines too.

    Args:
        board: its lattice laid over the edges, nothing around it.
    """
    for best in (board.upright.max(0), board.level.max(1)):
        if gcd(*(int(line) for line in np.flatnonzero(best >= LINE))) != 1:
            return False
    return True


def two_each(board: Panes, covered: NDArray[np.bool_], one: Tile = UNTOLD) -> bool:
    """Whether each cell may be two or more: flips make those too, and they are square, or squarer with a line in them.

    They are not where a tile is plainly one, nor two square ones where a gap parts tiles that stand side by side and
    none would part those two.

    Args:
        board: its lattice laid over the edges, nothing around it.
        covered: rows × columns, True where a tile lies.
        one: what a tile shows.
    """
    wide = board.x.pitch > board.y.pitch
    long = abs(log(board.x.pitch / board.y.pitch))
    if long < log(2.0) / 2:
        return False
    plainly_one = (one.across if wide else one.down) == 1
    if long > log(2.0) + TWO_SQUARES:
        # Few games have such cells. Four each are not told from one.
        return not plainly_one or one.thirds[0 if wide else 1] or long > log(3.0) + TWO_SQUARES
    if plainly_one:
        return False
    if not may_be_halved(covered):
        return False
    tiles = covered if wide else covered.T
    lines = board.upright[:, 1:-1] if wide else board.level[1:-1].T
    middles = board.mid_upright if wide else board.mid_level.T
    if abs(long - log(2.0)) > TWO_SQUARES:
        return bool(middles[tiles].mean() >= PARTED)
    both = tiles[:, 1:] & tiles[:, :-1]
    return not (both.any() and np.median(lines[both]) >= LINE and middles[tiles].mean() < GAPLESS)


def tile(cells: NDArray[np.float32]) -> Tile:
    """What the tiles of a reading show up to their rims, which a lattice that lies a little off does not.

    All are alike, so a pair of them repeats after half its length: its gaps, rims and ornaments all come twice. Three
    of them repeat after a third, which is no whole number of pixels: only what is not related at all is no third.

    Args:
        cells: n×S×S×3 Lab, the tiles from the middle of one gap to the middle of the next.
    """
    usual = medians(cells)
    away = np.square(cells - usual).reshape(*cells.shape[:2], -1)
    off, near = (np.sqrt(3 * part.mean((1, 2))) for part in (away, away[:, SEAM:-SEAM, 3 * SEAM : -3 * SEAM]))
    own, side, told, thirds = _size(usual - usual.mean((0, 1))), usual.shape[0], [], []
    for axis in (1, 0):
        apart, third = (
            min(_size(usual - np.roll(usual, by, axis)) for by in shifts)
            for shifts in ((side // 2 - 1, side // 2, side // 2 + 1), (side // 3, side // 3 + 1))
        )
        along = _size(usual - usual.mean(axis, keepdims=True))
        one, two = max(APART, SPREAD * float(off.mean())), TWICE * along if along >= APART else 0.0
        told.append(1 if apart >= one else 2 if apart < two else 0)
        thirds.append(third < max(APART, UNRELATED * along))
    return Tile(told[0], told[1], quantile(near, 0.5) <= max(UNLIKE, own), (thirds[0], thirds[1]))


def _size(away: NDArray[np.float32]) -> float:
    """Root mean square of the differences of two cells, Lab."""
    flat = away.ravel()
    return float(np.sqrt(3 * np.dot(flat, flat) / flat.size))


def paired(covered: NDArray[np.bool_], one: Tile) -> bool:
    """Whether a tile is two that flips can make as well; ``covered`` is rows × columns."""
    ways = ((one.across, 1), (one.down, 0))
    return any(many == 2 and solvable(np.repeat(covered, 2, axis)) for many, axis in ways)


def parts(board: Panes, covered: NDArray[np.bool_], marked: tuple[bool, bool] = (False, False)) -> bool:
    """Whether larger cells would show the same pattern, and lines part those that don't part these.

    Where larger ones would do so both ways, which hardly any pattern allows, lines have to part all cells; and where
    larger ones are squarer, none of them beside one of its kind. Unless these are plainly square, tiles that touch and
    show no line at all between them tell nothing, where none cuts up the picture.

    Args:
        board: its lattice laid over the edges, nothing around it.
        covered: rows × columns, True where a tile lies.
        marked: whether signs to be clicked tell how many columns it has, and how many rows: none of these is a part.
    """
    long = log(board.x.pitch / board.y.pitch)
    ways = [
        (covered, board.level[1:-1], board.mid_level, long),
        (covered.T, board.upright[:, 1:-1].T, board.mid_upright.T, -long),
    ]
    sizes = [[] if told else _repeated(tiles) for (tiles, _, _, _), told in zip(ways, marked[::-1], strict=True)]
    both = all(sizes)
    for (tiles, lines, middles, wide), found in zip(ways, sizes, strict=True):
        for many in found:
            inner = np.arange(1, len(tiles)) % many != 0
            squarer = abs(wide - log(many)) <= abs(wide)
            if abs(wide) > SQUARE and _unmarked(tiles, lines, middles, inner):
                return True
            for alike, drop in ((tiles, PARTING), (~tiles, CUTTING)):
                there = alike[1:] & alike[:-1]
                within, between = lines[inner][there[inner]], lines[~inner][there[~inner]]
                if within.size and between.size and within.mean() < between.mean() - drop:
                    return True
                unseen = both or (squarer and not between.size)
                if unseen and within.size and within.mean() < PARTED:
                    return True
    return False


def _unmarked(
    tiles: NDArray[np.bool_], lines: NDArray[np.float32], middles: NDArray[np.float32], inner: NDArray[np.bool_]
) -> bool:
    """Whether nothing shows the ``inner`` lines between equal rows.

    They are not seen between tiles, and in the picture no more than lines through the middle of its cells.
    """
    down, up = tiles[1:] & tiles[:-1] & inner[:, None], ~tiles[1:] & ~tiles[:-1] & inner[:, None]
    if not down.any() or lines[down].mean() >= HINTED:
        return False
    return not up.any() or bool(lines[up].mean() < middles[~tiles].mean() + CUTTING)


def _repeated(covered: NDArray[np.bool_]) -> list[int]:
    """Into how many equal rows each of all larger ones would be cut; none where all rows are one."""
    changes = np.flatnonzero((covered[1:] != covered[:-1]).any(1)) + 1
    most = gcd(len(covered), *changes.tolist()) if len(changes) else 1
    return [many for many in range(2, most + 1) if most % many == 0 and many < len(covered)]
