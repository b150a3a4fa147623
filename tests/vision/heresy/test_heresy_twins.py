"""Cells that are read as one glyph, and drawn as two."""

from __future__ import annotations

import cv2
import numpy as np

from vision.heresy.flat import CELL, MARGIN, SIDE
from vision.heresy.glyphs import CARVED, draw
from vision.heresy.twins import two_by_colour, two_by_looks

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


def test_twins_are_one() -> None:
    assert two_by_looks(flat(STATES), SCALE, STATES) == ()
    assert two_by_looks(flat(STATES, noise=4.0, aside=3), SCALE, STATES) == ()


def test_another_drawing_under_the_same_name_is_one() -> None:
    shown = STATES.copy()
    shown[5] = 3
    assert two_by_looks(flat(shown), SCALE, STATES) == (2, 5, 8)


def test_it_is_not_told_which_of_them_is_right() -> None:
    shown = np.array([0, 1, 0, 0, 1, 0, 0, 3, 0])
    assert two_by_looks(flat(shown), SCALE, np.where(shown == 3, 1, shown)) == (1, 4, 7)
    shown = np.array([0, 1, 0, 0, 0, 0, 0, 3, 0])
    assert two_by_looks(flat(shown), SCALE, np.where(shown == 3, 1, shown)) == (1, 7)


def test_two_and_two_are_told_apart() -> None:
    shown = np.array([3, 0, 0, 2, 3, 0, 2, 0, 1])
    assert two_by_looks(flat(shown), SCALE, np.where(shown == 3, 2, shown)) == (0, 3, 4, 6)


def test_where_all_differ_nothing_is_told() -> None:
    assert two_by_looks(flat(STATES, noise=60.0), SCALE, STATES) == ()
    alone = np.array([0, 1, 2, 3, 0, 1, 2, 3, 0])
    assert two_by_looks(flat(alone, noise=60.0), SCALE, alone) == ()


def test_what_stands_alone_is_not_compared() -> None:
    shown = np.array([0, 0, 0, 0, 1, 0, 0, 0, 0])
    assert two_by_looks(flat(shown), SCALE, shown) == ()


def test_emblems_that_their_plates_make_alike_are_two() -> None:
    states, second = np.full(9, 2), np.array([0, 2, 7])
    shown = np.full((SIDE, SIDE), 120, np.uint8)
    for i in range(9):
        x, y = (round(MARGIN + (place + 0.5) * CELL) for place in (i % 3, i // 3))
        far = round(0.4 * CELL)
        cv2.rectangle(shown, (x - far, y - far), (x + far, y + far), 40, -1)
        cv2.circle(shown, (x, y), round(0.25 * CELL), 190, -1, cv2.LINE_AA)
        if i in second:
            cv2.line(shown, (x + 2, y + 4), (x + 5, y - 4), 60, 2, cv2.LINE_AA)
        else:
            cv2.rectangle(shown, (x - 5, y - 4), (x + 4, y), 60, -1)
    assert two_by_looks(shown, 0.78, states) == tuple(range(9))
    assert two_by_looks(shown, 0.78, np.where(np.isin(np.arange(9), second), 1, 2)) == ()


def coloured(tones: list[tuple[int, int, int]], dimmed: float = 1.0) -> np.ndarray:
    """Nine cells of some colours by turns, with one glyph in each; the light goes down to so much of it."""
    shown = np.full((SIDE, SIDE, 3), 30.0, np.float32)
    ink = draw(CARVED[2], CELL)[..., None]
    for i in range(9):
        x, y = (MARGIN + place * CELL for place in (i % 3, i // 3))
        shown[y : y + CELL, x : x + CELL] = tones[i % len(tones)] * (1 - ink) + 230.0 * ink
    light = np.linspace(1.0, dimmed, SIDE, dtype=np.float32)
    return np.asarray((shown * light[:, None]).astype(np.uint8))


def test_cells_of_two_colours_are_no_panel_of_one_glyph() -> None:
    assert not two_by_colour(coloured([(60, 50, 40)]))
    assert not two_by_colour(coloured([(60, 50, 40)], dimmed=0.7))
    assert two_by_colour(coloured([(60, 50, 40), (60, 120, 40)]))
    assert two_by_colour(coloured([(60, 50, 40), (90, 30, 120), (20, 120, 90)]))
