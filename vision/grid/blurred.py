"""Blurred: whether a picture is out of focus, so that outlines close on a smaller copy only.

An edge that is sharp is as strong on a halved copy as on the whole. A blurred one is spread over several pixels, and
the stronger the fewer these are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

STRONGER = 1.25
"""Times that the strongest edges of a halved copy are stronger."""
FEW = 0.001
"""Share of the pixels that may have edges as strong nevertheless: a pointer is never blurred."""


def blurred(strength: NDArray[np.uint8], halved: NDArray[np.uint8]) -> bool:
    """Whether the edges of a view (H×W, from ``boxes.edges``) are much weaker than those of the same view halved."""
    strongest = cv2.minMaxLoc(halved)[1]
    as_strong = cv2.countNonZero(cv2.threshold(strength, strongest / STRONGER, 1, cv2.THRESH_BINARY)[1])
    return as_strong <= FEW * strength.size
