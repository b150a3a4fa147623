"""Lines of a board under something plain, by what is left of the line that it cuts."""

from __future__ import annotations

import numpy as np
import pytest

from vision.frame import Frame
from vision.grid.doubts import AGAINST
from vision.look import look

DARK, LIT, PAGE = (70, 62, 60), (60, 200, 235), (32, 28, 28)
BOARD = "010110/110010/001101/101001/011010/100101/110100"
STEP, BODY, LEFT, TOP = 60, 50, 90, 60


def drawn(text: str) -> np.ndarray:
    """A board on a page."""
    page = np.full((560, 560, 3), PAGE, np.uint8)
    for row, line in enumerate(text.split("/")):
        for col, lit in enumerate(line):
            y, x = TOP + row * STEP + 5, LEFT + col * STEP + 5
            page[y : y + BODY, x : x + BODY] = LIT if lit == "1" else DARK
    return page


def test_a_board_with_nothing_beside_it_is_sure() -> None:
    assert look(Frame(drawn(BOARD)))[0].verdict == "sure"


@pytest.mark.parametrize("first", ["010110", "000000", "110010"])
@pytest.mark.parametrize("left", [6, 10])
def test_strips_beside_a_board_are_of_a_line_that_is_hidden(first: str, left: int) -> None:
    page = drawn(f"{first}{BOARD[6:]}")
    page[TOP - 30 : TOP + 5 + BODY - left, 20:540] = PAGE  # only the ends of the first row's cells are left
    reading = look(Frame(page))[0]
    assert reading.verdict == "unsure"
    assert AGAINST in reading.reasons
