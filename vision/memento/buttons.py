"""Buttons: marks that stand beside each row or column of a board, one in line with the middle of each.

Games that flip lines have something to click for each of them. What it looks like is anyone's guess; but it is seen
beside the middle of every row, and nothing is seen beside the lines between them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.middle import median
from vision.planes import planes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.memento.axis import Axis

OUT = ((0.05, 1.0), (0.05, 0.6), (0.35, 1.2))
"""Cells away from the board between which buttons stand: other things may be farther out, a frame nearer."""
ROOM = 0.3  # cells of that at least which the picture must have
CLIP = 48  # levels: stronger edges count no more
PLACES = 20  # a cell's parts along the side
MIDDLE, BETWEEN = np.s_[6:14], 3  # those where a button's middle is; those at each end where none reaches
LEAST = 40.0  # edge a part of the middle has at least, summed outwards: levels
LIKE, BARE = 0.4, 0.2  # the least middle to the usual one; the usual edge between to that


def beside(picture: NDArray[np.uint8], x: Axis, y: Axis) -> tuple[bool, bool]:
    """Whether marks stand above or below each column, and left or right of each row, of the board with these lines."""
    return _along(picture, x, y, 1), _along(picture, y, x, 0)


def _along(picture: NDArray[np.uint8], along: Axis, across: Axis, axis: int) -> bool:
    """Whether marks stand above or below each column of a board; ``axis`` is that of its columns, 0 for its rows."""
    height, width = picture.shape[1 - axis], picture.shape[axis]
    left, right = max(0, round(along.origin)), min(width, round(along.end))
    if right - left < 2 * along.count:
        return False
    stretches = [(near * across.pitch, far * across.pitch) for near, far in OUT]
    before = [(across.origin - far, across.origin - near) for near, far in stretches]
    after = [(across.end + near, across.end + far) for near, far in stretches]
    for side in (before, after):
        spans = [(max(0, round(first)), min(height, round(last))) for first, last in side]
        spans = [(top, bottom) for top, bottom in spans if bottom - top >= max(2, ROOM * across.pitch)]
        if not spans:
            continue
        start, end = min(top for top, _ in spans), max(bottom for _, bottom in spans)
        edges = _edges(picture[start:end, left:right] if axis else picture[left:right, start:end], axis)
        if any(_marked(edges[top - start : bottom - start], along.count) for top, bottom in spans):
            return True
    return False


def _edges(strip: NDArray[np.uint8], axis: int) -> NDArray[np.uint8]:
    """How much a part of a picture changes along an axis, that axis last."""
    steps = cv2.absdiff(strip[:, 1:], strip[:, :-1]) if axis else cv2.absdiff(strip[1:], strip[:-1])
    blue, green, red = planes(steps)
    most = cv2.min(cv2.max(cv2.max(blue, green), red), CLIP)
    return np.asarray(most if axis else cv2.transpose(most), np.uint8)


def _marked(edges: NDArray[np.uint8], count: int) -> bool:
    """Whether something stands in the middle of each of ``count`` equal parts of a strip, and nothing between them."""
    edge = cv2.reduce(edges, 0, cv2.REDUCE_SUM, dtype=cv2.CV_32F)
    parts = cv2.resize(edge, (count * PLACES, 1), interpolation=cv2.INTER_AREA).reshape(-1, PLACES)
    middles = parts[:, MIDDLE].mean(1)
    usual = median(middles)
    if middles.min() < max(LEAST, LIKE * usual):
        return False
    ends = np.concatenate((parts[:-1, -BETWEEN:], parts[1:, :BETWEEN]), axis=1).mean(1)
    return float(ends.max()) <= BARE * usual
