from __future__ import annotations

import numpy as np

from calibration.profiles.looks import compare_with


def test_with_one_spread_for_all_between_is_the_share_of_the_way():
    looks = np.array([[0.0, 0.0], [10.0, 0.0]])
    fit = compare_with(np.array([[0.0, 3.0], [4.0, 0.0], [9.0, 0.0]]), looks, np.full((2, 2), 2.0))
    assert fit.states.tolist() == [0, 0, 1]
    assert np.allclose(fit.between, [[0, 0], [0, 0.4], [0.1, 0]])


def test_a_dark_photograph_is_not_taken_for_a_steady_black():
    looks = np.array([[0.0, 0.0], [60.0, 60.0]])
    spread = np.array([[3.0, 3.0], [40.0, 40.0]])
    fit = compare_with(np.array([[18.0, 20.0], [2.0, 1.0]]), looks, spread)
    assert fit.states.tolist() == [1, 0]
