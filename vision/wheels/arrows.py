"""Where the lock's six turning arrows are, for the marks.

The places were measured on a picture of the game's lock, through the affine map from its twelve dots to the board
plane. A replica that puts its buttons elsewhere still shows them beside the wheel they turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.homography import project

if TYPE_CHECKING:
    from collections.abc import Sequence

PLACES = {
    (1, True): (0.83, 0.06),
    (1, False): (0.06, 1.52),
    (2, True): (4.03, 1.49),
    (2, False): (3.17, 0.11),
    (3, True): (1.26, 3.44),
    (3, False): (2.85, 3.43),
}
"""(wheel, clockwise) → the arrow's middle on the board plane."""


def arrow(homography: Sequence[float], wheel: int, *, clockwise: bool) -> tuple[float, float]:
    """The point to click for one turn of a wheel.

    Args:
        homography: board plane → frame pixels, nine numbers row by row, as in ``Reading.homography``.
        wheel: 1 = left, 2 = right, 3 = bottom.
        clockwise: which way the wheel turns.

    Returns:
        (x, y) in frame pixels.

    Raises:
        KeyError: there is no such wheel.
    """
    matrix = np.asarray(homography, dtype=np.float64).reshape(3, 3)
    x, y = project(matrix, np.array([PLACES[wheel, clockwise]]))[0]
    return float(x), float(y)
