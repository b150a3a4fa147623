"""How far colours are away from each other: channel by channel many times faster than along a last axis of three."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Number = TypeVar("Number", np.float32, np.float64)


FEW = 1500
"""So few numbers are not gone through channel by channel: the calls would cost more."""
ONES, DOUBLES = np.ones(3, np.float32), np.ones(3)


def away(one: NDArray[Number], other: NDArray[Number]) -> NDArray[Number]:
    """Euclidean distance along the last axis of two arrays that broadcast against each other."""
    if one.shape[-1] == 3:
        if one.shape[-2:] == other.shape[-2:] or one.size + other.size < FEW:
            between = one - other
            between *= between
            return np.asarray(np.sqrt(between @ (ONES if between.dtype == ONES.dtype else DOUBLES)), one.dtype)
        total: NDArray[Number] = np.square(one[..., 0] - other[..., 0])
        for channel in (1, 2):
            total += np.square(one[..., channel] - other[..., channel])
        return np.asarray(np.sqrt(total), one.dtype)
    between = one - other
    return np.asarray(np.sqrt(np.einsum("...k,...k->...", between, between)), one.dtype)
