"""Letters: how much a mark looks like each letter and digit, in the usual fonts of screens.

Each mark is brought to one height and held against prototypes, of which each letter has a few: the centres of k-means
clusters over its looks in some hundred fonts (``calibration.fit_letters``).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

_Level = TypeVar("_Level", np.uint8, np.float32)
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
FILE = Path(__file__).with_name("letters.png")
"""A row of prototypes for each letter of the alphabet; where it has fewer than others, the rest is black."""
HEIGHT, WIDTH = 16, 24
"""Pixels of a mark: its height, and the most of its width, in whose middle it stands."""
SOFT, REACH = 0.7, 3
"""Pixels (standard deviation) by which it is blurred, and as far as the blur reaches."""


def shape(ink: NDArray[_Level]) -> NDArray[_Level]:
    """A mark of any size, its ground 0, at the prototypes' size: HEIGHT×WIDTH."""
    height, width = ink.shape
    wide = max(1, min(WIDTH, round(width * HEIGHT / height)))
    left = (WIDTH - wide) // 2
    found = np.zeros((HEIGHT, WIDTH), ink.dtype)
    how = cv2.INTER_AREA if height >= HEIGHT else cv2.INTER_LINEAR
    found[:, left : left + wide] = cv2.resize(ink, (wide, HEIGHT), interpolation=how)
    return found


def even(shapes: NDArray[_Level]) -> NDArray[np.float32]:
    """Shapes (N×HEIGHT×WIDTH) blurred, without their mean, of length one: N×(HEIGHT·WIDTH)."""
    apart = np.pad(shapes.astype(np.float32), ((0, 0), (REACH, REACH), (REACH, REACH)))
    column = apart.reshape(-1, apart.shape[2])  # a call for each would cost more than the blur
    soft = cv2.GaussianBlur(column, (0, 0), SOFT, borderType=cv2.BORDER_CONSTANT).reshape(apart.shape)
    flat = soft[:, REACH:-REACH, REACH:-REACH].reshape(len(shapes), -1)
    flat = flat - flat.mean(axis=1, keepdims=True)
    return np.asarray(flat / np.maximum(np.linalg.norm(flat, axis=1, keepdims=True), 1e-6))


def likeness(shapes: Sequence[NDArray[_Level]]) -> NDArray[np.float32]:
    """Correlation of each of N shapes (HEIGHT×WIDTH) with the prototype of each letter that it is most like: N×62."""
    prototypes, firsts = _prototypes()
    if not len(shapes):
        return np.empty((0, len(ALPHABET)), np.float32)
    return np.asarray(np.maximum.reduceat(even(np.stack(shapes)) @ prototypes.T, firsts, axis=1))


@cache
def _prototypes() -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """All prototypes, P×(HEIGHT·WIDTH), and which is the first of each letter."""
    sheet = np.asarray(cv2.imread(str(FILE), cv2.IMREAD_GRAYSCALE))
    rows = sheet.reshape(len(ALPHABET), HEIGHT, -1, WIDTH).transpose(0, 2, 1, 3).astype(np.float32)
    used = rows.any(axis=(2, 3))
    flat = rows[used].reshape(-1, HEIGHT * WIDTH)
    flat = flat - flat.mean(axis=1, keepdims=True)
    flat /= np.linalg.norm(flat, axis=1, keepdims=True)
    return flat, np.concatenate([[0], np.cumsum(used.sum(axis=1))[:-1]])
