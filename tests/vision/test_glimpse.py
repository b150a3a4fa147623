from __future__ import annotations

import numpy as np

from vision.glimpse import as_others, glimpse, told
from vision.reading import CellReading


def test_pixels_are_taken_through_the_map_and_at_the_edge_beside_the_picture() -> None:
    pixels = np.arange(6 * 8 * 3, dtype=np.uint8).reshape(6, 8, 3)
    matrix = np.array([[2.0, 0, 1], [0, 2.0, 0], [0, 0, 1]])
    seen = glimpse(pixels, matrix, np.array([(0.0, 0.0), (1.2, 2.0), (-5.0, 1.0), (50.0, 50.0)]))
    np.testing.assert_array_equal(seen, [pixels[0, 1], pixels[4, 3], pixels[2, 0], pixels[5, 7]])


def test_cells_that_changed_are_told_by_others() -> None:
    before = np.array([[10, 12], [10, 13], [90, 92], [91, 90]], np.uint8)
    states = np.array([0, 0, 1, 1])
    now = before.copy()
    now[1] = (90, 91)
    like = told(before, now, states)
    assert like is not None
    assert states[like].tolist() == [0, 1, 1, 1]
    assert like[[0, 2, 3]].tolist() == [0, 2, 3]
    for strange in ((50, 50), (26, 28)):  # like neither, and too little like either
        now[1] = strange
        assert told(before, now, states) is None
    assert told(before, before[::-1].copy(), states) is None  # all changed
    assert told(before[:2], before[:2] + np.array([[0], [1]], np.uint8), states[:2]) is None  # no other state is known


def test_cells_read_as_those_they_look_like() -> None:
    cells = tuple(CellReading(0, i, i % 2, (1.0 - i % 2, i % 2), (i + 0.5, 0.5)) for i in range(3))
    later = as_others(cells, np.array([0, 0, 2]))
    assert [cell.state for cell in later] == [0, 0, 0]
    assert [cell.center for cell in later] == [cell.center for cell in cells]
