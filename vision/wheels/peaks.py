"""Peaks of contrast maps: spots, with the centroid of the contrast around each."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.wheels.mosaic import Mosaic

Floats = NDArray[np.float64]
Bytes = NDArray[np.uint8]
Places = NDArray[np.intp]

LOWEST = 6
MOST = 160
APART = 2.0
"""Spots of one colour no further apart than this are the same spot seen by two rings."""
FEWEST = 5
"""Fewer spots than this are neither a lock nor the crowd that one may show as."""
BUSY = 50
"""In a busy picture one pixel of so many is looked at."""
MARGIN = 8
WINDOW = 3
FEW = 256
"""Spots of all parts up to which it is not worth it to take the parts one by one."""
SPAN = np.arange(-WINDOW, WINDOW + 1)
MOMENTS = np.stack([np.ones((len(SPAN),) * 2), *np.meshgrid(SPAN, SPAN)], axis=-1, dtype=np.float64).reshape(-1, 3)
"""Of a window around a spot: its sum, and its sums by x and by y."""


@dataclass(frozen=True, slots=True, eq=False)
class Spots:
    """What one level of the pyramid offers.

    Attributes:
        xy: N×2 sub-pixel places in level pixels (pixel centres at whole numbers).
        strength: N, worst ring contrast, 0..255.
        sign: N, +1 redder than its ring, -1 greener, 0 darker.
        ground: N, level of the channel at the reddest place of a red spot's ring, at the greenest of a green one's;
            nan where it is not known. None where none is.
    """

    xy: Floats
    strength: Floats
    sign: NDArray[np.int8]
    ground: Floats | None = None

    def only(self, kept: NDArray[np.bool_]) -> Spots:
        """Those that are ``kept`` (N)."""
        if kept.all():
            return self
        ground = None if self.ground is None else self.ground[kept]
        return Spots(self.xy[kept], self.strength[kept], self.sign[kept], ground)

    def moved(self, x: float, y: float) -> Spots:
        """The same, seen from a corner ``x`` and ``y`` pixels further to the left and up."""
        return Spots(self.xy + np.array([x, y]), self.strength, self.sign, self.ground)


NONE = Spots(np.empty((0, 2)), np.empty(0), np.empty(0, np.int8))


def peaks(
    maps: Bytes, signs: Sequence[int], mosaic: Mosaic, pixels: Sequence[int], canvas: Bytes | None = None
) -> list[Spots]:
    """The strongest spots of each part of a mosaic, at most ``MOST`` a part and map.

    Args:
        maps: K×H×W contrast maps of the mosaic, 0 in its gaps.
        signs: K, which spots each map shows, see ``Spots``.
        mosaic: where the P parts lie; no spot is found within ``WINDOW`` pixels of a part's edge.
        pixels: P, of the whole that each part is cut from, by which it is told whether it is busy.
        canvas: H×W, the channel in which the maps are contrasts; None where they are of another.
    """
    parts, (height, width) = len(mosaic.boxes), mosaic.shape
    place, smooth = _maxima(maps, mosaic, np.array([0, *pixels]) * len(maps) // BUSY)
    which, pixel = np.divmod(place, height * width)
    part = mosaic.owners(WINDOW).ravel()[pixel].astype(np.intp)
    many = np.bincount(part, minlength=parts + 1) >= FEWEST
    many[0] = False
    kept = np.flatnonzero(many[part])
    if not len(kept):
        return [NONE] * parts
    group = part * len(maps) + which
    if len(kept) > 2 * MOST:
        kept = kept[_strongest(group[kept], smooth[kept], 2 * MOST)]
    window = (SPAN[:, None] * width + SPAN).ravel()
    weights = maps.ravel()[place[kept, None] + window]
    peak = weights.max(axis=1)
    order = _strongest(group[kept], peak, MOST)
    order = order[peak[order] >= LOWEST]
    kept, peak, weights = kept[order], peak[order].astype(np.float64), weights[order].astype(np.float64)
    sign = np.array(signs, np.int8)[which[kept]]
    ground = None
    if canvas is not None:
        ground = canvas.ravel()[pixel[kept] + window[weights.argmax(axis=1)]] - sign * peak
    # Only the spot itself: what is weaker than half the peak belongs to something else.
    weights *= weights >= 0.5 * peak[:, None]
    total, right, down = (weights @ MOMENTS).T
    y, x = np.divmod(pixel[kept], width)
    xy = np.stack([x + right / total, y + down / total], axis=1)
    which, part = which[kept], part[kept]
    # A flat top has many equal maxima: they share one centroid.
    column, row = np.rint(xy).astype(np.intp).T
    own = np.unique((which * height + row) * width + column, return_index=True)[1]
    own.sort()
    bounds = [0, *np.cumsum(np.bincount(part[own], minlength=parts + 1)[1:]).tolist()]
    blocks = [own] if len(own) <= FEW else [own[a:b] for a, b in pairwise(bounds)]
    if len(set(signs)) < len(signs):
        again = np.concatenate([_again(which[block], sign[block], xy[block]) for block in blocks])
    else:
        again = np.zeros(len(own), np.bool_)
    found = []
    for (left, top, _, _), (first, last) in zip(mosaic.boxes, pairwise(bounds), strict=True):
        mine = own[first:last][~again[first:last]]
        own_ground = None if ground is None else ground[mine]
        found.append(Spots(xy[mine] - (left, top), peak[mine], sign[mine], own_ground) if len(mine) else NONE)
    return found


def _again(which: Places, sign: NDArray[np.int8], xy: Floats) -> NDArray[np.bool_]:
    """Which of N spots an earlier map shows too."""
    x, y = xy.T
    again = (which[:, None] > which) & (sign[:, None] == sign)
    again &= (np.abs(x[:, None] - x) <= APART) & (np.abs(y[:, None] - y) <= APART)
    return np.asarray(again.any(axis=1))


def _strongest(group: Places, strength: Bytes, most: int) -> Places:
    """Indices of the ``most`` strongest of N spots of each group, by group and then strongest first."""
    order = np.lexsort((255 - strength, group))
    if len(order) <= most:
        return order
    ranked = group[order]
    return order[np.arange(len(order)) - np.searchsorted(ranked, ranked) < most]


def _maxima(maps: Bytes, mosaic: Mosaic, enough: Places) -> tuple[Places, Bytes]:
    """Places in the flattened ``maps`` (K×H×W) of their local maxima when smoothed, and how high each is, N each.

    Of each part only those among ``enough`` (1 + P, the first not used) of its pixels are listed.
    """
    _, height, width = maps.shape
    # Often only little of a picture holds spots. So wide a margin leaves all as it is, and keeps the maps apart that
    # are laid one below the other.
    anywhere = maps[0]
    for one in maps[1:]:
        anywhere = np.asarray(cv2.max(anywhere, one), np.uint8)
    left, top, across, down = cv2.boundingRect(cv2.threshold(anywhere, LOWEST - 1, 255, cv2.THRESH_BINARY)[1])
    left, top, right, bottom = max(left - MARGIN, 0), max(top - MARGIN, 0), left + across + MARGIN, top + down + MARGIN
    busy = np.ascontiguousarray(maps[:, top:bottom, left:right])
    flat = np.asarray(cv2.blur(busy.reshape(-1, busy.shape[2]), (5, 5)), np.uint8)
    _, mask = cv2.threshold(flat, LOWEST // 2, 255, cv2.THRESH_BINARY)
    many = cv2.countNonZero(mask)
    tops = cv2.bitwise_and(mask, cv2.compare(flat, cv2.dilate(flat, np.ones((5, 5), np.uint8)), cv2.CMP_EQ))
    found = np.flatnonzero(tops.view(np.bool_))
    heights = flat.ravel()[found]
    if many > enough[1:].min():
        # A busy picture has tens of thousands of faint peaks: only its strongest are worth listing.
        whose = mosaic.owners(0)[top:bottom, left:right].ravel()
        high = np.flatnonzero(mask.view(np.bool_))
        names = whose[high % len(whose)].astype(np.intp) * 256 + flat.ravel()[high]
        tally = np.bincount(names, minlength=256 * len(enough)).reshape(-1, 256)
        least = (np.cumsum(tally[:, ::-1], axis=1)[:, ::-1] <= enough[:, None]).argmax(axis=1)
        kept = heights >= least[whose[found % len(whose)]]
        found, heights = found[kept], heights[kept]
    row, x = np.divmod(found, busy.shape[2])
    which, y = np.divmod(row, busy.shape[1])
    return (which * height + y + top) * width + x + left, heights
