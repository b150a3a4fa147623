"""What five cells of a panel have more than the other four, and how they are drawn."""

from __future__ import annotations

import numpy as np
import pytest

from vision.heresy import lit
from vision.heresy.crosses import CROSSES, more
from vision.heresy.glyphs import CARVED, draw
from vision.heresy.strokes import Strokes

STATES = np.array([0, 0, 1, 0, 1, 1, 2, 0, 2])
NOISE = np.array([0.1])
MIDDLE = list(CROSSES[4])  # the middle row and column


def test_a_cross_is_a_row_and_a_column() -> None:
    assert CROSSES[0] == (0, 1, 2, 3, 6)
    assert all(len(cross) == 5 for cross in CROSSES)


def test_what_glyphs_have_of_their_own_counts_less() -> None:
    """The same five cells have more: as much as their glyphs have anyway, or of each glyph more than others of it."""
    own = np.where(np.isin(STATES, (1, 2)), 0.4, 0.0)[None]
    shared = np.zeros((1, 9))
    shared[0, MIDDLE] = 0.4
    assert more(shared, STATES, NOISE).argmax() == 4
    assert more(own, STATES, NOISE).max() < more(own, np.zeros(9, np.int64), NOISE).max()
    assert more(own, STATES, NOISE).max() < 0.6 * more(shared, STATES, NOISE).max()


def test_it_is_told_by_its_standard_error() -> None:
    measure = np.zeros((1, 9))
    measure[0, MIDDLE] = 0.2
    plain = more(measure, STATES, NOISE)[0, 4]
    assert more(measure + 5, STATES, NOISE)[0, 4] == pytest.approx(plain)
    assert more(-measure, STATES, NOISE)[0, 4] == pytest.approx(-plain)
    assert more(measure, STATES, 2 * NOISE)[0, 4] == pytest.approx(plain / 2)
    noisy = measure + np.random.default_rng(3).normal(0, 0.2, (200, 1, 9))
    assert np.median([more(one, STATES, NOISE)[0, 4] for one in noisy]) < plain / 1.5


def patches(inks: np.ndarray) -> np.ndarray:
    """Cells that show ``inks`` whatever is supposed of them."""
    return np.repeat(inks[:, None], 4, axis=1).astype(np.float32)


def test_a_second_glyph_is_told_and_which_side_it_is_of() -> None:
    drawn = np.array([draw(glyph, 24) for glyph in CARVED])
    plain = Strokes.of(patches(drawn[STATES]), STATES, None)
    assert np.abs(plain.mixed).max() < 0.02
    coming = Strokes.of(patches(0.6 * drawn[STATES] + 0.4 * drawn[(STATES + 1) % 4]), STATES, None)
    assert (coming.mixed[0] > 0.05).all()
    assert (coming.mixed[0] > coming.mixed[1]).all()
    assert (coming.poor > plain.poor).all()
    gone = Strokes.of(patches(0.6 * drawn[STATES] + 0.4 * drawn[(STATES - 1) % 4]), STATES, None)
    assert (gone.mixed[1] > gone.mixed[0]).all()


def test_size_is_told() -> None:
    full = np.array([draw(glyph, 24) for glyph in CARVED])[STATES]
    less = np.array([np.pad(draw(glyph, 22), 1) for glyph in CARVED])[STATES]
    away = Strokes.of(patches(less), STATES, None).small - Strokes.of(patches(full), STATES, None).small
    assert np.median(away) == pytest.approx(np.log(24 / 22), abs=0.04)


def test_under_a_light_strokes_are_compared_with_lit_ones() -> None:
    light = np.array([0.2, 0.7, 0.68])
    shown = lit.drawn(light)[1].reshape(4, 24, 24)[STATES]
    assert Strokes.of(patches(shown), STATES, light).poor.max() < 0.05
    assert Strokes.of(patches(shown), STATES, None).poor.min() > 0.2
