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
FAINTEST = 6  # gray levels; below is noise
SMALLEST, LARGEST = 6, 48  # pixels of this level, after the dilation
CROWD = 700  # marks; more is a texture or a page of text, where only the strongest count


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


def blobs(gray: NDArray[np.uint8], level: int, polarity: int) -> Blobs:
    """Marks of ``polarity`` on ``gray`` (H×W uint8, the pyramid's ``level``)."""
    around = cv2.blur(gray, (SURROUNDINGS, SURROUNDINGS))
    above = cv2.subtract(gray, around) if polarity > 0 else cv2.subtract(around, gray)
    # Beside a bright frame everything is darker than the mean around it, but no stroke: a hat sees only what is thin.
    hat = cv2.MORPH_TOPHAT if polarity > 0 else cv2.MORPH_BLACKHAT
    above = cv2.min(above, cv2.morphologyEx(gray, hat, np.ones((THIN, THIN), np.uint8)))
    reach = np.ones((NEIGHBOURHOOD, NEIGHBOURHOOD), np.uint8)
    strongest = cv2.blur(cv2.dilate(above, reach), (NEIGHBOURHOOD, NEIGHBOURHOOD))
    limit = cv2.max(cv2.convertScaleAbs(strongest, alpha=SHARE), float(FAINTEST))
    mask = cv2.compare(above, limit, cv2.CMP_GT)
    mask = cv2.dilate(mask, np.ones((3, 3), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8, ltype=cv2.CV_16U)
    stats = stats[1:]
    left, top, width, height, area = (stats[:, i].astype(np.float32) for i in range(5))
    keep = (np.minimum(width, height) >= SMALLEST) & (np.maximum(width, height) <= LARGEST)
    keep &= (width < 3.2 * height) & (height < 2.5 * width) & (area > 0.25 * width * height)
    boxes = np.stack([left + width / 2, top + height / 2, width, height], axis=1)[keep]
    if len(boxes) > CROWD:
        boxes = boxes[np.argsort(-area[keep], kind="stable")[:CROWD]]
    return Blobs(level, polarity, boxes, (gray.shape[0], gray.shape[1]), mask)
