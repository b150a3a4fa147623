"""Apart: what a picture shows beside the boards that were read, where flat ground parts it from them.

Several games in one picture stand apart: there is page, table or desktop between them. What hangs together with a
board, its frame, its background, the window's picture, is all its own: a game that fills the picture leaves nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision import rest
from vision.islands import islands

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.frame import Frame
    from vision.islands import Islands
    from vision.scene import Scene

    Bytes = NDArray[np.uint8]
    Box = tuple[int, int, int, int]

STRONG, LEAST = 12, 0.02
"""Edges of what is busy; share of the picture that must be so for another board."""


def left(scene: Scene, boards: Sequence[tuple[float, float, float, float]]) -> Frame | None:
    """The picture with all that hangs together with some boards painted over; None where nothing like a board is left.

    Args:
        scene: the picture.
        boards: left, top, right, bottom in frame pixels.
    """
    # Where a table was found its picture's outlines are known, and tell at once that nothing is left beside the boards.
    if scene.taken and scene.bare(boards):
        return None
    seen = islands(scene)
    busy = (seen.strength >= STRONG).astype(np.uint8)
    own = [_whole(_within(busy, box, 1 / seen.scale), seen) for box in boards]
    if _free(busy, own) < LEAST * busy.size:
        return None
    pixels = scene.frame.pixels
    own = [_within(pixels, box, seen.scale) for box in own]
    if rest.bare(scene, own) and not _repeats_beside(scene, own):
        return None
    pixels = pixels.copy()
    for box in own:
        _paint_over(pixels, box)
    return replace(scene.frame, pixels=pixels)


def _repeats_beside(scene: Scene, own: list[Box]) -> bool:
    """Whether something outside some boxes repeats as cells do, though they are too small for the coarse view."""
    for block in scene.blocks(scene.level_for(rest.VIEW)):
        x, y = (block[0] + block[2]) / 2, (block[1] + block[3]) / 2
        inside = any(left <= x <= right and top <= y <= bottom for left, top, right, bottom in own)
        if not inside and scene.repeats(block):
            return True
    return False


def _within(picture: Bytes, box: Sequence[float], scale: float) -> Box:
    """A box, scaled, as far as it is in a picture."""
    height, width = picture.shape[:2]
    left, top, right, bottom = (max(0, round(side * scale)) for side in box)
    return left, top, min(right, width), min(bottom, height)


def _free(busy: Bytes, own: list[Box]) -> int:
    """How many pixels are busy outside some boxes."""
    free = busy.copy()
    for left, top, right, bottom in own:
        free[top:bottom, left:right] = 0
    return cv2.countNonZero(free)


def _whole(box: Box, seen: Islands) -> Box:
    """A box with all islands that reach into it."""
    left, top, right, bottom = box
    held = 1 + np.flatnonzero(np.bincount(seen.labels[top:bottom, left:right].ravel(), minlength=1)[1:])
    low, high = seen.boxes[held, :2].tolist(), seen.boxes[held, 2:].tolist()
    lefts, tops = zip(*low, (left, top), strict=True)
    rights, bottoms = zip(*high, (right, bottom), strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _paint_over(pixels: Bytes, box: Box) -> None:
    """Paint a box over, in place, with the commonest colour around it."""
    left, top, right, bottom = box
    above, before = max(0, top - 1), max(0, left - 1)
    sides = [pixels[above:top, left:right], pixels[bottom : bottom + 1, left:right]]
    sides += [pixels[top:bottom, before:left], pixels[top:bottom, right : right + 1]]
    around = np.concatenate([side.reshape(-1, 3) for side in sides])
    colour = np.median(around, axis=0).astype(int).tolist() if len(around) else (0, 0, 0)
    cv2.rectangle(pixels, (left, top), (right - 1, bottom - 1), colour, cv2.FILLED)
