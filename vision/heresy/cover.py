"""What lies over a panel: a pointer, our own marks, anything of a colour of its own.

All glyphs of a panel are lit in one colour on grounds of a colour each. What is far off the way from a cell's ground to
that ink, and thicker than noise, is something else that lies over it. There nothing is known of the glyph: it is read
by what is left to see (``vision.heresy.rest``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.heresy.flat import CELL, MARGIN, SIDE
from vision.heresy.veil import through

if TYPE_CHECKING:
    from numpy.typing import NDArray

HEART = 0.14  # of a cell: half the side of its middle, which the long bar of every glyph crosses
STRONG = 85  # per cent of the pixels there that are not the bar
DEEPEST, BRIGHTEST = -0.8, 1.7  # how far a pixel may lie before the ground or beyond the ink, as a share of the way
ASIDE, LEAST_ASIDE = 0.45, 14.0  # how far beside the way, as a share of it; gray levels that are never too far
THICK = 5  # pixels: what is thinner is a rim of the carving or noise
BROAD_INK, BROAD = 0.5, 15  # share of the way to the ink from which thick parts are none; pixels of the thickest stroke
SPREAD = 5  # pixels: the edge of what lies over a cell is blurred
AROUND = 61  # pixels: side of the box whose mean stands in for what a message hides


def covered(
    flat: NDArray[np.uint8], polarity: int, message: NDArray[np.bool_] | None = None
) -> tuple[NDArray[np.bool_], NDArray[np.float32]]:
    """Where something lies over the flattened panel (SIDE×SIDE×3 BGR), and the ink elsewhere, 0..1; both SIDE×SIDE.

    ``message`` is known to be under something (SIDE×SIDE).
    """
    seen = flat
    if message is not None:
        flat = _without(flat, message)
    small = cv2.resize(flat, (SIDE // 2, SIDE // 2), interpolation=cv2.INTER_AREA)
    ground = cv2.resize(cv2.medianBlur(small, CELL // 2 + 1), (SIDE, SIDE), interpolation=cv2.INTER_LINEAR)
    rest = flat.astype(np.float32) - ground
    way = _way(rest, polarity)
    length = float(way @ way)
    if length < 4:
        return np.zeros((SIDE, SIDE), bool), np.zeros((SIDE, SIDE), np.float32)
    along = rest @ (way / np.float32(length))
    aside = np.sqrt(np.maximum(np.einsum("yxc,yxc->yx", rest, rest) - along**2 * np.float32(length), 0))
    reach = np.sqrt(length)
    strange = (along > BRIGHTEST) & (along * reach > BRIGHTEST * LEAST_ASIDE)
    strange |= (along < DEEPEST) & (along * reach < DEEPEST * LEAST_ASIDE)
    strange |= aside > max(ASIDE * reach, LEAST_ASIDE)
    whole = cv2.morphologyEx(strange.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((THICK, THICK), np.uint8))
    thick = cv2.morphologyEx(whole, cv2.MORPH_OPEN, np.ones((THICK, THICK), np.uint8))
    # A hand may have the ink's colour: it is thicker than any stroke.
    broad = cv2.morphologyEx((along > BROAD_INK).astype(np.uint8), cv2.MORPH_OPEN, np.ones((BROAD, BROAD), np.uint8))
    over = cv2.dilate(thick | broad, np.ones((SPREAD, SPREAD), np.uint8)) > 0
    ink = np.clip(along, 0, 1)
    if message is not None:
        veiled, shown = through(seen, message, way)
        ink = np.where(shown, veiled, ink)
        over = (over | message) & ~shown
    ink[over] = 0
    return over, ink


def _without(flat: NDArray[np.uint8], message: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """``flat`` with what is around a ``message`` spread over it, so that it is no ground and no ink."""
    if not message.any():
        return flat
    shown = (~message).astype(np.float32)
    weight = cv2.blur(shown, (AROUND, AROUND))
    spread = cv2.blur(flat * shown[..., None], (AROUND, AROUND)) / np.maximum(weight, np.float32(1e-3))[..., None]
    return np.where(message[..., None], spread.astype(np.uint8), flat)


def _way(rest: NDArray[np.float32], polarity: int) -> NDArray[np.float32]:
    """From the ground to the ink (3, BGR): the strongest pixels in the middles of the cells, the median of nine."""
    half = round(HEART * CELL)
    ways = []
    for i in range(9):
        y, x = (round(MARGIN + (k + 0.5) * CELL) for k in divmod(i, 3))
        heart = rest[y - half : y + half, x - half : x + half].reshape(-1, 3)
        bright = heart @ np.full(3, polarity, np.float32)
        ways.append(heart[np.argsort(bright)[len(heart) * STRONG // 100 :]].mean(axis=0))
    middle: NDArray[np.float32] = np.median(ways, axis=0).astype(np.float32)
    return middle
