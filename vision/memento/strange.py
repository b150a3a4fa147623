"""Strange: tiles of a line on their way to the other face: each shows what no tile off the line shows near there.

Those that fade or narrow do so anywhere; those that lean, or have hardly begun to turn, along their sides alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.algebra import lines
from vision.memento.midway import RIM
from vision.middle import middle

if TYPE_CHECKING:
    from numpy.typing import NDArray

OFF = np.ones((5, 5), np.uint8)  # pixels around a place from which what tiles show there may come: two, either way
TIMES, STILL = 2.5, 0.5  # times by which a tile of the line shows more of its own than others do at most, and Lab
SEVERAL, EVEN, FAINT = 3, 1.5, 0.15  # tiles that show as much of their own, times; no chance does that: Lab then
SPOT, SPOTLESS = 0.5, 0.02  # share of a tile's rows, and of its columns, that show hardly any of what a spot in it does
GENTLE, INWARDS = 9.0, 0.25  # Lab that light makes strange at most; share of it (squares) in the inner half of a tile
FEWEST = 2  # tiles off the line from which it is told what tiles show
FIRST, LAST = 2, 7  # pixels from a side of a finer cell between which its rim is looked at
NEAR = np.ones((3, 3), np.uint8)  # pixels around a place from which what rims show there may come
FARTHER, ALONE = 3.0, 6.0  # times by which a rim of the line shows more of its own than others at most; a lone one
SOFT = 3, 3  # pixels over which fine lines in tiles are blurred
OFF_BY = (-1, 1, -2, 2)  # pixels by which a line of the lattice may be off


def strange(cells: NDArray[np.float32], covered: NDArray[np.bool_]) -> bool:
    """Whether each tile of some line shows something strange to tiles, as those that narrow or fade do.

    Args:
        cells: rows×cols×S×S×3 Lab, from the middle of one gap to the middle of the next.
        covered: rows×cols, True where a tile was read.
    """
    tiles = cells[covered]
    if len(tiles) <= FEWEST or _own(tiles, tiles).max() <= TIMES * FAINT:
        return False
    for line in lines(*covered.shape):
        on = line[covered]
        if not on.any() or np.count_nonzero(~on) < FEWEST or not _ahead(_own(tiles, tiles[~on]), on):
            continue
        beyond = np.square(_beyond(tiles[on], tiles[~on])).sum(axis=3)
        if not ((len(beyond) == 1 and _spot(beyond[0])) or _lit(beyond, line) or _blurred_alike(tiles, on)):
            return True
    return False


def _blurred_alike(tiles: NDArray[np.float32], on: NDArray[np.bool_]) -> bool:
    """Whether tiles ``on`` a line are as others once all are blurred.

    Then fine lines in them just fall otherwise between the pixels.
    """
    soft = _soft(tiles)
    own = _own(soft, soft[~on])
    return bool(own[on].min() <= TIMES * (own[~on].max() + FAINT))


def askew(cells: NDArray[np.float32], covered: NDArray[np.bool_]) -> bool:
    """Whether two opposite rims of each tile of some line show something strange to the others', as leaning ones do.

    Where one does and the other does not, the line of the lattice is a little off; so it is where none does once the
    tiles are moved a little. One that an outer line turns outwards does not tell that it leans, as what is around the
    board begins there, but that it does not: where it shows no more of its own than others do, a frame lies around a
    line beside it.

    Args:
        cells: rows×cols×S×S×3 Lab, from the middle of one gap to the middle of the next, finer than for ``strange``.
        covered: rows×cols, True where a tile was read.
    """
    tiles = cells[covered]
    # Fine lines fall otherwise between the pixels of each tile: blurred they are alike.
    return _leaning(tiles, covered) and _leaning(_soft(tiles), covered)


def _leaning(tiles: NDArray[np.float32], covered: NDArray[np.bool_]) -> bool:
    """The same for these tiles, as they are."""
    rims, outer = _rims(tiles), _outer(covered)
    if len(rims) <= FEWEST or _rim(rims, rims).max() <= FARTHER * FAINT:
        return False
    for line in lines(*covered.shape):
        on = line[covered]
        if on.any() and np.count_nonzero(~on) >= FEWEST:
            own, outwards = _rim(rims, rims[~on]), np.all(outer[on], axis=0).tolist()
            for pair in ((0, 1), (2, 3)):
                told = [side for side in pair if not outwards[side]]
                times = FARTHER if len(told) == len(pair) else ALONE
                leans = told and all(_ahead(own[:, side], on, times) for side in told)
                rests = any(own[on, side].max() <= own[~on, side].max() for side in pair if outwards[side])
                if leans and not rests and not _laid_off(tiles, rims, on, pair, times):
                    return True
    return False


def _laid_off(
    tiles: NDArray[np.float32],
    rims: NDArray[np.float32],
    on: NDArray[np.bool_],
    pair: tuple[int, int],
    times: float,
) -> bool:
    """Whether tiles ``on`` a line, moved across a ``pair`` of rims, are as others at both: none is narrower."""
    for by in OFF_BY:
        moved = rims.copy()
        moved[on] = _rims(np.roll(tiles[on], by, axis=1 if pair[0] == 0 else 2))
        own = _rim(moved, rims[~on])
        if not any(_ahead(own[:, side], on, times) for side in pair):
            return True
    return False


def _soft(tiles: NDArray[np.float32]) -> NDArray[np.float32]:
    """N tiles without their finest lines, N×S×S×3."""
    return np.stack([cv2.blur(one, SOFT) for one in tiles])


def _outer(covered: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which sides of N tiles, as ``_rims`` has them, face no other cell: N×4."""
    row, col = np.nonzero(covered)
    rows, cols = covered.shape
    return np.column_stack((row == 0, row == rows - 1, col == 0, col == cols - 1))


