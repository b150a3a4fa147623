import numpy as np
import pytest

from calibration.logistic import fit, fit_scaled


def sample() -> tuple[np.ndarray, np.ndarray]:
    """Two figures, of which the first tells, by logits of 2·x - 1."""
    rng = np.random.default_rng(6)
    seen = rng.normal(0, 1, (4000, 2))
    return seen, rng.random(4000) < 1 / (1 + np.exp(1 - 2 * seen[:, 0]))


def test_the_weights_are_found_again() -> None:
    assert fit(*sample(), 1.0) == pytest.approx([2, 0, -1], abs=0.2)


def test_a_figures_unit_is_all_one_where_they_are_scaled() -> None:
    seen, right = sample()
    small = fit_scaled(seen * [0.001, 1], right, 50.0)
    assert small * [0.001, 1, 1] == pytest.approx(fit_scaled(seen, right, 50.0), rel=0.01, abs=0.01)
    assert abs(fit(seen * [0.001, 1], right, 50.0)[0]) < 0.01 * small[0]


def test_examples_count_by_their_share() -> None:
    seen, right = sample()
    twice = fit(np.concatenate([seen, seen[right]]), np.concatenate([right, right[right]]), 1.0)
    assert fit(seen, right, 1.0, 1.0 + right) == pytest.approx(twice)


def test_what_is_told_without_fail_stays_finite() -> None:
    seen = np.array([[-1.0], [-1.0], [1.0], [1.0]])
    weights = fit(seen, np.array([False, False, True, True]), 1e-6)
    assert np.isfinite(weights).all()
