"""Quick medians and quantiles are numpy's."""

from __future__ import annotations

import numpy as np
import pytest

from vision.memento.middles import median, quantile


@pytest.mark.parametrize("count", [1, 2, 5, 8])
def test_they_are_numpys(count: int) -> None:
    values = np.random.default_rng(count).normal(0, 5, (count, 4, 3)).astype(np.float32)
    assert median(values) == pytest.approx(np.median(values, axis=0))
    for share in (0.0, 0.3, 0.75, 1.0):
        assert quantile(values, share) == pytest.approx(float(np.quantile(values, share)), rel=1e-5)
