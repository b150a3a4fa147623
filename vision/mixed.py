"""Mixed: where what the picture shows goes on, but mixed with one tone: under a see-through message.

One stretch of one level edge on which something varies tells how it is mixed (``vision.mixture``). Then every pixel can
be asked whether the edge goes on there, and where the opposite one and the upright ones are. Whether the message is
lighter or darker than what is outside, or both by turns, does not matter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.mixture import LIVELY, SHARES, Mixture, fitted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Box = tuple[int, int, int, int]

APART = 2
"""Rows between those held against each other: an edge that was scaled is mixed itself."""
STRETCH, BESIDE = 1.0, 0.6
"""Steps of an edge that tell of it; steps along it within which there is no other."""
LIKE = 0.7
"""Correlation of both sides of an edge, where it is looked for."""
VARIED = 8.0
"""Least deviation of what lies along an edge, where it is looked for."""
STRETCHES = 40
"""Stretches looked at closer, the most alike first."""
CONTRAST = 60.0
"""Deviation from which more does not make an edge clearer."""
LONG, GAP = 4.5, 0.15
"""Steps beyond a stretch to which its edge may go on; steps along it that words or noise may hide."""
HEIGHTS, SHORTEST = (0.15, 2.8), 5
"""Least and largest height of a message in steps; in pixels."""
SEEN, CHANGED, SHOWN, TRIED = 0.5, 0.2, 0.4, 3
"""Of an opposite edge the share that follows, that is an edge at all, and that no words cross; how many are tried."""
ROWS, COLS, STROKES = 0.2, 0.45, 0.1
"""Share of a row, and of a column, inside a message that is none of its words; steps of strokes side by side."""
WIDTH, SQUAREST = 0.8, 0.8
"""Least width in steps, and in heights."""
BEST, WORST, UPRIGHT, HELD, EDGES = 0.75, 0.35, 0.3, 0.7, 0.4
"""Share that follows on the better level edge, on the other, on the better upright one, on all four; share of all four
that is an edge."""
BARE, WORDY = 0.12, 0.45
"""Share of a side that words leave, else nothing can be told of it; share of a message that its words may take."""
VISIBLE = 4
"""Levels from which an edge is seen."""
FEW = 40
"""Pixels of a step that are enough to tell whether an edge goes on."""


@dataclass(frozen=True, slots=True, eq=False)
class _Edge:
    """A level edge: ``row`` is the first below it, the message lies below it where ``way`` is 1, above it where -1."""

    way: int
    row: int
    left: int
    right: int
    mixture: Mixture


def messages(
    pixels: NDArray[np.uint8], part: NDArray[np.uint8], corner: tuple[int, int], scale: int, pitch: float
) -> Iterator[tuple[Box, Mixture, float]]:
    """Boxes (left, top, right, bottom) under which the picture is mixed with a tone, and how well they hold, 0..1.

    Args:
        pixels: H×W×3 BGR, the picture.
        part: a part of it, ``scale`` times reduced.
        corner: the left and top of that part, in its own pixels.
        scale: of the part.
        pitch: pixels of the picture in a step of the board.
    """
    seen: list[_Edge] = []
    for way, row, col in _stretches(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY), pitch / scale):
        y, x = (corner[1] + row) * scale, (corner[0] + col) * scale
        if any(one.way == way and abs(one.row - y) <= 2 * APART * scale and one.left <= x <= one.right for one in seen):
            continue
        edge = _edge(pixels, way, (y, x), scale, pitch)
        if edge is not None:
            seen.append(edge)
            for box in _boxes(pixels, edge, x, pitch):
                held = _held(pixels, box, edge.mixture)
                if held is not None:
                    yield box, edge.mixture, held


def _stretches(gray: NDArray[np.uint8], unit: float) -> list[tuple[int, int, int]]:
    """Way, row and column of the middles of stretches that an edge may take, the most alike first."""
    deep = gray.astype(np.float32)
    if len(deep) <= APART:
        return []
    size = max(9, round(STRETCH * unit)), 1
    middle = cv2.blur(deep, size)
    power = cv2.blur(deep * deep, size) - middle * middle
    above, below = power[:-APART], power[APART:]
    joint = cv2.blur(deep[:-APART] * deep[APART:], size) - middle[:-APART] * middle[APART:]
    like = joint * joint / np.maximum(above * below, 1e-3)
    found: list[tuple[float, int, int, int]] = []
    near = np.ones((2 * APART + 1, 2 * round(BESIDE * unit) + 1), np.uint8)
    for way, outer in ((1, above), (-1, below)):
        share = joint / np.maximum(outer, 1e-3)
        may = (share >= SHARES[0]) & (share <= SHARES[1]) & (like >= LIKE**2) & (outer >= VARIED**2)
        if not may.any():
            continue
        # How alike both sides are counts for much more than how much there is to be seen.
        worth = np.where(may, np.sqrt(np.minimum(outer, CONTRAST**2)) * like**6, 0).astype(np.float32)
        rows, cols = np.nonzero(may & (worth >= cv2.dilate(worth, near)))
        found += zip(worth[rows, cols].tolist(), [way] * len(rows), rows.tolist(), cols.tolist(), strict=True)
    kept: list[tuple[int, int, int]] = []
    for _, way, row, col in sorted(found, reverse=True):
        apart = (way != w or abs(row - r) > APART or abs(col - c) > BESIDE * unit for w, r, c in kept)
        if all(apart):
            kept.append((way, row, col))
            if len(kept) == STRETCHES:
                break
    return [(way, row + (APART + 1) // 2, col) for way, row, col in kept]


def _edge(pixels: NDArray[np.uint8], way: int, spot: tuple[int, int], scale: int, pitch: float) -> _Edge | None:
    """The edge of which there is a stretch around a spot (row, column); None where it does not follow."""
    height, width = pixels.shape[:2]
    row, col = spot
    half = round(STRETCH * pitch / 2)
    first, last = max(0, col - half), min(width, col + half + 1)
    top, bottom = max(1, row - 2 * APART * scale), min(height - 1, row + 2 * APART * scale)
    if last - first < SHORTEST or bottom <= top:
        return None
    block = pixels[top - 1 : bottom + 1, first:last].astype(np.float32)
    outer, inner = (block[:-1], block[1:]) if way > 0 else (block[1:], block[:-1])
    away, within = outer - outer.mean(axis=1, keepdims=True), inner - inner.mean(axis=1, keepdims=True)
    power, follow, joint = (np.einsum("rnk,rnk->r", *two) for two in ((away, away), (within, within), (away, within)))
    like = joint / np.sqrt(power * follow + 1e-3)
    share = joint / np.maximum(power, 1e-3)
    like[(share < SHARES[0] / 2) | (share > SHARES[1]) | (power < LIVELY**2 * (last - first))] = 0
    best = int(like.argmax())
    mixture = fitted(outer[best], inner[best]) if like[best] >= LIKE else None
    if mixture is None:
        return None
    row = top + best
    low, high = max(0, round(first - LONG * pitch)), min(width, round(last + LONG * pitch))
    above, below = pixels[row - 1 : row, low:high], pixels[row : row + 1, low:high]
    on = mixture.follows(above, below) if way > 0 else mixture.follows(below, above)
    span = _around(on[0], col - low, GAP * pitch)
    return None if span is None else _Edge(way, row, span[0] + low, span[1] + low, mixture)


def _around(on: NDArray[np.bool_], place: int, gap: float) -> tuple[int, int] | None:
    """First and last (exclusive) of the run at a place, or at the next that has one; short gaps don't end it."""
    kernel = np.ones((1, max(3, round(gap)) | 1), np.uint8)
    whole = cv2.morphologyEx(on.astype(np.uint8)[None], cv2.MORPH_CLOSE, kernel)[0]
    there = np.flatnonzero(whole)
    if not len(there):
        return None
    place = int(there[np.abs(there - place).argmin()]) if not (0 <= place < len(whole) and whole[place]) else place
    off = np.flatnonzero(whole == 0)
    return int(off[off < place].max(initial=-1)) + 1, int(off[off > place].min(initial=len(whole)))


