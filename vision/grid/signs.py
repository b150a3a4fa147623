"""Signs: what is written in a picture, block by block, as places and kinds of its signs.

The signs of a terminal stand in columns as well as in lines. Which kind one is of is told by its drawing alone: no
alphabet is known.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.parts import parts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from vision.scene import Scene

AROUND = 9
"""Pixels of a quarter of the picture around one whose middle is its ground: signs fill less than half of that."""
INK, DARK, FULL = 32, 0.9, 0.5
"""Levels by which writing differs from its ground; share of its pixels that have less ink than the fullest; ink of a
sign's pixels, by that of these: with less, signs that stand close together are one."""
PLAIN = 0.5
"""Share of a block that is of one level, from which that is its ground: at a window's edge the middle is not."""
LEAST, TALL, LARGEST = 2, 5, 40
"""Pixels of a sign's longer side, of one that tells how tall signs are, and of the largest."""
MOST, WRITTEN = 6000, 800
"""Parts of a picture of writing, at most: more are a texture; signs of a block that may hold a board."""
WIDER, HIGHER = 7.0, 3.0
"""Heights of a sign that bridge two signs of a block, along a line and from one to the next."""
HIDDEN = 2.5
"""Heights of a sign that the first or the last of all lines may be beside those that are seen at a glance."""
ABOVE = 0.3
"""Share of the narrower of two parts that the other is above, or below, from which they are one sign."""
FEWEST = 3
"""Lines and columns of a board, at least."""
BLUR, ROOM, SAME, SMALL, SIZED, EDGES = 0.7, 3, 0.12, 0.5, 0.15, 1.5
"""Radius by which signs are blurred that are compared, and pixels around them; the share of their ink that two drawings
of one have elsewhere, at most, and what is added to it by a sign's sides in pixels; how much larger one is than the
other, but for pixels of its edges."""
KINDS, SIZES = 48, 24
"""Kinds, and roughly sizes, of the signs of a block that may hold a board, at most."""


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """A block of writing.

    Attributes:
        ink: H×W, how much each pixel differs from the block's ground.
        boxes: left, top, width and height of its N signs (N×4), in it.
        lines: the line of each.
        corner: left and top of the block in the view.
    """

    ink: NDArray[np.uint8]
    boxes: NDArray[np.int32]
    lines: NDArray[np.int64]
    corner: tuple[int, int]


@dataclass(frozen=True, slots=True, eq=False)
class Signs:
    """The N signs of a block: left, top, width and height of each (N×4), its kind and its line."""

    boxes: NDArray[np.int32]
    kinds: NDArray[np.int64]
    lines: NDArray[np.int64]

    @property
    def across(self) -> NDArray[np.float64]:
        """The middle of each along its line."""
        return np.asarray(self.boxes[:, 0] + self.boxes[:, 2] / 2)

    def down(self, own: NDArray[np.int64]) -> tuple[float, float]:
        """Where the first line of some signs (their numbers) has its middle, and a step from line to line.

        No line is empty between theirs, as it may be elsewhere in the block.
        """
        lines, (top, heights) = self.lines[own], self.boxes[own][:, [1, 3]].T
        step, first = np.polyfit(lines - lines.min(), top + heights / 2, 1, w=heights)  # low signs stand on the line
        return float(first), float(step)


def blocks(scene: Scene, level: int) -> Iterator[Block]:
    """Blocks of writing of that level, three lines high at least.

    Args:
        scene: the picture.
        level: of the view in which signs are looked for; places are in its pixels.
    """
    half = scene.gray(level + 1)
    ground = cv2.resize(_ground(scene, level + 2), half.shape[::-1], interpolation=cv2.INTER_LINEAR)
    for left, top, right, bottom in _written(cv2.absdiff(half, ground)):
        gray = cv2.cvtColor(scene.level(level)[2 * top : 2 * bottom, 2 * left : 2 * right], cv2.COLOR_BGR2GRAY)
        counts = cv2.calcHist([gray], [0], None, [256], [0, 256]).ravel()
        if counts.max() >= PLAIN * gray.size:
            ink = cv2.absdiff(gray, np.full_like(gray, counts.argmax()))
        else:
            around = cv2.resize(ground[top:bottom, left:right], gray.shape[::-1], interpolation=cv2.INTER_LINEAR)
            ink = cv2.absdiff(gray, around)
        counts = cv2.calcHist([ink], [0], None, [256], [0, 256]).ravel()[INK:].cumsum()
        full = INK + int(np.searchsorted(counts, DARK * counts[-1])) if counts[-1] else INK
        boxes = _signs(_boxes(ink, FULL * full))
        if not FEWEST**2 <= len(boxes) <= WRITTEN:
            continue
        lines = _lines(boxes)
        if lines.max() + 1 >= FEWEST:
            yield Block(ink, boxes, lines, (2 * left, 2 * top))


