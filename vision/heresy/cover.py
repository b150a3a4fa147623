"""What lies over a panel: a pointer, a message, our own marks.

All glyphs of a panel are lit in one colour on grounds of a colour each. What is far off the way from a cell's ground to
that ink, and thicker than noise, is something else that lies over it. There nothing is known of the glyph: it is read
by what is left to see.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.heresy.align import FINE, Aligned, refine_scale, tiles_of
from vision.heresy.flat import CELL, MARGIN, SIDE
from vision.heresy.glyphs import LETTERS, templates

if TYPE_CHECKING:
    from numpy.typing import NDArray

HEART = 0.14  # of a cell: half the side of its middle, which the long bar of every glyph crosses
STRONG = 85  # per cent of the pixels there that are not the bar
DEEPEST, BRIGHTEST = -0.8, 1.7  # how far a pixel may lie before the ground or beyond the ink, as a share of the way
ASIDE, LEAST_ASIDE = 0.45, 14.0  # how far beside the way, as a share of it; gray levels that are never too far
THICK = 5  # pixels: what is thinner is a rim of the carving or noise
SPREAD = 5  # pixels: the edge of what lies over a cell is blurred
ENOUGH = 0.5  # of a glyph's frame that must be seen


def covered(flat: NDArray[np.uint8], polarity: int) -> tuple[NDArray[np.bool_], NDArray[np.float32]]:
    """Where something lies over the flattened panel (SIDE×SIDE×3 BGR), and the ink elsewhere, 0..1; both SIDE×SIDE."""
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
    over = cv2.dilate(thick, np.ones((SPREAD, SPREAD), np.uint8)) > 0
    ink = np.clip(along, 0, 1)
    ink[over] = 0
    return over, ink


def align_rest(ink: NDArray[np.float32], over: NDArray[np.bool_], scale: float) -> tuple[Aligned, NDArray[np.float64]]:
    """Cut the nine cells of ``ink`` out in a frame of about ``scale`` cells, by what is not ``over``-laid.

    What is hidden is filled in with the drawing that fits the rest best, once for each state supposed.

    Returns:
        The cells, and which share of each one's frame is hidden, 9.
    """
    scale = refine_scale(ink, scale)
    shown = (~over).astype(np.float32)
    x, v = (_windows(tiles_of(picture, scale)) for picture in (ink * shown, shown))
    drawn = templates(FINE)[0]
    count = np.maximum(v.sum(axis=1), 1)[:, None]
    x *= v
    mean, drawn_mean = x.sum(axis=1)[:, None] / count, v @ drawn.T / count
    power = np.einsum("ws,ws->w", x, x)[:, None] - count * mean**2
    drawn_power = np.maximum(v @ (drawn**2).T - count * drawn_mean**2, 1e-6)
    joint = x @ drawn.T - count * mean * drawn_mean
    match = joint / np.sqrt(np.maximum(power, 1e-3) * drawn_power)
    match[count[:, 0] < ENOUGH * FINE**2] = 0
    places, each = len(match) // 9, len(drawn) // len(LETTERS)
    match = match.reshape(9, places, len(LETTERS), each).transpose(0, 2, 1, 3).reshape(9, len(LETTERS), -1)
    best = match.argmax(axis=2)
    window = np.arange(9)[:, None] * places + best // each
    drawing = np.arange(len(LETTERS))[None] * each + best % each
    slope = joint[window, drawing] / drawn_power[window, drawing]
    base = mean[window, 0] - slope * drawn_mean[window, drawing]
    filled = np.clip(slope[..., None] * drawn[drawing] + base[..., None], 0, 1)
    patches = np.where(v[window] > 0.5, x[window], filled).reshape(9, len(LETTERS), FINE, FINE)
    top = match.max(axis=2)
    span = round(np.sqrt(places))
    where = best[np.arange(9), top.argmax(axis=1)] // each
    shift = np.stack([where % span, where // span], axis=1) - span // 2
    hidden = 1 - count[np.arange(9) * places + places // 2, 0].astype(np.float64) / FINE**2
    score = float(np.sort(top.max(axis=1))[-7:].mean())
    return Aligned(patches.astype(np.float32), top, shift * (scale / FINE), scale, score, ink), hidden


def _windows(tiles: NDArray[np.float32]) -> NDArray[np.float32]:
    """Every window of FINE×FINE pixels in N tiles: (N·P)×FINE²."""
    return np.lib.stride_tricks.sliding_window_view(tiles, (FINE, FINE), axis=(1, 2)).reshape(-1, FINE**2)


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