def _boxes(pixels: NDArray[np.uint8], edge: _Edge, col: int, pitch: float) -> Iterator[Box]:
    """Messages that an edge may be of."""
    if edge.right - edge.left < WIDTH * pitch:
        return
    height, width = pixels.shape[:2]
    tall = round(HEIGHTS[1] * pitch) + 2
    top, bottom = (edge.row, min(height, edge.row + tall)) if edge.way > 0 else (max(0, edge.row - tall), edge.row)
    low, high = max(0, round(edge.left - pitch)), min(width, round(edge.right + pitch))
    shown = edge.mixture.possible(pixels[top:bottom, low:high])
    for other in _opposite(pixels, edge, shown[:, edge.left - low : edge.right - low].mean(axis=1), pitch):
        first, last = min(edge.row, other), max(edge.row, other)
        inside = shown[first - top : last - top].mean(axis=0) >= COLS
        span = _around(inside, min(max(col, edge.left), edge.right - 1) - low, STROKES * pitch)
        left, right = (edge.left, edge.right) if span is None else (span[0] + low, span[1] + low)
        ways = (max(left, edge.left), min(right, edge.right)), (left, right), (edge.left, edge.right)
        for start, end in dict.fromkeys(ways):
            if end - start >= max(WIDTH * pitch, SQUAREST * (last - first)):
                yield start, first, end, last


