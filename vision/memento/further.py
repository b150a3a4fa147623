"""Further: a button of a rail one step beyond a board, whose row or column may be in the middle of its turn.

Seen edge on, or at a slant, a line of cells is no row of the lattice; but its button stands where it stood. That of the
diagonal may stand there too, but does not look the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.memento.buttons import OUT

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.memento.axis import Axis

    Steps = NDArray[np.float32]

ALONG, ACROSS = 32, 12
"""Parts of a step, and of a strip's width, that are looked at."""
SHIFT = 2  # of them by which a mark may be off the middle of its step
BETWEEN = 3  # of them at each end of a step, where no mark reaches
LEAST = 2.5  # levels: the contrast of a mark
ALIKE = 0.6  # correlation of each mark with all others
SHARE = 0.5  # of the strongest contrast of marks, from which something is a part of one
TIMES, LEVELS = 1.4, 3.0  # by how much more than each other's one more mark may differ from them, and levels


def further(picture: NDArray[np.uint8], x: Axis, y: Axis) -> bool:
    """Whether marks that stand beside all rows or columns of a board stand beside just one more.

    Args:
        picture: H×W×3, with some of what lies around the board.
        x: the upright lines of the board.
        y: its level ones.
    """
    return _beside(picture, y, x) or _beside(picture.transpose(1, 0, 2), x, y)


def _beside(picture: NDArray[np.uint8], along: Axis, across: Axis) -> bool:
    """Whether a mark left or right of a board stands above its first row or below its last one, as beside its rows."""
    height, width = picture.shape[:2]
    room = [
        min(2, int((space + SHIFT / ALONG * along.pitch) / along.pitch)) for space in (along.origin, height - along.end)
    ]
    if not any(room):
        return False
    before, after = (max(0, one) for one in room)
    top, bottom = along.origin - before * along.pitch, along.end + after * along.pitch
    many = before + along.count + after
    for near, far in OUT:
        for left, right in (
            (across.origin - far * across.pitch, across.origin - near * across.pitch),
            (across.end + near * across.pitch, across.end + far * across.pitch),
        ):
            first, last = max(0, round(left)), min(width, round(right))
            if last - first < 3:
                continue
            strip = np.ascontiguousarray(picture[max(0, round(top)) : round(bottom), first:last])
            small = cv2.resize(strip, (ACROSS, many * ALONG), interpolation=cv2.INTER_AREA).astype(np.float32)
            if _goes_on(small, before, along.count, after):
                return True
    return False


def _goes_on(strip: Steps, before: int, count: int, after: int) -> bool:
    """Whether a mark of each of the ``count`` steps of a board is seen in just one more, before or after them."""
    steps = strip.reshape(-1, ALONG, ACROSS, 3)
    relief = steps - np.concatenate((steps[:, :BETWEEN], steps[:, -BETWEEN:]), axis=1).mean(1, keepdims=True)
    own = relief[before : before + count]
    total = own.sum(0)
    if float(np.sqrt(np.mean(total**2))) < LEAST * count:
        return False
    if min(_like((total - one) / (count - 1), one) for one in own) < ALIKE:
        return False
    strength = np.sqrt((total**2).sum(2))
    strong = strength >= SHARE * strength.max()
    rows, columns = np.flatnonzero(strong.any(1)), np.flatnonzero(strong.any(0))
    if columns[0] == 0 or columns[-1] == ACROSS - 1:
        return False  # only a part of it is seen
    mark = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    usual = np.median(steps[before : before + count], axis=0)[mark]
    padded = np.pad(strip, ((SHIFT, SHIFT), (0, 0), (0, 0)), mode="edge")

    def unlike(step: int) -> float:
        """By how much a step differs from the usual one in the place of the mark, levels."""
        start = step * ALONG
        moved = (padded[start + by : start + by + ALONG][mark] for by in range(2 * SHIFT + 1))
        return float(min(np.abs(one - usual).mean() for one in moved))

    most = TIMES * max(unlike(before + step) for step in range(count)) + LEVELS
    ahead = [unlike(before - 1 - step) <= most for step in range(before)]
    behind = [unlike(before + count + step) <= most for step in range(after)]
    return any(
        side in ([True], [True, False]) and not any(other) for side, other in ((ahead, behind), (behind, ahead))
    )


def _like(usual: Steps, one: Steps) -> float:
    """Correlation of two reliefs."""
    sizes = float((usual**2).sum()), float((one**2).sum())
    return float((usual * one).sum()) / (sizes[0] * sizes[1]) ** 0.5 if min(sizes) > 0 else 0.0
