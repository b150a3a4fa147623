"""The same marks as SVG, for a page that shows the picture itself and the words beside it."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from vision.marks import outline
from vision.marks.shapes import BLACK, ORANGE, STATE_COLORS, WHITE, Badge, Disc, LineArrow, Ring, Tick, TurnArrow

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vision.marks.shapes import Color, Marks, Point, Shape


def svg(marks: Marks) -> str:
    """The marks as one SVG document of the picture's size, on nothing; the words of the strip are its description."""
    width, height = marks.size
    words = escape("\n".join(line.text for line in marks.strip))
    body = "\n".join(element for shape in marks.shapes for element in _elements(shape))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'font-family="sans-serif" font-weight="600" text-anchor="middle">\n<desc>{words}</desc>\n{body}\n</svg>\n'
    )


def _elements(shape: Shape) -> Iterator[str]:
    match shape:
        case Disc():
            edge = outline.halo(2 * shape.radius)
            x, y = _at(shape.center)
            for radius, color in ((0, BLACK), (edge, WHITE), (2 * edge, shape.color)):
                yield f'<circle cx="{x}" cy="{y}" r="{_n(shape.radius - radius)}" fill="{_hex(color)}"/>'
            if shape.text:
                squeeze = min(1.0, 2.2 / (len(shape.text) + 0.4))
                yield _text(shape.center, shape.text, 1.2 * squeeze * shape.radius, outline.ink(shape.color))
        case Badge():
            yield _box(shape.center, (shape.width, shape.height), shape.height / 2, shape.color, BLACK)
            yield _text(shape.center, shape.text, 0.72 * shape.height, outline.ink(shape.color))
        case Tick():
            color = ORANGE if shape.state is None else STATE_COLORS[shape.state % len(STATE_COLORS)]
            yield _box(shape.center, (shape.size, shape.size), 0.2 * shape.size, color, outline.ink(color))
            if shape.text:
                yield _text(shape.center, shape.text, 0.78 * shape.size, outline.ink(color))
        case LineArrow():
            corners, neck = outline.head(shape)
            path = f"M{_pair(shape.start)}L{_pair(neck)}"
            yield from _stroked(path, corners, shape.width, outline.halo(3 * shape.width), shape.color)
        case TurnArrow():
            start, sweep, corners = outline.turn(shape)
            radius = shape.radius
            first, last = _on(shape.center, radius, start), _on(shape.center, radius, start + sweep)
            path = f"M{_pair(first)}A{_n(radius)} {_n(radius)} 0 {int(sweep > pi)} 1 {_pair(last)}"
            yield from _stroked(path, corners, shape.width, outline.halo(4 * shape.width), shape.color)
        case Ring():
            edge = outline.halo(4 * shape.width)
            x, y = _at(shape.center)
            for width, color in ((4 * edge, BLACK), (2 * edge, WHITE), (0, shape.color)):
                yield (
                    f'<circle cx="{x}" cy="{y}" r="{_n(shape.radius)}" fill="none" '
                    f'stroke="{_hex(color)}" stroke-width="{_n(shape.width + width)}"/>'
                )


def _stroked(path: str, head: Sequence[Point], width: float, edge: float, color: Color) -> Iterator[str]:
    corners = " ".join(_pair(corner) for corner in head)
    for grow, ink in ((4 * edge, BLACK), (2 * edge, WHITE), (0.0, color)):
        yield (
            f'<path d="{path}" fill="none" stroke="{_hex(ink)}" stroke-width="{_n(width + grow)}" '
            'stroke-linecap="round"/>'
            f'<polygon points="{corners}" fill="{_hex(ink)}" stroke="{_hex(ink)}" stroke-width="{_n(grow)}" '
            'stroke-linejoin="round"/>'
        )


def _box(center: Point, size: tuple[float, float], corner: float, color: Color, line: Color) -> str:
    width, height = size
    edge = outline.halo(height)
    return (
        f'<rect x="{_n(center[0] - (width - edge) / 2)}" y="{_n(center[1] - (height - edge) / 2)}" '
        f'width="{_n(width - edge)}" height="{_n(height - edge)}" rx="{_n(corner)}" '
        f'fill="{_hex(color)}" stroke="{_hex(line)}" stroke-width="{_n(edge)}"/>'
    )


def _text(center: Point, text: str, size: float, color: Color) -> str:
    x, y = _n(center[0]), _n(center[1] + 0.35 * size)
    return f'<text x="{x}" y="{y}" font-size="{_n(size)}" fill="{_hex(color)}">{escape(text)}</text>'


def _on(center: Point, radius: float, angle: float) -> Point:
    return center[0] + radius * cos(angle), center[1] + radius * sin(angle)


def _at(center: Point) -> tuple[str, str]:
    return _n(center[0]), _n(center[1])


def _pair(point: Point) -> str:
    return f"{_n(point[0])} {_n(point[1])}"


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") or "0"


def _hex(color: Color) -> str:
    return "#{:02x}{:02x}{:02x}".format(*color)
