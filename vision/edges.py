"""Edges: level edges of messages, each with how the message is mixed with what goes on below it.

A stretch of an edge is where what varies along one row varies alike, but less, along the next; or not at all, where the
message hides it. Whether the message is lighter or darker than what is outside, or both by turns, does not matter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.mixture import LIVELY, SHARES, Mixture, fitted
from vision.planes import planes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Spot = tuple[int, int, int]

APART = 2
"""Rows between those held against each other: an edge that was scaled is mixed itself."""
STRETCH, BESIDE = 1.0, 0.6
"""Steps of an edge that tell of it; steps along it within which there is no other."""
LIKE = 0.7
"""Correlation of both sides of an edge, where it is looked for."""
VARIED = 8.0
"""Least deviation of what lies along an edge, where it is looked for."""
STRETCHES, RUNS = 40, 24
"""Stretches looked at closer, the most alike first; edges of what hides all, the longest first."""
CONTRAST = 60.0
"""Deviation from which more does not make an edge clearer."""
LONG, GAPS = 4.5, (0.15, 0.3)
"""Steps beyond a stretch to which its edge may go on; steps along it that words or noise may hide, and little contrast
where nothing shines through."""
STEP, CALM = 14, 7
"""Levels by which the two sides of an edge that hides all differ; by which neighbours on its inner side may."""
RUN, THICK = 0.9, 5
"""Least length of such an edge in steps; pixels it may be thick."""
CLEAR = 2
"""Pixels from such an edge to the first line clear of its rim or shadow."""
SHORTEST = 5
"""Pixels of the shortest stretch."""
VISIBLE = 4
"""Levels from which an edge is seen."""


@dataclass(frozen=True, slots=True, eq=False)
class Edge:
    """A level edge.

    Attributes:
        way: 1 where the message lies below it, -1 where above.
        row: the first row below it, frame pixels.
        left: where it begins.
        right: where it ends, exclusive.
        mixture: how the message is mixed.
        clear: lines beyond the edge to the first that is the message's own.
    """

    way: int
    row: int
    left: int
    right: int
    mixture: Mixture
    clear: int


def told(
    pixels: NDArray[np.uint8],
    part: NDArray[np.uint8],
    corner: tuple[int, int],
    scale: int,
    pitch: float,
    *,
    hiding: bool = True,
) -> Iterator[tuple[Edge, int]]:
    """Edges of what may be messages, and a column where each is plain.

    Args:
        pixels: H×W×3 BGR, the picture.
        part: a part of it, ``scale`` times reduced.
        corner: the left and top of that part, in its own pixels.
        scale: of the part.
        pitch: pixels of the picture in a step of the board.
        hiding: whether those of messages that hide all are wanted, too.
    """
    seen: list[Edge] = []
    if min(part.shape[:2]) <= 2 * APART:
        return
    through, opaque = _stretches(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY), pitch / scale)
    for find, spots in ((_mixed, through), (_hiding, opaque if hiding else [])):
        for way, row, col in spots:
            y, x = (corner[1] + row) * scale, (corner[0] + col) * scale
            near = 2 * APART * scale
            if any(one.way == way and abs(one.row - y) <= near and one.left <= x <= one.right for one in seen):
                continue
            edge = find(pixels, way, (y, x), scale, pitch)
            if edge is not None:
                seen.append(edge)
                yield edge, x


def _stretches(gray: NDArray[np.uint8], unit: float) -> tuple[list[Spot], list[Spot]]:
    """Way, row and column of the middles of stretches.

    Those through which something shines, the most alike first, and those of what hides all, the longest first.
    """
    deep = gray.astype(np.float32)
    size = max(9, round(STRETCH * unit)), 1
    middle = cv2.blur(deep, size)
    power = cv2.blur(deep * deep, size) - middle * middle
    above, below = power[:-APART], power[APART:]
    joint = cv2.blur(deep[:-APART] * deep[APART:], size) - middle[:-APART] * middle[APART:]
    like = joint * joint / np.maximum(above * below, 1e-3)
    steps = (cv2.absdiff(gray[APART:], gray[:-APART]) > STEP).astype(np.uint8)
    calm = np.ones(gray.shape, np.uint8)
    calm[:, 1:-1] = cv2.absdiff(gray[:, 2:], gray[:, :-2]) <= CALM
    found: list[tuple[float, int, int, int]] = []
    hiding: list[tuple[int, Spot]] = []
    near = np.ones((2 * APART + 1, 2 * round(BESIDE * unit) + 1), np.uint8)
    for way, outer in ((1, above), (-1, below)):
        flat = steps & (calm[APART:] if way > 0 else calm[:-APART])
        flat = cv2.morphologyEx(flat, cv2.MORPH_CLOSE, np.ones((1, max(3, round(GAPS[1] * unit))), np.uint8))
        flat = cv2.morphologyEx(flat, cv2.MORPH_OPEN, np.ones((1, max(3, round(RUN * unit))), np.uint8))
        if flat.any():
            count, _, figures, _ = cv2.connectedComponentsWithStats(flat, connectivity=4)
            for left, top, wide, tall, _ in figures[1:count].tolist():
                if tall <= THICK:
                    hiding.append((wide, (way, top + tall // 2, left + wide // 2)))
        share = joint / np.maximum(outer, 1e-3)
        may = (share >= SHARES[0]) & (share <= SHARES[1]) & (like >= LIKE**2) & (outer >= VARIED**2)
        if not may.any():
            continue
        # How alike both sides are counts for much more than how much there is to be seen.
        worth = np.where(may, np.sqrt(np.minimum(outer, CONTRAST**2)) * like**6, 0).astype(np.float32)
        rows, cols = np.nonzero(may & (worth >= cv2.dilate(worth, near)))
        found += zip(worth[rows, cols].tolist(), [way] * len(rows), rows.tolist(), cols.tolist(), strict=True)
    kept: list[Spot] = []
    for _, way, row, col in sorted(found, reverse=True):
        if all(way != w or abs(row - r) > APART or abs(col - c) > BESIDE * unit for w, r, c in kept):
            kept.append((way, row, col))
            if len(kept) == STRETCHES:
                break
    longest = [spot for _, spot in sorted(hiding, reverse=True)[:RUNS]]
    half = (APART + 1) // 2
    return [(way, row + half, col) for way, row, col in kept], [(way, row + half, col) for way, row, col in longest]


def _mixed(pixels: NDArray[np.uint8], way: int, spot: tuple[int, int], scale: int, pitch: float) -> Edge | None:
    """The edge of which there is a stretch around a spot (row, column); None where it does not follow."""
    block, top = _block(pixels, spot, scale, pitch)
    if block is None:
        return None
    away = block - (np.einsum("rnk->rk", block) / np.float32(block.shape[1]))[:, None]
    powers, joint = np.einsum("rnk,rnk->r", away, away), np.einsum("rnk,rnk->r", away[:-1], away[1:])
    above, below = slice(None, -1), slice(1, None)
    outer, inner = (above, below) if way > 0 else (below, above)
    power, follow = powers[outer], powers[inner]
    like = joint / np.sqrt(power * follow + 1e-3)
    share = joint / np.maximum(power, 1e-3)
    like[(share < SHARES[0] / 2) | (share > SHARES[1]) | (power < LIVELY**2 * block.shape[1])] = 0
    best = int(like.argmax())
    mixture = fitted(block[outer][best], block[inner][best]) if like[best] >= LIKE else None
    if mixture is None:
        return None
    row = top + best
    low, high = _reach(pixels, spot[1], pitch)
    lines = pixels[row - 1 : row + 1, low:high]
    on = mixture.follows(lines[outer], lines[inner])
    span = around(on[0], spot[1] - low, GAPS[0] * pitch)
    return None if span is None else Edge(way, row, span[0] + low, span[1] + low, mixture, 0)


def _hiding(pixels: NDArray[np.uint8], way: int, spot: tuple[int, int], scale: int, pitch: float) -> Edge | None:
    """The same of an edge that hides all; None where it is none."""
    block, top = _block(pixels, spot, scale, pitch)
    if block is None:
        return None
    row = top + int((np.abs(np.diff(block, axis=0)).max(axis=2) > VISIBLE).mean(axis=1).argmax())
    inner = row + CLEAR if way > 0 else row - 1 - CLEAR
    if not 0 <= inner < len(pixels):
        return None
    low, high = _reach(pixels, spot[1], pitch)
    half = round(STRETCH * pitch / 2)
    tone = np.median(pixels[inner, max(0, spot[1] - half) : spot[1] + half + 1], axis=0).astype(np.float32)
    mixture = Mixture(0.0, tone)
    above, below, line = pixels[row - 1 : row, low:high], pixels[row : row + 1, low:high], pixels[inner : inner + 1]
    on = mixture.follows(above, line[:, low:high]) & changes(above, below)
    span = around(on[0], spot[1] - low, GAPS[1] * pitch)
    return None if span is None else Edge(way, row, span[0] + low, span[1] + low, mixture, CLEAR)


def _block(
    pixels: NDArray[np.uint8], spot: tuple[int, int], scale: int, pitch: float
) -> tuple[NDArray[np.float32] | None, int]:
    """The rows and columns around a spot, and the first row that has one before it."""
    height, width = pixels.shape[:2]
    row, col = spot
    half = round(STRETCH * pitch / 2)
    first, last = max(0, col - half), min(width, col + half + 1)
    top, bottom = max(1, row - 2 * APART * scale), min(height - 1, row + 2 * APART * scale)
    if last - first < SHORTEST or bottom <= top:
        return None, top
    return pixels[top - 1 : bottom + 1, first:last].astype(np.float32), top


def _reach(pixels: NDArray[np.uint8], col: int, pitch: float) -> tuple[int, int]:
    """Columns between which the edge may lie of which there is a stretch around ``col``."""
    half = (STRETCH / 2 + LONG) * pitch
    return max(0, round(col - half)), min(pixels.shape[1], round(col + half) + 1)


def around(on: NDArray[np.bool_], place: int, gap: float) -> tuple[int, int] | None:
    """First and last (exclusive) of the run at a place, or at the next that has one; short gaps don't end it."""
    kernel = np.ones((1, max(3, round(gap)) | 1), np.uint8)
    whole = cv2.morphologyEx(on.astype(np.uint8)[None], cv2.MORPH_CLOSE, kernel)[0]
    there = np.flatnonzero(whole)
    if not len(there):
        return None
    place = int(there[np.abs(there - place).argmin()]) if not (0 <= place < len(whole) and whole[place]) else place
    off = np.flatnonzero(whole == 0)
    return int(off[off < place].max(initial=-1)) + 1, int(off[off > place].min(initial=len(whole)))


def changes(outer: NDArray[np.uint8], inner: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Where an edge is seen between pixels (H×W×3), H×W."""
    blue, green, red = planes(cv2.absdiff(outer, inner))
    return np.asarray(cv2.max(cv2.max(blue, green), red) > VISIBLE)
