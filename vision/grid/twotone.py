"""Two-tone: boards without gaps or lines, of two plain colours, however their like cells run together.

No cell need have an outline there. But both colours together fill a rectangle that nothing else of theirs goes on
from, or one of them is the ground of a box, or all around, and the other what is drawn on it; and each border between
them lies on a line between cells: the fewest evenly spaced lines that hold all of them tell the rows and columns.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.grid import merged
from vision.middle import medians
from vision.parts import parts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from vision.grid.boxes import Boxes
    from vision.grid.extents import Grid

BITS, NEAR = 5, 6
"""Bits of a channel by which colours are counted; levels by which a colour differs from itself."""
LEAST_SHARE, MOST_COLOURS = 0.004, 8
"""Share of a picture that has a colour of a board, and the commonest that are looked at, at most."""
SHORTEST, ACROSS = 24, 3
"""Least side of a board, in pixels; those that a border is wide, if it is drawn softly."""
FILLED, PLAIN, RARER = 0.97, 0.6, 0.04
"""Share of a rectangle that a board fills, with what is drawn in its cells; that its two colours do; the rarer one."""
RIM, WHOLE = 0.9, 0.9
"""Share of a line of pixels that is the board's; less is something that touches it, which is so little of it all."""
BORDER = 6
"""Pixels that a border between the colours is long, at least, if that is not less than half a cell of the most."""
OFF, LOST = 1.8, 0.2
"""Pixels by which a border may be off its line; cells by which, but for a pixel, the rectangle may end short of the
board or beyond."""
MOST = 10
"""Cells along an axis, at most: codes and mazes have more."""
TRIED, INSET, GAP = 8, 2, 5
"""Boxes that are tried, at most, the largest first; pixels from a box to what is within it; those of a gap."""
BESIDE = 3
"""Pixels from a board to what lies against it, and past its corners."""
SEEN = 0.45
"""Share of the lines between cells, along each axis, that some border lies on."""


@dataclass(frozen=True, slots=True)
class _Axis:
    """Evenly spaced lines along an axis: where the first is, how far apart they are, how many cells they make."""

    first: float
    step: float
    count: int


def grids(picture: NDArray[np.uint8], boxes: Boxes) -> list[Grid]:
    """Boards of two plain colours in a view (H×W×3) whose boxes are known, the largest first.

    If there are none, those of one colour and others, each within a box; else those whose one colour is all around.
    """
    masks = [_plainly(picture, colour) for colour in _colours(picture)]
    pairs = _meeting(masks)
    found = [grid for one, other in pairs for grid in _of(masks[one], masks[other])]
    found = found or list(_within(picture, boxes))
    found = found or list(_upon(masks, pairs))
    found = [replace(grid, outside=_barred(picture, grid)) for grid in found]
    return sorted(found, key=lambda grid: -float(grid.matrix[0, 0] * grid.matrix[1, 1]) * grid.taken.size)


def _plainly(picture: NDArray[np.uint8], colour: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Where a picture has a colour, as a mask."""
    return np.asarray(cv2.inRange(picture, colour - NEAR, colour + NEAR), np.uint8)


def _closed(mask: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A mask without its gaps, as of dots and of borders that are drawn softly."""
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((GAP, GAP), np.uint8)), np.uint8)


def _within(picture: NDArray[np.uint8], boxes: Boxes) -> Iterator[Grid]:
    """Boards each within a box, of which one state is as what they lie on, and the other is what is drawn there."""
    large = np.flatnonzero((boxes.sizes >= SHORTEST).all(axis=1) & (boxes.fill >= merged.SOLID))
    for box in large[np.argsort(-boxes.sizes[large].prod(axis=1))][:TRIED]:
        middle, half = boxes.centers[box], boxes.sizes[box] / 2
        left, top = np.maximum(np.ceil(middle - half).astype(int) + INSET, 0)
        right, bottom = np.floor(middle + half).astype(int) + 1 - INSET
        part = picture[top:bottom, left:right]
        if min(part.shape[:2]) < SHORTEST or not (colours := _colours(part)):
            continue
        ground = _closed(_plainly(part, colours[0]))  # dots that tell cells are no states
        yield from _board(ground > 0, ground == 0, np.array([left, top]))


