"""The share of a mask is its mean."""

from __future__ import annotations

import numpy as np
import pytest

from vision.share import share


@pytest.mark.parametrize("shape", [(1,), (7,), (3, 5), (2, 3, 4)])
def test_it_is_the_mean(shape: tuple[int, ...]) -> None:
    mask = np.random.default_rng(len(shape)).random(shape) < 0.6
    assert share(mask) == mask.mean()
    assert share(mask.T[..., ::2]) == mask.T[..., ::2].mean()


def test_an_empty_mask_has_none() -> None:
    assert share(np.zeros(0, bool)) == 0
