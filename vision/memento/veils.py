"""Veils: what lies over some cells, be it a pointer, a message or our own marks, hides a part of them; the rest tells.

A tile is the same picture on every covered cell, so a cell that shows a good part of it at the right spots is a tile
with something over it. A cell of the picture shows none of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.algebra import ALGEBRA_PLAIN, checks, chequered
from vision.memento import covers, emblem
from vision.memento.covers import Cut
from vision.memento.lit import unlit
from vision.memento.panes import FARTHEST, widened
from vision.middle import medians, quantile
from vision.share import share

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.memento.axis import Axis

SET_OFF = 1.05  # ratio from which a cut whose pattern the algebra tells is one though others are better
TORN = 0.35  # share of a cell that shows the tile from which it is one
SAME = (3.0, 8.0)  # Lab: a block this near to the tile's is the tile's, least and greatest
LOOSE = 3.0  # times the tiles' own spread
STEEP = 0.5  # share of what parts a block from its neighbours that a lattice a hair off may change it by
MOST = 0.5  # share of the tiles that something may lie over
STRAY, FEW = 0.6, 0.2  # share of a cell off the board that shows the tile; share of those cells: more are the page
STRIP, HALF = 2, 0.5  # blocks next to the board that tell a tile cut off there; share of such places: more are the page
RIM_SAME = (4.0, 2.0)  # Lab: a rim this near to the tiles' is one, at least, and by how far theirs usually are
RIMS = 2  # of four rims that a stray tile shows at least
TOP, BOTTOM, LEFT, RIGHT = range(4)
PATIENT = 0.4  # share of two cells that must agree for them to be alike with something over them
BLURRED = 3.0  # ratio of the best plain cut below which cells are compared by what they share


def cuts(
    vectors: NDArray[np.float32], distance: NDArray[np.float64], shape: tuple[int, int], keep: int = 2
) -> list[Cut]:
    """Ways to tell covered cells from others, also where something lies over some of them; best plain ones first.

    Args:
        vectors: n×d looks of the cells, row by row.
        distance: n×n between them.
        shape: rows and columns.
        keep: how many plain cuts at most; each may come again with torn tiles taken in.
    """
    parts = blocks(vectors)
    groups = covers.groups(distance)
    plain = covers.best(groups, distance, keep)
    plain += [cut for _, cut in groups if cut.ratio >= SET_OFF and _dealt(cut, shape)][:1]
    if plain[0].ratio < BLURRED:
        plain += covers.cuts(_patient(parts), 1)
    found: list[Cut] = []
    for cut in plain:
        shown = match(parts, cut.covered)
        found.append(Cut(cut.covered, cut.inner, cut.outer, shown))
        covered = shown >= TORN
        if not (covered == cut.covered).all() and 2 <= covered.sum() < len(covered):
            found.append(_mended(cut, covered, shown, parts))
    return [cut for i, cut in enumerate(found) if not any((cut.covered == other.covered).all() for other in found[:i])]


def _dealt(cut: Cut, shape: tuple[int, int]) -> bool:
    """Whether hardly anything but flips of whole lines makes the pattern of covered cells."""
    return checks(cut.covered.reshape(shape)) >= ALGEBRA_PLAIN


def torn(vectors: NDArray[np.float32], cut: Cut, shape: tuple[int, int]) -> bool:
    """Whether something lies over a tile: it may hide rows or columns too, or be a part of a picture taken for a tile.

    Light that grows or falls smoothly over all tiles, as towards the corners of a screen, is nothing that hides any;
    but of chequers the others may as well be the tiles. Over most tiles nothing lies, see ``several``.

    Args:
        vectors: n×d looks of the cells at full size, row by row.
        cut: covered cells.
        shape: rows and columns.
    """
    return bool(0 < _torn(vectors, cut, shape) <= MOST)


def several(vectors: NDArray[np.float32], cut: Cut, shape: tuple[int, int]) -> bool:
    """Whether so many tiles differ from what is taken for a tile that they are of several kinds; as for ``torn``."""
    return bool(_torn(vectors, cut, shape) > MOST)


def _torn(vectors: NDArray[np.float32], cut: Cut, shape: tuple[int, int]) -> float:
    """Share of the tiles that don't show enough of what tiles show, however light falls on them."""
    parts = blocks(vectors)
    tile = medians(parts[cut.clear])
    off = (parts - tile)[cut.covered]
    most = SAME[1] + STEEP * _slope(tile)
    over = _over(off, most)
    if over and not chequered(cut.covered.reshape(shape)):
        return min(over, _over(unlit(off, np.flatnonzero(cut.covered), shape), most))
    return over


def _over(off: NDArray[np.float32], most: NDArray[np.float32]) -> float:
    """Share of the tiles too little of which is where tiles are, by how far blocks are ``off``, n×blocks×3."""
    away = np.sqrt(np.einsum("ijk,ijk->ij", off, off))
    return share((away <= most).mean(1) < covers.CLEAR)


