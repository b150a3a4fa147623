"""Stage 1, propose: small spots that are redder or greener than everything in a ring around them.

The measure is the opponent channel red minus green, the puzzle's own definition, and always relative to the ring: a
cast, a coloured background or a weak saturation shifts both alike. A spot counts by the *worst* of its contrasts to
sixteen places of the ring, so edges, lines and stripes do not count. The ring is a grey dilation with a sparse
footprint, which makes it a few passes over a small picture.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Bytes = NDArray[np.uint8]

RINGS = ((3, 4, 6), (8,))
"""Radii in pixels of the level: small dots and fat ones (0.15 to 0.4 pitch) at the pitches of one octave.

The widest ring goes by itself: mixed with the others it would join a small dot to the tinted ground around it.
"""
LOWEST = 6
MOST = 160
MARGIN = 8
WINDOW = 3


@dataclass(frozen=True, slots=True, eq=False)
class Spots:
    """What one level of the pyramid offers.

    Attributes:
        xy: N×2 sub-pixel places in level pixels (pixel centres at whole numbers).
        strength: N, worst ring contrast, 0..255.
        sign: N, +1 redder than its ring, -1 greener.
    """

    xy: Floats
    strength: Floats
    sign: NDArray[np.int8]


def opponent(pixels: Bytes) -> Bytes:
    """Red minus green plus 128, saturated, lightly smoothed; H×W uint8 from H×W×3 BGR."""
    difference = cv2.addWeighted(cv2.extractChannel(pixels, 2), 1, cv2.extractChannel(pixels, 1), -1, 128)
    return np.asarray(cv2.GaussianBlur(difference, (3, 3), 0), np.uint8)


def contrast(channel: Bytes, radii: tuple[int, ...]) -> Bytes:
    """How far each pixel lies above all of a ring around it, the best ring counting; H×W uint8."""
    best = np.zeros_like(channel)
    for radius in radii:
        np.maximum(best, cv2.subtract(channel, cv2.dilate(channel, _ring(radius))), out=best)
    return best


def propose(pixels: Bytes) -> Spots:
    """The strongest red and green spots of one pyramid level (H×W×3 uint8 BGR), at most ``MOST`` a sign and ring."""
    channel = opponent(pixels)
    parts: list[Spots] = []
    for sign, towards in ((1, channel), (-1, cv2.bitwise_not(channel))):
        narrow, wide = (_peaks(contrast(towards, radii), sign) for radii in RINGS)
        parts.extend((narrow, _without(wide, narrow)))
    return Spots(
        np.concatenate([part.xy for part in parts]),
        np.concatenate([part.strength for part in parts]),
        np.concatenate([part.sign for part in parts]),
    )


def _without(spots: Spots, others: Spots) -> Spots:
    """Those of ``spots`` that are not where one of ``others`` is."""
    if not len(spots.xy) or not len(others.xy):
        return spots
    away = np.abs(spots.xy[:, None] - others.xy[None]).max(axis=2).min(axis=1)
    fresh = away > 2.0
    return Spots(spots.xy[fresh], spots.strength[fresh], spots.sign[fresh])


def _ring(radius: int) -> Bytes:
    footprint = np.zeros((2 * radius + 1, 2 * radius + 1), np.uint8)
    for angle in np.arange(16) * (np.pi / 8):
        x, y = np.rint(radius + radius * np.array([np.cos(angle), np.sin(angle)])).astype(int)
        footprint[y, x] = 1
    return footprint


def _peaks(strength: Bytes, sign: int) -> Spots:
    """Local maxima of a contrast map, with the centroid of the contrast around each."""
    smooth = cv2.blur(strength, (5, 5))
    lowest = LOWEST // 2
    # A busy picture has tens of thousands of faint peaks: only its strongest are worth listing.
    _, mask = cv2.threshold(smooth, lowest, 255, cv2.THRESH_BINARY)
    if cv2.countNonZero(mask) > strength.size // 50:
        counts = np.bincount(smooth[smooth > lowest].ravel(), minlength=256)
        above = np.cumsum(counts[::-1])[::-1]
        lowest = int(np.argmax(above <= strength.size // 50))
        _, mask = cv2.threshold(smooth, lowest - 1, 255, cv2.THRESH_BINARY)
    mask = cv2.bitwise_and(mask, cv2.compare(smooth, cv2.dilate(smooth, np.ones((5, 5), np.uint8)), cv2.CMP_EQ))
    mask[:WINDOW] = mask[-WINDOW:] = 0
    mask[:, :WINDOW] = mask[:, -WINDOW:] = 0
    found = cv2.findNonZero(mask) if cv2.countNonZero(mask) else None
    if found is None:
        return Spots(np.empty((0, 2)), np.empty(0), np.empty(0, np.int8))
    at = found.reshape(-1, 2)
    order = np.argsort(smooth[at[:, 1], at[:, 0]], kind="stable")[::-1][: 2 * MOST]
    at = at[order]
    span = np.arange(-WINDOW, WINDOW + 1)
    weights = strength[at[:, 1, None, None] + span[None, :, None], at[:, 0, None, None] + span[None, None, :]]
    peak = weights.max(axis=(1, 2))
    keep = np.flatnonzero(peak >= LOWEST)
    keep = keep[np.argsort(peak[keep], kind="stable")[::-1][:MOST]]
    weights = weights[keep].astype(np.float64)
    # Only the spot itself: what is weaker than half the peak belongs to something else.
    weights[weights < 0.5 * peak[keep, None, None]] = 0.0
    total = weights.sum(axis=(1, 2))
    xy = at[keep].astype(np.float64)
    xy[:, 0] += (weights.sum(axis=1) * span).sum(axis=1) / total
    xy[:, 1] += (weights.sum(axis=2) * span).sum(axis=1) / total
    return Spots(xy, peak[keep].astype(np.float64), np.full(len(keep), sign, np.int8))
