"""Cells that are read as one glyph, and drawn as two."""

from __future__ import annotations

import cv2
import numpy as np

from vision.heresy.flat import CELL, MARGIN, SIDE
from vision.heresy.glyphs import CARVED, draw
from vision.heresy.twins import strangers

STATES = np.array([0, 1, 2, 0, 1, 2, 0, 1, 2])
SCALE = 0.7


def flat(shown: np.ndarray, noise: float = 0.0, aside: int = 0) -> np.ndarray:
    """A flattened panel of glyphs; the first sits some pixels off its place."""
    side, picture = round(SCALE * CELL), np.full((SIDE, SIDE), 40.0, np.float32)
    for i, state in enumerate(shown):
        y, x = (MARGIN + place * CELL + (CELL - side) // 2 for place in divmod(i, 3))
        x += aside if i == 0 else 0
        picture[y : y + side, x : x + side] += 150 * draw(CARVED[state], side)
    picture = cv2.GaussianBlur(picture, (0, 0), 0.8) + np.random.default_rng(2).normal(0, noise, picture.shape)
    return np.clip(picture, 0, 255).astype(np.uint8)


def test_twins_are_no_strangers() -> None:
    assert strangers(flat(STATES), SCALE, STATES) == ()
    assert strangers(flat(STATES, noise=4.0, aside=3), SCALE, STATES) == ()


def test_another_drawing_under_the_same_name_is_one() -> None:
    shown = STATES.copy()
    shown[5] = 3
    assert strangers(flat(shown), SCALE, STATES) == (5,)


def test_two_of_a_glyph_that_differ_are_both() -> None:
    shown = np.array([0, 1, 0, 0, 1, 0, 0, 3, 0])
    assert strangers(flat(shown), SCALE, np.where(shown == 3, 1, shown)) == (7,)
    shown = np.array([0, 1, 0, 0, 0, 0, 0, 3, 0])
    assert strangers(flat(shown), SCALE, np.where(shown == 3, 1, shown)) == (1, 7)


def test_where_all_differ_nothing_is_told() -> None:
    assert strangers(flat(STATES, noise=60.0), SCALE, STATES) == ()
    alone = np.array([0, 1, 2, 3, 0, 1, 2, 3, 0])
    assert strangers(flat(alone, noise=60.0), SCALE, alone) == ()


def test_what_stands_alone_is_not_compared() -> None:
    shown = np.array([0, 0, 0, 0, 1, 0, 0, 0, 0])
    assert strangers(flat(shown), SCALE, shown) == ()
