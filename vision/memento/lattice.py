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


BESIDE = 2.0
"""Pixels by which an outer edge may be off the place that the inner lines tell."""
TELLING = 3
"""Inner lines that tell where the outer ones are, if an edge is there at both; more of them need none."""


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
    middle = near - apart + 0.5
    weights, places = _places(seen, middle)
    least = 0.25 * max(weights)
    used = [i for i, weight in enumerate(weights) if weight > least]
    if len(used) < 2:
        return axis
    inner = [i for i in used if 0 < i < axis.count]
    base, slope = _line(used, [places[i] for i in used], [weights[i] for i in used])
    if len(inner) >= TELLING:
        # A frame has edges of its own beside the outer lines: only what is in step with the others counts there.
        step = _line(inner, [places[i] for i in inner], [weights[i] for i in inner])
        outer = abs(middle - (step[0] + step[1] * index)[:, None]) <= BESIDE
        outer[1:-1] = True
        weights, places = _places(seen * outer, middle)
        ends = [i for i in (0, axis.count) if weights[i] > least]
        if len(ends) == 2 or len(inner) > TELLING:
            used = inner + ends
            base, slope = _line(used, [places[i] for i in used], [weights[i] for i in used])
    moved = abs(base - axis.origin) + abs(slope - axis.pitch) * axis.count
    return axis if moved > 0.35 * axis.pitch else replace(axis, origin=base, pitch=slope)


def _places(seen: NDArray[np.float64], middle: NDArray[np.float64]) -> tuple[list[float], list[float]]:
    """How much edge is at each line, and where the middle of it is."""
    weights = seen.sum(1)
    places = np.einsum("ij,ij->i", seen, middle) / np.maximum(weights, 1e-9)
    return weights.tolist(), places.tolist()


def _line(x: list[int], y: list[float], weight: list[float]) -> tuple[float, float]:
    """Weighted least squares of y = base + slope·x; returns base and slope. At least two different x."""
    total = sum(weight)
    mean_x = sum(map(mul, weight, x)) / total
    mean_y = sum(map(mul, weight, y)) / total
    across = [w * (at - mean_x) for w, at in zip(weight, x, strict=True)]
    slope = sum(w * (at - mean_y) for w, at in zip(across, y, strict=True))
    slope /= sum(w * (at - mean_x) for w, at in zip(across, x, strict=True))
    return mean_y - slope * mean_x, slope
