"""Stage 1, propose: small spots that are redder or greener than everything in a ring around them.

The measure is the opponent channel red minus green, the puzzle's own definition, and always relative to the ring: a
cast, a coloured background or a weak saturation shifts both alike. A spot counts by the *worst* of its contrasts to
eight or twelve places of the ring, so edges, lines and stripes do not count. The ring is a grey dilation with a sparse
footprint, which makes it a few passes over a small picture.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Bytes = NDArray[np.uint8]

RINGS = ((3, 4, 6), (8,))
"""Radii in pixels of the level: small dots and fat ones (0.15 to 0.4 pitch) at the pitches of one octave.

The widest ring goes by itself: mixed with the others it would join a small dot to the tinted ground around it.
"""
DARK_RINGS = (4, 6, 8)
"""Radii for dark spots, which are as large as the disc around a dot."""
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
        sign: N, +1 redder than its ring, -1 greener, 0 darker.
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
    best = cv2.dilate(channel, _ring(radii[0]))
    for radius in radii[1:]:
        best = cv2.min(best, cv2.dilate(channel, _ring(radius)))
    return np.asarray(cv2.subtract(channel, best), np.uint8)


def propose(pixels: Bytes, *, dark: bool = False) -> Spots:
    """The strongest red and green spots of one pyramid level (H×W×3 uint8 BGR), at most ``MOST`` a sign and ring.

    Where ``dark``, spots that are merely darker than their ring come too: on the game's lock every dot lies in a black
    disc with a pale ring, which outlives the colour when a picture is small, washed out and has its colours halved.
    """
    channel = opponent(pixels)
    parts: list[Spots] = []
    for sign, towards in ((1, channel), (-1, cv2.bitwise_not(channel))):
        taken = np.empty((0, 2))
        for radii in RINGS:
            parts.append(_peaks(contrast(towards, radii), sign, taken))
            taken = parts[-1].xy
        if sign > 0 and not dark and not any(len(part.xy) for part in parts):
            break  # without a red dot there is no lock, and no need to look for green ones
    if dark:
        shade = cv2.bitwise_not(cv2.GaussianBlur(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), (5, 5), 0))
        taken = np.concatenate([part.xy for part in parts])
        parts.append(_peaks(contrast(np.asarray(shade, np.uint8), DARK_RINGS), 0, taken))
    return Spots(
        np.concatenate([part.xy for part in parts]),
        np.concatenate([part.strength for part in parts]),
        np.concatenate([part.sign for part in parts]),
    )


@cache
def _ring(radius: int) -> Bytes:
    footprint = np.zeros((2 * radius + 1, 2 * radius + 1), np.uint8)
    count = 8 if radius < 4 else 12
    for angle in np.arange(count) * (2 * np.pi / count):
        x, y = np.rint(radius + radius * np.array([np.cos(angle), np.sin(angle)])).astype(int)
        footprint[y, x] = 1
    return footprint


def _peaks(strength: Bytes, sign: int, taken: Floats) -> Spots:
    """Local maxima of a contrast map not yet ``taken`` (N×2), with the centroid of the contrast around each."""
    found = _maxima(strength)
    if found is None:
        return Spots(np.empty((0, 2)), np.empty(0), np.empty(0, np.int8))
    height, at = found
    order = np.argsort(height, kind="stable")[::-1][: 2 * MOST]
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
    # A flat top has many equal maxima: they share one centroid.
    _, single = np.unique(np.rint(xy).astype(np.int64) @ (1, 1 << 20), return_index=True)
    single.sort()
    if len(taken) and len(single):
        single = single[np.abs(xy[single, None] - taken[None]).max(axis=2).min(axis=1) > 2.0]
    return Spots(xy[single], peak[keep][single].astype(np.float64), np.full(len(single), sign, np.int8))


def _maxima(strength: Bytes) -> tuple[Bytes, NDArray[np.intp]] | None:
    """The local maxima of the smoothed map, N, and their places (x, y), N×2; None without any."""
    left, top, across, down = cv2.boundingRect(cv2.threshold(strength, LOWEST - 1, 255, cv2.THRESH_BINARY)[1])
    if not across:
        return None
    # Often only a part of the picture is coloured; what is added around it leaves the blur as it was.
    enough, left, top = strength.size // 50, max(left - MARGIN, 0), max(top - MARGIN, 0)
    strength = strength[top : top + down + 2 * MARGIN, left : left + across + 2 * MARGIN]
    smooth = np.asarray(cv2.blur(strength, (5, 5)), np.uint8)
    box = np.ones((5, 5), np.uint8)
    lowest = LOWEST // 2
    # A busy picture has tens of thousands of faint peaks: only its strongest are worth listing.
    _, mask = cv2.threshold(smooth, lowest, 255, cv2.THRESH_BINARY)
    if cv2.countNonZero(mask) > enough:
        counts = np.cumsum(cv2.calcHist([smooth], [0], None, [256], [0, 256]).ravel()[::-1])[::-1]
        lowest = max(lowest, int(np.argmax(counts <= enough)) - 1)
        _, mask = cv2.threshold(smooth, lowest, 255, cv2.THRESH_BINARY)
    mask = np.asarray(cv2.bitwise_and(mask, cv2.compare(smooth, cv2.dilate(smooth, box), cv2.CMP_EQ)), np.uint8)
    mask[:WINDOW] = mask[-WINDOW:] = 0
    mask[:, :WINDOW] = mask[:, -WINDOW:] = 0
    place = np.flatnonzero(mask.view(np.bool_))
    if not len(place):
        return None
    y, x = np.divmod(place, mask.shape[1])
    return smooth[y, x], np.column_stack([x + left, y + top])
