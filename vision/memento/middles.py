"""Medians and quantiles of small arrays, many times faster than numpy's, which check and convert."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

Number = TypeVar("Number", np.float32, np.float64)


def quantile(values: NDArray[np.float32] | NDArray[np.float64], share: float) -> float:
    """What ``np.quantile`` gives for all of ``values``; at least one."""
    ordered = np.sort(values, axis=None)
    below, part = divmod(share * (len(ordered) - 1), 1)
    low = float(ordered[int(below)])
    return low + part * (float(ordered[min(int(below) + 1, len(ordered) - 1)]) - low)


def median(rows: NDArray[Number]) -> NDArray[Number]:
    """What ``np.median`` gives along the first axis; at least one row."""
    low, high = (len(rows) - 1) // 2, len(rows) // 2
    ordered = np.partition(rows, (low, high), axis=0)
    return np.asarray((ordered[low] + ordered[high]) / rows.dtype.type(2), rows.dtype)
