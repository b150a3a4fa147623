from __future__ import annotations

import numpy as np

from vision.glimpse import glimpse


def test_pixels_are_taken_through_the_map_and_at_the_edge_beside_the_picture() -> None:
    pixels = np.arange(6 * 8 * 3, dtype=np.uint8).reshape(6, 8, 3)
    matrix = np.array([[2.0, 0, 1], [0, 2.0, 0], [0, 0, 1]])
    seen = glimpse(pixels, matrix, np.array([(0.0, 0.0), (1.2, 2.0), (-5.0, 1.0), (50.0, 50.0)]))
    np.testing.assert_array_equal(seen, [pixels[0, 1], pixels[4, 3], pixels[2, 0], pixels[5, 7]])
