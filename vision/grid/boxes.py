"""Boxes: what might be a cell. Closed outlines of the edge picture, at several thresholds, pooled.

A flat cell is a hole of the edge mask, a textured or round one is an outer outline of it: ``findContours`` gives both
in one call. Lit and unlit cells often show at different thresholds, hence the pooling.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.homography import project
from vision.planes import planes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

THRESHOLDS = (5, 10, 20, 40)
SMALLEST = 5.0
LARGEST = 0.99
SLIMMEST, WIDEST = 2.6, 6.0
"""Height of a box over its width, and width over its height, at most: buttons with words on them are wide, and so are
words, which are left out first where boxes are too many."""
FULLEST = 0.25
MOST = 900
CORNERS = 4
LIKELY = 0.75
"""Outlines of the weakest edges may be the same as those of the strongest where neither are fewer than this share."""
SAME = 3.0
"""Pixels by which the box of one outline differs at most between the weakest edges and the strongest."""


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

    @property
    def wide(self) -> NDArray[np.bool_]:
        """Which are wider than most cells, as words and buttons with words on them are, N."""
        return np.asarray(self.sizes[:, 0] > SLIMMEST * self.sizes[:, 1])

    def some(self, which: NDArray[np.bool_]) -> Boxes:
        """Those of the boxes that are set in ``which``, N bool."""
        return Boxes(self.centers[which], self.sizes[which], self.fill[which])

    def spans(self, plane: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Upper left and lower right corner of each box, carried by a homography (3×3); N×2 each."""
        halves = self.sizes / 2
        first, last = project(plane, np.concatenate([self.centers - halves, self.centers + halves])).reshape(2, -1, 2)
        return first, last

    def moved(self, corner: tuple[int, int]) -> Boxes:
        """The boxes of a crop in pixels of the whole picture; ``corner`` is the crop's left and top."""
        return self if corner == (0, 0) else Boxes(self.centers + corner, self.sizes, self.fill)


def edges(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Edge strength, H×W uint8: the 3×3 morphological gradient of each channel, the strongest channel at each pixel.

    The strongest channel keeps edges between colours of one brightness.
    """
    square = np.ones((3, 3), np.uint8)
    # In place: memory that is new costs more than the comparison.
    blue, green, red = (cv2.morphologyEx(plane, cv2.MORPH_GRADIENT, square, dst=plane) for plane in planes(picture))
    cv2.max(blue, green, dst=blue)
    return np.asarray(cv2.max(blue, red, dst=blue), np.uint8)


def find(strength: NDArray[np.uint8], thresholds: tuple[int, ...] = THRESHOLDS) -> Boxes:
    """Boxes of all closed outlines in an edge picture (H×W uint8 from ``edges``); ``thresholds`` rise.

    The picture's own frame counts as an edge: cells that it touches are closed by it.
    """
    size = strength.shape[0], strength.shape[1]
    touched = max(int(side.max()) for side in (strength[0], strength[-1], strength[:, 0], strength[:, -1]))
    # A frame that nothing touches closes nothing, but takes long to be walked around.
    frame = 255 if touched >= min(thresholds) else 0
    strength = cv2.copyMakeBorder(strength, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=frame)
    mask, traced = np.empty_like(strength), set[int]()
    weakest, *between, strongest = (partial(_outlines, strength, threshold, mask, traced) for threshold in thresholds)
    weak, strong = weakest(), strongest()
    few, many = sorted((len(weak), len(strong)))
    if few <= LIKELY * many:
        found = _boxed([weak, *(outlines() for outlines in between), strong], size)
    elif not _same(*(found := _boxed([weak, strong], size))):
        found[1:1] = _boxed([outlines() for outlines in between], size)
    rows = _distinct(np.concatenate(found))
    if len(rows) > MOST:
        wide = rows[:, 2] > SLIMMEST * rows[:, 3]
        rows = rows[np.lexsort((-rows[:, 2] * rows[:, 3], wide))[:MOST]]
    return Boxes(rows[:, :2], rows[:, 2:4], rows[:, 4] / (rows[:, 2] * rows[:, 3]))


def _outlines(
    strength: NDArray[np.uint8], threshold: int, mask: NDArray[np.uint8], traced: set[int]
) -> Sequence[NDArray[np.int32]]:
    """All outlines of the edges from a threshold, but none where its ``mask``, which is written to, was traced before.

    Masks are parts of one another: with as many pixels they are the same. These numbers are kept in ``traced``.
    """
    cv2.threshold(strength, threshold - 1, 255, cv2.THRESH_BINARY, dst=mask)
    inked = cv2.countNonZero(mask)
    if inked in traced:
        return []
    traced.add(inked)
    return cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)[0]


def _boxed(masks: list[Sequence[NDArray[np.int32]]], size: tuple[int, int]) -> list[NDArray[np.float64]]:
    """What may be a cell of the outlines of each mask: rows of ``_measured``.

    ``size`` is the picture's height and width; the masks have a frame of one pixel.
    """
    height, width = size
    rows, corners = _measured([outline for outlines in masks for outline in outlines])
    w, h, area = rows[:, 2], rows[:, 3], rows[:, 4]
    keep = (w >= SMALLEST) & (h >= SMALLEST) & (w <= LARGEST * width) & (h <= LARGEST * height)
    keep &= (w <= WIDEST * h) & (h <= SLIMMEST * w) & (area >= FULLEST * w * h) & (corners >= CORNERS)
    ends = [0, *accumulate(map(len, masks))]
    return [rows[first:last][keep[first:last]] for first, last in pairwise(ends)]


def _same(weak: NDArray[np.float64], strong: NDArray[np.float64]) -> bool:
    """Whether the weakest edges enclose what the strongest do: what lies between encloses nothing else then."""
    return len(weak) == len(strong) and bool((np.abs(weak[:, :4] - strong[:, :4]) <= SAME).all())


def _measured(outlines: list[NDArray[np.int32]]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Rows of (centre x, centre y, width, height, area) of outlines in a picture with a frame of one pixel.

    And how many corners each has.
    """
    lengths = np.fromiter(map(len, outlines), np.int64, len(outlines))
    if not outlines:
        return np.zeros((0, 5)), lengths
    last = np.cumsum(lengths) - 1
    starts = last + 1 - lengths
    x, y = np.ascontiguousarray(np.concatenate(outlines)[:, 0].T)
    cross = np.empty_like(x)
    cross[:-1] = x[:-1] * y[1:] - y[:-1] * x[1:]
    cross[last] = x[last] * y[starts] - y[last] * x[starts]
    left, top = np.minimum.reduceat(x, starts), np.minimum.reduceat(y, starts)
    right, bottom = np.maximum.reduceat(x, starts), np.maximum.reduceat(y, starts)
    area = np.abs(np.add.reduceat(cross, starts)) / 2
    rows = np.stack([(left + right - 1) / 2, (top + bottom - 1) / 2, right - left, bottom - top, area], axis=1)
    return rows, lengths


def _distinct(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """One of each bunch of boxes that are nearly the same (found at several thresholds)."""
    if not len(rows):
        return rows
    x, y = (rows[:, :2] / 2).astype(np.int64).T
    wide, tall = (6 * np.log(rows[:, 2:4])).astype(np.int64).T
    flat = ((x * (1 + y.max()) + y) * (1 + wide.max()) + wide) * (1 + tall.max()) + tall
    order = np.argsort(flat, kind="stable")
    flat = flat[order]
    first = np.ones(len(flat), bool)
    first[1:] = flat[1:] != flat[:-1]
    kept: NDArray[np.float64] = rows[np.sort(order[first])]
    return kept
