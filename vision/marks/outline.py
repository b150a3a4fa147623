"""What both ways of drawing share: arrow heads, the sweep of a turning arrow, widths of halos, ink on a ground."""

from __future__ import annotations

from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING

from vision.marks.shapes import BLACK, WHITE

if TYPE_CHECKING:
    from vision.marks.shapes import Color, LineArrow, Point, TurnArrow

TURN_GAP = 0.6 * pi
"""The part of the circle a turning arrow leaves open, around its lowest point."""


def halo(width: float) -> float:
    """Width of each of the two outlines around something ``width`` pixels across."""
    return min(max(0.07 * width, 0.8), 3.0)


def ink(ground: Color) -> Color:
    """Black or white, whichever stands out more on ``ground`` (WCAG contrast)."""
    red, green, blue = (_linear(part) for part in ground)
    luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return WHITE if 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 else BLACK


def head(arrow: LineArrow) -> tuple[tuple[Point, Point, Point], Point]:
    """The three corners of a line arrow's head and where its shaft ends."""
    (x0, y0), (x1, y1) = arrow.start, arrow.end
    length = max(hypot(x1 - x0, y1 - y0), 1e-9)
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    long = min(4.2 * arrow.width, length)
    return _head((x1, y1), (ux, uy), long, 0.45 * long), (x1 - 0.7 * long * ux, y1 - 0.7 * long * uy)


def turn(arrow: TurnArrow) -> tuple[float, float, tuple[Point, Point, Point]]:
    """A turning arrow's start angle and sweep (radians, clockwise from the right), and its head's three corners."""
    cx, cy = arrow.center
    first, last = pi / 2 + TURN_GAP / 2, 2.5 * pi - TURN_GAP / 2
    long = min(3.2 * arrow.width, 0.9 * arrow.radius)
    sign = 1 if arrow.clockwise else -1
    angle = last if arrow.clockwise else first
    neck_x, neck_y = cx + arrow.radius * cos(angle), cy + arrow.radius * sin(angle)
    # The head follows the tangent, leaning inwards by as much as the circle bends under it.
    bend = angle + sign * 0.5 * long / arrow.radius
    way = (-sin(bend) * sign, cos(bend) * sign)
    tip = (neck_x + long * way[0], neck_y + long * way[1])
    return first, last - first, _head(tip, way, long, 0.46 * long)


def _head(tip: Point, way: Point, long: float, half: float) -> tuple[Point, Point, Point]:
    back_x, back_y = tip[0] - way[0] * long, tip[1] - way[1] * long
    return (
        tip,
        (back_x - way[1] * half, back_y + way[0] * half),
        (back_x + way[1] * half, back_y - way[0] * half),
    )


def _linear(part: int) -> float:
    share = part / 255
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)
