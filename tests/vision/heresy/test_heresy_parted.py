"""Cells of one glyph that a row and a column part in two."""

from __future__ import annotations

import numpy as np

from vision.heresy.crosses import CROSSES
from vision.heresy.parted import alone, parted, still, two

STATES = np.array([1, 1, 3, 3, 1, 3, 3, 1, 3])
SHOT = CROSSES[1]  # the first row and the second column
INSIDE = np.isin(np.arange(9), SHOT)


def alike(across: float) -> np.ndarray:
    """Odds of pairs on one side of the cross, five, and on both."""
    odds = np.where(INSIDE[:, None] != INSIDE, across, 5.0)
    odds = odds + np.random.default_rng(2).normal(0, 0.3, odds.shape)
    return (odds + odds.T) / 2


def test_a_shot_under_way_parts_cells_of_one_glyph() -> None:
    assert parted(alike(-1.0), STATES) == SHOT
    assert parted(alike(4.5), STATES) == ()


def test_cells_of_one_glyph_that_are_alike_on_both_sides_are_still() -> None:
    assert still(alike(4.5), STATES, SHOT)
    assert not still(alike(2.0), STATES, SHOT)
    apart = np.where(INSIDE, 1, 3)
    assert not still(alike(4.5), apart, SHOT)  # none on both
    assert np.flatnonzero(alone(apart)).tolist() == [1]
    assert not alone(STATES).any()


def test_two_cells_that_are_hardly_one_glyph_are_told() -> None:
    odds = alike(5.0)
    odds[2, 8] = odds[8, 2] = -2.0
    assert two(odds, STATES, strictly=False) == (2, 8)
    assert two(alike(5.0), STATES, strictly=True) == ()
    assert two(odds, np.arange(9) % 4, strictly=True) == ()
