"""A line across the five cells of a shot, with two glyphs on either side of it."""

from __future__ import annotations

import numpy as np
import pytest

from vision.heresy.crosses import CROSSES
from vision.heresy.glyphs import CARVED, draw
from vision.heresy.halved import halved
from vision.heresy.strokes import Strokes

BEFORE = np.array([0, 1, 2, 3, 2, 1, 0, 3, 1])
DRAWN = np.array([draw(glyph, 24) for glyph in CARVED])


def strokes(inks: np.ndarray, states: np.ndarray) -> Strokes:
    return Strokes.of(np.repeat(inks[:, None], 4, axis=1).astype(np.float32), states, None)


def wiped(five: tuple[int, ...], line: int, *, across: bool) -> tuple[np.ndarray, np.ndarray]:
    """The cells with ``five`` of them cut at a line, and the states before and after."""
    after = BEFORE.copy()
    after[list(five)] = (after[list(five)] + 1) % 4
    far = np.arange(24) >= line
    return np.where(far[None, None] if across else far[None, :, None], DRAWN[BEFORE], DRAWN[after]), after


@pytest.mark.parametrize("across", [False, True])
@pytest.mark.parametrize("line", [10, 13])
def test_it_is_told_whichever_glyph_the_cells_were_taken_for(line: int, *, across: bool) -> None:
    cells, after = wiped(CROSSES[5], line, across=across)
    assert halved(strokes(cells, BEFORE)) == CROSSES[5]
    assert halved(strokes(cells, after)) == CROSSES[5]
    assert halved(strokes(cells, np.where(np.arange(9) % 2, BEFORE, after))) == CROSSES[5]


def test_whole_glyphs_have_no_line() -> None:
    assert halved(strokes(DRAWN[BEFORE], BEFORE)) == ()
    noise = np.random.default_rng(2).normal(0, 0.15, (9, 24, 24))
    assert halved(strokes(np.clip(DRAWN[BEFORE] + noise, 0, 1), BEFORE)) == ()


def test_nor_has_one_strange_cell() -> None:
    cells, _ = wiped((4,), 12, across=False)
    assert halved(strokes(cells, BEFORE)) == ()
