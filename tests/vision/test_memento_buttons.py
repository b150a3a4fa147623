"""Marks beside all rows and columns of a board."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.memento.axis import Axis
from vision.memento.buttons import beside

X, Y = Axis(100, 40, 5), Axis(60, 40, 4)


def page(*, above: bool = True, left: bool = True) -> np.ndarray:
    """A framed board with arrows above its columns and left of its rows."""
    canvas = np.full((280, 380, 3), 60, np.uint8)
    cv2.rectangle(canvas, (94, 54), (305, 225), (180, 200, 210), 2)
    for col in range(5 * above):
        middle = 120 + 40 * col
        cv2.fillPoly(canvas, [np.array([(middle - 7, 35), (middle + 7, 35), (middle, 46)], np.int32)], (240, 240, 240))
    for row in range(4 * left):
        cv2.circle(canvas, (80, 80 + 40 * row), 7, (200, 120, 240), -1)
    return canvas


@pytest.mark.parametrize("above", [True, False])
@pytest.mark.parametrize("left", [True, False])
def test_marks_are_seen_on_the_sides_where_they_are(above: bool, left: bool) -> None:
    assert beside(page(above=above, left=left), X, Y) == (above, left)


@pytest.mark.parametrize("count", [2, 3, 4, 6, 10])
def test_marks_in_line_with_other_columns_are_none_of_these(count: int) -> None:
    assert beside(page(), Axis(100, 200 / count, count), Y) == (False, True)


def test_a_ground_that_is_busy_all_over_has_no_marks() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (280, 380, 3), dtype=np.uint8)
    assert beside(noise, X, Y) == (False, False)


def test_a_board_at_the_rim_of_the_picture_has_no_room_for_marks() -> None:
    assert beside(page()[56:226, 98:302], Axis(2, 40, 5), Axis(4, 40, 4)) == (False, False)
