"""Panes: a lattice laid over straight edges, how well each unit side is supported, and where the board may end."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.memento.axis import Axis
    from vision.memento.comb import Edges

PRICES = ((0.3, 0.55, 1.6), (0.45, 0.7, 2.5), (0.35, 0.8, 6.0))
"""Ways to weigh a rectangle: what a unit side inside costs (its support pays for it), what one of the outline costs,
and how many times the outline counts. The board is among the best of one of them; which is decided by more evidence."""
CLOSED = 0.85  # support of an outline that counts as closed
FARTHEST = 3  # cells an extent may grow on a side
WITHOUT_HOLES = 3.0  # pixels to either side of a line that three look-ups tell of
FRAME = 1.5  # pixels beyond these from the picture's frame, at which that is the line
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
    upright: NDArray[np.float32]
    level: NDArray[np.float32]
    mid_upright: NDArray[np.float32]
    mid_level: NDArray[np.float32]


def lay(edges: Edges, x: Axis, y: Axis, margin: int) -> Panes | None:
    """Lay the lattice of two combs over ``edges``, ``margin`` cells wider than the combs where the picture has room."""
    height, width = edges.masks[0].shape
    x, y = widened(x, width, margin), widened(y, height, margin)
    if x.count < 2 or y.count < 2:
        return None
    left, top, right, bottom = edges.framed
    upright = support(edges.upright, x, y, (left, right))
    level = support(edges.level, y, x, (top, bottom)).T
    return Panes(x, y, upright[:, ::2], level[::2], upright[:, 1::2], level[1::2])


def within(edges: Edges, x: Axis, y: Axis) -> Panes | None:
    """Lay the lattice of two combs over ``edges`` just as it is; None where it leaves the picture."""
    found = lay(edges, x, y, 0)
    return found if found is not None and (found.x.count, found.y.count) == (x.count, y.count) else None


def part(panes: Panes, extent: Extent, margin: int) -> tuple[Panes, Extent]:
    """The part of ``panes`` around an extent, ``margin`` cells wider where there are any, and the extent in it."""
    top, left = max(0, extent.top - margin), max(0, extent.left - margin)
    bottom, right = min(panes.y.count, extent.bottom + margin), min(panes.x.count, extent.right + margin)
    cells = np.s_[top:bottom, left:right]
    found = Panes(
        panes.x.cells(left, right - left),
        panes.y.cells(top, bottom - top),
        panes.upright[top:bottom, left : right + 1],
        panes.level[top : bottom + 1, left:right],
        panes.mid_upright[cells],
        panes.mid_level[cells],
    )
    return found, Extent(extent.top - top, extent.bottom - top, extent.left - left, extent.right - left)


def widened(axis: Axis, side: int, margin: int) -> Axis:
    """An axis with lines added on both ends as far as they lie in the picture; a hair outside counts as in."""
    slack = max(1.5, 0.03 * axis.pitch)
    before = min(margin, int((axis.origin + slack) // axis.pitch))
    before = max(before, -axis.count)
    end = axis.origin + axis.count * axis.pitch
    after = min(margin, int((side + slack - end) // axis.pitch))
    return axis.cells(-before, axis.count + before + after)


def support(sums: NDArray[np.int32], lines: Axis, rows: Axis, framed: tuple[bool, bool]) -> NDArray[np.float32]:
    """Share of each unit side that has an edge, along ``lines`` and half-way between: rows.count × (2·lines.count + 1).

    Args:
        sums: (length+1) × (side+1): running sums, the lines' own direction first.
        lines: across which the edges run.
        rows: the stretches of them.
        framed: whether the picture's own frame is at the first and the last place of ``lines``' axis: it is an edge.
    """
    length, side = sums.shape[0] - 1, sums.shape[1] - 1
    place = lines.origin + np.arange(2 * lines.count + 1) * (lines.pitch / 2)
    step = _off(lines)
    ends = max(ENDS, rows.gap / (2 * rows.pitch))
    start = rows.origin + (np.arange(rows.count) + ends) * rows.pitch
    first = np.minimum(np.maximum(np.rint(start).astype(int), 0), length)
    last = np.minimum(np.maximum(np.rint(start + (1 - 2 * ends) * rows.pitch).astype(int), 0), length)
    along = sums[last] - sums[first]
    # Each look-up tells of three pixels: more of them leave no hole.
    steps = (-step, 0.0, step) if step <= WITHOUT_HOLES else (-step, -step / 2, 0.0, step / 2, step)
    near = place + np.array(steps)[:, None]
    if lines.gap > 2 * step:
        apart = np.where(np.arange(len(place)) % 2, 0.0, lines.gap / 2)
        near = np.concatenate((near - apart, near + apart))
    near = np.floor(near).astype(int)
    near = np.minimum(np.maximum(near, 0), side - 1)
    held = along.take(near + 1, axis=1) - along.take(near, axis=1)
    share = (1 / np.maximum(last - first, 1)).astype(np.float32)
    best = held.max(1) * share[:, None]
    if framed[0]:
        best[:, place < FRAME + step] = 1.0
    if framed[1]:
        best[:, place > side - FRAME - step] = 1.0
    return np.asarray(best, np.float32)


def framed(edges: Edges, x: Axis, y: Axis) -> tuple[bool, bool]:
    """Whether an outer level line of a board, and an outer upright one, are on the picture's own frame, an edge."""
    left, top, right, bottom = edges.framed
    height, width = edges.masks[0].shape
    level = (top and y.origin < FRAME + _off(y)) or (bottom and y.end > height - FRAME - _off(y))
    upright = (left and x.origin < FRAME + _off(x)) or (right and x.end > width - FRAME - _off(x))
    return level, upright


