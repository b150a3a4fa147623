"""Streaks: how many places in a row are set."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def streaks(told: NDArray[np.bool_]) -> NDArray[np.int64]:
    """How many in a row are True up to each of N places, it included."""
    places = np.arange(1, len(told) + 1)
    return places - np.maximum.accumulate(np.where(told, 0, places))