def _rims(tiles: NDArray[np.float32]) -> NDArray[np.float32]:
    """The four sides of N tiles and a pixel more on either side: N×4×W×S×3."""
    sides = (tiles, tiles[:, ::-1], tiles.transpose(0, 2, 1, 3), tiles.transpose(0, 2, 1, 3)[:, ::-1])
    return np.stack([one[:, FIRST - 1 : LAST + 1] for one in sides], axis=1)


def _ahead(own: NDArray[np.float32], on: NDArray[np.bool_], times: float = TIMES) -> bool:
    """Whether each tile ``on`` a line shows so many times more of its own than all others do.

    At a lone rim they do so evenly where a line of the lattice is a hair off, too.
    """
    moving = own[on]
    even = len(moving) >= SEVERAL and moving.max() <= EVEN * moving.min() and times < ALONE
    return bool(moving.min() > times * (own[~on].max() + (FAINT if even else STILL)))


def _spot(beyond: NDArray[np.float32]) -> bool:
    """Whether all that is strange in a tile (L×L, squares) is a spot, as a pointer makes: what moves does all along."""
    sizes = [np.sort(beyond.sum(axis=axis)) for axis in (0, 1)]
    return all(float(one[: int(SPOT * len(one))].sum()) <= SPOTLESS * float(one.sum()) for one in sizes)


def _lit(beyond: NDArray[np.float32], line: NDArray[np.bool_]) -> bool:
    """Whether what is strange in tiles of an outer line (N×L×L, squares) grows gently outwards, as light from there."""
    down, across = beyond.mean(axis=2), beyond.mean(axis=1)
    sides = (line[0], down), (line[-1], down[:, ::-1]), (line[:, 0], across), (line[:, -1], across[:, ::-1])
    for outer, shown in sides:
        if outer.all():
            half = shown.shape[1] // 2
            gentle = float(shown.max()) <= GENTLE**2
            return gentle and bool((shown[:, half:].sum(1) <= INWARDS * shown[:, :half].sum(1)).all())
    return False


def _own(tiles: NDArray[np.float32], others: NDArray[np.float32]) -> NDArray[np.float32]:
    """How much each of N tiles shows beyond all that ``others`` usually show near the same place: N, Lab."""
    beyond = _beyond(tiles, others)
    return np.asarray(np.sqrt(np.einsum("nijk,nijk->n", beyond, beyond) / (beyond.shape[1] * beyond.shape[2])))


def _beyond(tiles: NDArray[np.float32], others: NDArray[np.float32]) -> NDArray[np.float32]:
    """By how much each pixel of tiles, without their rims, is beyond all that ``others`` show near: N×L×L×3, Lab."""
    usual = middle(others)
    inside = np.s_[..., RIM:-RIM, RIM:-RIM, :]
    high, low = cv2.dilate(usual, OFF)[inside], cv2.erode(usual, OFF)[inside]
    seen = tiles[inside]
    return np.asarray(np.maximum(np.maximum(seen - high, low - seen), 0), np.float32)


def _rim(rims: NDArray[np.float32], others: NDArray[np.float32]) -> NDArray[np.float32]:
    """The same for rims, N×4×W×S×3, each by itself and without its corners: N×4."""
    usual = middle(others)
    inside = np.s_[1:-1, LAST:-LAST]
    beyond = []
    for side, one in enumerate(usual):
        seen = rims[:, side, 1:-1, LAST:-LAST]
        high, low = cv2.dilate(one, NEAR)[inside], cv2.erode(one, NEAR)[inside]
        beyond.append(np.maximum(np.maximum(seen - high, low - seen), 0))
    every = np.stack(beyond, axis=1)
    return np.asarray(np.sqrt(np.einsum("nsijk,nsijk->ns", every, every) / np.prod(every.shape[2:4])))
