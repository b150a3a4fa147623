"""Stage 1, propose: the levels of the pyramid on which the whole picture is searched, and the spots of each."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.wheels.peaks import LOWEST
from vision.wheels.propose import NARROW, RINGS, cut, lively, opponent, propose, smoothed

if TYPE_CHECKING:
    from vision.scene import Scene
    from vision.wheels.peaks import Spots

Bytes = NDArray[np.uint8]

LARGEST = 560
COARSEST = 2
"""The whole picture is searched on the first level no longer than ``LARGEST``, at most this one, and coarser ones."""
SMALLEST = 56
"""Shorter side of the coarsest level, at least; half as much in a large picture for its fat dots, see ``NARROW``."""
EVEN = 128
"""The opponent channel of what is neither redder nor greener."""


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """A level on which the whole picture is searched.

    Attributes:
        level: of the scene.
        channel: its smoothed opponent channel.
        cut: rows and columns of it that hold all spots.
        spots: what was proposed.
    """

    level: int
    channel: Bytes
    cut: tuple[slice, slice]
    spots: Spots

    def without(self, taken: list[tuple[float, float, float, float]]) -> Level:
        """The level without what stands in some boxes of the frame; its channel is painted over."""
        spots = self.spots
        for box in taken:
            left, top, right, bottom = (max(0, round(side / 2**self.level)) for side in box)
            self.channel[top:bottom, left:right] = EVEN
            x, y = spots.xy.T
            spots = spots.only((x < left) | (x > right) | (y < top) | (y > bottom))
        return replace(self, spots=spots)


def searched(scene: Scene) -> list[Level]:
    """The levels on which the whole picture is searched, coarse ones first; none where nothing stands out."""
    shortest = min(scene.frame.width, scene.frame.height)
    if shortest < SMALLEST:
        return []
    base = min(scene.level_for(LARGEST), COARSEST)
    channels = [opponent(scene.level(base))]
    least, most, _, _ = cv2.minMaxLoc(channels[0])
    if most - least < LOWEST:
        return []  # nothing is redder or greener than anything else
    large = base == COARSEST
    smallest = SMALLEST // 2 if large else SMALLEST
    while shortest >> (base + len(channels)) >= smallest:
        channels.append(_halved(channels[-1]))
    box = lively(channels[min(1, len(channels) - 1)], doubled=len(channels) > 1)
    if box is None:
        return []
    channels = [smoothed(channel) for channel in channels]
    cuts = [cut(box, above) for above in range(len(channels))]
    pixels = [channel.size for channel in channels]
    parts = [channel[rows, cols] for channel, (rows, cols) in zip(channels, cuts, strict=True)]
    found = propose(parts, pixels, NARROW if large else RINGS)
    levels = [
        Level(base + above, channel, part, spots.moved(part[1].start, part[0].start))
        for above, (channel, part, spots) in enumerate(zip(channels, cuts, found, strict=True))
    ]
    return levels[::-1]


def _halved(channel: Bytes) -> Bytes:
    height, width = channel.shape[0] // 2, channel.shape[1] // 2
    return np.asarray(
        cv2.resize(channel[: 2 * height, : 2 * width], (width, height), interpolation=cv2.INTER_AREA), np.uint8
    )
