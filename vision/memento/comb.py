"""Combs: regularly spaced straight edges, found along each axis by itself, then crossed to make lattices.

A board of tiles over a picture has few whole boxes to go by: tiles of one colour melt together where there is no gap,
and the picture has shapes of its own. What it always has are straight edges on a lattice. They are found as ridges of
the edge strength averaged *along* the edge, so the texture of a picture, which has no direction, cancels out.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, log
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.memento import teeth
from vision.memento.axis import Axis, unlike
from vision.planes import planes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

CLIP = 48  # edge strength above this says nothing more: a few bright specks must not make a line
ALONG = 11  # pixels an edge is averaged along itself
ACROSS = 15  # pixels across which the background of an edge is taken
RIDGE = 4  # how far above its background an edge must stand
PAIRS = 6  # lattices made of two combs
WIDEST = 0.4  # greatest pitch as a share of the picture's side
OBLONG = 1.1  # greatest log ratio of a cell's width to its height


@dataclass(frozen=True, slots=True)
class Edges:
    """Straight edges of a picture, both ways, as running sums so that the support of any stretch is four look-ups.

    Attributes:
        upright: (H+1)×(W+1) int32; sums of the upright edges' mask, a pixel wider, above and left of each corner.
        level: (W+1)×(H+1) int32, x first; the same for the level edges' mask, a pixel taller.
        masks: the two masks, H×W uint8 0/1, upright first.
        framed: whether left, top, right and bottom are the picture's own frame, which is an edge; not where a part of
            it was cut out.
    """

    upright: NDArray[np.int32]
    level: NDArray[np.int32]
    masks: tuple[NDArray[np.uint8], NDArray[np.uint8]]
    framed: tuple[bool, bool, bool, bool] = (True, True, True, True)


def edges(picture: NDArray[np.uint8], framed: tuple[bool, bool, bool, bool] = (True, True, True, True)) -> Edges:
    """Straight edges of ``picture`` (H×W×3 uint8); ``framed`` as in ``Edges``."""
    channels = planes(picture)
    across, down = _ridges(channels, 1), _ridges(channels, 0)
    upright = cv2.integral(cv2.dilate(across, np.ones((1, 3), np.uint8)))
    level = cv2.integral(cv2.dilate(cv2.transpose(down), np.ones((1, 3), np.uint8)))
    return Edges(np.asarray(upright, np.int32), np.asarray(level, np.int32), (across, down), framed)


def _ridges(channels: Sequence[NDArray[np.uint8]], axis: int) -> NDArray[np.uint8]:
    """Mask (H×W, 0/1) of straight edges: upright ones for axis 1, level ones for axis 0."""
    height, width = channels[0].shape
    strength = np.zeros((height, width), np.uint8)
    # In place as far as it goes: memory that is new costs more than what is done in it.
    if min(height, width) > 2:
        ends = (slice(2, None), slice(None, -2), slice(1, -1))
        one, two, inner = ((slice(None), part) if axis == 1 else (part, slice(None)) for part in ends)
        most = cv2.absdiff(channels[0][one], channels[0][two])
        other = np.empty_like(most)
        for plane in channels[1:]:
            cv2.max(most, cv2.absdiff(plane[one], plane[two], dst=other), dst=most)
        strength[inner] = cv2.min(most, CLIP, dst=most)
    sizes = ((1, ALONG), (ACROSS, 1), (1, 5)) if axis == 1 else ((ALONG, 1), (1, ACROSS), (5, 1))
    straight = cv2.blur(strength, sizes[0])
    ground = cv2.blur(straight, sizes[1], dst=strength)
    tall = cv2.compare(straight, cv2.add(ground, RIDGE, dst=ground), cv2.CMP_GT, dst=ground)
    mask = cv2.dilate(straight, np.ones(sizes[2], np.uint8))
    cv2.compare(straight, mask, cv2.CMP_GE, dst=mask)
    return np.asarray(cv2.min(cv2.bitwise_and(mask, tall, dst=mask), 1, dst=mask), np.uint8)


def combs(mask: NDArray[np.uint8], axis: int, keep: int = 6) -> list[tuple[float, Axis]]:
    """Regular rows of lines in an edge mask, best first.

    Args:
        mask: H×W 0/1, edges running across ``axis``.
        axis: 1 to look for upright lines along x, 0 for level lines along y.
        keep: how many combs at most.

    Returns:
        (score, comb) pairs.
    """
    return teeth.search([_profile(mask, axis)], [WIDEST * mask.shape[axis]], [None], keep)[0]


def lattices(found: Edges, keep: int = 2) -> list[tuple[Axis, Axis]]:
    """Pairs of an x comb and a y comb, each looked for where the other is too; no two alike.

    There the best comb of the other's pitch is taken as well, for most cells are square.
    """
    upright, level = found.masks
    height, width = upright.shape
    wide, high = WIDEST * width, WIDEST * height
    xs, ys = teeth.search([_profile(upright, 1), _profile(level, 0)], [wide, high], [None, None], keep)
    pairs = [(sx + sy, x, y) for sx, x in xs for sy, y in ys]
    profiles = [_profile(level, 0, x) for _, x in xs] + [_profile(upright, 1, y) for _, y in ys]
    likes = [x.pitch for _, x in xs] + [y.pitch for _, y in ys]
    if profiles:
        crossed = teeth.search(profiles, [high] * len(xs) + [wide] * len(ys), likes, keep)
        for (sx, x), others in zip(xs, crossed, strict=False):
            pairs += [(sx + sy, x, y) for sy, y in others]
        for (sy, y), others in zip(ys, crossed[len(xs) :], strict=True):
            pairs += [(sx + sy, x, y) for sx, x in others]
    pairs.sort(key=lambda pair: -pair[0])
    kept: list[tuple[Axis, Axis]] = []
    for _, x, y in pairs:
        if abs(log(x.pitch / y.pitch)) < OBLONG and all(unlike(x, a) or unlike(y, b) for a, b in kept):
            kept.append((x, y))
        if len(kept) >= PAIRS:
            break
    return kept


def _profile(mask: NDArray[np.uint8], axis: int, within: Axis | None = None) -> NDArray[np.float32]:
    """Pixels of edge at each place along ``axis``, between the first and the last line of a comb of the other axis."""
    if within is not None:
        first, last = within.origin, within.origin + within.count * within.pitch
        part = slice(max(0, int(first)), max(1, ceil(last)))
        mask = mask[part] if axis == 1 else mask[:, part]
    reduced = cv2.reduce(mask, 0 if axis == 1 else 1, cv2.REDUCE_SUM, dtype=cv2.CV_32F)
    return np.asarray(reduced, np.float32).ravel()
