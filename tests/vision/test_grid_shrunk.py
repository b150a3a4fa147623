"""Cells that shrink or swell while a click is being drawn."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.frame import Frame
from vision.grid.doubts import TURNING
from vision.look import look

DARK, LIT, PAGE = (70, 62, 60), (60, 200, 235), (32, 28, 28)
BOARD = "01011/11001/00110/10100/01101"
STEP, BODY = 60, 50


def drawn(small: tuple[int, int] | None, side: int = 22) -> np.ndarray:
    """A board one of whose dark cells shows something lit, so many pixels large, in its middle."""
    page = np.full((460, 520, 3), PAGE, np.uint8)
    for row, line in enumerate(BOARD.split("/")):
        for col, lit in enumerate(line):
            y, x = 80 + row * STEP, 100 + col * STEP
            page[y : y + BODY, x : x + BODY] = LIT if lit == "1" else DARK
            if (row, col) == small:
                first = (BODY - side) // 2
                page[y + first : y + first + side, x + first : x + first + side] = LIT
    return page


@pytest.mark.parametrize("place", [(0, 0), (1, 2), (4, 3)])
@pytest.mark.parametrize("side", [18, 22])
def test_a_small_lit_square_in_a_dark_cell_is_neither_state(place: tuple[int, int], side: int) -> None:
    reading = look(Frame(drawn(place, side)))[0]
    assert reading.verdict == "unsure"
    assert TURNING in reading.reasons


def test_plain_cells_and_a_pointer_are_no_turning_cells() -> None:
    assert look(Frame(drawn(None)))[0].verdict == "sure"
    page = drawn(None)
    arrow = np.add([(0, 0), (0, 17), (4, 13), (7, 19), (10, 18), (7, 12), (12, 12)], (112, 100))
    cv2.fillPoly(page, [arrow], (250, 250, 250), cv2.LINE_AA)
    assert TURNING not in look(Frame(page))[0].reasons
