"""Stage 1, propose: small spots that are redder or greener than everything in a ring around them.

The measure is the opponent channel red minus green, the puzzle's own definition, and always relative to the ring: a
cast, a coloured background or a weak saturation shifts both alike. A spot counts by the *worst* of its contrasts to
eight or twelve places of the ring, so edges, lines and stripes do not count. The ring is a grey dilation with a sparse
footprint, which makes it a few passes over a small picture, or over a mosaic of several.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.planes import planes
from vision.wheels.mosaic import batches, lay
from vision.wheels.peaks import APART, LOWEST, NONE, Spots, peaks

if TYPE_CHECKING:
    from collections.abc import Sequence

Bytes = NDArray[np.uint8]

RINGS = ((3, 4, 6), (8,))
"""Radii in pixels of the level: small dots and fat ones (0.15 to 0.4 pitch) at the pitches of one octave.

The widest ring goes by itself: mixed with the others it would join a small dot to the tinted ground around it.
"""
NARROW = RINGS[:1]
"""Enough where coarser levels follow: a fat dot is a small one on the next level."""
DARK_RING = (4, 6, 8)
"""Radii for dark spots, which are as large as the disc around a dot."""
UNLIKE_RINGS = (4, 6, 8)
SATURATED = 0.002
"""Share of a picture that is as red, or as green, as the opponent channel can tell, from which it may glow."""
LIVELY = 3
"""Range within 9×9 pixels from which there may be a step: half of ``LOWEST``."""
ROOM = 8
"""Pixels by which a part of a level is wider than what is in it; twice this is room for a ring and a peak's window."""
Box = tuple[int, int, int, int]
"""Left, top, right, bottom."""


def opponent(pixels: Bytes, share: float = 1) -> Bytes:
    """Red minus green, or a ``share`` of it, plus 128; saturated if more than half of it; H×W uint8 from H×W×3 BGR."""
    _, green, red = planes(pixels)
    return np.asarray(cv2.addWeighted(red, share, green, -share, 128, dst=red), np.uint8)


def glowing(channel: Bytes) -> bool:
    """Whether much of an opponent channel is as red, and as much as green, as it can tell: glow hides what shines."""
    least = SATURATED * channel.size
    return all(np.count_nonzero(channel == end) >= least for end in (0, 255))


def lively(channel: Bytes, *, doubled: bool) -> Box | None:
    """Box that holds all spots of a channel, and of the same channel halved again and again; None where it has none.

    Most pictures are grey but for a part. A spot differs from all of a ring around it, so that between it and each
    place of the ring there is a step: the box around all steps holds it.

    Args:
        channel: H×W.
        doubled: whether the box is of a channel of twice the size, of which ``channel`` is the half.
    """
    square = np.ones((9, 9), np.uint8)
    steps = cv2.subtract(cv2.dilate(channel, square), cv2.erode(channel, square))
    x, y, across, down = cv2.boundingRect(cv2.threshold(steps, LIVELY - 1, 255, cv2.THRESH_BINARY)[1])
    # An odd row or column is lost in halving.
    up, odd = (2, 1) if doubled else (1, 0)
    return (up * x, up * y, up * (x + across) + odd, up * (y + down) + odd) if across else None


