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
TOLD = 0.25
"""Share of all edges near an outer line that lie inwards from it, at least (their squares)."""
ALL_ALONG = 0.8
"""Share of the longest edge from which one at an outer line tells where that is, however few there are beside it."""
TELLING = 3
"""Inner lines that tell where the outer ones are, if an edge is there at both; more of them need none."""


def refine(edges: Edges, x: Axis, y: Axis, *, framed: bool = False) -> tuple[Axis, Axis]:
    """The lattice of a board, its lines moved to the middle of the edges that lie near them.

    Where it is ``framed``, gaps go all around it, and that holds for the outer lines, too.
    """
    upright, level = edges.masks
    rows = slice(max(0, round(y.origin)), max(1, round(y.origin + y.count * y.pitch)))
    cols = slice(max(0, round(x.origin)), max(1, round(x.origin + x.count * x.pitch)))
    across = cv2.reduce(upright[rows], 0, cv2.REDUCE_SUM, dtype=cv2.CV_32S).ravel()
    down = cv2.reduce(level[:, cols], 1, cv2.REDUCE_SUM, dtype=cv2.CV_32S).ravel()
    return _fit(across, x, framed=framed), _fit(down, y, framed=framed)


def _fit(profile: NDArray[np.int32], axis: Axis, *, framed: bool) -> Axis:
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
    usual = _usual(seen, inner, places, middle) if half <= reach and not framed else None
    _put_ends(places, seen, middle, usual)
    base, slope = _line(used, [places[i] for i in used], [weights[i] for i in used])
    if len(inner) >= TELLING:
        # A frame has edges of its own beside the outer lines: only what is in step with the others counts there.
        step = _line(inner, [places[i] for i in inner], [weights[i] for i in inner])
        outer = abs(middle - (step[0] + step[1] * index)[:, None]) <= BESIDE
        outer[1:-1] = True
        seen = seen * outer
        weights, places = _places(seen, middle)
        _put_ends(places, seen, middle, usual)
        long = ALL_ALONG * seen.max()
        ends = [i for i in (0, axis.count) if weights[i] > least or seen[i].max() >= long > 0]
        if len(ends) == 2 or len(inner) > TELLING:
            used = inner + ends
            base, slope = _line(used, [places[i] for i in used], [weights[i] for i in used])
    # A picture may end where the tiles do: half a gap farther out there is nothing.
    first, end = max(base, min(0.0, axis.origin)), min(base + slope * axis.count, max(len(profile), axis.end))
    base, slope = first, (end - first) / axis.count
    moved = abs(base - axis.origin) + abs(slope - axis.pitch) * axis.count
    return axis if moved > 0.35 * axis.pitch else replace(axis, origin=base, pitch=slope)


def _places(seen: NDArray[np.float64], middle: NDArray[np.float64]) -> tuple[list[float], list[float]]:
    """How much edge is at each line, and where the middle of it is."""
    weights = seen.sum(1)
    places = np.einsum("ij,ij->i", seen, middle) / np.maximum(weights, 1e-9)
    return weights.tolist(), places.tolist()


def _usual(
    seen: NDArray[np.float64], inner: list[int], places: list[float], middle: NDArray[np.float64]
) -> NDArray[np.float64] | None:
    """How edges usually lie from the middle of inner lines to either side; None without any."""
    if not inner:
        return None
    width = seen.shape[1]
    reach = width // 2
    off = [round(float(middle[i, reach]) - places[i]) for i in inner]
    total = seen[np.array(inner)[:, None], (np.arange(width) - np.array(off)[:, None]) % width].sum(axis=0)
    usual = total[reach:] + total[reach::-1]
    return np.asarray(usual, np.float64) if usual.any() else None


def _put_ends(
    places: list[float], seen: NDArray[np.float64], middle: NDArray[np.float64], usual: NDArray[np.float64] | None
) -> None:
    """Put the outer lines where edges lie inwards from them as they ``usual``ly do.

    The middle of all edges there is none of a gap: beyond the board no tile has any.
    """
    if usual is None:
        return
    reach = len(usual) - 1
    there = np.arange(reach + 1)
    for end, way in ((0, 1), (-1, -1)):
        inwards = np.concatenate([seen[end][::way], np.zeros(reach)])
        steps = inwards.take(np.arange(seen.shape[1])[:, None] + there)
        energy = np.einsum("ij,ij->i", steps, steps)
        if not energy.any():
            continue
        alike = np.where(energy >= TOLD * energy.max(), steps @ usual / np.sqrt(np.maximum(energy, 1e-9)), 0.0)
        best = int(alike.argmax())
        off = float(steps[best] @ there / steps[best].sum() - usual @ there / usual.sum())
        places[end] = float(middle[end][::way][best]) + way * min(max(off, -0.5), 0.5)


def _line(x: list[int], y: list[float], weight: list[float]) -> tuple[float, float]:
    """Weighted least squares of y = base + slope·x; returns base and slope. At least two different x."""
    total = sum(weight)
    mean_x = sum(map(mul, weight, x)) / total
    mean_y = sum(map(mul, weight, y)) / total
    across = [w * (at - mean_x) for w, at in zip(weight, x, strict=True)]
    slope = sum(w * (at - mean_y) for w, at in zip(across, y, strict=True))
    slope /= sum(w * (at - mean_x) for w, at in zip(across, x, strict=True))
    return mean_y - slope * mean_x, slope
