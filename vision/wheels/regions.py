"""Where to look again at twice the size: small crowds of reddish and greenish specks.

A level of the pyramid is four times the work of the next. The smallest locks need a fine one, but on a coarse one they
still show as a crowd of specks of both colours, so only the crowds' surroundings are searched.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.wheels.crowds import outlined

Bytes = NDArray[np.uint8]

SPECK = 7
"""Side in pixels of the square a speck fits in: the dots of a lock whose pitch is too small to be read here."""
LOWEST = 5
BEFORE = np.array([[1, 1, 1], [1, 0, 0], [0, 0, 0]], np.uint8)
"""The neighbours of a pixel that come before it: of an even top only its first pixel counts."""
CELL = 8
"""Side of a counting cell in pixels; three of them hold such a lock."""
EACH = 2
CROWD = 6
FAINTEST = 100.0
"""Least sum of either colour's contrasts in a crowd."""
CLEAR, CLEAR_EACH, CLEAR_CROWD, CLEAR_FAINTEST = 8, 3, 8, 75.0
"""The same for clear specks, an even top counted once: a crowd without so many of them is a texture, or edges."""
SHARES = (1.0, 0.2, 0.14, 0.1, 0.06, 0.03, 0.01)
EVERY = 400
"""One region is looked at again for so many counting cells of the picture, and one more."""
MOST = 0.4
"""At most this share of the picture is looked at again; where more is crowded, only the strongest crowds are."""


def regions(channel: Bytes, pixels: int) -> list[tuple[int, int, int, int]]:
    """Boxes (left, top, right, bottom) around the crowds of specks in a smoothed opponent channel (H×W).

    ``channel`` may be a part of one of so many ``pixels``, by which it is told how much is looked at again.
    """
    size = pixels // CELL**2
    hats = _hats(channel)
    clear = _clear(hats)
    if not clear.any():
        return []
    (reds, red), (greens, green) = (_specks(hat, _tops(hat)) for hat in hats)
    crowded = (reds >= EACH) & (greens >= EACH) & (reds + greens >= CROWD) & (np.minimum(red, green) >= FAINTEST)
    if not crowded.any():
        return []
    # A lock's dots stand out more than the specks of any texture around it.
    score = np.where(crowded, np.minimum(red, green), 0.0)
    ranked = np.sort(score[crowded])
    for share in SHARES:
        least = ranked[-max(1, int(share * size))] if share * size < len(ranked) else ranked[0]
        # The window around a crowded cell, and half a lock more on every side.
        mask = cv2.dilate((score >= least).astype(np.uint8), np.ones((5, 5), np.uint8))
        if cv2.countNonZero(mask) <= MOST * size:
            break
    found = outlined(mask, CELL, (channel.shape[0], channel.shape[1]))
    found = sorted(found, key=lambda box: -_best(score, box))[: 1 + size // EVERY]
    return [box for box in found if _best(clear, box)]


def clear_crowd(channel: Bytes) -> bool:
    """Whether a smoothed opponent channel (H×W) holds any crowd of clear specks."""
    return bool(_clear(_hats(channel)).any())


def _hats(channel: Bytes) -> tuple[Bytes, Bytes]:
    """How far each pixel is redder and how far it is greener than what is wider than a speck."""
    square = np.ones((SPECK, SPECK), np.uint8)
    red, green = (cv2.morphologyEx(channel, hat, square) for hat in (cv2.MORPH_TOPHAT, cv2.MORPH_BLACKHAT))
    return np.asarray(red, np.uint8), np.asarray(green, np.uint8)


def _clear(hats: tuple[Bytes, Bytes]) -> NDArray[np.float64]:
    """1 for each counting cell in a crowd of clear specks, else 0."""
    found = []
    for hat in hats:
        first = cv2.compare(hat, cv2.max(cv2.dilate(hat, BEFORE), CLEAR - 1), cv2.CMP_GT)
        count, strength = _specks(hat, np.asarray(cv2.bitwise_and(_tops(hat), first), np.uint8))
        if count.max() < CLEAR_EACH:
            return np.zeros(count.shape)
        found.append((count, strength))
    (reds, red), (greens, green) = found
    enough = (reds >= CLEAR_EACH) & (greens >= CLEAR_EACH) & (reds + greens >= CLEAR_CROWD)
    return (enough & (np.minimum(red, green) >= CLEAR_FAINTEST)).astype(np.float64)


def _tops(hat: Bytes) -> Bytes:
    """255 where a pixel of a hat is as high as all its neighbours, and high enough."""
    tops = cv2.compare(hat, cv2.dilate(hat, np.ones((3, 3), np.uint8)), cv2.CMP_EQ)
    return np.asarray(cv2.bitwise_and(tops, cv2.compare(hat, LOWEST, cv2.CMP_GE)), np.uint8)


def _best(score: NDArray[np.float64], box: tuple[int, int, int, int]) -> float:
    """The best score of the counting cells in a box."""
    left, top, right, bottom = (-(-side // CELL) for side in box)
    return float(score[top:bottom, left:right].max())


def _specks(hat: Bytes, peaks: Bytes) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Number and summed height of the ``peaks`` (H×W, not 0) of a hat around each counting cell."""
    height, width = -(-hat.shape[0] // CELL), -(-hat.shape[1] // CELL)
    place = np.flatnonzero(peaks.view(np.bool_))
    y, x = np.divmod(place, hat.shape[1])
    cell = y // CELL * width + x // CELL
    found = []
    for weights in (None, hat.ravel()[place]):
        sums = np.bincount(cell, weights, minlength=height * width).astype(np.float32).reshape(height, width)
        found.append(np.asarray(cv2.boxFilter(sums, -1, (3, 3), normalize=False), np.float32))
    return found[0], found[1]
