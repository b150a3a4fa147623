"""Buttons: marks that stand beside each row or column of a board, one in line with the middle of each.

Games that flip lines have something to click for each of them. What it looks like is anyone's guess; but it is seen
beside the middle of every row, and nothing is seen beside the lines between them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

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
    turned = cv2.transpose(picture)
    return _along(picture, x, y), _along(turned, y, x)


def _along(picture: NDArray[np.uint8], along: Axis, across: Axis) -> bool:
    """Whether marks stand above or below each column of a board."""
    height, width = picture.shape[:2]
    left, right = max(0, round(along.origin)), min(width, round(along.end))
    stretches = [(near * across.pitch, far * across.pitch) for near, far in OUT]
    before = [(across.origin - far, across.origin - near) for near, far in stretches]
    after = [(across.end + near, across.end + far) for near, far in stretches]
    for first, last in before + after:
        top, bottom = max(0, round(first)), min(height, round(last))
        if bottom - top < max(2, ROOM * across.pitch) or right - left < 2 * along.count:
            continue
        strip = picture[top:bottom, left:right].astype(np.int16)
        edge = np.minimum(np.abs(np.diff(strip, axis=1)).max(2), CLIP).sum(0, dtype=np.float32)
        parts = cv2.resize(edge[None], (along.count * PLACES, 1), interpolation=cv2.INTER_AREA).reshape(-1, PLACES)
        middles = parts[:, MIDDLE].mean(1)
        usual = float(np.median(middles))
        ends = np.concatenate((parts[:-1, -BETWEEN:], parts[1:, :BETWEEN]), axis=1).mean(1)
        if middles.min() >= max(LEAST, LIKE * usual) and float(ends.max()) <= BARE * usual:
            return True
    return False
