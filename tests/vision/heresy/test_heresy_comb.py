from __future__ import annotations

import numpy as np

from vision.heresy.comb import combs


def test_nine_faint_windows_in_rows_of_three_are_found_together() -> None:
    rng = np.random.default_rng(3)
    odds = rng.normal(-4.5, 0.8, (90, 140)).astype(np.float32)
    for row in range(3):
        for col in range(3):
            y, x = 20 + 12 * row + (col == 2), 50 + 13 * col
            odds[y - 1 : y + 2, x - 1 : x + 2] = -1.2
            odds[y, x] = -0.8  # none of them is likely by itself
    worth, best = combs(odds)[0]
    assert -1.4 < worth < 0
    assert np.abs(best.centers[0] - (50, 20)).max() < 1
    assert np.abs(best.centers[8] - (76, 45)).max() < 1


def test_noise_and_maps_too_small_for_nine_show_none() -> None:
    assert combs(np.random.default_rng(4).normal(-4.5, 0.8, (90, 140)).astype(np.float32)) == []
    assert combs(np.full((10, 10), 2, np.float32)) == []
    assert combs(np.zeros((0, 0), np.float32)) == []
