"""Where the arrows are."""

import cv2
import numpy as np

from vision.wheels import arrows
from vision.wheels.template import lattice, plane

DOTS = np.stack(
    [
        (77, 107, 136, 62, 91, 121, 150, 77, 106, 136, 91, 121),
        (95, 95, 95, 121, 121, 121, 122, 146, 146, 147, 172, 172),
    ],
    axis=1,
).astype(np.float64)


def test_arrows_lie_where_the_crop_shows_them():
    matrix, _ = cv2.findHomography(plane(lattice()), DOTS, 0)
    for (wheel, clockwise), at in {
        (1, True): (72, 82),
        (1, False): (49, 125),
        (2, True): (166, 125),
        (2, False): (141, 84),
        (3, True): (84, 182),
        (3, False): (131, 182),
    }.items():
        assert np.hypot(*np.subtract(arrows.arrow(matrix.ravel(), wheel, clockwise=clockwise), at)) < 1.5
