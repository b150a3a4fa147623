"""How many places in a row are set."""

from __future__ import annotations

import numpy as np

from vision.streaks import streaks


def test_streaks_count_from_where_each_began() -> None:
    told = np.array([True, True, False, True, False, False, True, True, True])
    assert streaks(told).tolist() == [1, 2, 0, 1, 0, 0, 1, 2, 3]
    assert not len(streaks(told[:0]))
