"""The board's lattice made exact: each line where its edges really are, all of them by least squares."""

from __future__ import annotations

from dataclasses import replace
from operator import mul
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.memento.axis import Axis
    from vision.memento.comb import Edges


def refine(edges: Edges, x: Axis, y: Axis) -> tuple[Axis, Axis]:
    """The lattice of a board, its lines moved to the middle of the edges that lie near them."""
    upright, level = edges.masks
    rows = slice(max(0, round(y.origin)), max(1, round(y.origin + y.count * y.pitch)))
    cols = slice(max(0, round(x.origin)), max(1, round(x.origin + x.count * x.pitch)))
    across = cv2.reduce(upright[rows], 0, cv2.REDUCE_SUM, dtype=cv2.CV_32S).ravel()
    down = cv2.reduce(level[:, cols], 1, cv2.REDUCE_SUM, dtype=cv2.CV_32S).ravel()
    return _fit(across, x), _fit(down, y)


def _fit(profile: NDArray[np.int32], axis: Axis) -> Axis:
    reach = max(2, min(6, round(0.08 * axis.pitch)))
    index = np.arange(axis.count + 1)
    # Edges lie on the lines, or on both sides of the gaps that these are in the middle of.
    aside = np.arange(-reach, reach + 1)
    half = round(axis.gap / 2)
    apart = np.zeros_like(aside)
    if half > reach:
        aside, apart = np.concatenate((aside - half, aside + half)), np.repeat([-half, half], len(aside))
    near = np.floor(axis.origin + index * axis.pitch).astype(int)[:, None] + aside[None]
    last = len(profile) - 1
    inside = np.minimum(np.maximum(near, 0), last)
    seen = np.where(inside == near, profile[inside], 0).astype(np.float64)
    seen -= np.minimum(seen, 0.1 * seen.max())
    weights, moments = seen.sum(1).tolist(), np.einsum("ij,ij->i", seen, near - apart + 0.5).tolist()
    least = 0.25 * max(weights)
    used = [i for i, weight in enumerate(weights) if weight > least]
    if len(used) < 2:
        return axis
    base, slope = _line(used, [moments[i] / weights[i] for i in used], [weights[i] for i in used])
    moved = abs(base - axis.origin) + abs(slope - axis.pitch) * axis.count
    return axis if moved > 0.35 * axis.pitch else replace(axis, origin=base, pitch=slope)


def _line(x: list[int], y: list[float], weight: list[float]) -> tuple[float, float]:
    """Weighted least squares of y = base + slope·x; returns base and slope. At least two different x."""
    total = sum(weight)
    mean_x = sum(map(mul, weight, x)) / total
    mean_y = sum(map(mul, weight, y)) / total
    across = [w * (at - mean_x) for w, at in zip(weight, x, strict=True)]
    slope = sum(w * (at - mean_y) for w, at in zip(across, y, strict=True))
    slope /= sum(w * (at - mean_x) for w, at in zip(across, x, strict=True))
    return mean_y - slope * mean_x, slope
