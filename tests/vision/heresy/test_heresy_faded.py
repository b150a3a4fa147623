"""Five cells of a row and a column that are all fainter than the others."""

from __future__ import annotations

import numpy as np

from vision.heresy.crosses import CROSSES
from vision.heresy.faded import faded


def test_a_row_and_a_column_that_are_all_fainter_are_told() -> None:
    contrast = np.full(9, 4.0) + np.random.default_rng(3).normal(0, 0.03, 9)
    assert faded(contrast) == ()
    contrast[list(CROSSES[5])] -= 0.4
    assert faded(contrast) == CROSSES[5]


def test_one_of_the_others_as_faint_is_the_light() -> None:
    contrast = np.full(9, 4.0)
    contrast[list(CROSSES[0])] -= 0.4
    contrast[8] -= 0.5
    assert faded(contrast) == ()
    assert faded(np.arange(9) * 0.2) == ()
