"""Marks as a picture of their own, transparent where there are none, to be laid over a running game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.marks.draw import paint

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.marks.shapes import Shape


def layer(shapes: Sequence[Shape], size: tuple[int, int]) -> NDArray[np.uint8]:
    """Paint shapes on nothing.

    The shapes are painted once on black and once on white: where the two agree they are solid, and the difference is
    what shines through (T. Porter, T. Duff, "Compositing digital images", 1984, solved for the upper layer).

    Args:
        shapes: in drawing order.
        size: (width, height) in pixels.

    Returns:
        H×W×4 uint8, BGRA, the colours multiplied by alpha.
    """
    width, height = size
    black = np.zeros((height, width, 3), np.uint8)
    white = np.full((height, width, 3), 255, np.uint8)
    paint(black, shapes)
    paint(white, shapes)
    alpha = 255 - (white.astype(np.int16) - black).max(axis=2)
    return np.dstack([np.minimum(black, alpha[:, :, None]), alpha]).astype(np.uint8)


def dimmed(picture: NDArray[np.uint8], share: float) -> NDArray[np.uint8]:
    """A layer (H×W×4, colours multiplied by alpha) fainter by ``share``, 0..1."""
    return np.asarray(picture * share, np.uint8)


def over(lower: NDArray[np.uint8], upper: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """One layer on top of another, both H×W×4 with colours multiplied by alpha."""
    through = (255 - upper[:, :, 3:].astype(np.uint16)) * lower
    return np.asarray(upper + (through + 127) // 255, np.uint8)