def told(block: Block) -> Iterator[Signs]:
    """The signs of a block, and of a part of it, where they are of no more kinds than boards have."""
    corner = np.array([*block.corner, 0, 0], np.int32)
    every = _kinds(block.ink, block.boxes)
    if every is not None:
        yield Signs(block.boxes + corner, every, block.lines)
    for own in _ruled(block.boxes, block.lines):
        kinds = _kinds(block.ink, block.boxes[own]) if every is None else every[own]
        if kinds is not None:
            yield Signs(block.boxes[own] + corner, kinds, block.lines[own] - block.lines[own[0]])


def _ground(scene: Scene, level: int) -> NDArray[np.uint8]:
    """What writing stands on in that level, H×W; away from all edges that is what is there."""
    ground, strength = scene.gray(level).copy(), scene.edges(level)
    busy = [np.flatnonzero(strength.any(axis=axis)) for axis in (1, 0)]
    if len(busy[0]):
        # Half as far around again: what is beyond a part that is blurred is taken to go on as its last pixels.
        rows, cols = (slice(max(0, int(lines[0]) - AROUND), int(lines[-1]) + 1 + AROUND) for lines in busy)
        ground[rows, cols] = cv2.medianBlur(np.ascontiguousarray(ground[rows, cols]), AROUND)
    return ground


