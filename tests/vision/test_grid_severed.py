"""Lines of a board under something plain, by what is left of the line that it cuts."""

from __future__ import annotations

import numpy as np
import pytest

from vision.frame import Frame
from vision.grid.doubts import AGAINST
from vision.look import look

PAGE = (32, 28, 28)
BOARD = "010110/110010/001101/101001/011010/100101/110100"
BODY, TOP = 50, 60


def test_a_board_with_nothing_beside_it_is_sure(drawn) -> None:
    assert look(Frame(drawn(BOARD)))[0].verdict == "sure"


@pytest.mark.parametrize("first", ["010110", "000000", "110010"])
@pytest.mark.parametrize("left", [6, 10])
def test_strips_beside_a_board_are_of_a_line_that_is_hidden(drawn, first: str, left: int) -> None:
    page = drawn(f"{first}{BOARD[6:]}")
    page[TOP - 30 : TOP + 5 + BODY - left, 20:540] = PAGE  # only the ends of the first row's cells are left
    reading = look(Frame(page))[0]
    assert reading.verdict == "unsure"
    assert AGAINST in reading.reasons


def test_cells_that_begin_beside_a_board_are_of_a_line_that_is_hidden(drawn) -> None:
    """They begin with an outline in no state's colour."""
    page = drawn("010110/110010/001101/101001/011010/100101")
    for y in range(65, 420, 60):
        page[y : y + 8] = page[y : y + 8] // 2 + np.array(PAGE, np.uint8) // 2
    assert look(Frame(page.copy()))[0].verdict == "sure"
    page[65 + 300 + 8 :] = PAGE
    reading = look(Frame(page))[0]
    assert (reading.verdict, reading.size) == ("unsure", (5, 6))
    assert AGAINST in reading.reasons


@pytest.mark.parametrize("turns", range(4))
def test_what_is_out_of_the_picture_is_no_strip_of_cells(drawn, turns: int) -> None:
    page = drawn("010110/110010/001101/101001/011010/100101")
    window = np.rot90(page[:415, 90:450], turns)  # the picture ends in the last line of pixels of cells
    reasons = look(Frame(np.ascontiguousarray(window)))[0].reasons
    assert AGAINST not in reasons


def test_a_button_in_the_colour_of_a_state_is_no_strip_of_cells_where_the_rest_is_page(drawn) -> None:
    page = drawn("01101/10010/00110/01011/10100")
    dark, lit = page[90, 120].tolist(), page[90, 180].tolist()
    page[(page == dark).all(axis=2)] = (45, 40, 40)  # nearly the page's colour
    page[TOP + 5 * 60 + 17 : TOP + 5 * 60 + 45, 150:340] = lit
    assert look(Frame(page))[0].verdict == "sure"


def test_what_goes_straight_on_beside_a_board_is_no_line_of_cells() -> None:
    """The sky beside a house is as dark as its windows, but nothing parts it between the floors."""
    board = "010110/100100/001101/101001/011010/100101/110100/001011"
    page = np.full((560, 560, 3), (96, 76, 66), np.uint8)
    page[:, :88] = page[:, 456:] = (76, 52, 30)
    page[300:, :88] = page[300:, 456:] = (44, 30, 14)
    for row, line in enumerate(board.split("/")):
        for col, lit in enumerate(line):
            y, x = 44 + 60 * row, 100 + 60 * col
            page[y : y + 46, x : x + 46] = (105, 210, 255) if lit == "1" else (56, 36, 28)
    reading = look(Frame(page), ["lights-out"])[0]
    assert (reading.verdict, reading.board) == ("sure", board)


@pytest.mark.parametrize("many", [5, 6])
def test_parts_of_shaded_cells_beside_a_square_are_of_a_line_that_is_hidden(many: int) -> None:
    board = "010110/110010/001101/101001/011010"
    page = np.full((560, 560, 3), (20, 16, 16), np.uint8)
    shade = np.linspace(1.0, 0.35, 58)[:, None, None]
    for row, line in enumerate(board.split("/")):
        for col, lit in enumerate(line[:many]):
            x, y = 90 + 60 * col, 80 + 60 * row
            page[y : y + 58, x : x + 58] = shade * ((255, 120, 60) if lit == "1" else (30, 20, 70))
    page[40:, 90 + 60 * 5 + 30 :] = (235, 235, 235)
    reading = look(Frame(page))[0]
    assert reading.verdict == ("sure" if many == 5 else "unsure")
    assert (AGAINST in reading.reasons) == (many == 6)
