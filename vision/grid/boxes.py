"""Boxes: what might be a cell. Closed outlines of the edge picture, at several thresholds, pooled.

A flat cell is a hole of the edge mask, a textured or round one is an outer outline of it: ``findContours`` gives both
in one call. Lit and unlit cells often show at different thresholds, hence the pooling.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

THRESHOLDS = (5, 10, 20, 40)
SMALLEST = 5.0
LARGEST = 0.99
SLIMMEST = 2.6
FULLEST = 0.25
MOST = 900


@dataclass(frozen=True, slots=True, eq=False)
class Boxes:
    """N boxes of one picture, in its pixels (edges, not pixel centres).

    Attributes:
        centers: N×2 float, x and y.
        sizes: N×2 float, width and height.
        fill: N float, the outline's area as a share of its box: 1 for a rectangle, 0.79 for a disc.
    """

    centers: NDArray[np.float64]
    sizes: NDArray[np.float64]
    fill: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.fill)

    def moved(self, corner: tuple[int, int]) -> Boxes:
        """The boxes of a crop in pixels of the whole picture; ``corner`` is the crop's left and top."""
        return self if corner == (0, 0) else Boxes(self.centers + corner, self.sizes, self.fill)


def edges(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Edge strength, H×W uint8: the 3×3 morphological gradient of each channel, the strongest channel at each pixel.

    The strongest channel keeps edges between colours of one brightness.
    """
    square = np.ones((3, 3), np.uint8)
    blue, green, red = cv2.split(cv2.morphologyEx(picture, cv2.MORPH_GRADIENT, square))
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)


def find(strength: NDArray[np.uint8], thresholds: tuple[int, ...] = THRESHOLDS) -> Boxes:
    """Boxes of all closed outlines in an edge picture (H×W uint8 from ``edges``).

    The picture's own frame counts as an edge: cells that it touches are closed by it.
    """
    height, width = strength.shape
    strength = cv2.copyMakeBorder(strength, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=255)
    pools = [_outlines(strength, threshold) for threshold in thresholds]
    rows = np.concatenate(pools)
    w, h, area = rows[:, 2], rows[:, 3], rows[:, 4]
    keep = (w >= SMALLEST) & (h >= SMALLEST) & (w <= LARGEST * width) & (h <= LARGEST * height)
    keep &= (w <= SLIMMEST * h) & (h <= SLIMMEST * w) & (area >= FULLEST * w * h)
    rows = rows[keep]
    rows = _distinct(rows)
    if len(rows) > MOST:
        rows = rows[np.argsort(-rows[:, 2] * rows[:, 3], kind="stable")[:MOST]]
    return Boxes(rows[:, :2], rows[:, 2:4], rows[:, 4] / (rows[:, 2] * rows[:, 3]))


def _outlines(strength: NDArray[np.uint8], threshold: int) -> NDArray[np.float64]:
    """Rows of (centre x, centre y, width, height, area) of the outlines where ``strength >= threshold``."""
    mask = cv2.threshold(strength, threshold - 1, 255, cv2.THRESH_BINARY)[1]
    outlines = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)[0]
    outlines = [outline for outline in outlines if len(outline) >= 4]
    if not outlines:
        return np.zeros((0, 5))
    points = np.concatenate(outlines)[:, 0, :].astype(np.int64)
    starts = np.zeros(len(outlines), np.int64)
    np.cumsum([len(outline) for outline in outlines[:-1]], out=starts[1:])
    low, high = np.minimum.reduceat(points, starts), np.maximum.reduceat(points, starts)
    following = np.roll(points, -1, axis=0)
    last = np.append(starts[1:], len(points)) - 1
    following[last] = points[starts]
    twice = np.add.reduceat(points[:, 0] * following[:, 1] - points[:, 1] * following[:, 0], starts)
    return np.column_stack([(low + high - 1) / 2, high - low, np.abs(twice) / 2])


def _distinct(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """One of each bunch of boxes that are nearly the same (found at several thresholds)."""
    if not len(rows):
        return rows
    keys = np.column_stack([rows[:, :2] / 2, 6 * np.log(rows[:, 2:4])]).astype(np.int64)
    keys -= keys.min(axis=0)
    spans = keys.max(axis=0) + 1
    flat = ((keys[:, 0] * spans[1] + keys[:, 1]) * spans[2] + keys[:, 2]) * spans[3] + keys[:, 3]
    return np.asarray(rows[np.sort(np.unique(flat, return_index=True)[1])])
