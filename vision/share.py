"""The share of a mask that is set, many times faster than its mean, which makes numbers of it first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def share(mask: NDArray[np.bool_]) -> float:
    """What ``mask.mean()`` gives; 0 of an empty one."""
    return np.count_nonzero(mask) / max(1, mask.size)
