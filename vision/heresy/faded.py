"""Judge, late: whether all five cells of a row and a column are fainter than all others.

While one glyph goes and the next comes neither is as plain as those at rest. Light seldom falls so on just these five.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.heresy.crosses import CROSSES, WITHIN

if TYPE_CHECKING:
    from numpy.typing import NDArray

ENOUGH = 0.2
"""Logarithm of contrast by which the five are fainter: of 258 still panels by hands of others two are, and of 48 in the
midst of a shot that were read, 13."""


def faded(contrast: NDArray[np.float64]) -> tuple[int, ...]:
    """The five cells of the cross of which that is so; empty where it is of none.

    Args:
        contrast: 9, by how much the cells' strokes stand out, see ``vision.heresy.flat.contrast``.
    """
    inside = WITHIN > 0
    less = [contrast[~five].mean() - contrast[five].mean() for five in inside]
    all_less = [contrast[five].max() < contrast[~five].min() for five in inside]
    found = int(np.argmax(np.where(all_less, less, 0)))
    return CROSSES[found] if all_less[found] and less[found] > ENOUGH else ()
