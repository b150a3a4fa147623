"""The model of shapes that boards have."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.fit_likely import BOARDS, DRAWS, OTHERS, SEED, draw, fit, fitted, score
from vision.grid.likely import CONSTANT, WEIGHTS


def test_the_weights_in_use_are_the_fitted_ones() -> None:
    rng = np.random.default_rng(SEED)
    kinds = (*BOARDS, *OTHERS)
    seen = np.array([draw(rng, kind) for kind in kinds for _ in range(DRAWS)])
    weights = fitted(kinds, seen)
    assert weights == pytest.approx([*WEIGHTS, CONSTANT], abs=0.02)
    boards = np.repeat([kind.board for kind in kinds], DRAWS)
    assert (score(seen[boards], weights) < 0).mean() < 0.03
    assert (score(seen[~boards], weights) < 0).mean() > 0.3


def test_a_figure_that_tells_gets_the_weight() -> None:
    rng = np.random.default_rng(1)
    boards = rng.random(400) < 0.25
    seen = np.column_stack([boards + rng.normal(0, 0.5, 400), rng.normal(0, 0.5, 400)])
    telling, idle, _ = fit(seen, boards)
    assert telling > 3
    assert abs(idle) < 1
