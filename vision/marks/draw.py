"""Draw marks on a copy of a picture, with the words and the close-up added below it."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.errors import PictureError
from vision.marks import outline, raster
from vision.marks.lettering import length, write
from vision.marks.shapes import (
    BLACK,
    ORANGE,
    SKY,
    STATE_COLORS,
    WHITE,
    Badge,
    Disc,
    LineArrow,
    Ring,
    Tick,
    TurnArrow,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.marks.shapes import CloseUp, Color, Line, Marks, Shape

GROUND: Color = (24, 26, 30)
TONES: dict[str, Color] = {
    "sure": SKY,
    "unsure": ORANGE,
    "none": ORANGE,
    "plain": (238, 238, 238),
    "faint": (170, 174, 180),
}
NARROWEST = 360
"""The words never get less room than this, even under a tiny picture."""


def draw(pixels: NDArray[np.uint8], marks: Marks) -> NDArray[np.uint8]:
    """A picture with marks, and the strip of words below it.

    Args:
        pixels: H×W×3 uint8 BGR, of the size the marks were computed for; left as it is.
        marks: what to draw.

    Returns:
        A new array, H+strip × W×3 uint8 BGR: the picture keeps its place at the upper left, the strip never covers it.
        Wider than the picture where that is too narrow for words.

    Raises:
        PictureError: the picture has another size.
    """
    height, width = pixels.shape[:2]
    if (width, height) != marks.size:
        raise PictureError(f"the marks are for a picture of {marks.size[0]}×{marks.size[1]}, not {width}×{height}")
    marked = pixels.copy()
    paint(marked, marks.shapes)
    near = None if marks.closeup is None else enlarged(pixels, marks.closeup)
    letter = letter_size(width, height)
    pad = letter * 3 // 4
    room = max(width, NARROWEST, 0 if near is None else near.shape[1] + 2 * pad)
    lines = _wrap(marks.strip, room - 2 * pad, letter)
    below = np.empty((_tall(lines, letter) + (0 if near is None else near.shape[0] + pad), room, 3), np.uint8)
    below[:] = GROUND[::-1]
    if not lines and near is None:
        return marked
    _write(below, lines, pad, letter)
    if near is not None:
        below[-near.shape[0] - pad : -pad, pad : pad + near.shape[1]] = near
    if room > width:
        beside = np.empty((height, room - width, 3), np.uint8)
        beside[:] = GROUND[::-1]
        marked = np.hstack([marked, beside])
    return np.vstack([marked, below])


def letter_size(width: int, height: int) -> int:
    """Font size of the strip in pixels: 14 at 480p, 24 at 1080p, 48 at 4K."""
    return round(min(max(min(height, width * 0.75) / 45, 14), 56))


def enlarged(pixels: NDArray[np.uint8], closeup: CloseUp) -> NDArray[np.uint8]:
    """The close-up's part of the picture, enlarged and marked."""
    left, top, right, bottom = closeup.box
    part = pixels[top:bottom, left:right]
    size = (part.shape[1] * closeup.factor, part.shape[0] * closeup.factor)
    near = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_CUBIC), np.uint8)
    paint(near, closeup.shapes)
    return near


def paint(pixels: NDArray[np.uint8], shapes: Sequence[Shape]) -> None:
    """Paint shapes into BGR ``pixels`` in place, in their order."""
    for shape in shapes:
        match shape:
            case Disc():
                _disc(pixels, shape)
            case Badge():
                _badge(pixels, shape)
            case LineArrow():
                _line(pixels, shape)
            case TurnArrow():
                _turn(pixels, shape)
            case Tick():
                _tick(pixels, shape)
            case Ring():
                edge = outline.halo(4 * shape.width)
                layers = ((2 * edge, BLACK), (edge, WHITE), (0.0, shape.color))
                raster.fill(
                    pixels,
                    raster.ring(shape.center, shape.radius, shape.width),
                    _around(shape.center, shape.radius + shape.width),
                    layers,
                )


def _around(center: tuple[float, float], x: float, y: float | None = None) -> tuple[float, float, float, float]:
    y = x if y is None else y
    return center[0] - x, center[1] - y, center[0] + x, center[1] + y


def _disc(pixels: NDArray[np.uint8], shape: Disc) -> None:
    edge = outline.halo(2 * shape.radius)
    body = raster.disc(shape.center, shape.radius - 2 * edge)
    layers = ((2 * edge, BLACK), (edge, WHITE), (0.0, shape.color))
    raster.fill(pixels, body, _around(shape.center, shape.radius), layers)
    if shape.text:
        part = {1: 1.3, 2: 1.12}.get(len(shape.text), 2.4 / (len(shape.text) + 0.2))
        size = max(7, round(part * shape.radius))
        write(pixels, shape.text, shape.center, size, outline.ink(shape.color), anchor="mm", bold=_bold(size))


