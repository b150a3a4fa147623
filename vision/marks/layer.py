"""Marks as a picture of their own, transparent where there are none, to be laid over a running game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.marks.draw import paint
from vision.marks.shapes import Badge, Disc, LineArrow, Ring, Tick, TurnArrow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.marks.shapes import Shape

    Box = tuple[int, int, int, int]


def layer(shapes: Sequence[Shape], size: tuple[int, int], box: Box | None = None) -> NDArray[np.uint8]:
    """Paint shapes on nothing.

    The shapes are painted once on black and once on white: where the two agree they are solid, and the difference is
    what shines through (T. Porter, T. Duff, "Compositing digital images", 1984, solved for the upper layer).

    Args:
        shapes: in drawing order.
        size: (width, height) in pixels.
        box: left, top, right, bottom of the part that is wanted; all of it when None.

    Returns:
        H×W×4 uint8, BGRA, the colours multiplied by alpha.
    """
    width, height = size
    black = np.zeros((height, width, 3), np.uint8)
    white = np.full((height, width, 3), 255, np.uint8)
    paint(black, shapes)
    paint(white, shapes)
    left, top, right, bottom = box or (0, 0, width, height)
    black, white = black[top:bottom, left:right], white[top:bottom, left:right]
    blue, green, red = cv2.split(cv2.subtract(white, black))
    alpha = cv2.bitwise_not(cv2.max(cv2.max(blue, green), red))
    return np.asarray(cv2.merge([*(cv2.min(channel, alpha) for channel in cv2.split(black)), alpha]), np.uint8)


def reach(shapes: Sequence[Shape], size: tuple[int, int]) -> Box:
    """The part of a picture of ``size`` (width, height) that holds all shapes, at least one pixel."""
    spans = [_span(shape) for shape in shapes] or [(0.0, 0.0, 1.0, 1.0)]
    left, top = (max(0, int(min(span[side] for span in spans))) for side in (0, 1))
    right, bottom = (min(size[side], int(max(span[2 + side] for span in spans)) + 1) for side in (0, 1))
    return min(left, size[0] - 1), min(top, size[1] - 1), max(right, left + 1), max(bottom, top + 1)


def _span(shape: Shape) -> tuple[float, float, float, float]:
    """Left, top, right, bottom, outlines and heads of arrows included."""
    match shape:
        case LineArrow():
            (x0, y0), (x1, y1), grow = shape.start, shape.end, 4 * shape.width + 8
            return min(x0, x1) - grow, min(y0, y1) - grow, max(x0, x1) + grow, max(y0, y1) + grow
        case Badge():
            across, down = shape.width / 2, shape.height / 2
        case Tick():
            across = down = shape.size / 2
        case Disc():
            across = down = shape.radius
        case Ring() | TurnArrow():
            across = down = shape.radius + 4 * shape.width
    x, y = shape.center
    return x - across - 8, y - down - 8, x + across + 8, y + down + 8


def dimmed(picture: NDArray[np.uint8], share: float) -> NDArray[np.uint8]:
    """A layer (H×W×4, colours multiplied by alpha) fainter by ``share``, 0..1."""
    return np.asarray(cv2.convertScaleAbs(picture, alpha=share), np.uint8)


def over(lower: NDArray[np.uint8], upper: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """One layer on top of another, both H×W×4 with colours multiplied by alpha."""
    left, top, width, height = cv2.boundingRect(np.ascontiguousarray(upper[:, :, 3]))
    part = slice(top, top + height), slice(left, left + width)
    through = (255 - upper[part][:, :, 3:].astype(np.uint16)) * lower[part]
    whole = lower.copy()
    whole[part] = upper[part] + (through + 127) // 255
    return whole
