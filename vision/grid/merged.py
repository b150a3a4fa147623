"""Merged cells: boards without gaps or lines, where like neighbours run together into larger shapes.

Hardly a cell of such a board has an outline of its own. But its shapes lie side by side without a gap, all their sides
are on the lines between cells, and together they fill the board.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from vision.grid import nooks
from vision.grid.extents import Grid
from vision.middle import middle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from vision.grid.boxes import Boxes

NARROWEST, LEAST_STEP = 6.0, 9.0
"""Least side of a shape, and least step between lines, in pixels."""
CROWD = 160
"""Boxes looked at, at most, the largest first."""
TOUCH = 2.6
"""Pixels between the sides of two shapes that lie side by side: their outlines are drawn on both sides of the edge."""
FEWEST, TRIED = 5, 4
"""Shapes of a board at least, nooks counted; sets of shapes that hang together tried at most, the largest first."""
INSET = 0.5
"""Pixels by which a shape's box is short of its sides."""
OFF, FITTING = 1.8, 0.93
"""Pixels a side may be off its line, and the share of the sides that aren't farther off."""
LEAST, MOST = 2, 20
SQUARE, STRETCHED = 1.3, 2.0
"""Longer to shorter side of a cell, at most; of one on a board with as many rows as columns."""
SEEN = 0.6
"""Share of the lines between columns, and of those between rows, that some shape ends at."""
SMALLER, OUTERMOST, RUNS_ON, TIGHT = 0.4, 3, 0.8, 0.7
"""Share of most shapes' shorter sides below which one is no shape of a board; outermost sides that may be a
board's; steps by which shapes may run on beyond it: more is another line of cells; pixels by which the others' sides
are then off the lines, on average."""
SOLID = 0.95
"""A box this full is a rectangle, not a ragged shape."""


def grids(boxes: Boxes) -> list[Grid]:
    """Boards that sets of boxes make which lie side by side, the set of most boxes first."""
    low, high = boxes.centers - boxes.sizes / 2 - INSET, boxes.centers + boxes.sizes / 2 + INSET
    large = np.flatnonzero((boxes.sizes >= NARROWEST).all(axis=1))
    large = large[np.argsort(-boxes.sizes[large].prod(axis=1), kind="stable")[:CROWD]]
    found: list[Grid] = []
    for members in _sets(low[large], high[large], boxes.fill[large] >= SOLID):
        shapes = large[members]
        none = np.zeros(len(shapes), bool)
        parted = ((shapes[~some], shapes[some]) for some in (none, *nooks.among(boxes, shapes)))
        tried = (_board(boxes, cells, between, low, high) for cells, between in parted)
        whole = next((one for one in tried if one is not None), None) or _trimmed(boxes, shapes, low, high)
        found += [] if whole is None else [whole]
    return found


