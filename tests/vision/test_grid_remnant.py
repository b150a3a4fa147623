"""What is left of a line of cells of which something hides the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import pytest

from vision.frame import Frame
from vision.look import look

if TYPE_CHECKING:
    import numpy as np

LIT, PAGE = (60, 200, 235), (32, 28, 28)
BOARD = "010110/110010/001101/101001/011010/100101"
STEP, LEFT, TOP = 60, 90, 60


def verdict(page: np.ndarray) -> str:
    return look(Frame(page), ("lights-out",))[0].verdict


@pytest.mark.parametrize("left", [0, 1, 5])
def test_one_cell_that_is_left_of_a_line_shows_that_the_board_goes_on(drawn, left: int) -> None:
    page = drawn(BOARD)
    first, last = (LEFT + STEP, 560) if left == 0 else (0, LEFT + left * STEP)
    page[TOP : TOP + STEP, first:last] = PAGE
    if left < 5:  # more than one is left on that side
        page[TOP : TOP + STEP, LEFT + (left + 1) * STEP :] = PAGE
    assert verdict(page) != "sure"


@pytest.mark.parametrize("high", [STEP, STEP - 12])
def test_a_message_over_a_line_and_across_its_last_cell_hides_neither(drawn, high: int) -> None:
    page, gap = drawn(BOARD), (STEP - high) // 2
    page[TOP + gap : TOP + gap + high, LEFT + gap : LEFT + 5 * STEP - 10] = PAGE
    place, font = (LEFT, TOP + 42), cv2.FONT_HERSHEY_SIMPLEX
    cv2.putText(page, "Turn off all the lights!", place, font, 1.4, (40, 40, 60), 2, cv2.LINE_AA)
    assert verdict(page) != "sure"


def test_what_stands_beside_a_board_and_is_no_cell_does_not_count(drawn) -> None:
    page = drawn(BOARD)
    page[TOP : TOP + STEP] = PAGE
    cv2.putText(page, "Moves: 12", (LEFT + 10, TOP + 40), cv2.FONT_HERSHEY_SIMPLEX, 0.7, LIT, 2)
    assert verdict(page) == "sure"