def _off(lines: Axis) -> float:
    """Pixels by which an edge may be off a line of these."""
    return min(4.0, 1.0 + 0.03 * lines.pitch)


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
    tall, wide = (bottoms - tops).astype(np.float32), (rights - lefts).astype(np.float32)
    # All sums are of one part that depends on the left line and one that depends on the right one (or on the top and
    # the bottom one): whole tables of rectangles are made of few look-ups.
    down, beside = _below(panes.upright), _below(panes.level.T)
    down, beside = down[bottoms] - down[tops], beside[rights] - beside[lefts]
    inner_u, inner_l = _below(down.T).T, _below(beside.T).T
    inside = inner_u.take(rights, axis=1) - inner_u.take(lefts + 1, axis=1)
    inside += (inner_l.take(bottoms, axis=1) - inner_l.take(tops + 1, axis=1)).T
    outside = down.take(lefts, axis=1) + down.take(rights, axis=1)
    outside += (beside.take(tops, axis=1) + beside.take(bottoms, axis=1)).T
    girth = 2 * np.add.outer(tall, wide)
    units = 2 * np.multiply.outer(tall, wide) - girth / 2
    scores = [
        (inside - np.float32(inner) * units + np.float32(weight) * (outside - np.float32(outer) * girth)).ravel()
        for inner, outer, weight in PRICES
    ]
    first = scores[0].copy()
    chosen: dict[int, None] = {}
    for score in scores:
        for _ in range(keep):
            i = int(score.argmax())
            if score[i] <= 0:
                break
            chosen[i] = None
            score[i] = -np.inf
    found = []
    for i in chosen:
        row, col = divmod(i, lefts.size)
        extent = Extent(int(tops[row]), int(bottoms[row]), int(lefts[col]), int(rights[col]))
        found.append((float(first[i]), extent))
    return found


def gain(panes: Panes, extent: Extent) -> float:
    """The score that ``extents`` gives to a rectangle."""
    inner, outer, weight = PRICES[0]
    upright = panes.upright[extent.top : extent.bottom, extent.left : extent.right + 1]
    level = panes.level[extent.top : extent.bottom + 1, extent.left : extent.right]
    sides = float(upright[:, [0, -1]].sum() + level[[0, -1]].sum())
    inside = float(upright.sum() + level.sum()) - sides
    girth = 2 * sum(extent.shape)
    units = upright.size + level.size - girth
    return inside - inner * units + weight * (sides - outer * girth)


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


def _closed(far: NDArray[np.float32], one: NDArray[np.float32], other: NDArray[np.float32]) -> bool:
    return bool(one.min() >= CLOSED and other.min() >= CLOSED and far.mean() >= CLOSED)


@cache
def _spans(lines: int, least: int, most: int) -> tuple[NDArray[np.int_], NDArray[np.int_]]:
    """First and last line of every run of least..most cells among ``lines`` cells."""
    place = np.arange(lines + 1)
    count = place - place[:, None]
    first, last = np.nonzero((count >= least) & (count <= most))
    return first, last


def _below(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """Running sums down the rows, a row of zeros first."""
    sums = np.zeros((values.shape[0] + 1, values.shape[1]), np.float32)
    np.cumsum(values, axis=0, out=sums[1:])
    return sums