def astray(pixels: NDArray[np.uint8], lines: tuple[Axis, Axis], cut: Cut) -> bool:
    """Whether some tile lies in line with the board but off it, or beside it, cut off: something hides more of it.

    Args:
        pixels: H×W×3; a coarse view tells enough.
        lines: of the board in it, x and y.
        cut: covered cells.
    """
    x, y = lines
    wide, tall = widened(x, pixels.shape[1], FARTHEST), widened(y, pixels.shape[0], FARTHEST)
    left, top = (round((own.origin - far.origin) / own.pitch) for own, far in ((x, wide), (y, tall)))
    right, bottom = left + x.count, top + y.count
    if min(left, top) < 0 or right > wide.count or bottom > tall.count:
        return True  # the picture ends before the board does
    cells = covers.canonical(pixels, wide, tall)
    parts = blocks(covers.looks(cells))
    places = (np.arange(top, bottom)[:, None] * wide.count + np.arange(left, right)).ravel()[cut.clear]
    tile = medians(parts[places])
    away = np.sqrt(((parts - tile) ** 2).sum(2))
    near = _near(away[places])
    side = int(away.shape[1] ** 0.5)
    away = away.reshape(tall.count, wide.count, side, side)
    rows, cols = (np.zeros(far.count, bool) for far in (tall, wide))
    rows[top:bottom] = cols[left:right] = True
    # What is plain inside may be the page: a tile has its rim, too.
    rimmed = _rimmed(cells, places)
    every = cells.reshape(-1, *cells.shape[2:])
    tiles = np.zeros(len(every), np.bool_)
    tiles[places] = True
    off_board = ~(rows[:, None] & cols).ravel() & rimmed.any(axis=2).ravel()
    rimmed &= emblem.shows(every, tiles, off_board).reshape(*rimmed.shape[:2], 1)
    beyond = rows[:, None] ^ cols
    shows = (away <= near).mean((2, 3))[beyond]
    if ((shows >= STRAY) & (rimmed.sum(2)[beyond] >= RIMS)).any() and (shows >= TORN).mean() <= FEW:
        return True
    above, below = np.s_[max(0, top - 1) : top, left:right], np.s_[bottom : bottom + 1, left:right]
    before, behind = np.s_[top:bottom, max(0, left - 1) : left], np.s_[top:bottom, right : right + 1]
    beside = (
        (away[above][:, :, -STRIP:], rimmed[above][..., BOTTOM]),
        (away[below][:, :, :STRIP], rimmed[below][..., TOP]),
        (away[before][:, :, :, -STRIP:], rimmed[before][..., RIGHT]),
        (away[behind][:, :, :, :STRIP], rimmed[behind][..., LEFT]),
    )
    alike = np.concatenate([(line.mean((2, 3)) <= SAME[0]).ravel() for line, _ in beside if line.size] or [[False]])
    told = any(((line.mean((2, 3)) <= SAME[0]) & rim).any() for line, rim in beside if line.size)
    return told and float(alike.mean()) <= HALF


def _rimmed(cells: NDArray[np.float32], places: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which of the four rims of cells (rows×cols×S×S×3) look as those of the tiles in some ``places``: rows×cols×4."""
    along, near, far = slice(covers.RIM, -covers.RIM), slice(0, covers.RIM), slice(-covers.RIM, None)
    across, down = cells[:, :, along].mean(2), cells[:, :, :, along].mean(3)
    sides = np.stack((down[:, :, near], down[:, :, far], across[:, :, near], across[:, :, far]), axis=2)
    rims = sides.reshape(-1, *sides.shape[2:])
    off = np.sqrt(((rims - medians(rims[places])) ** 2).sum(3)).max(2)
    alike = off <= np.maximum(RIM_SAME[0], RIM_SAME[1] * np.median(off[places], axis=0))
    return np.asarray(alike.reshape(*cells.shape[:2], len(alike[0])), np.bool_)


def _near(away: NDArray[np.float32]) -> np.float32:
    """How near to the tile's a block is the tile's, by how far ``away`` those of tiles are."""
    return np.float32(min(max(LOOSE * quantile(away, 0.75), SAME[0]), SAME[1]))


def _slope(tile: NDArray[np.float32]) -> NDArray[np.float32]:
    """How far the blocks of a tile are from their neighbours: a lattice a hair off makes that much of a difference."""
    side = int(len(tile) ** 0.5)
    square = tile.reshape(side, side, 3)
    across, down = np.abs(np.diff(square, axis=1)).sum(2), np.abs(np.diff(square, axis=0)).sum(2)
    slope = np.zeros((side, side), np.float32)
    for part, step in ((np.s_[:, 1:], across), (np.s_[:, :-1], across), (np.s_[1:], down), (np.s_[:-1], down)):
        slope[part] = np.maximum(slope[part], step)
    return slope.ravel()


def blocks(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """n×blocks×3 Lab."""
    parts = vectors.reshape(len(vectors), -1, 3)
    return parts * np.float32(np.sqrt(parts.shape[1]))


def _patient(blocks: NDArray[np.float32]) -> NDArray[np.float64]:
    """n×n Lab distances within which ``PATIENT`` of the blocks of two cells agree."""
    planes = blocks.transpose(1, 0, 2)
    squares = (planes**2).sum(2)
    apart = squares[:, :, None] + squares[:, None] - 2 * (planes @ planes.transpose(0, 2, 1))
    rank = int(PATIENT * len(apart))
    return np.asarray(np.sqrt(np.maximum(np.partition(apart, rank, axis=0)[rank], 0)), np.float64)


def match(blocks: NDArray[np.float32], tiles: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Share of each cell that looks as ``tiles`` do there, 0..1."""
    away = blocks - medians(blocks[tiles])
    away = np.sqrt(np.einsum("ijk,ijk->ij", away, away))
    near = away <= _near(away[tiles])
    return np.asarray(np.count_nonzero(near, axis=1) / near.shape[1], np.float64)


def _mended(cut: Cut, covered: NDArray[np.bool_], share: NDArray[np.float64], blocks: NDArray[np.float32]) -> Cut:
    """The cut with other covered cells; how far apart the two kinds are is told by the cells with nothing over them."""
    clear = covered & (share >= covers.CLEAR)
    if clear.sum() < 2:
        clear = covered
    tile = medians(blocks[clear])
    away = np.sqrt(((blocks - tile) ** 2).sum(2).mean(1))
    return Cut(covered, min(cut.inner, float(away[clear].max())), float(away[~covered].min()), share)
