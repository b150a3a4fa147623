"""Cells that show more than others of their glyph: strokes of the next one, or of the last."""

from __future__ import annotations

import numpy as np
import pytest

from vision.heresy.crosses import CROSSES
from vision.heresy.doubled import doubled
from vision.heresy.glyphs import PLAIN, draw
from vision.heresy.strokes import Strokes

STATES = np.array([1, 1, 3, 3, 1, 3, 3, 0, 2])
SHOT = CROSSES[1]  # the first row and the second column


def hand() -> np.ndarray:
    """Four glyphs, of which each has a few strokes of its own that no drawing has."""
    rng = np.random.default_rng(4)
    drawn = np.array([draw(glyph, 24) for glyph in PLAIN])
    for glyph in drawn:
        for y, x in rng.integers(2, 19, (3, 2)):
            glyph[y : y + 2, x : x + 4] = 1.0
    return drawn


def strokes(cells: np.ndarray) -> Strokes:
    noise = np.random.default_rng(1).normal(0, 0.03, cells.shape)
    return Strokes.of(np.repeat((cells + noise)[:, None], 4, axis=1).astype(np.float32), STATES, None)


@pytest.mark.parametrize("step", [1, 3])
def test_the_five_cells_that_fade_are_told_by_those_of_their_glyph_that_do_not(step: int) -> None:
    drawn = hand()
    cells = drawn[STATES]
    five = list(SHOT)
    cells[five] = 0.6 * cells[five] + 0.4 * drawn[(STATES[five] + step) % 4]
    assert doubled(strokes(cells)) == SHOT


def test_still_ones_are_alike_wherever_they_sit_and_a_speck_is_no_glyph() -> None:
    cells = hand()[STATES]
    cells[4] = np.roll(cells[4], (1, -1), axis=(0, 1))
    cells[0, 15:19, 4:9] = 1.0
    assert doubled(strokes(cells)) == ()


def test_cells_without_others_of_their_glyph_tell_nothing() -> None:
    cells = hand()[STATES]
    cells[[7, 8]] = hand()[[1, 3]]
    assert doubled(strokes(cells)) == ()
