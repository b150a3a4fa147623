"""Marks: what stands out from its ground in a gray view, piece by piece, as the letters of a text do.

Ink is what differs from the mean around it, either lighter or darker, about as much as the strongest near it does: so
the ground may be any, and a soft shadow or a glow is none. Only marks in a line with others are held against letters.
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
"""Marks of a view, and in a line: fewer are no word; of a view: more are a texture."""
FOLLOWING = 3
"""Marks to the right of one that may be the next letter: dots and apostrophes stand between."""
AHEAD = 150
"""Marks, from left to right, among which they are looked for."""
INTO, APART, ASIDE = 0.3, 0.6, 0.5
"""Heights of a letter by which the next may reach into it, by which it may be apart from it, and by which its middle
may be above or below it."""


@dataclass(frozen=True, slots=True)
class Marks:
    """Marks of one kind of ink, from left to right.

    Attributes:
        boxes: N×4 left, top, width, height in pixels of the view.
        following: N×FOLLOWING, the next marks to the right of each in its line; -1 where there are no more.
        likeness: N×62, how much each looks like each letter (``letters.likeness``); 0 of those in no line.
    """

    boxes: NDArray[np.int64]
    following: NDArray[np.int64]
    likeness: NDArray[np.float32]


def marks(view: NDArray[np.uint8]) -> list[Marks]:
    """Light marks of a gray view, then dark ones, each parted at more and at less ink; no texture's."""
    ground = cv2.blur(view, (AROUND, AROUND), borderType=cv2.BORDER_REFLECT)
    found: list[tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]] = []
    shapes: list[NDArray[np.uint8]] = []
    for apart in (cv2.subtract(view, ground), cv2.subtract(ground, view)):
        ink = cv2.threshold(apart, FAINT, 0, cv2.THRESH_TOZERO)[1]
        strongest = cv2.dilate(ink, np.ones((NEAR, NEAR), np.uint8))
        share = cv2.divide(ink, strongest, scale=255)
        for least in STRONG:
            solid = cv2.compare(ink, cv2.convertScaleAbs(strongest, alpha=least), cv2.CMP_GT)
            outlines = _outlines(solid)
            if FEWEST <= len(outlines) <= MOST:
                boxes = np.array([box for box, _ in outlines], np.int64)
                following = _following(boxes)
                lined = np.flatnonzero(_lined(following))
                inked = cv2.bitwise_and(solid, share)
                shapes += [_shape(inked, *outlines[one]) for one in lined.tolist()]
                found.append((boxes, following, lined))
    like = likeness(shapes)
    ends = np.cumsum([len(lined) for *_, lined in found])
    return [_marks(*one, like[end - len(one[-1]) : end]) for one, end in zip(found, ends.tolist(), strict=True)]


def _marks(
    boxes: NDArray[np.int64], following: NDArray[np.int64], lined: NDArray[np.int64], like: NDArray[np.float32]
) -> Marks:
    """Marks of which those in lines are as ``like`` the letters as given."""
    every = np.zeros((len(boxes), like.shape[1]), np.float32)
    every[lined] = like
    return Marks(boxes, following, every)


def _following(boxes: NDArray[np.int64]) -> NDArray[np.int64]:
    """The next marks to the right of each in its line, N×FOLLOWING; -1 where there are no more."""
    left, top, width, heights = boxes.T
    count = len(boxes)
    ahead = np.arange(1, 1 + min(AHEAD, count))
    others = np.minimum(np.arange(count)[:, None] + ahead, count - 1)
    height = np.maximum(heights[:, None], heights[others])
    apart = (left[others] - (left + width)[:, None]) / height
    middle = top + heights / 2
    aside = np.abs(middle[others] - middle[:, None]) / height
    fits = (apart >= -INTO) & (apart <= APART) & (aside <= ASIDE) & (np.arange(count)[:, None] + ahead < count)
    found = np.full((count, FOLLOWING), -1, np.int64)
    rows = np.arange(count)
    for place in range(FOLLOWING):
        chosen = fits.argmax(axis=1)
        found[:, place] = np.where(fits[rows, chosen], others[rows, chosen], -1)
        fits[rows, chosen] = False
    return found


def _lined(following: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which marks may be letters of a word: those in a line of FEWEST."""
    count = len(following)
    after = np.zeros(count + 1, np.int64)  # the last place is that of -1
    before = np.zeros(count + 1, np.int64)
    for _ in range(FEWEST - 1):
        after[:-1] = np.where(following >= 0, 1 + after[following], 0).max(axis=1)
        longer = np.zeros(count + 1, np.int64)
        np.maximum.at(longer, following, 1 + before[:-1, None])
        before[:-1] = longer[:-1]
    return np.asarray(after + before >= FEWEST - 1)[:-1]


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
