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
Places = NDArray[np.intp]

RINGS = ((3, 4, 6), (8,))
"""Radii in pixels of the level: small dots and fat ones (0.15 to 0.4 pitch) at the pitches of one octave.

The widest ring goes by itself: mixed with the others it would join a small dot to the tinted ground around it.
"""
DARK_RINGS = ((4, 6, 8),)
"""Radii for dark spots, which are as large as the disc around a dot."""
UNLIKE_RINGS = (4, 6, 8)
LOWEST = 6
MOST = 160
APART = 2.0
"""Spots of one colour no further apart than this are the same spot seen by two rings."""
FEWEST = 5
"""Fewer spots than this are neither a lock nor the crowd that one may show as."""
MARGIN = 8
WINDOW = 3
SPAN = np.arange(-WINDOW, WINDOW + 1)


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

    def only(self, kept: NDArray[np.bool_]) -> Spots:
        """Those that are ``kept`` (N)."""
        return self if kept.all() else Spots(self.xy[kept], self.strength[kept], self.sign[kept])

    def moved(self, x: float, y: float) -> Spots:
        """The same, seen from a corner ``x`` and ``y`` pixels further to the left and up."""
        return Spots(self.xy + np.array([x, y]), self.strength, self.sign)


NONE = Spots(np.empty((0, 2)), np.empty(0), np.empty(0, np.int8))


def opponent(pixels: Bytes) -> Bytes:
    """Red minus green plus 128, saturated; H×W uint8 from H×W×3 BGR."""
    difference = cv2.addWeighted(cv2.extractChannel(pixels, 2), 1, cv2.extractChannel(pixels, 1), -1, 128)
    return np.asarray(difference, np.uint8)


def smoothed(channel: Bytes) -> Bytes:
    """A channel lightly smoothed, as ``propose`` wants it."""
    return np.asarray(cv2.GaussianBlur(channel, (3, 3), 0), np.uint8)


def contrast(channel: Bytes, radii: tuple[int, ...]) -> Bytes:
    """How far each pixel lies above all of a ring around it, the best ring counting; H×W uint8."""
    best = cv2.dilate(channel, _ring(radii[0]))
    for radius in radii[1:]:
        best = cv2.min(best, cv2.dilate(channel, _ring(radius)))
    return np.asarray(cv2.subtract(channel, best), np.uint8)


def propose(channel: Bytes) -> Spots:
    """The strongest red and green spots of a smoothed opponent channel (H×W), at most ``MOST`` a sign and ring.

    Without a red spot there is no lock, and no need to look for green ones.
    """
    red = [contrast(channel, radii) for radii in RINGS]
    if all(cv2.minMaxLoc(one)[1] < LOWEST for one in red):
        return NONE
    inverse = cv2.bitwise_not(channel)
    green = [contrast(inverse, radii) for radii in RINGS]
    return _peaks(red + green, [1] * len(red) + [-1] * len(green))


def dark(pixels: Bytes) -> Spots:
    """Spots of H×W×3 BGR that are merely darker than their ring.

    On the game's lock every dot lies in a black disc with a pale ring, which outlives the colour when a picture is
    small, washed out and has its colours halved.
    """
    shade = cv2.bitwise_not(cv2.GaussianBlur(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), (5, 5), 0))
    maps = [contrast(np.asarray(shade, np.uint8), radii) for radii in DARK_RINGS]
    return _peaks(maps, [0] * len(maps))


def others(pixels: Bytes) -> Spots:
    """Spots of H×W×3 BGR that are unlike all of a ring around them in any channel.

    Green dots on green felt are no greener than what is around them, but they are seen all the same.
    """
    planes = [np.asarray(cv2.GaussianBlur(plane, (3, 3), 0), np.uint8) for plane in cv2.split(pixels)]
    maps = [_unlike(planes, radius) for radius in UNLIKE_RINGS]
    return _peaks(maps, [0] * len(maps))


def _unlike(planes: list[Bytes], radius: int) -> Bytes:
    """The least difference of each pixel from the places of a ring, by the channel that differs most; H×W."""
    height, width = planes[0].shape
    wide = [cv2.copyMakeBorder(plane, radius, radius, radius, radius, cv2.BORDER_REFLECT_101) for plane in planes]
    least = np.full((height, width), 255, np.uint8)
    for y, x in np.argwhere(_ring(radius)):
        most = None
        for plane, around in zip(planes, wide, strict=True):
            difference = cv2.absdiff(plane, around[y : y + height, x : x + width])
            most = difference if most is None else cv2.max(most, difference)
        least = cv2.min(least, most)
    return least


def joined(known: Spots, more: Spots) -> Spots:
    """``known`` and those of ``more`` that lie elsewhere."""
    if not (len(known.xy) and len(more.xy)):
        return known if len(known.xy) else more
    more = more.only(np.abs(more.xy[:, None] - known.xy[None]).max(axis=2).min(axis=1) > APART)
    return Spots(
        np.concatenate([known.xy, more.xy]),
        np.concatenate([known.strength, more.strength]),
        np.concatenate([known.sign, more.sign]),
    )


