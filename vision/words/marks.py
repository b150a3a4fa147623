"""Marks: what stands out from its ground in a gray view, piece by piece, as the letters of a text do.

Ink is what differs from the mean around it, either lighter or darker, about as much as the strongest near it does: so
the ground may be any, and a soft shadow or a glow is none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.words.letters import HEIGHT, WIDTH, likeness, shape

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

LOWEST, TALLEST = 5, 48
"""Heights of marks in pixels of the view; larger ones are small on a coarser view."""
AROUND, NEAR = 41, 15
"""Pixels along the square that the ground is the mean of, and along that in which the strongest ink is looked for."""
FAINT, STRONG = 10.0, (0.45, 0.38)
"""Ink differs from its ground by so many levels, and by one of these shares of the strongest near it: with the larger
letters that touch are parted, with the smaller none falls into pieces."""
MOST = 6000
"""Marks of a view: more are a texture."""


@dataclass(frozen=True, slots=True)
class Marks:
    """Marks of one kind of ink, from left to right.

    Attributes:
        boxes: N×4 left, top, width, height in pixels of the view.
        likeness: N×62, how much each looks like each letter (``letters.likeness``).
    """

    boxes: NDArray[np.int32]
    likeness: NDArray[np.float32]


def marks(view: NDArray[np.uint8]) -> Iterator[Marks]:
    """Light marks of a gray view, then dark ones, each parted at more and at less ink; no texture's."""
    levels = view.astype(np.float32)
    ground = cv2.blur(levels, (AROUND, AROUND), borderType=cv2.BORDER_REFLECT)
    for ink in (levels - ground, ground - levels):
        strongest = cv2.dilate(ink, np.ones((NEAR, NEAR), np.uint8))
        share = ink / np.maximum(strongest, FAINT)
        for least in STRONG:
            solid = ((ink > FAINT) & (share > least)).astype(np.uint8)
            count, labels, stats, _ = cv2.connectedComponentsWithStats(solid)
            boxes = stats[:, :4]
            sized = (boxes[:, 3] >= LOWEST) & (boxes[:, 3] <= TALLEST) & (boxes[:, 2] * HEIGHT <= boxes[:, 3] * WIDTH)
            chosen = np.flatnonzero(sized[1:count]) + 1
            if 0 < len(chosen) <= MOST:
                chosen = chosen[np.argsort(boxes[chosen, 0], kind="stable")]
                shapes = np.stack([_shape(share, labels, boxes, one) for one in chosen.tolist()])
                yield Marks(boxes[chosen], likeness(shapes))


def _shape(
    share: NDArray[np.float32], labels: NDArray[np.int32], boxes: NDArray[np.int32], one: int
) -> NDArray[np.float32]:
    """One mark by itself, at the prototypes' size."""
    left, top, width, height = boxes[one].tolist()
    part = np.s_[top : top + height, left : left + width]
    return shape(np.where(labels[part] == one, share[part], np.float32(0)))
