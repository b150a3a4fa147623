"""Quick medians and quantiles are numpy's."""

from __future__ import annotations

import numpy as np
import pytest

from vision.middle import median, medians, middle, quantile, quantiles


@pytest.mark.parametrize("count", [1, 2, 5, 8])
def test_they_are_numpys(count: int) -> None:
    values = np.random.default_rng(count).normal(0, 5, (count, 4, 3)).astype(np.float32)
    assert medians(values) == pytest.approx(np.median(values, axis=0))
    assert median(values[:, 0, 0]) == pytest.approx(float(np.median(values[:, 0, 0])))
    assert np.array_equal(middle(values, axis=0), np.sort(values, axis=0)[count // 2])
    for share in (0.0, 0.3, 0.75, 1.0):
        assert quantile(values, share) == pytest.approx(float(np.quantile(values, share)), rel=1e-5)
        assert quantiles(values.astype(float), share) == pytest.approx(np.quantile(values, share, axis=-1), rel=1e-5)
