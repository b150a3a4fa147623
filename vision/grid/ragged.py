"""Ragged: boards without gaps or lines of so few clicks that their like cells run together into two or three shapes.

Such shapes are no boxes, but all their sides are upright or level and lie on the lines between cells. Together with the
board's own outline they tell how many cells there are.
"""

from __future__ import annotations

from itertools import islice, product
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.grid import merged

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from vision.grid.boxes import Boxes
    from vision.grid.extents import Grid

THRESHOLDS = (8, 24)
"""Of the edges whose outlines are followed."""
SHORTEST = 36.0
"""Least side of a shape, in pixels."""
CROWDED = 200
"""Outlines from which a page is full of writing: beside boards so drawn there were 148 at most."""
BENT, STRAIGHT = 1.6, 2.0
"""Pixels that an outline may be off its sides, and a side off its axis."""
BESIDE, HALF = 3.0, 0.5
"""Pixels between sides of two shapes that are on one line; from a pixel's middle to its end."""
MOST_SIDES, MOST_SHAPES, TRIED = 64, 60, 4
"""Sides of a shape and shapes looked at, at most; outlines taken for a board's, at most, the largest first."""
SQUARE = 1.04
"""Longer to shorter side of a cell, at most, unless there are as many rows as columns: nothing else tells that two axes
belong together."""
CORNERS, BENDS, MOST_INSIDE, MOST = 4, 6, 12, 10
"""Corners of a rectangle, and of a shape that is none; shapes and cells along an axis of such a board, at most: codes
and mazes have more."""
FILLED = 0.8
"""Share of its place that a board's shapes of several cells fill: single cells, which are too small to be told, do the
rest."""
BEYOND = 0.8
"""Cells that something which meets a board may reach beyond it, at most."""
LEAST_LINES, OUTER = 3, 3
"""Lines of a board along an axis, at least; outermost ones that may be its first or its last."""
FEWEST, SEEN = 2, 0.45
"""Lines along each axis that some side lies on, at least; their share of all lines."""


def grids(strength: NDArray[np.uint8], boxes: Boxes) -> list[Grid]:
    """Boards that upright and level sides fill in an edge picture (H×W uint8), whose boxes are known."""
    ragged = (boxes.fill < merged.SOLID) & (boxes.sizes >= SHORTEST).all(axis=1)
    if not ragged.any():
        return []
    for threshold in THRESHOLDS:
        outlines = _outlines(strength, threshold)
        spans = [
            (left, top, left + wide - 1, top + tall - 1) for left, top, wide, tall in map(cv2.boundingRect, outlines)
        ]
        shapes = _shapes(outlines)
        large = [shape for shape in shapes if np.ptp(shape, axis=0).max() >= SHORTEST]
        bent = (some for some in _sets(large) if max(map(len, some)) >= BENDS and len(some) <= MOST_INSIDE)
        tried = (_board(_with_cells(some, shapes)) for some in islice(bent, TRIED))
        found = next((one for one in tried if one is not None and not _goes_on(one, spans)), None)
        if found is not None:
            return [found]
    return []


def _sets(shapes: list[NDArray[np.int32]]) -> Iterator[list[NDArray[np.int32]]]:
    """Shapes that may make a board: those within an outline that meets no other one, the largest first.

    Then those that hang together and fill a square: a heading may have run together with what is around them.
    """
    spans = [(*shape.min(axis=0), *shape.max(axis=0)) for shape in shapes]
    order = sorted(range(len(shapes)), key=lambda one: -_area(spans[one]))
    for place in order:
        if not any(_crosses(span, spans[place]) for span in spans):
            yield [shapes[other] for other in order if _within(spans[other], spans[place])]
    while order:
        reached, front = [], order[:1]
        while front:
            reached += front
            order = [one for one in order if one not in front]
            front = [one for one in order if any(_meets(spans[one], spans[other]) for other in reached)]
        beside = [one for one in reached if not all(_within(spans[other], spans[one]) for other in reached)]
        if _fill([shapes[one] for one in beside]):
            yield [shapes[one] for one in beside]


def _fill(shapes: list[NDArray[np.int32]]) -> bool:
    """Whether these shapes leave hardly any room in a square: what hides lines of cells seldom leaves one."""
    if not shapes:
        return False
    corners = np.concatenate(shapes)
    low, (wide, tall) = corners.min(axis=0), np.ptp(corners, axis=0)
    if max(wide, tall) > SQUARE * min(wide, tall):
        return False
    mask = np.zeros((tall + 1, wide + 1), np.uint8)
    for shape in shapes:
        cv2.fillPoly(mask, [shape - low], (1,))
    return bool(mask.mean() >= FILLED)


def _outlines(strength: NDArray[np.uint8], threshold: int) -> Sequence[NDArray[np.int32]]:
    """Outlines of what is at least so strong in an edge picture; none of a page full of writing."""
    mask = cv2.threshold(strength, threshold - 1, 255, cv2.THRESH_BINARY)[1]
    outlines = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)[0]
    return [] if len(outlines) > CROWDED else [np.asarray(outline, np.int32) for outline in outlines]


def _shapes(outlines: Sequence[NDArray[np.int32]]) -> list[NDArray[np.int32]]:
    """Those all of whose sides are upright or level: the corners of each, M×2, the largest outlines first."""
    found: list[NDArray[np.int32]] = []
    for outline in outlines:
        width, height = cv2.boundingRect(outline)[2:]
        if min(width, height) < merged.LEAST_STEP:
            continue
        corners = cv2.approxPolyDP(outline, BENT, closed=True)[:, 0]
        sides = np.abs(np.roll(corners, -1, axis=0) - corners)
        if 4 <= len(corners) <= MOST_SIDES and (sides.min(axis=1) <= STRAIGHT).all():
            found.append(np.asarray(corners, np.int32))
    return sorted(found, key=lambda corners: -float(np.ptp(corners, axis=0).prod()))[:MOST_SHAPES]


