"""Seams: how the picture goes on from cell to cell, by the rims that face each other."""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.memento.middles import median, quantile

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.memento.panes import Extent
    from vision.memento.window import Window

STRANGE = 1.5  # rims that differ more than this, measured by the usual, say no more than that they differ
STILL = 1.0  # Lab: differences below this say nothing


def flow(seams: NDArray[np.float32], up: NDArray[np.bool_]) -> NDArray[np.float64]:
    """How well one picture goes on over the border of each pair of uncovered neighbours.

    The difference of the two rims that face each other is divided by that between the same rim and those of cells
    elsewhere: near 0 where one picture goes on, near 1 where there is no relation.
    """
    places = np.full(up.shape, -1)
    places[up] = np.arange(up.sum())
    ratios = []
    strips = seams[up]
    for mine, facing, one, two in (
        (1, 0, places[:, :-1], places[:, 1:]),
        (3, 2, places[:-1], places[1:]),
    ):
        there = (one >= 0) & (two >= 0)
        if len(strips) < 4 or not there.any():
            continue
        apart = _apart(strips[:, mine], strips[:, facing])
        first, second = one[there], two[there]
        usual = (apart[first].sum(1) - apart[first, second] - apart[first, first]) / (len(strips) - 2)
        ratios.append((apart[first, second] + STILL) / (usual + STILL))
    return np.minimum(np.concatenate(ratios), STRANGE) if ratios else np.zeros(0)


def leak(win: Window, extent: Extent, covered: NDArray[np.bool_]) -> float:
    """How well the picture goes on over the outline, least of the four sides: low where it does so outside."""
    rows, cols = win.cells.shape[:2]
    part = win.seams[extent.top : extent.bottom, extent.left : extent.right]
    strips = part[~covered]
    if len(strips) < 4:
        return 1.0
    ratios = []
    for edge, mine, facing, there in (
        (np.s_[:, 0], 0, 1, (slice(extent.top, extent.bottom), extent.left - 1) if extent.left > 0 else None),
        (np.s_[:, -1], 1, 0, (slice(extent.top, extent.bottom), extent.right) if extent.right < cols else None),
        (np.s_[0], 2, 3, (extent.top - 1, slice(extent.left, extent.right)) if extent.top > 0 else None),
        (np.s_[-1], 3, 2, (extent.bottom, slice(extent.left, extent.right)) if extent.bottom < rows else None),
    ):
        seen = ~covered[edge]
        if there is None or not seen.any():
            continue
        own, other = part[edge][seen][:, mine], win.seams[there][seen][:, facing]
        apart = np.sqrt(((own - other) ** 2).mean(1) * 3)
        usual = _apart(own, strips[:, facing])
        ratios.append((apart.sum() / apart.size + STILL) / (usual.sum() / usual.size + STILL))
    return min(float(min(ratios, default=1.0)), 1.5)


def _apart(one: NDArray[np.float32], two: NDArray[np.float32]) -> NDArray[np.float64]:
    """Root mean square Lab differences between all strips of ``one`` and all of ``two``."""
    a, b = one.astype(np.float64), two.astype(np.float64)
    products = cv2.gemm(a, b, 1.0, None, 0.0, flags=cv2.GEMM_2_T)
    squares = (a**2).sum(1)[:, None] + (b**2).sum(1)[None] - 2 * products
    return np.asarray(np.sqrt(np.maximum(squares, 0) * 3 / a.shape[1]))


def rims(seams: NDArray[np.float32], covered: NDArray[np.bool_]) -> tuple[float, float]:
    """How far the rims of uncovered cells are from each other's, and from a tile's: near 0 for cards and for slots."""
    looks = seams.reshape(*covered.shape, -1)
    up = looks[~covered]
    if len(up) < 2 or not covered.any():
        return 2.0, 2.0
    own = _apart(up, up)
    np.fill_diagonal(own, np.inf)
    tile = median(looks[covered])[None]
    near = np.sort(_apart(up, tile)[:, 0])[len(up) // 4]
    return log(1 + quantile(own.min(1), 0.5)), log(1 + float(near))
