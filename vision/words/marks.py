"""Marks: what stands out from its ground in a gray view, piece by piece, as the letters of a text do.

Ink is what differs from the mean around it, either lighter or darker, about as much as the strongest near it does: so
the ground may be any, and a soft shadow or a glow is none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.words.letters import likeness, shape

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Box = tuple[int, int, int, int]

LOWEST, TALLEST = 5, 48
"""Heights of marks in pixels of the view; larger ones are small on a coarser view."""
WIDEST = 1.8
"""Widths of a mark over its height, at most, as of a fat "m": most are narrower."""
AROUND, NEAR = 41, 15
"""Pixels along the square that the ground is the mean of, and along that in which the strongest ink is looked for."""
FAINT, STRONG = 10, (0.45, 0.38)
"""Ink differs from its ground by so many levels, and by one of these shares of the strongest near it: with the larger
letters that touch are parted, with the smaller none falls into pieces."""
FEWEST, MOST = 3, 6000
"""Marks of a view: fewer are no word, more are a texture."""


@dataclass(frozen=True, slots=True)
class Marks:
    """Marks of one kind of ink, from left to right.

    Attributes:
        boxes: N×4 left, top, width, height in pixels of the view.
        likeness: N×62, how much each looks like each letter (``letters.likeness``).
    """

    boxes: NDArray[np.int32]
    likeness: NDArray[np.float32]


def marks(view: NDArray[np.uint8]) -> list[Marks]:
    """Light marks of a gray view, then dark ones, each parted at more and at less ink; no texture's."""
    ground = cv2.blur(view, (AROUND, AROUND), borderType=cv2.BORDER_REFLECT)
    boxes: list[NDArray[np.int32]] = []
    shapes: list[NDArray[np.uint8]] = []
    for apart in (cv2.subtract(view, ground), cv2.subtract(ground, view)):
        ink = cv2.threshold(apart, FAINT, 0, cv2.THRESH_TOZERO)[1]
        strongest = cv2.dilate(ink, np.ones((NEAR, NEAR), np.uint8))
        share = cv2.divide(ink, strongest, scale=255)
        for least in STRONG:
            solid = cv2.compare(ink, cv2.convertScaleAbs(strongest, alpha=least), cv2.CMP_GT)
            outlines = _outlines(solid)
            if FEWEST <= len(outlines) <= MOST:
                inked = cv2.bitwise_and(solid, share)
                shapes += [_shape(inked, *one) for one in outlines]
                boxes.append(np.array([box for box, _ in outlines], np.int32))
    ends = np.cumsum([len(some) for some in boxes])[:-1]
    return [Marks(*one) for one in zip(boxes, np.split(likeness(shapes), ends), strict=True)] if boxes else []


def _outlines(solid: NDArray[np.uint8]) -> list[tuple[Box, NDArray[np.int32]]]:
    """Pieces of ink as tall as letters may be, and no wider, from left to right: the box and the outline of each."""
    outlines, nested = cv2.findContours(solid, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    if not outlines:
        return []
    found = []
    for outline, within in zip(outlines, nested[0, :, 3].tolist(), strict=True):
        left, top, width, height = cv2.boundingRect(outline)
        if within < 0 and LOWEST <= height <= TALLEST and width <= WIDEST * height:  # no hole in another
            found.append(((left, top, width, height), np.asarray(outline, np.int32)))
    return sorted(found, key=lambda one: one[0])


def _shape(inked: NDArray[np.uint8], box: Box, outline: NDArray[np.int32]) -> NDArray[np.uint8]:
    """One mark by itself, at the prototypes' size: its ink as a share (of 255) of the strongest near it."""
    left, top, width, height = box
    own = np.zeros((height, width), np.uint8)
    cv2.drawContours(own, [outline], 0, 255, cv2.FILLED, offset=(-left, -top))
    return shape(cv2.bitwise_and(own, inked[top : top + height, left : left + width]))