def _ruled(boxes: NDArray[np.int32], lines: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
    """Signs of lines that follow each other, as many in each and each below one of the line before.

    So are a board's where there is other writing above and below it.
    """
    across = boxes[:, 0] + boxes[:, 2] / 2
    rows = [np.flatnonzero(lines == line) for line in range(int(lines.max()) + 1)]
    rows = [row[np.argsort(across[row])] for row in rows]
    run: list[NDArray[np.int64]] = []
    for row in [*rows, np.zeros(0, np.int64)]:
        below = (
            bool(run) and len(row) == len(run[-1]) and (np.abs(across[row] - across[run[-1]]) <= boxes[row, 2]).all()
        )
        if not below:
            if len(run) >= FEWEST:
                yield np.concatenate(run)
            run = []
        if len(row) >= FEWEST:
            run.append(row)


def _written(ink: NDArray[np.uint8]) -> Iterator[tuple[int, int, int, int]]:
    """Left, top, right and bottom of blocks of what may be signs, seen from so far that these may run together."""
    boxes = _boxes(ink, INK)
    tall = boxes[boxes[:, 3] >= TALL / 2, 3]
    if not len(tall) or not FEWEST**2 <= len(boxes) <= MOST:
        return
    height = float(np.median(tall))
    mask = (ink >= INK).astype(np.uint8)
    names = parts(cv2.dilate(mask, np.ones((max(3, round(HIGHER * height)), max(3, round(WIDER * height))), np.uint8)))[
        0
    ]
    held = names[boxes[:, 1] + boxes[:, 3] // 2, boxes[:, 0] + boxes[:, 2] // 2]
    for name in np.unique(held):
        own = boxes[held == name]
        first, last = own[:, :2].min(axis=0), (own[:, :2] + own[:, 2:]).max(axis=0)
        if FEWEST**2 <= len(own) <= WRITTEN and last[1] - first[1] >= FEWEST * height:
            # A window's edge may hide the first signs of all lines: it is in one part with them, seen from so far.
            room = np.array([HIDDEN * height, 1.0]).astype(np.int64)
            left, top = np.maximum(first - room, 0).tolist()
            right, bottom = np.minimum(last + room, ink.shape[::-1]).tolist()
            yield left, top, right, bottom


def _boxes(ink: NDArray[np.uint8], least: float) -> NDArray[np.int32]:
    """Left, top, width and height of each part with so much ink at least that may be a sign."""
    boxes = parts((ink >= least).astype(np.uint8))[1][1:, :4]
    longer = boxes[:, 2:].max(axis=1, initial=0)
    return np.asarray(boxes[(longer >= LEAST) & (longer <= LARGEST)])


def _lines(boxes: NDArray[np.int32]) -> NDArray[np.int64]:
    """The line of each sign, from the top: between two there is a row of pixels without ink."""
    top = boxes[:, 1].min()
    filled = np.zeros((boxes[:, 1] + boxes[:, 3]).max() - top + 1, np.int64)
    np.add.at(filled, boxes[:, 1] - top, 1)
    np.add.at(filled, boxes[:, 1] + boxes[:, 3] - top, -1)
    begins = np.diff(np.concatenate([[0], (filled.cumsum() > 0).astype(np.int64)])) > 0
    return np.asarray(begins.cumsum()[boxes[:, 1] - top] - 1)


def _signs(pieces: NDArray[np.int32]) -> NDArray[np.int32]:
    """Boxes of signs: parts of a line that stand above each other, or one in another, are one."""
    found: list[list[int]] = []
    lines = _lines(pieces) if len(pieces) else np.zeros(0, np.int64)
    for line in np.unique(lines):
        last: list[int] = []
        for left, top, width, height in sorted(pieces[lines == line].tolist()):
            shared = min(left + width, last[0] + last[2]) - left if last else 0
            if last and shared > ABOVE * min(width, last[2]):
                right, bottom = max(left + width, last[0] + last[2]), max(top + height, last[1] + last[3])
                last[1] = min(top, last[1])
                last[2:] = right - last[0], bottom - last[1]
            else:
                last = [left, top, width, height]
                found.append(last)
    return np.array(found, np.int32).reshape(-1, 4)


def _kinds(ink: NDArray[np.uint8], boxes: NDArray[np.int32]) -> NDArray[np.int64] | None:
    """The kind of each sign; None where there are more than boards have."""
    sizes = boxes[:, 2:]
    if len(np.unique(sizes // 2, axis=0)) > SIZES:
        return None
    side = tuple((sizes.max(axis=0) + 2 * ROOM).tolist())
    drawn = np.stack([_drawn(ink, box, side) for box in boxes.tolist()]).reshape(len(boxes), -1)
    drawn /= drawn.sum(axis=1, keepdims=True)
    kinds = np.full(len(boxes), -1, np.int64)
    for kind in range(KINDS):
        left = np.flatnonzero(kinds < 0)
        if not left.size:
            return kinds
        first = left[0]
        apart = np.abs(drawn[left] - drawn[first]).sum(axis=1) / 2
        sized = (np.abs(sizes[left] - sizes[first]) <= SIZED * sizes[first] + EDGES).all(axis=1)
        kinds[left[sized & (apart <= SAME + SMALL / sizes[first].sum())]] = kind
    return kinds if kinds.min() >= 0 else None


def _drawn(ink: NDArray[np.uint8], box: list[int], side: tuple[int, int]) -> NDArray[np.float32]:
    """A sign in the middle, by its ink, of a picture of that size; blurred, since it lies between pixels."""
    left, top, width, height = box
    own = ink[top : top + height, left : left + width].astype(np.float32)
    x, y = (float(np.average(np.arange(own.shape[1 - axis]), weights=own.sum(axis=axis))) for axis in (0, 1))
    matrix = np.array([[1.0, 0.0, side[0] / 2 - x], [0.0, 1.0, side[1] / 2 - y]])
    return np.asarray(cv2.GaussianBlur(cv2.warpAffine(own, matrix, side), (0, 0), BLUR), np.float32)
