"""Narrowed: a whole line of cells turned narrower than its fellows, with bars of what lies behind at two sides."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.algebra import lines
from vision.memento.midway import RIM
from vision.middle import medians

if TYPE_CHECKING:
    from numpy.typing import NDArray

FINEST = 64  # pixels a side of cells, where the picture shows as many
FEWEST = 2  # tiles off the line from which it is told what is usual
NARROWED = 0.055  # share of a cell that the two bars beside each of a line that is turning are, more than others have
ALONE = 0.18  # the same where all tiles are in the line, so that none tells what they usually have
EVEN = 0.15  # by how much of a cell two bars differ at most
MOST, MORE = 0.8, 0.92  # share of a cell that its bars are at most; of one where no tile is read
SEAM = 2  # pixels at a side that may be a seam, where a cell's lines are a little off
ENDS = [*range(SEAM + 1), *range(-SEAM - 1, 0)]  # columns of which some are of a bar's colour at each side
SAME = 1  # pixels by which most tiles begin elsewhere than one that is as wide
INSIDE = 2  # pixels beyond a bar where something else is seen
PLAIN = 6.0  # Lab: how far a bar is from one colour, at most
BEYOND = 2.01 * PLAIN  # in lightness no two of its pixels are farther apart
MOSTLY = 9  # of ten pixels along it
STRANGE = 8.0  # Lab: how far what tiles show in its place, and what is beyond it, are from that, at least


def narrowed(cells: NDArray[np.float32], covered: NDArray[np.bool_]) -> bool:
    """Whether each cell of some line has a bar at two opposite sides, all of one colour, that others lack.

    Args:
        cells: rows×cols×S×S×3 Lab, from the middle of one gap to the middle of the next.
        covered: rows×cols, True where a tile was read.
    """
    side = cells.shape[2]
    every = list(lines(*covered.shape))
    for one in (cells, cells.transpose(0, 1, 3, 2, 4)):
        depths = _depths(one, covered, every)
        usual = float(np.median(depths))
        for depth, line in zip(depths, every, strict=True):
            untold = (covered & line).any() and np.count_nonzero(covered & ~line) < FEWEST
            if depth >= (ALONE * side if untold else NARROWED * side + usual):
                return True
    return _in_holes(cells, covered, every)


def _in_holes(cells: NDArray[np.float32], covered: NDArray[np.bool_], every: list[NDArray[np.bool_]]) -> bool:
    """The same of what lies within the gaps around all tiles: where a cell turns a hole of another colour may be left.

    Cards have rims of their own, but all of them: other cells of the picture must have none.
    """
    faces = _faces(cells, covered)
    least = NARROWED * cells.shape[2]
    if faces.shape == cells.shape:
        return False
    for one in (faces, faces.transpose(0, 1, 3, 2, 4)):
        for line, depth in zip(every, _depths(one, covered, every), strict=True):
            others = one[~covered & ~line]
            if depth < least or len(others) < FEWEST:
                continue
            if _beside_pictures(others, _colour(one[line][:, RIM:-RIM]), round(depth)) >= least:
                return True
    return False


def _faces(cells: NDArray[np.float32], covered: NDArray[np.bool_]) -> NDArray[np.float32]:
    """Cells without the gaps in which most tiles lie."""
    tiles = cells[covered]
    turned = tiles.transpose(0, 2, 1, 3)
    left, right = _beginning(tiles), _beginning(tiles[:, :, ::-1])
    top, bottom = _beginning(turned), _beginning(turned[:, :, ::-1])
    height, width = cells.shape[2:4]
    if max(left + right, top + bottom) > width // 2:
        return cells
    return np.ascontiguousarray(cells[:, :, top : height - bottom, left : width - right])


def _depths(cells: NDArray[np.float32], covered: NDArray[np.bool_], every: list[NDArray[np.bool_]]) -> list[float]:
    """How deep the bars beside the cells of each line are."""
    may = _sided(cells)
    return [_bars(cells, covered, line) if _barred(*may, line) else 0.0 for line in every]


def _sided(cells: NDArray[np.float32]) -> tuple[NDArray[np.bool_], NDArray[np.float32]]:
    """Whether each of three columns at either side of each cell may be of one colour, and its middle lightness.

    All that is told at once: nothing farther apart in lightness alone is of one.
    """
    light = np.sort(cells[:, :, RIM:-RIM, ENDS, 0], axis=2)
    many = MOSTLY * light.shape[2] // 10
    apart = (light[:, :, many:] - light[:, :, : light.shape[2] - many]).min(2)
    return apart <= BEYOND, light[:, :, light.shape[2] // 2]


def _barred(even: NDArray[np.bool_], light: NDArray[np.float32], line: NDArray[np.bool_]) -> bool:
    """Whether each cell of a line may have bars of one colour at both sides; other arguments are of ``_sided``."""
    middles = light[line]
    may = even[line].all(0) & (middles.max(0) - middles.min(0) <= BEYOND)
    return bool(may.reshape(2, -1).any(1).all())


def _bars(cells: NDArray[np.float32], covered: NDArray[np.bool_], line: NDArray[np.bool_]) -> float:
    """How many pixels the two bars beside each cell of a line are more than the gaps beside other tiles."""
    moving = cells[line][:, RIM:-RIM]
    colour = _colour(moving)
    if not _even(moving[:, :, ENDS], colour)[1].reshape(2, -1).any(1).all():
        return 0.0
    off, even = _even(moving, colour)
    left, right = _run(even), _run(even[::-1])
    most = MOST if (covered & line).any() else MORE
    if not left or not right or abs(left - right) > EVEN * len(even) or left + right > most * even.size:
        return 0.0
    tiles = cells[covered & ~line][:, RIM:-RIM]
    told = len(tiles) >= FEWEST
    usual = np.median(tiles, axis=0) if told else np.full((*off.shape[1:], 3), np.inf, np.float32)
    away = np.median(np.sqrt(((usual - colour) ** 2).sum(2)), axis=0)
    inside = float(np.median(away))
    # Tiles of the colour of what lies behind all cells hide their gaps: there only pictures show them.
    up = ~covered[line] if inside < STRANGE else np.ones(len(off), bool)
    if not up.any() or float(np.median([_past_bars(one) for one in off[up]], axis=0).min()) < STRANGE:
        return 0.0
    if not told:
        return left + right
    if inside < STRANGE:
        return _beside_pictures(cells[~covered & ~line], colour, left + right)
    begun = _beginning(tiles), _beginning(tiles[:, :, ::-1])
    if max(abs(begun[0] - left), abs(begun[1] - right)) <= SAME:
        return 0.0  # what lies behind is of other colours beside those
    gaps = np.maximum(1 - away / inside, 0)
    third = len(gaps) // 3
    return max(0.0, left + right - max(float(gaps[:third].sum() + gaps[-third:].sum()), _beside_each(tiles)))


def _colour(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """The usual colour of cells (N×H×W×3) at their two sides."""
    return medians(cells[:, :, ENDS[1:-1]].reshape(-1, 3))


def _past_bars(off: NDArray[np.float32]) -> tuple[float, float]:
    """How far a cell, H×W, is from the colour of its two bars right past either of these: cells may turn one by one."""
    even = _told(off[None])
    ends = _run(even) + INSIDE, len(even) - 1 - _run(even[::-1]) - INSIDE
    left, right = (float(np.median(off[:, np.clip(end, 0, len(even) - 1)])) for end in ends)
    return left, right


def _beginning(tiles: NDArray[np.float32]) -> int:
    """How deep from the side most tiles (N×H×W×3) begin, pixels; 0 where it is not seen."""
    steps = np.linalg.norm(np.diff(np.median(tiles, axis=1), axis=1), axis=2) >= STRANGE
    return round(float(np.median(np.where(steps.any(1), steps.argmax(1) + 1, 0))))


def _beside_each(tiles: NDArray[np.float32]) -> float:
    """How many pixels the two bars beside each of most ``tiles`` (N×H×W×3) are, whatever their colours.

    What lies behind the board may have another colour at each line, as where it is a picture or a slope.
    """
    found = []
    for tile in tiles:
        even = _even(tile[None], medians(tile[:, [1, -2]].reshape(-1, 3)))[1]
        found.append(0 if even.all() else _runs(even))
    return float(np.median(found))


def _beside_pictures(others: NDArray[np.float32], colour: NDArray[np.float32], depth: int) -> float:
    """By how many pixels bars of a ``colour`` and ``depth`` are more than those beside other cells of the picture."""
    if not len(others):
        return 0.0
    even = [_even(one[None, RIM:-RIM], colour)[1] for one in others]
    return max(0.0, depth - max(map(_runs, even)))


def _even(cells: NDArray[np.float32], colour: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """How far each pixel of cells (N×H×W×3) is from a ``colour``, N×H×W; which columns are of it in all cells, W."""
    off = np.sqrt(((cells - colour) ** 2).sum(3))
    return off, _told(off)


def _told(off: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which columns are of a colour, W, in all cells whose pixels are so far ``off`` it, N×H×W."""
    ordered = np.sort(off, axis=1)
    return np.asarray(ordered[:, MOSTLY * ordered.shape[1] // 10].max(0) <= PLAIN)


def _runs(even: NDArray[np.bool_]) -> int:
    """How many pixels are even from both sides on."""
    return _run(even) + _run(even[::-1])


def _run(even: NDArray[np.bool_]) -> int:
    """How many pixels are even from the side on; the first ones may be a seam."""
    runs = (int(np.argmin(np.append(even[seam:], False))) for seam in range(SEAM + 1))
    return max(runs)
