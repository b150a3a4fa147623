"""Framed: whether a frame goes around a board on some sides, but the picture ends before it does on the others.

Boards have a border, or lie on a card or a plate, with as much of it on each side: all along there the picture changes.
Where the picture ends within that it has cut the frame, and there may have been more lines of cells inside.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.grid.away import away
from vision.middle import median, medians

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.cells import Cells
    from vision.scene import Scene

    Box = tuple[float, float, float, float]

ALONG, REACH = 24, 1.0
"""Places along a side that are looked at; steps beside the cells in which a frame is looked for."""
STEP, NOISE, MOST = 5.0, 4.0, 0.8
"""How much (Lab) a frame differs from what is inside it, at least, and times as much as the picture changes there from
pixel to pixel; at what share of the places along a side."""
EVEN = 0.012, 1.5
"""Steps, or pixels, by which a frame may be nearer to the cells on one side than on another."""


def cut(scene: Scene, one: Cells, body: Box, margins: list[float], ends: range) -> bool:
    """Whether the picture ends inside a frame on one side, or on two that meet in a corner.

    Args:
        scene: the picture.
        one: a board in it, upright.
        body: left, top, right and bottom of the outer cells' bodies on the board plane.
        margins: how far above, below, left and right of these the picture goes, in cells.
        ends: sides on which it may have cut the frame.
    """
    first, second, *_ = order = sorted(range(4), key=margins.__getitem__)
    if first in ends and _framed(scene, one, body, margins, order[1:]):
        return True
    corner = first // 2 != second // 2 and {first, second} <= set(ends)
    return corner and _framed(scene, one, body, margins, order[2:])


def _framed(scene: Scene, one: Cells, body: Box, margins: list[float], seen: list[int]) -> bool:
    """Whether a frame goes along the sides that are ``seen``, farther out than the picture ends on the others."""
    nearest = max(margin for side, margin in enumerate(margins) if side not in seen)
    if nearest >= REACH or min(margins[side] for side in seen) <= nearest:
        return False  # a frame that far out is not looked for, or the picture ends as near elsewhere
    step = float(np.sqrt(abs(np.linalg.det(one.homography[:2, :2]))) / one.homography[2, 2])
    slack = max(EVEN[0], EVEN[1] / step)
    common: list[float] | None = None
    for side in seen:
        out = np.arange(0.0, min(REACH, margins[side]), 1 / step)
        more = [at for at in _changes(scene, one, body, side, out) if at > nearest]
        common = more if common is None else [at for at in common if any(abs(at - by) <= slack for by in more)]
        if not any(at > nearest + slack for at in common):
            return False  # most boards have no frame at all
    return True


def _changes(scene: Scene, one: Cells, body: Box, side: int, out: NDArray[np.float64]) -> list[float]:
    """Which steps ``out`` from the cells of a side the picture changes all along it; ``out`` rises by pixels."""
    if len(out) < 3:
        return []
    left, top, right, bottom = body
    share = np.linspace(0.03, 0.97, ALONG)
    across = left + share * (right - left) if side < 2 else top + share * (bottom - top)
    edge = (top - out, bottom + out, left - out, right + out)[side]
    x, y = (across, edge[:, None]) if side < 2 else (edge[:, None], across)
    height, width = scene.frame.pixels.shape[:2]
    depth, *ends = (row[0] * x + row[1] * y + row[2] for row in one.homography[[2, 0, 1]].tolist())
    column, line = (
        np.minimum(np.maximum(np.rint(end / depth - 0.5), 0), most - 1)
        for end, most in zip(ends, (width, height), strict=True)
    )
    spots = (line * width + column).astype(np.intp)
    seen = scene.frame.pixels.reshape(-1, 3).take(spots, axis=0)
    at = np.flatnonzero((seen[2:] != seen[:-2]).any(axis=(1, 2)))  # most of a page is the same all over
    if not len(at):
        return []
    both = np.float32(np.concatenate([seen[at], seen[at + 2]])) / 255
    inner, outer = np.split(cv2.cvtColor(both, cv2.COLOR_BGR2LAB), 2)
    steps = np.zeros(len(out) - 2, np.float32)
    steps[at] = away(medians(outer.transpose(1, 0, 2)), medians(inner.transpose(1, 0, 2)))
    least = max(STEP, NOISE * median(steps))
    found = steps[at] >= least
    found &= (away(outer, inner) >= least / 2).mean(axis=1) >= MOST
    changed: list[float] = out[1:-1][at[found]].tolist()
    return changed
