"""Propose, by the glyphs themselves: where edges lie as those of a glyph do, whatever is around it.

What is cut into a wall, or stands on a plate within a frame, makes no mark of its own. Its edges have the directions of
a glyph's all the same, at the same places in its frame. So a window of that frame's size is moved over the picture, on
views of several sizes, and a linear classifier on histograms of edge directions (Dalal and Triggs, 2005) says how much
more it looks like a glyph than like anything else. It is right about most windows and no more; nine of them in rows of
three are read closely. ``calibration/fit_scan.py`` fits the numbers in ``scan.json`` on scenes drawn by us.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.heresy.blobs import Blobs
from vision.heresy.classify import DIRECTIONS, FEATURES, PLACES, SIZE
from vision.heresy.comb import combs
from vision.heresy.glyphs import LETTERS
from vision.heresy.lattice import CROWDED, POOR, distinct
from vision.heresy.nine import lattices

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from vision.heresy.lattice import Lattice
    from vision.scene import Scene

    Floats = NDArray[np.float32]

BLOCK = 3  # pixels each way of the blocks that windows lie on
BETWEEN = PLACES * 2 - 1  # blocks from the first to the last place of a window, and one more
SHARED = np.array([0.25, 0.75, 0.75, 0.25], np.float32)  # of each block by the place in the middle of four
TURNS = 256  # directions that are told apart before they are shared between the nearest two of ``DIRECTIONS``
LARGEST, SMALLEST = 800_000, 72  # pixels of the largest view; of the shorter side of the smallest
STEPS = 1.0, 0.5**0.5  # sizes of views in an octave
GRAIN = 2.0  # gray levels: strength of the edges of a window, on average, below which nothing is seen
LIKELY, APART, MOST = -1.0, 5, 100  # logarithm of the odds for a glyph; blocks between two at least; glyphs of a view
SOFT = 2.0  # odds (logarithm) that are hardly more than even: by so much other things look like glyphs, too
GLYPH = 0.8  # of its frame that a glyph takes
PANELS, COMBS = 3, 3  # lattices at most, of windows each like a glyph, and of such as are only together
NOTHING = -9.0  # logarithm of the odds where nothing is seen
INWARD = np.array([[BLOCK, 0, SIZE / 2], [0, BLOCK, SIZE / 2], [0, 0, 1.0]])  # from windows to pixels at their middles


@dataclass(frozen=True, slots=True, eq=False)
class Windows:
    """How much each window of a view looks like each glyph.

    Attributes:
        odds: 4×h×w logarithms of the odds, see ``odds``.
        size: height and width of the view, in pixels.
        scale: how many times larger the frame is.
    """

    odds: Floats
    size: tuple[int, int]
    scale: float


def windows(scene: Scene, finest: int) -> list[Windows]:
    """The windows of all views.

    ``finest`` is the finest level of the scene whose marks are searched: windows are looked at on one more.
    """
    views = _views(scene, finest)
    return [Windows(odds(gray), (gray.shape[0], gray.shape[1]), scale) for gray, scale in views]


def scanned(views: list[Windows]) -> list[Lattice]:
    """Lattices of nine windows that look like glyphs, best first."""
    found: list[Lattice] = []
    for view in views:
        places, likely = glyphs(view.odds)
        side = np.full((len(places), 2), GLYPH * SIZE)
        boxes = np.concatenate([places, side], axis=1).astype(np.float32)
        marks = Blobs(0, 1, boxes, view.size, np.zeros((1, 1), np.uint8))
        enlarge = np.diag([view.scale, view.scale, 1.0])
        fits = lattices(marks, 1 / (1 + np.exp(-likely / np.float32(SOFT))))
        good = [fit for fit in fits if fit.ring < CROWDED and fit.rank > POOR]
        found += [replace(fit, homography=enlarge @ fit.homography) for fit in good]
    return distinct(sorted(found, key=lambda fit: -fit.rank))[:PANELS]


def combed(views: list[Windows]) -> list[Lattice]:
    """Lattices of nine windows that look like glyphs only all together, best first: see ``vision.heresy.comb``."""
    found: list[tuple[float, Lattice]] = []
    for view in views:
        for worth, fit in combs(np.asarray(view.odds.max(axis=0), np.float32)):
            share = GLYPH * SIZE / (BLOCK * fit.cell)
            place = np.diag([view.scale, view.scale, 1.0]) @ INWARD @ fit.homography
            found.append((worth, replace(fit, homography=place, share=share)))
    ranked = [fit for _, fit in sorted(found, key=lambda one: -one[0]) if fit.ring < CROWDED]
    return distinct(ranked)[:COMBS]


def _views(scene: Scene, finest: int) -> Iterator[tuple[NDArray[np.uint8], float]]:
    """The scene in gray in several sizes, the largest first, and how many times larger the frame is."""
    level = max(finest - 1, 0)
    while True:
        for step in STEPS:
            whole = scene.gray(level)
            width, height = round(whole.shape[1] * step), round(whole.shape[0] * step)
            if min(width, height) < SMALLEST:
                return
            if width * height <= LARGEST:
                view = whole if step == 1 else cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA)
                yield np.asarray(view, np.uint8), 2.0**level / step
        level += 1


def odds(gray: NDArray[np.uint8]) -> Floats:
    """How much each window of ``gray`` (H×W uint8) looks like each glyph: 4×h×w logarithms of the odds.

    Windows lie ``BLOCK`` pixels apart each way, the first in the corner; ``NOTHING`` where nothing is seen.
    """
    seen = pooled(gray)
    rows, cols = (max(side - BETWEEN, 0) for side in seen.shape[1:])
    if not rows or not cols:
        return np.zeros((len(LETTERS), rows, cols), np.float32)
    factors, offsets = weights()
    # Histograms are the same for all windows but for their length: each block is weighed once for every place.
    each = factors.T @ np.sqrt(seen).reshape(DIRECTIONS, -1)
    each = each.reshape(PLACES * PLACES, len(LETTERS), *seen.shape[1:])
    strength = seen.sum(axis=0)
    found, length = np.zeros((len(LETTERS), rows, cols), np.float32), np.zeros((rows, cols), np.float32)
    for place, weighed in enumerate(each):
        top, left = 2 * (place // PLACES), 2 * (place % PLACES)
        found += weighed[:, top : top + rows, left : left + cols]
        length += strength[top : top + rows, left : left + cols]
    found /= np.sqrt(np.maximum(length, np.float32(1e-6)))
    found += offsets[:, None, None]
    found[:, length <= GRAIN * PLACES * PLACES] = NOTHING
    return found


def glyphs(each: Floats) -> tuple[NDArray[np.float64], Floats]:
    """Which windows look like glyphs by their ``odds`` (4×h×w): N×2 middles (x, y) in pixels, and N×4 of the odds."""
    if not each.size:
        return np.zeros((0, 2)), np.zeros((0, len(LETTERS)), np.float32)
    best = np.asarray(each.max(axis=0), np.float32)
    first = best >= cv2.dilate(best, np.ones((APART, APART), np.uint8))
    y, x = np.nonzero(first & (best > LIKELY))
    order = np.argsort(-best[y, x], kind="stable")[:MOST]
    y, x = y[order], x[order]
    middles = np.stack([x, y], axis=1) * float(BLOCK) + SIZE / 2
    return np.asarray(middles, np.float64), np.ascontiguousarray(each[:, y, x].T)


def likely(features: NDArray[np.float64]) -> NDArray[np.float64]:
    """Logarithm of the odds of each glyph, N×4, from N×96 histograms as ``vision.heresy.classify`` makes them."""
    factors, offsets = weights()
    return np.asarray(features @ factors.reshape(FEATURES, len(LETTERS)) + offsets, np.float64)


def pooled(gray: NDArray[np.uint8]) -> Floats:
    """How strong the edges of each direction are around each corner of four blocks of ``gray``: 6×h×w, gray levels.

    The corner at (0, 0) is that of the first place of the window in the picture's corner.
    """
    high, wide = (side // BLOCK * BLOCK for side in gray.shape)
    cut = gray[:high, :wide]
    across, down = cv2.Sobel(cut, cv2.CV_32F, 1, 0, ksize=1), cv2.Sobel(cut, cv2.CV_32F, 0, 1, ksize=1)
    strength, turn = cv2.cartToPolar(across, down)
    # Of an edge only the line counts, not its side; what is more than half a turn begins anew.
    names = (turn * np.float32(TURNS / np.pi)).astype(np.uint16).astype(np.uint8)
    around = np.empty((DIRECTIONS, high // BLOCK, wide // BLOCK), np.float32)
    for direction, share in enumerate(_shares()):
        part = cv2.multiply(strength, cv2.LUT(names, share))
        blocks = cv2.resize(part, around.shape[:0:-1], interpolation=cv2.INTER_AREA)
        around[direction] = cv2.sepFilter2D(blocks, -1, SHARED, SHARED, anchor=(1, 1))
    return around


@lru_cache(maxsize=1)
def _shares() -> Floats:
    """6×256: how much of an edge belongs to each direction, by its own; each is shared between the nearest two."""
    turns = (np.arange(TURNS) + 0.5) * DIRECTIONS / TURNS
    away = np.abs(turns - np.arange(DIRECTIONS)[:, None])
    return np.asarray(np.maximum(1 - np.minimum(away, DIRECTIONS - away), 0), np.float32)


@lru_cache(maxsize=1)
def weights() -> tuple[Floats, Floats]:
    """Of the classifier: 6×64 factors, by direction, then place and glyph; and 4 offsets. Read once."""
    data = json.loads(files("vision.heresy").joinpath("scan.json").read_text("utf-8"))
    factors = np.array(data["factors"], np.float32).reshape(FEATURES, len(LETTERS))
    by_direction = factors.reshape(DIRECTIONS, PLACES * PLACES * len(LETTERS))
    return by_direction, np.array(data["offsets"], np.float32)
