"""Outer: an outer row or column in the middle of its turn, narrower than its place, where the next line would be.

The rest is as plain a board as any, one line smaller. What is left of the turning line is a bar just as long as the
board, closed all around, and in the middle of the place that a whole line would take.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.memento.axis import Axis
    from vision.memento.comb import Edges

CLOSED = 0.8
"""Support that each side of the bar has at least."""
NEAR = 0.06
"""Steps by which the bar may be out of the middle, and its ends out of line with the board."""
NARROWEST, WIDEST = 0.08, 0.95
"""Steps that it is wide."""


def turning(edges: Edges, x: Axis, y: Axis) -> bool:
    """Whether a line of the board may be turning just beyond one of its sides.

    Args:
        edges: of the view.
        x: the board's upright lines in it.
        y: the board's level lines in it.
    """
    upright, level = edges.masks
    for along, across, sides, ends in ((x, y, level, upright), (y, x, upright.T, level.T)):
        for start in (across.origin - across.pitch, across.end):
            if _bar(sides, ends, along, start, across.pitch):
                return True
    return False


def _bar(level: NDArray[np.uint8], upright: NDArray[np.uint8], along: Axis, start: float, pitch: float) -> bool:
    """Whether a bar lies in the middle of the place of a row that begins at ``start``, as long as the board."""
    height, width = level.shape
    slack = 1 + NEAR * pitch
    top, bottom = round(start), round(start + pitch)
    left, right = round(along.origin), round(along.end)
    if top < 0 or bottom > height or left < 0 or right > width or bottom - top < 4:
        return False
    rows = level[max(0, top - 1) : bottom + 1, left:right]
    near = rows[:-2] | rows[1:-1] | rows[2:]  # a pixel off at most
    lines = np.flatnonzero(near.mean(1) >= CLOSED)
    middle = (bottom - top) / 2
    for low in lines[lines < middle].tolist():
        for high in lines[lines > middle].tolist():
            wide = high - low
            if abs((low + high) / 2 - middle) > slack or not NARROWEST * pitch <= wide <= WIDEST * pitch:
                continue
            if np.min(np.abs(lines[:, None] - (-1, low, high, bottom - top)), axis=1).max() > slack:
                continue  # a pattern of more lines, as a page of squares has them
            if all(_closed(upright[top + low + 1 : top + high], end, slack) for end in (left, right)):
                return True
    return False


def _closed(part: NDArray[np.uint8], end: int, slack: float) -> bool:
    """Whether the edges of a part close it near an ``end``."""
    at = part[:, max(0, int(end - slack)) : int(end + slack) + 1]
    return bool(at.size) and float(at.max(1).mean()) >= CLOSED