def _upon(masks: list[NDArray[np.uint8]], pairs: list[tuple[int, int]]) -> Iterator[Grid]:
    """The boards of shapes of one colour on a ground of another, as far as they go, of colours that meet."""
    spans = {lit: _span(masks[lit]) for lit in {colour for pair in pairs for colour in pair}}
    for pair in pairs:
        for ground, lit in (pair, pair[::-1]):
            if (span := spans[lit]) is not None:
                (left, top), (right, bottom) = span
                part = np.s_[top:bottom, left:right]
                yield from _board(masks[ground][part] > 0, masks[lit][part] > 0, span[0])


def _span(lit: NDArray[np.uint8]) -> NDArray[np.int64] | None:
    """Left and top, and right and bottom, of all shapes of a mask, but for what is written there; 2×2."""
    boxes = parts(lit)[1][1:, :4].astype(np.int64)
    boxes = boxes[(boxes[:, 2:] >= merged.LEAST_STEP).all(axis=1)]
    if len(boxes) < 2:
        return None
    return np.stack([boxes[:, :2].min(axis=0), (boxes[:, :2] + boxes[:, 2:]).max(axis=0)])


def _barred(picture: NDArray[np.uint8], grid: Grid) -> tuple[NDArray[np.bool_], ...]:
    """On which sides something is just as long as the board that it lies against: it may hide a line of its cells."""
    low = grid.matrix[:2, 2]
    (left, top), (right, bottom) = (
        np.rint(ends).astype(int).tolist() for ends in (low, low + np.diag(grid.matrix)[:2] * (grid.cols, grid.rows))
    )
    return tuple(
        np.full(count, _ends(turned, *span, at))
        for turned, span, at, count in (
            (picture, (left, right), top - BESIDE, grid.cols),
            (picture, (left, right), bottom + BESIDE, grid.cols),
            (picture.swapaxes(0, 1), (top, bottom), left - BESIDE, grid.rows),
            (picture.swapaxes(0, 1), (top, bottom), right + BESIDE, grid.rows),
        )
    )


def _ends(picture: NDArray[np.uint8], first: int, last: int, at: int) -> bool:
    """Whether what a row of a picture shows from the first pixel to before the last is something else past both."""
    before, after = first - BESIDE, last - 1 + BESIDE
    if before < 0 or after >= picture.shape[1] or not 0 <= at < len(picture):
        return False
    line = picture[at].astype(np.float64)
    usual = medians(line[first:last])
    return all(float(np.abs(line[end] - usual).max()) > NEAR for end in (before, after))


def _colours(picture: NDArray[np.uint8]) -> list[NDArray[np.float64]]:
    """The plain colours of a picture, the commonest first."""
    some = picture[::2, ::2].reshape(-1, 3)  # a board is larger than that
    code = (some >> (8 - BITS)).astype(np.int32) @ np.array([1 << 2 * BITS, 1 << BITS, 1], np.int32)
    counts = np.bincount(code, minlength=1 << 3 * BITS)
    common = np.argsort(-counts)[: 2 * MOST_COLOURS]
    found: list[NDArray[np.float64]] = []
    for one in common[counts[common] >= LEAST_SHARE * len(code)]:
        colour = medians(some[code == one].astype(np.float64))
        if all(np.abs(colour - other).max() > 2 * NEAR for other in found):
            found.append(colour)
    return found[:MOST_COLOURS]


def _meeting(masks: list[NDArray[np.uint8]]) -> list[tuple[int, int]]:
    """Pairs of colours that have borders enough, upright and level ones, for a board of theirs."""
    colours = np.zeros(masks[0].shape if masks else (0, 0), np.uint8)
    for number, mask in enumerate(masks, 1):
        colours[mask > 0] = number
    size = len(masks) + 1
    long = np.ones((size, size), bool)
    for near, far in ((colours[:, :-ACROSS], colours[:, ACROSS:]), (colours[:-ACROSS], colours[ACROSS:])):
        pairs = np.bincount((near * np.uint8(size) + far).ravel(), minlength=size * size).reshape(size, size)
        long &= pairs + pairs.T >= SHORTEST
    return [(one, other) for one, other in combinations(range(len(masks)), 2) if long[one + 1, other + 1]]