def _with_cells(some: list[NDArray[np.int32]], shapes: list[NDArray[np.int32]]) -> list[NDArray[np.int32]]:
    """Some shapes, and the small rectangles between them, which may be single cells."""
    corners = np.concatenate(some)
    span = (*corners.min(axis=0), *corners.max(axis=0))
    small = (one for one in shapes if len(one) == CORNERS and np.ptp(one, axis=0).max() < SHORTEST)
    return [*some, *(one for one in small if _within((*one.min(axis=0), *one.max(axis=0)), span))]


def _goes_on(grid: Grid, spans: Sequence[tuple[int, ...]]) -> bool:
    """Whether something that meets a board reaches most of a cell beyond it: what hides a whole line of cells does."""
    step = np.diag(grid.matrix)[:2]
    low = grid.matrix[:2, 2]
    high = low + step * (grid.cols, grid.rows) - 1
    board, slack = (*low, *high), merged.TOUCH
    for span in spans:
        around = span[0] < low[0] - slack and span[1] < low[1] - slack
        around = around and span[2] > high[0] + slack and span[3] > high[1] + slack
        beyond = np.maximum(low - span[:2], span[2:] - high)
        if not around and _meets(board, span) and (beyond > BEYOND * min(step)).any():
            return True
    return False


def _area(span: tuple[int, ...]) -> int:
    return (span[2] - span[0]) * (span[3] - span[1])


def _within(inner: tuple[int, ...], outer: tuple[int, ...]) -> bool:
    slack = merged.TOUCH
    low = inner[0] >= outer[0] - slack and inner[1] >= outer[1] - slack
    return low and inner[2] <= outer[2] + slack and inner[3] <= outer[3] + slack


def _crosses(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether two outlines touch or meet, neither being within the other."""
    return _meets(one, other) and not (_within(one, other) or _within(other, one))


def _meets(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether two outlines touch, meet, or hold each other."""
    slack = merged.TOUCH
    meets = one[0] <= other[2] + slack and other[0] <= one[2] + slack
    return meets and one[1] <= other[3] + slack and other[1] <= one[3] + slack


def _board(shapes: list[NDArray[np.int32]]) -> Grid | None:
    """The largest board that these shapes fill, None where their sides tell none.

    A window's frame and its title's bar are less than a cell outside of it.
    """
    lines = [_lines(shapes, axis) for axis in (0, 1)]
    spans = [list(product(range(min(OUTER, len(places))), range(min(OUTER, len(places))))) for places, _ in lines]
    for across, down in sorted(product(*spans), key=lambda pair: sum(map(sum, pair))):
        one = _within_lines(lines, (across, down))
        if one is not None:
            return one
    return None


def _within_lines(
    lines: Sequence[tuple[NDArray[np.float64], NDArray[np.int64]]], left_out: Sequence[tuple[int, int]]
) -> Grid | None:
    """The board between two lines of each axis, some of the outermost ones ``left_out`` before and after it."""
    inner = [
        (places[before : len(places) - after], lengths[before : len(places) - after])
        for (places, lengths), (before, after) in zip(lines, left_out, strict=True)
    ]
    if any(len(places) < LEAST_LINES for places, _ in inner):
        return None
    corner, opposite = (np.array([places[end] for places, _ in inner]) for end in (0, -1))
    # A line counts by how far sides run along it: what is written or drawn beside the cells has short ones.
    across, down = (np.repeat(places - places[0], lengths // int(merged.LEAST_STEP)) for places, lengths in inner)
    counts = merged.counted(across, down, opposite - corner)
    if counts is None or max(counts) > MOST:
        return None
    step = (opposite - corner) / np.array(counts)
    if max(step) > (merged.STRETCHED if counts[0] == counts[1] else SQUARE) * min(step):
        return None
    for (places, _), (own, _), count, wide in zip(lines, inner, counts, step, strict=True):
        met = np.unique(np.rint((own - own[0]) / wide))
        if len(met) - 2 < min(FEWEST, count - 1) or len(met) - 2 < SEEN * (count - 1):
            return None
        if max(own[0] - places[0], places[-1] - own[-1]) > BEYOND * wide:
            return None
    return merged.filled(corner, step, counts, np.array([[0, 0, *counts]]), np.zeros(1))


def _lines(shapes: list[NDArray[np.int32]], axis: int) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Where the sides lie that run along the other axis, those on both sides of one line as one, and their lengths.

    Only those that are as long as a cell, at least: where corners of like cells meet, a short one is drawn across.
    """
    found, lengths = [np.zeros(0)], [np.zeros(0, np.int64)]
    for shape in shapes:
        after = np.roll(shape, -1, axis=0)
        off, along = np.abs(after - shape)[:, [axis, 1 - axis]].T
        told = (along > off) & (along >= merged.LEAST_STEP)
        found.append((shape[:, axis] + after[:, axis])[told] / 2)
        lengths.append(along[told])
    sides, length = np.concatenate(found), np.concatenate(lengths)
    order = np.argsort(sides)
    sides, length = sides[order], length[order]
    starts = np.flatnonzero(np.diff(sides, prepend=-np.inf) > BESIDE)
    if not len(starts):
        return sides, length
    ends = np.append(starts[1:], len(sides)) - 1
    return (sides[starts] + sides[ends]) / 2 + HALF, np.add.reduceat(length, starts)
