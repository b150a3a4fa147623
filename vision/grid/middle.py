"""The middle value, many times faster on small arrays than ``numpy.median``, which checks and averages."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Number = TypeVar("Number", np.float32, np.float64)

SHORT = 512
"""Lanes up to this long are sorted faster than parted at their middle."""


def middle(values: NDArray[Number], axis: int = 0) -> NDArray[Number]:
    """Upper median along an axis; the axis must not be empty."""
    place = values.shape[axis] // 2
    if axis < values.ndim - 1:
        values = values.transpose(*[one for one in range(values.ndim) if one != axis], axis)
    lanes = values.copy()  # each lane in one piece is twice as fast
    if values.shape[-1] <= SHORT:
        lanes.sort()
    else:
        lanes.partition(place)
    return np.asarray(lanes[..., place])


def median(values: NDArray[Number]) -> float:
    """What ``numpy.median`` gives of a line of numbers, which must not be empty."""
    ordered, half = np.sort(values), len(values) // 2
    return float(ordered[half] if len(values) % 2 else (ordered[half - 1] + ordered[half]) / 2)