def _trimmed(
    boxes: Boxes, shapes: NDArray[np.int64], low: NDArray[np.float64], high: NDArray[np.float64]
) -> Grid | None:
    """The board that some shapes (numbers of ``boxes``) make which run on into what lies right against it, if any.

    A heading above it, or buttons below, may be of a colour with some of its cells. Letters, and what else is far
    smaller than the others, are no shapes of a board.
    """
    shorter = boxes.sizes[shapes].min(axis=1)
    cells = shapes[shorter >= SMALLER * middle(shorter[: len(shapes) // 2])]
    if len(cells) < FEWEST:
        return None
    starts, ends = low[cells], high[cells]
    for (left, right), (top, bottom) in product(*(list(_spans(starts[:, axis], ends[:, axis])) for axis in (0, 1))):
        corner, opposite = np.array([left, top]), np.array([right, bottom])
        within = ((starts < opposite - OFF) & (ends > corner + OFF)).all(axis=1)
        along = (starts <= corner + OFF) & (ends >= opposite - OFF)
        inner = cells[within]
        if len(inner) < FEWEST or not along[~within].any(axis=1).all():
            continue  # only a bar goes along a whole side of the board; what does not is a part of it
        cut = np.maximum(low, corner), np.minimum(high, opposite)
        one = _board(boxes, inner, inner[:0], *cut)
        if one is None:
            continue
        step = np.diag(one.matrix)[:2]
        off = (np.concatenate([sides[inner] for sides in cut]) - corner) / step
        over = np.maximum(corner - low[inner], high[inner] - opposite)
        if (over <= RUNS_ON * step).all() and (np.abs(off - np.rint(off)) * step).mean() <= TIGHT:
            return one
    return None


def _spans(starts: NDArray[np.float64], ends: NDArray[np.float64]) -> Iterator[tuple[float, float]]:
    """First and last places of boards along one axis, on whose lines sides are; what runs on is cut off."""
    for first in _outer(starts):
        for last in -_outer(-ends):
            inside = np.concatenate([starts[starts > first - OFF], ends[ends < last + OFF]])
            if _fitting(inside - first, float(last - first)):
                yield first, last


def _outer(sides: NDArray[np.float64]) -> NDArray[np.float64]:
    """The outermost places of sides, and those next to them."""
    ordered = np.sort(sides)
    return ordered[np.diff(ordered, prepend=-np.inf) > OFF][:OUTERMOST]


def _board(
    boxes: Boxes,
    shapes: NDArray[np.int64],
    between: NDArray[np.int64],
    low: NDArray[np.float64],
    high: NDArray[np.float64],
) -> Grid | None:
    """The board that some shapes (numbers of ``boxes``) fill, whose sides are at ``low`` and ``high``, if any.

    Lines cross in the middle of each of the nooks (numbers, too) ``between`` them.
    """
    corner, opposite = low[shapes].min(axis=0), high[shapes].max(axis=0)
    starts, ends = low[shapes] - corner, high[shapes] - corner
    crossings = boxes.centers[between] - corner
    sides = np.concatenate([starts, ends, crossings])
    counts = counted(sides[:, 0], sides[:, 1], opposite - corner)
    if counts is None:
        return None
    step = (opposite - corner) / np.array(counts)
    if (boxes.sizes[between] > step).any():
        return None
    spans = np.rint(np.column_stack([starts, ends]) / np.tile(step, 2)).astype(np.int64)
    met = np.rint(crossings / step).astype(np.int64)
    if len(met) and np.gcd.reduce(spans, axis=None) > 1:
        return None  # all shapes are whole numbers of larger cells, with something drawn in them
    if _lines_seen(np.concatenate([spans, np.tile(met, 2)]), counts) < SEEN:
        return None
    grid = filled(corner, step, counts, spans, boxes.fill[shapes])
    return nooks.around(boxes, between, grid) if len(between) else grid


def _sets(low: NDArray[np.float64], high: NDArray[np.float64], solid: NDArray[np.bool_]) -> Iterator[NDArray[np.int64]]:
    """Sets of boxes that hang together by lying side by side; what stands inside a whole rectangle is none of them."""
    (left, top), (right, bottom) = low.T, high.T
    touching = np.minimum.outer(right, right) - np.maximum.outer(left, left) >= -TOUCH
    touching &= np.minimum.outer(bottom, bottom) - np.maximum.outer(top, top) >= -TOUCH
    holding = np.less_equal.outer(left, left) & np.less_equal.outer(top, top)
    holding &= np.greater_equal.outer(right, right) & np.greater_equal.outer(bottom, bottom)
    apart = holding & solid[:, None]
    touching &= ~(apart | apart.T)
    free = touching.any(axis=1)
    sets: list[NDArray[np.int64]] = []
    while free.any():
        reached = np.zeros(len(low), bool)
        front = np.array([int(free.argmax())])
        while len(front):
            reached[front] = True
            front = np.flatnonzero(touching[front].any(axis=0) & ~reached)
        free &= ~reached
        if reached.sum() >= FEWEST:
            sets.append(np.flatnonzero(reached))
    yield from sorted(sets, key=len, reverse=True)[:TRIED]


def counted(
    upright: NDArray[np.float64], level: NDArray[np.float64], size: NDArray[np.float64]
) -> tuple[int, int] | None:
    """The fewest columns and rows of a board of this size whose lines sides lie on; None where none fit.

    Its cells are square, but for buttons as a layout stretches them: of those there are as many columns as rows.

    Args:
        upright: where upright sides are, from the board's left.
        level: where level ones are, from its top.
        size: its width and height.
    """
    fitting = [_fitting(sides, float(length)) for sides, length in zip((upright, level), size, strict=True)]
    found = []
    for cols, rows in product(*fitting):
        if even(size[0] / cols, size[1] / rows, (cols, rows)):
            found.append((cols * rows, (cols, rows)))
    return min(found)[1] if found else None


def even(wide: float, tall: float, counts: tuple[int, int]) -> bool:
    """Whether cells so ``wide`` and ``tall`` may be those of a board of ``counts`` columns and rows."""
    oblong = max(wide, tall) / min(wide, tall)
    return oblong <= (STRETCHED if counts[0] == counts[1] else SQUARE)


def _fitting(sides: NDArray[np.float64], size: float) -> list[int]:
    """Numbers of cells along one axis for which the sides lie on lines."""
    counts = np.arange(LEAST, min(MOST, int(size / LEAST_STEP)) + 1)
    if not len(counts):
        return []
    steps = size / counts
    places = sides[None] / steps[:, None]
    off = (places - np.rint(places)) * steps[:, None]
    off -= middle(off, axis=1)[:, None]  # the outermost side may be drawn farther out than all others
    return [int(count) for count in counts[(np.abs(off) <= OFF).mean(axis=1) >= FITTING]]


def _lines_seen(spans: NDArray[np.int64], counts: tuple[int, int]) -> float:
    """The smaller share, of lines between columns and between rows, that some shape starts or ends at."""
    lines = [set(spans[:, axis].tolist()) | set(spans[:, axis + 2].tolist()) for axis in (0, 1)]
    return min(len(found - {0, count}) / (count - 1) for found, count in zip(lines, counts, strict=True))


def filled(
    corner: NDArray[np.float64],
    step: NDArray[np.float64],
    counts: tuple[int, int],
    spans: NDArray[np.int64],
    fill: NDArray[np.float64],
) -> Grid:
    """The board of ``counts`` columns and rows that shapes fill.

    ``spans`` are the shapes' first column and row, and those after their last; ``fill`` as of boxes.
    """
    cols, rows = counts
    matrix = np.array([[step[0], 0.0, corner[0]], [0.0, step[1], corner[1]], [0.0, 0.0, 1.0]])
    fills = np.full((rows, cols), np.nan)
    spanned = np.zeros((rows, cols), bool)
    for (x0, y0, x1, y1), share in zip(spans.tolist(), fill.tolist(), strict=True):
        if (x1 - x0, y1 - y0) == (1, 1):
            fills[y0, x0] = share
        elif (x1 - x0, y1 - y0) != counts or share < SOLID:
            spanned[y0:y1, x0:x1] = True
    return Grid(
        matrix,
        rows,
        cols,
        taken=np.isfinite(fills),
        spanned=spanned,
        framed=True,
        fills=fills,
        body=(1.0, 1.0),
        residual=0.0,
        outside=tuple(np.zeros(count, bool) for count in (cols, cols, rows, rows)),
    )
