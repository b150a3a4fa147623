"""Lines of a board under something that ends just where cells do."""

from __future__ import annotations

import numpy as np
import pytest

from vision.frame import Frame
from vision.grid.doubts import AGAINST
from vision.look import look

DARK, LIT, PAGE, BANNER = (70, 62, 60), (60, 200, 235), (32, 28, 28), (150, 120, 60)
BOARD = "010110/110010/001101/101001/011010/100101/110100"
STEP, BODY, LEFT, TOP = 60, 50, 90, 60
END = TOP + 5 * STEP


def drawn() -> np.ndarray:
    """A board on a page."""
    page = np.full((560, 560, 3), PAGE, np.uint8)
    for row, line in enumerate(BOARD.split("/")):
        for col, lit in enumerate(line):
            y, x = TOP + row * STEP + 5, LEFT + col * STEP + 5
            page[y : y + BODY, x : x + BODY] = LIT if lit == "1" else DARK
    return page


@pytest.mark.parametrize("turns", [0, 1, 3])
@pytest.mark.parametrize("off", [-5, 0, 5])
def test_a_banner_against_a_board_may_hide_lines(turns: int, off: int) -> None:
    page = drawn()
    page[END + off :] = BANNER
    reading = look(Frame(np.ascontiguousarray(np.rot90(page, turns))))[0]
    assert reading.verdict == "unsure"
    assert AGAINST in reading.reasons


def test_a_board_may_fill_its_window() -> None:
    page = drawn()
    page[:TOP] = page[TOP + 7 * STEP :] = BANNER
    assert look(Frame(page))[0].verdict == "sure"


def test_a_banner_some_way_off_hides_nothing() -> None:
    page = drawn()
    page[TOP + 7 * STEP + 30 :] = BANNER
    assert look(Frame(page))[0].verdict == "sure"
