"""Antialiased shapes by signed distance: exact edges at any size, painted tile by tile so that 4K stays cheap.

A distance function gives for pixel centres (x, y) how far they are outside a shape (negative inside); a pixel's share
of colour is 0.5 − distance, cut to 0..1.
Source: I. Quilez, "2D distance functions" (circle, segment, rounded box, polygon, arc).
"""

from __future__ import annotations

from math import cos, hypot, sin
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from vision.marks.shapes import Color, Point

    Floats = NDArray[np.floating[Any]]
    Distance = Callable[[Floats, Floats], Floats]

TILE = 128


def fill(
    pixels: NDArray[np.uint8],
    distance: Distance,
    box: tuple[float, float, float, float],
    layers: Sequence[tuple[float, Color]],
) -> None:
    """Paint a shape in place.

    Args:
        pixels: H×W×3 uint8 BGR.
        distance: the shape.
        box: left, top, right, bottom of the shape.
        layers: (how many pixels to grow the shape, colour), the widest first.
    """
    grow = max(width for width, _ in layers) + 1
    height, width = pixels.shape[:2]
    left, top = max(0, int(box[0] - grow)), max(0, int(box[1] - grow))
    right, bottom = min(width, int(box[2] + grow) + 2), min(height, int(box[3] + grow) + 2)
    for y in range(top, bottom, TILE):
        for x in range(left, right, TILE):
            part = pixels[y : min(y + TILE, bottom), x : min(x + TILE, right)]
            across = np.arange(part.shape[1], dtype=np.float32)[None, :] + (x + 0.5)
            down = np.arange(part.shape[0], dtype=np.float32)[:, None] + (y + 0.5)
            middle = (
                np.full((1, 1), x + part.shape[1] / 2, np.float32),
                np.full((1, 1), y + part.shape[0] / 2, np.float32),
            )
            if float(distance(*middle)[0, 0]) > grow + hypot(*part.shape[:2]) / 2:
                continue
            away = distance(across, down)
            for size, color in layers:
                share = np.clip(size + 0.5 - away, 0, 1)[:, :, None]
                ink = np.array(color[::-1], np.float32)
                part[:] = np.rint(part * (1 - share) + ink * share).astype(np.uint8)


def disc(center: Point, radius: float) -> Distance:
    """A filled circle."""
    return lambda x, y: np.hypot(x - center[0], y - center[1]) - radius


def ring(center: Point, radius: float, width: float) -> Distance:
    """A circle line."""
    return lambda x, y: np.abs(np.hypot(x - center[0], y - center[1]) - radius) - width / 2


def segment(start: Point, end: Point, width: float) -> Distance:
    """A straight line with round ends."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = max(dx * dx + dy * dy, 1e-9)

    def distance(x: Floats, y: Floats) -> Floats:
        along = np.clip(((x - start[0]) * dx + (y - start[1]) * dy) / square, 0, 1)
        return np.hypot(x - start[0] - along * dx, y - start[1] - along * dy) - width / 2

    return distance


def rounded(center: Point, width: float, height: float, corner: float) -> Distance:
    """An upright rectangle with round corners."""

    def distance(x: Floats, y: Floats) -> Floats:
        across = np.abs(x - center[0]) - (width / 2 - corner)
        down = np.abs(y - center[1]) - (height / 2 - corner)
        outside = np.hypot(np.maximum(across, 0), np.maximum(down, 0))
        away: Floats = outside + np.minimum(np.maximum(across, down), 0) - corner
        return away

    return distance


def polygon(corners: Sequence[Point]) -> Distance:
    """A convex polygon, its corners clockwise on the screen; beside a corner the distance is a little short."""
    sides = []
    for (x0, y0), (x1, y1) in zip(corners, [*corners[1:], corners[0]], strict=True):
        length = max(hypot(x1 - x0, y1 - y0), 1e-9)
        sides.append((x0, y0, (y1 - y0) / length, -(x1 - x0) / length))

    def distance(x: Floats, y: Floats) -> Floats:
        away = (x - sides[0][0]) * sides[0][2] + (y - sides[0][1]) * sides[0][3]
        for x0, y0, nx, ny in sides[1:]:
            away = np.maximum(away, (x - x0) * nx + (y - y0) * ny)
        return away

    return distance


def arc(center: Point, radius: float, width: float, start: float, sweep: float) -> Distance:
    """A part of a circle line with round ends; angles in radians, clockwise from the right, ``sweep`` above 0."""
    half = sweep / 2
    turn = start + half
    axis = cos(turn), sin(turn)
    end = cos(half) * radius, sin(half) * radius

    def distance(x: Floats, y: Floats) -> Floats:
        along = (x - center[0]) * axis[0] + (y - center[1]) * axis[1]
        aside = np.abs((y - center[1]) * axis[0] - (x - center[0]) * axis[1])
        inside = np.arctan2(aside, along) <= half
        on = np.abs(np.hypot(along, aside) - radius)
        return np.where(inside, on, np.hypot(along - end[0], aside - end[1])) - width / 2

    return distance


def union(*parts: Distance) -> Distance:
    """Any of the shapes."""

    def distance(x: Floats, y: Floats) -> Floats:
        away = parts[0](x, y)
        for part in parts[1:]:
            away = np.minimum(away, part(x, y))
        return away

    return distance
