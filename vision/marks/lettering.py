"""Text with Pillow's own scalable font, so that it looks the same on every machine."""

from __future__ import annotations

from functools import lru_cache
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


def length(text: str, size: int) -> float:
    """Width in pixels."""
    return float(font(size).getlength(known(text)))


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
        bold: pixels by which upright strokes are widened.
    """
    words = known(text)
    room = 2 * size + 4
    width, height = int(length(words, size)) + 2 * room, 4 * room
    left = int(at[0]) - (room if anchor == "ls" else width // 2)
    top = int(at[1]) - height // 2
    mask = Image.new("L", (width, height), 0)
    pen = ImageDraw.Draw(mask)
    place = (at[0] - left, at[1] - top)
    if anchor == "mm":
        box = pen.textbbox((0, 0), words, font=font(size), anchor="ls")
        place = (place[0] - (box[0] + box[2]) / 2, place[1] - (box[1] + box[3]) / 2)
    pen.text(place, words, fill=255, font=font(size), anchor="ls")
    if bold:
        pen.text((place[0] + bold, place[1]), words, fill=255, font=font(size), anchor="ls")
    used = mask.getbbox()
    if used is None:
        return
    x0, y0 = max(left + used[0], 0), max(top + used[1], 0)
    x1, y1 = min(left + used[2], pixels.shape[1]), min(top + used[3], pixels.shape[0])
    if x0 >= x1 or y0 >= y1:
        return
    share = np.asarray(mask, np.float32)[y0 - top : y1 - top, x0 - left : x1 - left, None] / 255
    part = pixels[y0:y1, x0:x1]
    part[:] = np.rint(part * (1 - share) + np.array(color[::-1], np.float32) * share).astype(np.uint8)