def _of(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> Iterator[Grid]:
    """Boards of two colours, where each of them is."""
    both = cv2.bitwise_or(one, other)
    for outline in cv2.findContours(_closed(both), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]:
        left, top, width, height = cv2.boundingRect(outline)
        if min(width, height) < SHORTEST or cv2.contourArea(outline) < PLAIN * width * height:
            continue
        mask = np.zeros((height, width), np.uint8)
        cv2.drawContours(mask, [outline], 0, 1, cv2.FILLED, offset=(-left, -top))
        (y0, y1), (x0, x1) = (_body(mask, axis) for axis in (1, 0))
        body = mask[y0:y1, x0:x1]
        if min(body.shape) < SHORTEST or body.mean() < FILLED or body.sum() < WHOLE * mask.sum():
            continue
        part = np.s_[top + y0 : top + y1, left + x0 : left + x1]
        yield from _board(one[part] > 0, other[part] > 0, np.array([left + x0, top + y0]))


def _body(mask: NDArray[np.uint8], axis: int) -> tuple[int, int]:
    """The first line of pixels that is a rectangle's, and the one after its last."""
    full = np.flatnonzero(mask.mean(axis=axis) >= RIM)
    return (int(full[0]), int(full[-1]) + 1) if len(full) else (0, 0)


def _board(one: NDArray[np.bool_], other: NDArray[np.bool_], corner: NDArray[np.int64]) -> Iterator[Grid]:
    """The board that two colours make, which are where each is set (H×W), if their borders tell one."""
    known = one | other
    if known.mean() < PLAIN or min(one.mean(), other.mean()) < RARER:
        return
    lit = _spread(other, known)
    across, down = (list(_axes(_borders(turned), turned.shape[1])) for turned in (lit, lit.T))
    fitting = [(x, y) for x, y in product(across, down) if merged.even(x.step, y.step, (x.count, y.count))]
    if not fitting:
        return
    x, y = min(fitting, key=lambda pair: pair[0].count * pair[1].count)
    counts, step = (x.count, y.count), np.array([x.step, y.step])
    yield merged.filled(corner + np.array([x.first, y.first]), step, counts, np.array([[0, 0, *counts]]), np.zeros(1))


def _spread(other: NDArray[np.bool_], known: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which pixels have the other colour; those that have neither, as of drawings, are as the nearest that has one."""
    _, nearest = cv2.distanceTransformWithLabels(
        (~known).astype(np.uint8), cv2.DIST_L1, 3, labelType=cv2.DIST_LABEL_PIXEL
    )
    table = np.zeros(int(nearest.max()) + 1, bool)
    table[nearest[known]] = other[known]
    return np.asarray(table[nearest])


def _borders(lit: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Where along its width (H×W) a board has borders between its colours that are long enough, in pixels."""
    changes = np.count_nonzero(lit[:, 1:] != lit[:, :-1], axis=0)
    near = np.convolve(changes, np.ones(3), "same")  # what is drawn softly changes a pixel earlier or later
    long = np.flatnonzero(near >= max(BORDER, lit.shape[0] / (2 * MOST)))
    parts = np.split(long, np.flatnonzero(np.diff(long) > 1) + 1) if len(long) else []
    return np.array([np.average(part, weights=changes[part] + 1e-6) + 1 for part in parts])


def _axes(borders: NDArray[np.float64], size: int) -> Iterator[_Axis]:
    """Evenly spaced lines that all ``borders`` lie on, with cells that fill the ``size``."""
    for count in range(merged.LEAST, min(MOST, int(size / merged.LEAST_STEP)) + 1):
        first, step = 0.0, size / count
        places = np.rint(borders / step)
        inner = set(places[(places > 0) & (places < count)].tolist())
        if len(inner) < max(1, SEEN * (count - 1)) or np.abs(borders / step - places).max() > LOST + OFF / step:
            continue
        if len(inner) > 1:
            step, first = np.polyfit(places, borders, 1).tolist()
        off = np.abs(first + step * places - borders).max()
        if off <= OFF and max(abs(first), abs(first + count * step - size)) <= LOST * step + 1:
            yield _Axis(first, step, count)
