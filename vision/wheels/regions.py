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
LOWEST = 8
BEFORE = np.array([[1, 1, 1], [1, 0, 0], [0, 0, 0]], np.uint8)
"""The neighbours of a pixel that come before it: of an even top only its first pixel is a speck."""
CELL = 8
"""Side of a counting cell in pixels; three of them hold such a lock."""
EACH = 3
CROWD = 8
FAINTEST = 75.0
"""Least sum of either colour's contrasts in a crowd."""
SHARES = (1.0, 0.2, 0.14, 0.1, 0.06, 0.03, 0.01)
EVERY = 400
"""One region is looked at again for so many counting cells of the picture, and one more."""
MOST = 0.2
"""At most this share of the picture is looked at again; where more is crowded, only the strongest crowds are."""


def regions(channel: Bytes, pixels: int) -> list[tuple[int, int, int, int]]:
    """Boxes (left, top, right, bottom) around the crowds of specks in a smoothed opponent channel (H×W).

    ``channel`` may be a part of one of so many ``pixels``, by which it is told how much is looked at again.
    """
    size = pixels // CELL**2
    score = _scores(channel)
    if score is None:
        return []
    ranked = np.sort(score[score > 0])
    for share in SHARES:
        least = ranked[-max(1, int(share * size))] if share * size < len(ranked) else ranked[0]
        # The window around a crowded cell, and half a lock more on every side.
        mask = cv2.dilate((score >= least).astype(np.uint8), np.ones((5, 5), np.uint8))
        if cv2.countNonZero(mask) <= MOST * size:
            break
    # What is left out of a crowd for being too faint lies beside it.
    mask = cv2.dilate(mask, np.ones((3, 3), np.uint8))
    found = outlined(mask, CELL, (channel.shape[0], channel.shape[1]))
    return sorted(found, key=lambda box: -_best(score, box))[: 1 + size // EVERY]


def crowded(channel: Bytes) -> bool:
    """Whether there is any crowd of specks in a smoothed opponent channel (H×W)."""
    return _scores(channel) is not None


def _scores(channel: Bytes) -> NDArray[np.float64] | None:
    """How much a crowd of specks around each counting cell stands out, 0 where there is none; None for no crowd."""
    square = np.ones((SPECK, SPECK), np.uint8)
    reds, red = _specks(cv2.morphologyEx(channel, cv2.MORPH_TOPHAT, square))
    if reds.max() < EACH:
        return None
    greens, green = _specks(cv2.morphologyEx(channel, cv2.MORPH_BLACKHAT, square))
    crowd = (reds >= EACH) & (greens >= EACH) & (reds + greens >= CROWD) & (np.minimum(red, green) >= FAINTEST)
    # A lock's dots stand out more than the specks of any texture around it.
    return np.where(crowd, np.minimum(red, green), 0.0) if crowd.any() else None


def _best(score: NDArray[np.float64], box: tuple[int, int, int, int]) -> float:
    """The best score of the counting cells in a box."""
    left, top, right, bottom = (-(-side // CELL) for side in box)
    return float(score[top:bottom, left:right].max())


def _specks(hat: Bytes) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Number and summed strength of the specks around each counting cell, from how far each pixel stands out."""
    height, width = -(-hat.shape[0] // CELL), -(-hat.shape[1] // CELL)
    peaks = cv2.compare(hat, cv2.dilate(hat, np.ones((3, 3), np.uint8)), cv2.CMP_EQ)
    peaks = cv2.bitwise_and(peaks, cv2.compare(hat, cv2.max(cv2.dilate(hat, BEFORE), LOWEST - 1), cv2.CMP_GT))
    place = np.flatnonzero(peaks.view(np.bool_))
    y, x = np.divmod(place, hat.shape[1])
    cell = y // CELL * width + x // CELL
    found = []
    for weights in (None, hat.ravel()[place]):
        sums = np.bincount(cell, weights, minlength=height * width).astype(np.float32).reshape(height, width)
        found.append(np.asarray(cv2.boxFilter(sums, -1, (3, 3), normalize=False), np.float32))
    return found[0], found[1]