def _opposite(pixels: NDArray[np.uint8], edge: _Edge, shown: NDArray[np.float64], pitch: float) -> list[int]:
    """Rows below the edges that may be opposite to one, the best first.

    ``shown`` is the share of each row, on the message's side, that may show what lies below.
    """
    inside = shown[:: edge.way]
    ends = np.flatnonzero(inside < ROWS)
    most = int(ends[0]) if len(ends) else len(inside)
    rows = edge.row + edge.way * np.arange(max(SHORTEST, round(HEIGHTS[0] * pitch)), most + 1)
    rows = rows[(rows >= 1) & (rows < len(pixels))]
    if not len(rows):
        return []
    some = np.s_[edge.left : edge.right : max(1, round(pitch / FEW))]
    below, above = pixels[rows, some], pixels[rows - 1, some]
    outer, inner = (below, above) if edge.way > 0 else (above, below)
    told = edge.mixture.possible(inner)
    count = np.maximum(told.sum(axis=1), 1)
    follows = (edge.mixture.follows(outer, inner) & told).sum(axis=1) / count
    changes = (_changes(outer, inner) & told).sum(axis=1) / count
    may = (follows >= SEEN) & (changes >= CHANGED) & (told.mean(axis=1) >= SHOWN)
    worth = np.where(may, follows + np.minimum(changes, BEST) / 2, 0)
    order = np.argsort(-worth, kind="stable")[:TRIED]
    return [int(row) for row in rows[order[worth[order] > 0]]]


def _held(pixels: NDArray[np.uint8], box: Box, mixture: Mixture) -> float | None:
    """How well the sides of a box bear out that it is mixed so, 0..1; None where they don't."""
    left, top, right, bottom = box
    height, width = pixels.shape[:2]
    across, down = np.s_[left + 2 : right - 2], np.s_[top + 2 : bottom - 2]
    lines: list[tuple[tuple[slice | int, ...], tuple[slice | int, ...]]] = []
    if top > 0:
        lines.append(((top - 1, across), (top, across)))
    if bottom < height:
        lines.append(((bottom, across), (bottom - 1, across)))
    level = len(lines)
    if left > 0:
        lines.append(((down, left - 1), (down, left)))
    if right < width:
        lines.append(((down, right), (down, right - 1)))
    borne = [_borne(pixels[outer][None], pixels[inner][None], mixture) for outer, inner in lines]
    levels = [one for one in borne[:level] if one is not None]
    uprights = [one for one in borne[level:] if one is not None]
    if len(levels) < level or not levels:
        return None
    follows = [follow for follow, _ in levels]
    if max(follows) < BEST or min(follows) < WORST:
        return None
    if uprights and max(follow for follow, _ in uprights) < UPRIGHT:
        return None
    told = levels + uprights
    if sum(changes for _, changes in told) < EDGES * len(told):
        return None
    words = 1 - float(mixture.possible(pixels[top:bottom, left:right]).mean())
    held = sum(follow for follow, _ in told) / len(told)
    return held if held >= HELD and words <= WORDY else None


def _borne(outer: NDArray[np.uint8], inner: NDArray[np.uint8], mixture: Mixture) -> tuple[float, float] | None:
    """Of a side (1×N×3 each) what share follows and what is an edge; None where words leave too little."""
    told = mixture.possible(inner)
    if told.sum() < max(2, BARE * told.size):
        return None
    return float(mixture.follows(outer, inner)[told].mean()), float(_changes(outer, inner)[told].mean())


def _changes(outer: NDArray[np.uint8], inner: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Where an edge is seen between pixels (H×W×3), H×W."""
    blue, green, red = cv2.split(cv2.absdiff(outer, inner))
    return np.asarray(cv2.max(cv2.max(blue, green), red) > VISIBLE)
