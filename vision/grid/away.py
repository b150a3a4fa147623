"""How far colours are away from each other: on short last axes several times faster than squaring and ``sum``."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Number = TypeVar("Number", np.float32, np.float64)


def away(one: NDArray[Number], other: NDArray[Number]) -> NDArray[Number]:
    """Euclidean distance along the last axis of two arrays that broadcast against each other."""
    between = one - other
    return np.asarray(np.sqrt(np.einsum("...k,...k->...", between, between)), one.dtype)
