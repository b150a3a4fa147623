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

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.frame import Frame
    from vision.scene import Scene

    Bytes = NDArray[np.uint8]
    Box = tuple[int, int, int, int]

EVERY = 2
"""Pixels of the coarse view that are one here: the strongest edge of each block."""
STRONG, LEAST = 12, 0.02
"""Edges of what is busy; share of the picture that must be so for another board."""


def left(scene: Scene, boards: Sequence[tuple[float, float, float, float]]) -> Frame | None:
    """The picture with all that hangs together with some boards painted over; None where nothing like a board is left.

    Args:
        scene: the picture.
        boards: left, top, right, bottom in frame pixels.
    """
    level = scene.level_for(rest.VIEW)
    block = np.ones((EVERY, EVERY), np.uint8)
    strength = cv2.dilate(scene.edges(level), block, anchor=(0, 0))[::EVERY, ::EVERY]
    busy = (strength >= STRONG).astype(np.uint8)
    scale = EVERY << level
    own = [_within(busy, box, 1 / scale) for box in boards]
    if _free(busy, own) < LEAST * busy.size:
        return None
    _, labels, stats, _ = cv2.connectedComponentsWithStats((strength >= rest.EDGE).astype(np.uint8))
    own = [_whole(box, labels, np.asarray(stats)) for box in own]
    if _free(busy, own) < LEAST * busy.size:
        return None
    pixels = scene.frame.pixels
    own = [_within(pixels, box, scale) for box in own]
    if rest.bare(scene, own):
        return None
    pixels = pixels.copy()
    for box in own:
        _paint_over(pixels, box)
    return replace(scene.frame, pixels=pixels)


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


def _whole(box: Box, labels: NDArray[np.int32], stats: NDArray[np.int32]) -> Box:
    """A box with all that hangs together with what it holds; ``labels`` and ``stats`` of the connected components."""
    left, top, right, bottom = box
    held = 1 + np.flatnonzero(np.bincount(labels[top:bottom, left:right].ravel(), minlength=1)[1:])
    if not len(held):
        return box
    low, sides = stats[held, :2], stats[held, 2:4]
    first, last = low.min(axis=0), (low + sides).max(axis=0)
    return min(left, int(first[0])), min(top, int(first[1])), max(right, int(last[0])), max(bottom, int(last[1]))


def _paint_over(pixels: Bytes, box: Box) -> None:
    """Paint a box over, in place, with the commonest colour around it."""
    left, top, right, bottom = box
    above, before = max(0, top - 1), max(0, left - 1)
    sides = [pixels[above:top, left:right], pixels[bottom : bottom + 1, left:right]]
    sides += [pixels[top:bottom, before:left], pixels[top:bottom, right : right + 1]]
    around = np.concatenate([side.reshape(-1, 3) for side in sides])
    pixels[top:bottom, left:right] = np.median(around, axis=0) if len(around) else 0