@cache
def _ring(radius: int) -> Bytes:
    footprint = np.zeros((2 * radius + 1, 2 * radius + 1), np.uint8)
    count = 8 if radius < 4 else 12
    for angle in np.arange(count) * (2 * np.pi / count):
        x, y = np.rint(radius + radius * np.array([np.cos(angle), np.sin(angle)])).astype(int)
        footprint[y, x] = 1
    return footprint


def _peaks(maps: list[Bytes], signs: list[int]) -> Spots:
    """Local maxima of contrast maps (each H×W and of one sign), with the centroid of the contrast around each.

    All maps go through every step together, with rows between them that keep them apart: most pictures hold few
    spots, and there each step costs more than what it does.
    """
    left, top, right, bottom = _busy(maps)
    if right - left <= 2 * WINDOW or bottom - top <= 2 * WINDOW:
        return NONE
    height, width = bottom - top, right - left
    together = np.zeros((len(maps), height + 2 * WINDOW, width), np.uint8)
    for room, one in zip(together, maps, strict=True):
        room[:height] = one[top:bottom, left:right]
    smooth = np.asarray(cv2.blur(together.reshape(-1, width), (5, 5)), np.uint8).reshape(together.shape)
    which, y, x = _maxima(smooth, height, maps[0].size * len(maps) // 50)
    if len(which) < FEWEST:
        return NONE
    kept = _strongest(which, smooth[which, y, x], 2 * MOST)
    which, y, x = which[kept], y[kept], x[kept]
    weights = together[
        which[:, None, None], y[:, None, None] + SPAN[None, :, None], x[:, None, None] + SPAN[None, None, :]
    ]
    peak = weights.max(axis=(1, 2))
    kept = _strongest(which, peak, MOST)
    kept = kept[peak[kept] >= LOWEST]
    which, y, x, peak = which[kept], y[kept], x[kept], peak[kept]
    weights = weights[kept].astype(np.float64)
    # Only the spot itself: what is weaker than half the peak belongs to something else.
    weights *= weights >= 0.5 * peak[:, None, None]
    total = weights.sum(axis=(1, 2))
    xy = np.stack([left + x + weights.sum(axis=1) @ SPAN / total, top + y + weights.sum(axis=2) @ SPAN / total], axis=1)
    # A flat top has many equal maxima: they share one centroid.
    places = np.rint(xy).astype(np.int64)
    _, single = np.unique(
        (which * maps[0].shape[0] + places[:, 1]) * maps[0].shape[1] + places[:, 0], return_index=True
    )
    single.sort()
    which, xy, sign = which[single], xy[single], np.array(signs, np.int8)[which[single]]
    # What two rings see counts once, by the earlier of the maps.
    again = (which[:, None] > which) & (sign[:, None] == sign)
    again &= (np.abs(xy[:, None, 0] - xy[:, 0]) <= APART) & (np.abs(xy[:, None, 1] - xy[:, 1]) <= APART)
    return Spots(xy, peak[single].astype(np.float64), sign).only(~again.any(axis=1))


def _strongest(which: Places, strength: Bytes, most: int) -> Places:
    """Indices of the ``most`` strongest of N spots on each map, by map and then strongest first."""
    order = np.lexsort((255 - strength, which))
    ranked = which[order]
    return order[np.arange(len(order)) - np.searchsorted(ranked, ranked) < most]


def _busy(maps: list[Bytes]) -> tuple[int, int, int, int]:
    """Left, top, right, bottom of the part of the maps that holds spots: often little of the picture is coloured."""
    height, width = maps[0].shape
    left, top, right, bottom = width, height, 0, 0
    for one in maps:
        x, y, across, down = cv2.boundingRect(cv2.threshold(one, LOWEST - 1, 255, cv2.THRESH_BINARY)[1])
        if across:
            left, top, right, bottom = min(left, x), min(top, y), max(right, x + across), max(bottom, y + down)
    # What is added leaves the blur as it was.
    return max(left - MARGIN, 0), max(top - MARGIN, 0), min(right + MARGIN, width), min(bottom + MARGIN, height)


def _maxima(smooth: Bytes, height: int, enough: int) -> tuple[Places, Places, Places]:
    """Map, y and x of the local maxima of smoothed maps, K×(height + gap)×W, listing some ``enough`` at most."""
    _, tall, width = smooth.shape
    flat = smooth.reshape(-1, width)
    lowest = LOWEST // 2
    # A busy picture has tens of thousands of faint peaks: only its strongest are worth listing.
    _, mask = cv2.threshold(flat, lowest, 255, cv2.THRESH_BINARY)
    if cv2.countNonZero(mask) > enough:
        counts = np.cumsum(cv2.calcHist([flat], [0], None, [256], [0, 256]).ravel()[::-1])[::-1]
        lowest = max(lowest, int(np.argmax(counts <= enough)) - 1)
        _, mask = cv2.threshold(flat, lowest, 255, cv2.THRESH_BINARY)
    mask = cv2.bitwise_and(mask, cv2.compare(flat, cv2.dilate(flat, np.ones((5, 5), np.uint8)), cv2.CMP_EQ))
    inner = mask.reshape(smooth.shape)
    inner[:, :WINDOW] = inner[:, height - WINDOW :] = 0
    inner[:, :, :WINDOW] = inner[:, :, width - WINDOW :] = 0
    which, place = np.divmod(np.flatnonzero(mask.view(np.bool_)), tall * width)
    return which, *np.divmod(place, width)
