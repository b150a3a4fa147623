"""Panes: a lattice laid over straight edges, how well each unit side is supported, and where the board may end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from vision.memento.axis import Axis

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.memento.comb import Edges

PRICES = ((0.3, 0.55, 1.6), (0.45, 0.7, 2.5), (0.35, 0.8, 6.0))
"""Ways to weigh a rectangle: what a unit side inside costs (its support pays for it), what one of the outline costs,
and how many times the outline counts. The board is among the best of one of them; which is decided by more evidence."""
CLOSED = 0.85  # support of an outline that counts as closed
FARTHEST = 3  # cells an extent may grow on a side
ENDS = 0.1  # share of a unit side left out at each end: corners are often round


class Extent(NamedTuple):
    """A rectangle of cells of a lattice: rows ``top``..``bottom``, columns ``left``..``right``, ends excluded."""

    top: int
    bottom: int
    left: int
    right: int

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.bottom - self.top, self.right - self.left


@dataclass(frozen=True, slots=True, eq=False)
class Panes:
    """A lattice window and the support, 0..1, of its unit sides.

    Attributes:
        x, y: the lines of the window.
        upright: rows×(cols+1); ``upright[r, j]`` is the side at line j along row r.
        level: (rows+1)×cols; ``level[i, c]`` is the side at line i along column c.
        mid_upright, mid_level: rows×cols; the same for lines through the middle of each cell.
    """

    x: Axis
    y: Axis
    upright: NDArray[np.float64]
    level: NDArray[np.float64]
    mid_upright: NDArray[np.float64]
    mid_level: NDArray[np.float64]


def lay(edges: Edges, x: Axis, y: Axis, margin: int) -> Panes | None:
    """Lay the lattice of two combs over ``edges``, ``margin`` cells wider than the combs where the picture has room."""
    height, width = edges.masks[0].shape
    x, y = _widen(x, width, margin), _widen(y, height, margin)
    if x.count < 2 or y.count < 2:
        return None
    upright = _support(edges.upright, x, y, width, height)
    level = _support(edges.level.T, y, x, height, width).T
    return Panes(x, y, upright[:, ::2], level[::2], upright[:, 1::2], level[1::2])


def _widen(axis: Axis, side: int, margin: int) -> Axis:
    """Add lines on both ends as far as they lie in the picture; a hair outside counts as in."""
    slack = max(1.5, 0.03 * axis.pitch)
    before = min(margin, int((axis.origin + slack) // axis.pitch))
    before = max(before, -axis.count)
    end = axis.origin + axis.count * axis.pitch
    after = min(margin, int((side + slack - end) // axis.pitch))
    return Axis(axis.origin - before * axis.pitch, axis.pitch, axis.count + before + after)


def _support(sums: NDArray[np.int32], lines: Axis, rows: Axis, side: int, length: int) -> NDArray[np.float64]:
    """Share of each unit side that has an edge, along ``lines`` and half-way between: rows.count × (2·lines.count + 1).

    ``sums`` is (length+1) × (side+1): running sums, the lines' own direction first.
    """
    place = lines.origin + np.arange(2 * lines.count + 1) * (lines.pitch / 2)
    step = min(4.0, 1.0 + 0.03 * lines.pitch)
    start = rows.origin + (np.arange(rows.count) + ENDS) * rows.pitch
    stop = start + (1 - 2 * ENDS) * rows.pitch
    first = np.rint(start).astype(int).clip(0, length)
    last = np.rint(stop).astype(int).clip(0, length)
    near = np.floor(place + np.array([[-step], [0.0], [step]])).astype(int).clip(0, side - 1)
    columns = np.stack([near, near + 1], 1).ravel()
    ends = sums[np.concatenate([first, last])[:, None], columns].reshape(2, rows.count, 3, 2, len(place))
    held = (ends[1, :, :, 1] - ends[1, :, :, 0] - ends[0, :, :, 1] + ends[0, :, :, 0]).max(1)
    best = np.asarray(held / np.maximum(last - first, 1)[:, None], np.float64)
    # The picture's own frame is an edge.
    best[:, (place < 1.5 + step) | (place > side - 1.5 - step)] = 1.0
    return best


def extents(panes: Panes, keep: int = 2, least: int = 2, most: int = 9) -> list[tuple[float, Extent]]:
    """Rectangles of the window whose sides inside and all around are well supported.

    Every rectangle of least..most cells a side is tried: the greatest sums over its unit sides of support less a price,
    ``keep`` rectangles for each way to set the prices. The score given is that of the first way.
    """
    rows, cols = panes.upright.shape[0], panes.level.shape[1]
    tops, bottoms = _spans(rows, least, most)
    lefts, rights = _spans(cols, least, most)
    if not tops.size or not lefts.size:
        return []
    tall, wide = (bottoms - tops).astype(np.float64), (rights - lefts).astype(np.float64)
    # All sums are of one part that depends on the left line and one that depends on the right one (or on the top and
    # the bottom one): whole tables of rectangles are made of few look-ups.
    down, beside = _below(panes.upright), _below(panes.level.T)
    down, beside = down[bottoms] - down[tops], beside[rights] - beside[lefts]
    inner_u, inner_l = _below(down.T).T, _below(beside.T).T
    units, girth = 2 * np.multiply.outer(tall, wide), 2 * np.add.outer(tall, wide)
    inside = inner_u[:, rights] - inner_u[:, lefts + 1]
    inside += (inner_l[:, bottoms] - inner_l[:, tops + 1]).T
    outside = down[:, lefts] + down[:, rights]
    outside += (beside[:, tops] + beside[:, bottoms]).T
    units -= girth / 2
    first: NDArray[np.float64] | None = None
    chosen: dict[int, None] = {}
    for inner, outer, weight in PRICES:
        score = (inside - inner * units + weight * (outside - outer * girth)).ravel()
        first = score if first is None else first
        for i in np.argpartition(-score, min(keep, len(score) - 1))[:keep].tolist():
            if score[i] > 0:
                chosen[i] = None
    found = []
    for i in chosen:
        row, col = divmod(i, lefts.size)
        extent = Extent(int(tops[row]), int(bottoms[row]), int(lefts[col]), int(rights[col]))
        found.append((float(first[i]) if first is not None else 0.0, extent))
    return found


def grow(panes: Panes, extent: Extent) -> Extent:
    """Take in outer rows and columns that show nothing but picture, by the outline that goes on around them.

    Such a row has no lines inside, so the sum of supports leaves it out. It is there when both neighbouring sides of
    the outline go on for some whole cells and an edge along the whole side closes them.
    """
    upright, level = panes.upright, panes.level
    rows, cols = upright.shape[0], level.shape[1]
    top, bottom, left, right = extent
    steps = range(1, FARTHEST + 1)
    for k in steps:
        if right + k <= cols and _closed(
            upright[top:bottom, right + k], level[top, right : right + k], level[bottom, right : right + k]
        ):
            right += k
            break
    for k in steps:
        if left - k >= 0 and _closed(
            upright[top:bottom, left - k], level[top, left - k : left], level[bottom, left - k : left]
        ):
            left -= k
            break
    for k in steps:
        if bottom + k <= rows and _closed(
            level[bottom + k, left:right], upright[bottom : bottom + k, left], upright[bottom : bottom + k, right]
        ):
            bottom += k
            break
    for k in steps:
        if top - k >= 0 and _closed(
            level[top - k, left:right], upright[top - k : top, left], upright[top - k : top, right]
        ):
            top -= k
            break
    return Extent(top, bottom, left, right)


def _closed(far: NDArray[np.float64], one: NDArray[np.float64], other: NDArray[np.float64]) -> bool:
    return bool(far.mean() >= CLOSED and one.min() >= CLOSED and other.min() >= CLOSED)


def _spans(lines: int, least: int, most: int) -> tuple[NDArray[np.int_], NDArray[np.int_]]:
    """First and last line of every run of least..most cells among ``lines`` cells."""
    first, last = (a.ravel() for a in np.meshgrid(np.arange(lines + 1), np.arange(lines + 1), indexing="ij"))
    fits = (last - first >= least) & (last - first <= most)
    return first[fits], last[fits]


def _below(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Running sums down the rows, a row of zeros first."""
    return np.concatenate([np.zeros((1, values.shape[1])), values.cumsum(0)])
