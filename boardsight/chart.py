"""A bar chart of how many boards need how many moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PIL import Image, ImageDraw, ImageFont

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

BAR, GAP, HEIGHT, MARGIN, LETTER = 40, 10, 300, 56, 15
PAPER, INK, BLUE = (255, 255, 255), (30, 30, 30), (0, 114, 178)


def chart(counts: Sequence[int], title: str) -> NDArray[np.uint8]:
    """Draw ``counts`` (boards that need 0, 1, 2, ... moves) as bars.

    Returns:
        H×W×3 uint8 BGR.
    """
    font, small = ImageFont.load_default(LETTER), ImageFont.load_default(LETTER - 4)
    width = max(2 * MARGIN + len(counts) * (BAR + GAP), 2 * MARGIN + int(font.getlength(title)))
    image = Image.new("RGB", (width, HEIGHT + 2 * MARGIN), PAPER)
    pen = ImageDraw.Draw(image)
    pen.text((MARGIN, 16), title, fill=INK, font=font)
    bottom = MARGIN + HEIGHT
    highest = max(counts)
    for cost, count in enumerate(counts):
        left = MARGIN + cost * (BAR + GAP)
        top = bottom - round((HEIGHT - 20) * count / highest)
        pen.rectangle((left, top, left + BAR, bottom), fill=BLUE)
        pen.text((left + BAR / 2, top - 3), _short(count), fill=INK, font=small, anchor="ms")
        pen.text((left + BAR / 2, bottom + 6), str(cost), fill=INK, font=font, anchor="mt")
    pen.line((MARGIN - 6, bottom, width - MARGIN + 6, bottom), fill=INK, width=2)
    pen.text((MARGIN, bottom + 28), "least moves", fill=INK, font=font)
    return np.ascontiguousarray(np.asarray(image)[:, :, ::-1])


def _short(count: int) -> str:
    """A count in at most five signs."""
    for limit, unit in ((10**9, "G"), (10**6, "M"), (10**4, "k")):
        if count >= limit:
            scale = 1000 if unit == "k" else limit
            return f"{count / scale:.3g}{unit}"
    return str(count)
