"""Propose: compact marks that could be glyphs, on one level of the pyramid, bright on dark or dark on bright.

A pixel belongs to a mark where it stands out from its surroundings by a good part of what the strongest stroke near
it does. The threshold is relative, so bloom, gamma, wash and tint don't matter. A glyph is several strokes with gaps:
a small dilation joins them, which is the step that matters most.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

SURROUNDINGS = 15  # side of the box a pixel is compared with
NEIGHBOURHOOD = 17  # how far the strongest stroke is looked for
THIN = 15  # strokes are thinner
SHARE = 0.42  # of the strongest stroke's contrast
FAINTEST = 2.5, 6.0, 0.035  # gray levels below which all is noise: in the dark, in the light; per level of ground
SMALLEST, LARGEST = 6, 48  # pixels of this level, after the dilation
CROWD = 700  # marks; more is a texture or a page of text, where only the strongest count
FEWEST = 7  # marks a panel needs
STEP = 4  # the limit a pixel must reach is worked out for every so many pixels


@dataclass(frozen=True, slots=True, eq=False)
class Blobs:
    """Marks of one polarity on one level.

    Attributes:
        level: of the pyramid.
        polarity: +1 bright on dark, -1 dark on bright.
        boxes: N×4 float32, centre x, centre y, width, height in pixels of the level (edge coordinates).
        shape: height, width of the level.
        mask: H×W uint8, what they were cut from.
    """

    level: int
    polarity: int
    boxes: NDArray[np.float32]
    shape: tuple[int, int]
    mask: NDArray[np.uint8]


def blobs(gray: NDArray[np.uint8], level: int) -> tuple[Blobs, Blobs]:
    """Marks brighter and marks darker than their ground on ``gray`` (H×W uint8, the pyramid's ``level``)."""
    around = cv2.blur(gray, (SURROUNDINGS, SURROUNDINGS))
    thin = np.ones((THIN, THIN), np.uint8)
    # Beside a bright frame everything is darker than the mean around it, but no stroke: a hat sees only what is thin.
    bright = cv2.min(cv2.subtract(gray, around), cv2.morphologyEx(gray, cv2.MORPH_TOPHAT, thin))
    dark = cv2.min(cv2.subtract(around, gray), cv2.morphologyEx(gray, cv2.MORPH_BLACKHAT, thin))
    # What is carved into a dark wall differs from it by a few levels; so much is noise on a bright one.
    least, most, share = FAINTEST
    ground = _few(around)
    faint = cv2.min(cv2.convertScaleAbs(ground, alpha=share, beta=least), most)
    return _marks(bright, faint, level, 1), _marks(dark, faint, level, -1)


def _few(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Every fourth pixel of every fourth row."""
    return np.ascontiguousarray(picture[::STEP, ::STEP])


def _marks(above: NDArray[np.uint8], faint: NDArray[np.uint8], level: int, polarity: int) -> Blobs:
    """The marks in ``above``: how much each pixel stands out, H×W; what is not above ``faint`` (H/4×W/4) is noise."""
    height, width = above.shape
    mask = np.zeros_like(above)
    boxes = np.zeros((0, 4), np.float32)
    spread = cv2.dilate(above, np.ones((NEIGHBOURHOOD, NEIGHBOURHOOD), np.uint8))
    strongest = cv2.blur(_few(spread), (NEIGHBOURHOOD // STEP + 1,) * 2)
    limit = cv2.max(cv2.convertScaleAbs(strongest, alpha=SHARE), faint)
    limit = cv2.resize(limit, (limit.shape[1] * STEP, limit.shape[0] * STEP), interpolation=cv2.INTER_LINEAR)
    strokes = cv2.compare(above, np.ascontiguousarray(limit[:height, :width]), cv2.CMP_GT)
    left, top, wide, high = cv2.boundingRect(strokes)
    if wide < SMALLEST or high < SMALLEST:
        return Blobs(level, polarity, boxes, (height, width), mask)
    # A page is mostly empty, and naming the marks is the dearest step.
    part = np.s_[max(top - 1, 0) : top + high + 1, max(left - 1, 0) : left + wide + 1]
    mask[part] = cv2.dilate(strokes[part], np.ones((3, 3), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask[part], connectivity=8, ltype=cv2.CV_16U)
    stats = stats[1:]
    small, large = stats[:, 2:4].min(axis=1), stats[:, 2:4].max(axis=1)
    stats = stats[(small >= SMALLEST) & (large <= LARGEST)]
    if len(stats) >= FEWEST:
        x, y, w, h, area = stats.T.astype(np.float32)
        keep = (w < 3.2 * h) & (h < 2.5 * w) & (area > 0.25 * w * h)
        boxes = np.stack([x + w / 2 + part[1].start, y + h / 2 + part[0].start, w, h], axis=1)[keep]
        if len(boxes) > CROWD:
            boxes = boxes[np.argsort(-area[keep], kind="stable")[:CROWD]]
    return Blobs(level, polarity, boxes, (height, width), mask)
