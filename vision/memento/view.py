"""A view: one level of the scene, or a part of it, with its straight edges, and where it lies in the frame."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from vision.memento import comb

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from vision.memento.axis import Axis
    from vision.memento.comb import Edges
    from vision.scene import Scene

AROUND = 3.6  # cells around a board that is looked at closer: as far as it may still grow, and a bit


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """Pixels that are searched.

    Attributes:
        picture: H×W×3 uint8.
        edges: straight edges of the picture.
        level: of the scene.
        corner: left and top of the picture in its level.
    """

    picture: NDArray[np.uint8]
    edges: Edges
    level: int
    corner: tuple[int, int] = (0, 0)

    def to_frame(self, x: Axis, y: Axis) -> tuple[Axis, Axis]:
        """A lattice of the view in pixels of the frame."""
        scale, (left, top) = 2**self.level, self.corner
        return x.scaled(scale, left), y.scaled(scale, top)

    def from_frame(self, x: Axis, y: Axis) -> tuple[Axis, Axis]:
        """A lattice of the frame in pixels of the view."""
        scale, (left, top) = 2**self.level, self.corner
        return x.scaled(1 / scale, -left * scale), y.scaled(1 / scale, -top * scale)

    def holds(self, x: Axis, y: Axis) -> bool:
        """Whether a lattice of the view lies in it."""
        height, width = self.picture.shape[:2]
        slack_x, slack_y = 0.1 * x.pitch, 0.1 * y.pitch
        return -slack_x < x.origin and x.end < width + slack_x and -slack_y < y.origin and y.end < height + slack_y


def whole(scene: Scene, level: int) -> View:
    """All of a level."""
    picture = scene.level(level)
    return View(picture, comb.edges(picture), level)


def around(scene: Scene, level: int, x: Axis, y: Axis) -> View:
    """The part of a level where a board with the lines ``x`` and ``y`` (frame pixels) may be."""
    picture = scene.level(level)
    height, width = picture.shape[:2]
    left, right = _stretch(x, level, width)
    top, bottom = _stretch(y, level, height)
    part = picture[top:bottom, left:right]
    return View(part, comb.edges(part, (left == 0, top == 0, right == width, bottom == height)), level, (left, top))


def _stretch(axis: Axis, level: int, side: int) -> tuple[int, int]:
    scale, wide = 2**level, AROUND * axis.pitch
    return max(0, int((axis.origin - wide) / scale)), min(side, ceil((axis.end + wide) / scale))
