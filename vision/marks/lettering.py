"""Text with Pillow's own scalable font, so that it looks the same on every machine."""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image, ImageDraw, ImageFont

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.marks.shapes import Color, Point

STAND_INS = str.maketrans({"×": "x", "–": "-", "—": "-", "−": "-", "→": ">", "’": "'", "‘": "'", "“": '"', "”": '"'})
"""The font knows ASCII and little more."""


@lru_cache(maxsize=64)
def font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """The font at a size in pixels."""
    return ImageFont.load_default(size)


def known(text: str) -> str:
    """The text in signs the font has."""
    plain = text.translate(STAND_INS)
    return "".join(sign if " " <= sign <= "~" else "?" for sign in plain)


def length(text: str, size: int) -> int:
    """Width in pixels."""
    return _words(text, size)[1]


def _words(text: str, size: int) -> tuple[list[tuple[int, str]], int]:
    """Each word and where it starts, and the width of all; the font's kerning would swallow spaces."""
    placed: list[tuple[int, str]] = []
    at = 0
    for number, word in enumerate(known(text).split(" ")):
        at += round(0.28 * size) if number else 0
        if word:
            placed.append((at, word))
            at += ceil(font(size).getlength(word))
    return placed, at


def write(
    pixels: NDArray[np.uint8], text: str, at: Point, size: int, color: Color, *, anchor: str = "ls", bold: float = 0.0
) -> None:
    """Write a line of text into BGR ``pixels`` in place.

    Args:
        pixels: H×W×3 uint8 BGR.
        text: one line.
        at: the anchor's place.
        size: of the font in pixels.
        color: of the ink.
        anchor: ``ls``: left end of the base line; ``mm``: the middle of what is inked.
        bold: 0 to 1, by which part of a pixel strokes are widened to the right.
    """
    words, wide = _words(text, size)
    mask = Image.new("L", (wide + 2 * size, 3 * size), 0)
    pen = ImageDraw.Draw(mask)
    for start, word in words:
        pen.text((size + start, 2 * size), word, fill=255, font=font(size), anchor="ls")
    used = mask.getbbox()
    if used is None:
        return
    used = (used[0], used[1], used[2] + 1, used[3])  # room for the widened strokes
    # Whole pixels: the same letters look the same everywhere.
    if anchor == "ls":
        left, top = round(at[0]) - size, round(at[1]) - 2 * size
    else:
        left, top = round(at[0] - (used[0] + used[2] - 1 + bold) / 2), round(at[1] - (used[1] + used[3]) / 2)
    x0, y0 = max(left + used[0], 0), max(top + used[1], 0)
    x1, y1 = min(left + used[2], pixels.shape[1]), min(top + used[3], pixels.shape[0])
    if x0 >= x1 or y0 >= y1:
        return
    share = np.asarray(mask, np.float32)[y0 - top : y1 - top, x0 - left : x1 - left, None] / 255
    share[:, 1:] = np.maximum(share[:, 1:], bold * share[:, :-1])
    part = pixels[y0:y1, x0:x1]
    part[:] = np.rint(part * (1 - share) + np.array(color[::-1], np.float32) * share).astype(np.uint8)