def _badge(pixels: NDArray[np.uint8], shape: Badge) -> None:
    edge = outline.halo(shape.height)
    body = raster.rounded(shape.center, shape.width - 2 * edge, shape.height - 2 * edge, shape.height / 2 - edge)
    raster.fill(
        pixels, body, _around(shape.center, shape.width / 2, shape.height / 2), ((edge, BLACK), (0.0, shape.color))
    )
    size = max(7, round(0.78 * shape.height))
    write(pixels, shape.text, shape.center, size, outline.ink(shape.color), anchor="mm", bold=_bold(size))


def _line(pixels: NDArray[np.uint8], shape: LineArrow) -> None:
    corners, neck = outline.head(shape)
    body = raster.union(raster.segment(shape.start, neck, shape.width), raster.polygon(corners))
    xs, ys = zip(shape.start, *corners, strict=True)
    edge = outline.halo(3 * shape.width)
    layers = ((2 * edge, BLACK), (edge, WHITE), (0.0, shape.color))
    raster.fill(
        pixels,
        body,
        (min(xs) - shape.width, min(ys) - shape.width, max(xs) + shape.width, max(ys) + shape.width),
        layers,
    )


def _turn(pixels: NDArray[np.uint8], shape: TurnArrow) -> None:
    start, sweep, corners = outline.turn(shape)
    body = raster.union(raster.arc(shape.center, shape.radius, shape.width, start, sweep), raster.polygon(corners))
    edge = outline.halo(4 * shape.width)
    layers = ((2 * edge, BLACK), (edge, WHITE), (0.0, shape.color))
    raster.fill(pixels, body, _around(shape.center, shape.radius + 3 * shape.width), layers)


def _tick(pixels: NDArray[np.uint8], shape: Tick) -> None:
    color = ORANGE if shape.state is None else STATE_COLORS[shape.state % len(STATE_COLORS)]
    contrast = outline.ink(color)
    edge = outline.halo(shape.size)
    body = raster.rounded(shape.center, shape.size - 2 * edge, shape.size - 2 * edge, 0.2 * shape.size)
    box = _around(shape.center, shape.size / 2)
    raster.fill(pixels, body, box, ((edge, contrast), (0.0, color)))
    if shape.text:
        size = max(7, round(0.78 * shape.size))
        write(pixels, shape.text, shape.center, size, contrast, anchor="mm", bold=_bold(size))


def _bold(size: int) -> float:
    """The font comes in one weight, a little thin for white on colour."""
    return min(0.03 * size, 1.0)


def _wrap(strip: Sequence[Line], room: int, letter: int) -> list[tuple[str, Color]]:
    """Lines that fit; a chunk is only broken where it fills a line of its own."""
    lines: list[tuple[str, Color]] = []
    for paragraph in strip:
        gap = "   " if len(paragraph.chunks) > 1 else " "
        words = paragraph.chunks if len(paragraph.chunks) > 1 else tuple(paragraph.text.split())
        row = ""
        for chunk in words:
            for word in (chunk,) if length(chunk, letter) <= room else tuple(_broken(chunk, room, letter)):
                longer = row + gap + word if row else word
                if row and length(longer, letter) > room:
                    lines.append((row, TONES[paragraph.tone]))
                    row = word
                else:
                    row = longer
        if row:
            lines.append((row, TONES[paragraph.tone]))
    return lines


def _broken(chunk: str, room: int, letter: int) -> list[str]:
    """A chunk longer than a line, at its spaces, and inside words that are longer still."""
    parts: list[str] = []
    for word in chunk.split():
        rest = word
        while length(rest, letter) > room and len(rest) > 1:
            count = max(1, int(len(rest) * room / length(rest, letter)) - 1)
            parts.append(rest[:count])
            rest = rest[count:]
        parts.append(rest)
    return parts


def _tall(lines: Sequence[object], letter: int) -> int:
    return ceil(1.4 * letter * len(lines)) + 2 * (letter * 3 // 4) if lines else letter * 3 // 4


def _write(below: NDArray[np.uint8], lines: Sequence[tuple[str, Color]], pad: int, letter: int) -> None:
    for number, (text, color) in enumerate(lines):
        write(below, text, (pad, pad + 1.4 * letter * number + 1.02 * letter), letter, color)