def cut(box: Box, above: int) -> tuple[slice, slice]:
    """Rows and columns of a channel halved ``above`` times, with room for the rings around the ``box`` of the whole.

    They begin at whole multiples of ``ROOM``.
    """
    left, top = (max((side >> above) // ROOM - 2, 0) * ROOM for side in box[:2])
    right, bottom = (-(-side >> above) + 2 * ROOM for side in box[2:])
    return slice(top, bottom), slice(left, right)


def smoothed(channel: Bytes) -> Bytes:
    """A channel lightly smoothed, as ``propose`` wants it."""
    return np.asarray(cv2.GaussianBlur(channel, (3, 3), 0), np.uint8)


def contrast(channel: Bytes, radii: tuple[int, ...], out: Bytes | None = None) -> Bytes:
    """How far each pixel lies above all of a ring around it, the best ring counting; H×W uint8."""
    best = cv2.dilate(channel, _ring(radii[0]))
    for radius in radii[1:]:
        best = cv2.min(best, cv2.dilate(channel, _ring(radius)))
    return np.asarray(cv2.subtract(channel, best, dst=out), np.uint8)


def propose(
    channels: Sequence[Bytes], pixels: Sequence[int], rings: tuple[tuple[int, ...], ...] = RINGS
) -> list[Spots]:
    """The strongest red and green spots of each of some smoothed opponent channels (H×W).

    Each is cut from a picture of so many ``pixels``. Without a red spot there is no lock, and no need to look for
    green ones. Spots of each of the ``rings`` are found by themselves.
    """
    found: list[Spots] = []
    for batch in batches(channels):
        found += _propose(channels[batch], pixels[batch], rings)
    return found


def _propose(channels: Sequence[Bytes], pixels: Sequence[int], rings: tuple[tuple[int, ...], ...]) -> list[Spots]:
    """The same for one mosaic."""
    mosaic = lay(channels)
    canvas = mosaic.pack(channels)
    maps = np.empty((2 * len(rings), *mosaic.shape), np.uint8)
    red, green = maps[: len(rings)], maps[len(rings) :]
    for radii, one in zip(rings, red, strict=True):
        contrast(canvas, radii, one)
    if cv2.minMaxLoc(red.reshape(-1, mosaic.shape[1]))[1] < LOWEST:
        return [NONE] * len(channels)
    inverse = np.asarray(cv2.subtract(mosaic.inside(), canvas), np.uint8)
    for radii, one in zip(rings, green, strict=True):
        contrast(inverse, radii, one)
    return peaks(maps, [1] * len(rings) + [-1] * len(rings), mosaic, pixels, canvas)


def dark(parts: Sequence[Bytes]) -> list[Spots]:
    """Spots of each of some pictures (H×W×3 BGR) that are merely darker than their ring.

    On the game's lock every dot lies in a black disc with a pale ring, which outlives the colour when a picture is
    small, washed out and has its colours halved.
    """
    found: list[Spots] = []
    for batch in batches(parts):
        found += _dark(parts[batch])
    return found


def _dark(parts: Sequence[Bytes]) -> list[Spots]:
    """The same for one mosaic."""
    mosaic = lay(parts)
    shades = [cv2.GaussianBlur(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY), (5, 5), 0) for part in parts]
    shade = np.asarray(cv2.subtract(mosaic.inside(), mosaic.pack(shades)), np.uint8)
    return peaks(contrast(shade, DARK_RING)[None], [0], mosaic, [part.size // 3 for part in parts])


def others(pixels: Bytes) -> Spots:
    """Spots of H×W×3 BGR that are unlike all of a ring around them in any channel.

    Green dots on green felt are no greener than what is around them, but they are seen all the same.
    """
    mosaic = lay([pixels])
    smooth = [np.asarray(cv2.GaussianBlur(plane, (3, 3), 0), np.uint8) for plane in planes(pixels)]
    maps = np.stack([mosaic.pack([_unlike(smooth, radius)]) for radius in UNLIKE_RINGS])
    return peaks(maps, [0] * len(maps), mosaic, [smooth[0].size])[0]


def _unlike(channels: list[Bytes], radius: int) -> Bytes:
    """The least difference of each pixel from the places of a ring, by the channel that differs most; H×W.

    The ring is the same seen from either side: what differs from a place of it is opposite to what this place sees.
    """
    height, width = channels[0].shape
    high = height + 2 * radius
    wide = np.concatenate(
        [cv2.copyMakeBorder(plane, radius, radius, radius, radius, cv2.BORDER_REFLECT_101) for plane in channels]
    )
    least = np.full((height, width), 255, np.uint8)
    for y, x in (np.argwhere(_ring(radius)) - radius).tolist():
        if (y, x) < (0, 0):
            continue
        left, right = max(-x, 0), wide.shape[1] - max(x, 0)
        # The channels lie one below the other: what is taken across their borders is not used.
        all_three = cv2.absdiff(wide[: len(wide) - y, left:right], wide[y:, left + x : right + x])
        most = all_three[: high - y]
        for plane in range(1, len(channels)):
            most = cv2.max(most, all_three[plane * high : (plane + 1) * high - y])
        for row, col in ((radius, radius - left), (radius - y, radius - left - x)):
            least = cv2.min(least, most[row : row + height, col : col + width])
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
        np.concatenate([np.full(len(one.xy), np.nan) if one.ground is None else one.ground for one in (known, more)]),
    )


@cache
def _ring(radius: int) -> Bytes:
    footprint = np.zeros((2 * radius + 1, 2 * radius + 1), np.uint8)
    count = 8 if radius < 4 else 12
    for angle in np.arange(count) * (2 * np.pi / count):
        x, y = np.rint(radius + radius * np.array([np.cos(angle), np.sin(angle)])).astype(int)
        footprint[y, x] = 1
    return footprint
