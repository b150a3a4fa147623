"""Midway: a whole line of cells on its way from one face to the other, fading.

A move flips all cells of a row, of a column or of the diagonal at once. So one cell that shows some of a tile is
chance, or a picture's own doing; a line of which each does is moving.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.algebra import lines
from vision.middle import median, middle

if TYPE_CHECKING:
    from numpy.typing import NDArray

RIM = 3  # pixels of a cell left out at its rim, where gaps and seams are
GROUND = 9  # pixels a side of the surroundings that a pattern is told from
PATTERN = 0.8  # Lab: least root mean square of a pattern of tiles that tells
SOME = 0.5 * PATTERN  # of the usual look of all tiles, be they moving or not, below which none of a line has one
MIXED = 0.1  # share of the way to a tile by which a picture steps at least, where a line is fading
AGREE = 0.3  # by how much the shares of a line differ at most
MANY, SAME, SHARED, BLANK = 4, 0.1, 0.25, 1.5
"""Cells of a line that show the same share of the pattern by no chance, whatever others show of it: how many, by how
much their shares differ at most, and the least of them, either way: the pattern may go on from tile to tile. Cells of
one colour, Lab, may look alike without it."""
PLAINER = 0.4  # by how much more of the pattern tiles show than cells of the picture do by chance, at least
FAINTEST = 0.07  # share of a tile, and of a picture, that each cell of a fading line shows at least
TOGETHER = 4.2  # standard errors by which a fading line shows more of it than chance does
STEADIEST = 0.02  # share by which cells of any picture are taken to vary
STEPS_AGREE = 0.08  # by how much more the steps at borders may with each one that there is more than one
EXPLAINED = 0.35  # share of a step (its square) that leads elsewhere than to the tile, at most
CERTAIN = 3.0  # times by how much steps at other borders vary
BUT_ONE_IN = 6  # steps over borders, of which one may tell nothing
WASHED = (
    0.35  # share of the tiles' colour over all cells of a line, at least, beyond that over any other of the picture
)
ASTRAY, LEVEL = 50, 1 / 255  # one pixel in so many of a cell tells nothing; one gray level
FEWEST = 2  # cells of either kind off the line from which it is told what is usual
DEEP = 3  # pixels of a cell, from its rim inwards, that tell what it shows at a border
NEAR = 10.0  # Lab: picture nearer to the tile than this at a border tells nothing
HARDLY = 0.5  # Lab by which a plain tile may be farther from the usual one than those off the line
ROUGH = 0.08  # by how much steps at borders are taken to vary where too few tell


def midway(cells: NDArray[np.float32], covered: NDArray[np.bool_]) -> bool:
    """Whether some line of cells is midway between tiles and picture.

    Args:
        cells: rows×cols×S×S×3 Lab, from the middle of one gap to the middle of the next.
        covered: rows×cols, True where a tile was read.
    """
    return _fading(cells, covered) or _washed(cells, covered) or _veiled(cells, covered)


def _fading(cells: NDArray[np.float32], covered: NDArray[np.bool_]) -> bool:
    """Whether each cell of some line shows the pattern that all tiles have, more faintly than these do.

    A line with a plain tile in it stands still. How much of the pattern is chance in a picture, the others show.
    """
    enough = np.count_nonzero(covered) >= FEWEST
    still = [line for line in lines(*covered.shape) if enough and not (covered & line).any()]
    still = [line for line in still if np.count_nonzero(~covered & ~line) >= FEWEST]
    if not still or _rough(_fine(middle(cells[covered]))) < SOME:
        return False
    fine = np.stack([_fine(one) for one in cells.reshape(-1, *cells.shape[2:])])
    tiles = covered.ravel()
    pattern = middle(fine[tiles])
    if _rough(pattern) < PATTERN:
        return False
    alike = fine @ pattern / float(pattern @ pattern)
    all_of_it = float(alike[tiles].mean())
    for line in still:
        moving, up = line.ravel(), (~covered & ~line).ravel()
        none = float(alike[up].mean())
        if all_of_it - none < PLAINER:
            continue
        share = (alike - none) / (all_of_it - none)
        if _shared(share[moving]) and np.ptp(cells[line].mean((1, 2)), axis=0).max() >= BLANK:
            return True
        mixed = np.minimum(share[moving], 1 - share[moving])
        if mixed.min() >= FAINTEST and np.ptp(mixed) <= AGREE and _beyond_chance(mixed, share[up]) >= TOGETHER:
            return True
    return False


def _washed(cells: NDArray[np.float32], covered: NDArray[np.bool_]) -> bool:
    """Whether more of the tiles' colour may lie over each cell of some line than over any other cell of the picture.

    What it lies over is nowhere as dark, nor as bright, as a picture mostly is somewhere.
    """
    still = [line for line in lines(*covered.shape) if not (covered & line).any()]
    if not still:
        return False
    inside = np.ascontiguousarray(cells[:, :, RIM + 1 : -RIM - 1, RIM + 1 : -RIM - 1], np.float32)
    colours = cv2.cvtColor(inside.reshape(-1, 1, 3), cv2.COLOR_LAB2BGR).reshape(*covered.shape, -1, 3)
    tile = np.median(colours[covered].reshape(-1, 3), axis=0)
    ordered = np.sort(colours, axis=2)
    few = ordered.shape[2] // ASTRAY
    dark, bright = ordered[:, :, few], ordered[:, :, -1 - few]
    share = np.minimum(dark / np.maximum(tile, LEVEL), (1 - bright) / np.maximum(1 - tile, LEVEL)).min(axis=2)
    return any(share[line].min() >= share[~covered & ~line].max(initial=0.0) + WASHED for line in still)


def _beyond_chance(mixed: NDArray[np.float32], up: NDArray[np.float32]) -> float:
    """Standard errors by which a line shows more than the cells of the picture off it, which show 0 (Welch's t)."""
    varies = float(mixed.var(ddof=1)) / len(mixed) + max(float(up.var(ddof=1)), STEADIEST**2) / len(up)
    return float(mixed.mean() / varies**0.5)


def _shared(shares: NDArray[np.float32]) -> bool:
    """Whether all cells of a line show as much of a pattern."""
    return bool(len(shares) >= MANY and np.ptp(shares) <= SAME and np.abs(shares).min() >= SHARED)


def _fine(cell: NDArray[np.float32]) -> NDArray[np.float32]:
    """What a cell shows beyond its surroundings, without its rim, in a line."""
    inside = np.ascontiguousarray(cell[RIM:-RIM, RIM:-RIM])
    return np.asarray((inside - cv2.blur(inside, (GROUND, GROUND))).ravel(), np.float32)


def _rough(fine: NDArray[np.float32]) -> float:
    """Root mean square of a pattern, Lab."""
    return float(np.sqrt(3 * (fine @ fine) / len(fine)))


def _veiled(cells: NDArray[np.float32], covered: NDArray[np.bool_]) -> bool:
    """Whether the picture steps towards the tiles' look at the borders of some line of cells, and hardly elsewhere."""
    along, deep, far = slice(RIM, -RIM), slice(RIM, RIM + DEEP), slice(-RIM - DEEP, -RIM)
    # What cells show at their right, left, lower and upper side: cells×L×3 each.
    across, down = cells[:, :, along], cells[:, :, :, along].transpose(0, 1, 3, 2, 4)
    sides = [one[:, :, :, part].mean(3).reshape(covered.size, -1, 3) for one in (across, down) for part in (far, deep)]
    places = np.arange(covered.size).reshape(covered.shape)
    pairs = []
    for side, (one, other) in ((0, (places[:, :-1], places[:, 1:])), (2, (places[:-1], places[1:]))):
        both = ~covered.ravel()[one] & ~covered.ravel()[other]
        pairs += [(side, *pair) for pair in zip(one[both].tolist(), other[both].tolist(), strict=True)]
    for line in lines(*covered.shape):
        on, tiles = line.ravel().tolist(), (covered & ~line).ravel()
        crossing = [pair for pair in pairs if on[pair[1]] != on[pair[2]]]
        if np.count_nonzero(tiles) < FEWEST or len(crossing) < FEWEST or _stands(cells, covered, line):
            continue
        shown: dict[int, NDArray[np.float32]] = {}  # what tiles off the line show at each side, where that is asked
        into: list[float] = []
        astray = len(crossing) // BUT_ONE_IN
        for side, first, second in crossing:
            start, end = ((side + 1, second), (side, first)) if on[first] else ((side, first), (side + 1, second))
            step = _step(sides[start[0]][start[1]], sides[end[0]][end[1]], _shown(shown, sides, end[0], tiles))
            if step is not None and min(step, 1 - step) >= MIXED:
                into.append(step)
            elif step is not None:
                astray -= 1
                if astray < 0:
                    break
        if astray < 0 or len(into) < FEWEST or max(into) - min(into) > STEPS_AGREE * (len(into) - 1):
            continue
        steps = [
            _step(sides[side][first], sides[side + 1][second], _shown(shown, sides, side + 1, tiles))
            for side, first, second in pairs
            if on[first] == on[second]
        ]
        usual = np.array([step for step in steps if step is not None])
        if min(min(step, 1 - step) for step in into) >= CERTAIN * (_varies(usual) if len(usual) >= FEWEST else ROUGH):
            return True
    return False


def _stands(cells: NDArray[np.float32], covered: NDArray[np.bool_], line: NDArray[np.bool_]) -> bool:
    """Whether some tile of a line is as plain a tile as those off it: then none of the line is moving."""
    on = cells[covered & line]
    if not len(on):
        return False
    off = cells[covered & ~line]
    usual = middle(off)
    return bool(_away(on, usual).min() <= _away(off, usual).max() + HARDLY)


def _away(tiles: NDArray[np.float32], usual: NDArray[np.float32]) -> NDArray[np.float32]:
    """How far each tile is from the usual one without its rim: root mean square, Lab."""
    off = (tiles - usual)[:, RIM:-RIM, RIM:-RIM]
    return np.asarray(np.sqrt(np.einsum("nijk,nijk->n", off, off) / (off.shape[1] * off.shape[2])))


def _shown(
    known: dict[int, NDArray[np.float32]], sides: list[NDArray[np.float32]], side: int, tiles: NDArray[np.bool_]
) -> NDArray[np.float32]:
    """What some ``tiles`` usually show at one of the ``sides``; what is ``known`` already is not told anew."""
    if side not in known:
        known[side] = middle(sides[side][tiles])
    return known[side]


def _varies(shares: NDArray[np.floating]) -> float:
    """How much some shares vary, whatever a few of them are (median deviation, as a standard one)."""
    return 1.48 * median(np.abs(shares - median(shares)))


def _step(one: NDArray[np.float32], other: NDArray[np.float32], tile: NDArray[np.float32]) -> float | None:
    """By what share of the way to the tile a picture steps over a border; None where it looks like the tile there.

    It is that of most pixels along the border: a part of what the picture shows may end there.
    """
    away, moved = tile - one, other - one
    sizes = (away**2).sum(1)
    if float(sizes.mean()) < NEAR**2:
        return None
    share = median((moved * away).sum(1) / np.maximum(sizes, NEAR**2))
    rest = ((moved - share * away) ** 2).sum(1)
    return share if median(rest) <= EXPLAINED * median((moved**2).sum(1)) else 0.0
