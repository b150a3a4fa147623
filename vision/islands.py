"""Islands: what hangs together in a picture, with flat ground around it.

Pages and desktops have flat ground between what they show, a game that fills the picture has none: it is one island.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.parts import parts
from vision.rest import EDGE, VIEW

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.scene import Scene

    Box = tuple[int, int, int, int]

EVERY = 2
"""Pixels of the coarse view that are one here: the strongest edge of each block."""


@dataclass(frozen=True, slots=True, eq=False)
class Islands:
    """The islands of a picture; pixels here are blocks of ``scale`` × ``scale`` pixels of the frame.

    Attributes:
        strength: H×W uint8, the strongest edge of each block.
        labels: H×W, the number of each block's island; 0 for the ground.
        boxes: N×4, left, top, right and bottom of each; the first are those of the ground.
        scale: see above.
    """

    strength: NDArray[np.uint8]
    labels: NDArray[np.uint16] | NDArray[np.int32]
    boxes: NDArray[np.int32]
    scale: int


def islands(scene: Scene) -> Islands:
    """What hangs together in the coarse view of a scene."""
    level = scene.level_for(VIEW)
    block = np.ones((EVERY, EVERY), np.uint8)
    strength = np.asarray(cv2.dilate(scene.edges(level), block, anchor=(0, 0))[::EVERY, ::EVERY])
    labels, stats = parts((strength >= EDGE).astype(np.uint8))
    boxes = stats[:, :4].copy()
    boxes[:, 2:] += boxes[:, :2]
    return Islands(strength, labels, boxes, EVERY << level)
