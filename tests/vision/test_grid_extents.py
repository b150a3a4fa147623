"""How far a board goes: what stands beside it on its lattice need not be more of it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.detectors import lights_out
from vision.frame import Frame
from vision.grid.doubts import OUTSIDE
from vision.look import look
from vision.scene import Scene

BOARD = "01000/11110/01111/00111/01101"


def page(high: int) -> np.ndarray:
    """A board of touching cells, with three boxes of its cells' width and ``high`` pixels below it."""
    picture = np.full((520, 560, 3), 217, np.uint8)
    for row, line in enumerate(BOARD.split("/")):
        for col, sign in enumerate(line):
            top, left = 40 + 70 * row, 100 + 70 * col
            picture[top : top + 67, left : left + 67] = (0, 215, 255) if sign == "1" else (128, 0, 0)
    for col in range(1, 4):
        top, left = 40 + 5 * 70 + 33 - high // 2, 100 + 70 * col
        picture[top : top + high, left : left + 67] = 120
        picture[top + 2 : top + high - 2, left + 2 : left + 65] = 200
    return picture


@pytest.mark.parametrize(("high", "verdict"), [(32, "sure"), (60, "unsure")])
def test_buttons_under_the_columns_are_no_more_cells(high: int, verdict: str) -> None:
    (found,) = lights_out.detect(Scene(Frame(page(high))))
    assert found.verdict == verdict
    assert (OUTSIDE in found.reasons) == (verdict == "unsure")
    assert found.board == BOARD


@pytest.mark.parametrize("whole", [True, False])
def test_signs_that_stand_far_apart_are_cells_where_they_fill_a_rectangle(whole: bool) -> None:
    picture = np.full((420, 420, 3), 250, np.uint8)
    for row, line in enumerate(BOARD.split("/")):
        for col, sign in enumerate(line):
            if not whole and (row, col) == (2, 2):
                continue
            x, y = 50 + 80 * col, 40 + 80 * row
            colour = (53, 216, 253) if sign == "1" else (189, 189, 189)
            cv2.ellipse(picture, (x, y), (17, 21), 0, 0, 360, colour, -1, cv2.LINE_AA)
            cv2.rectangle(picture, (x - 8, y + 12), (x + 8, y + 24), colour, -1)
    found = lights_out.detect(Scene(Frame(picture)))
    assert [reading.board for reading in found] == ([BOARD] if whole else [])


def test_wide_cells_whose_every_other_row_shows_no_box_are_not_read_without_it() -> None:
    picture = np.full((900, 1600, 3), (224, 247, 255), np.uint8)
    for row, line in enumerate(("10110", "10100", "11111", "00111", "01101")):
        for col, sign in enumerate(line):
            left, top = 128 + 270 * col, 62 + 114 * row
            picture[top : top + 108, left : left + 264] = (66, 45, 43)
            picture[top + 2 : top + 106, left + 2 : left + 262] = (60, 36, 239) if sign == "1" else (175, 152, 141)
    assert all(reading.board is None or len(reading.cells) == 25 for reading in look(Frame(picture)))


@pytest.mark.parametrize(
    ("board", "verdict"),
    [
        ("01110/10101/11011/10101/01110", "sure"),  # clicks make it, which they do of one in four of this size
        ("01110/10101/11011/10101/01111", "unsure"),
        ("011/101/110/101/011", "unsure"),  # clicks make it too, but columns may be hidden
    ],
)
def test_signs_that_stand_far_apart_are_sure_only_on_square_boards_that_clicks_make(board: str, verdict: str) -> None:
    picture = np.full((460, 460, 3), 250, np.uint8)
    for row, line in enumerate(board.split("/")):
        for col, sign in enumerate(line):
            colour = (53, 216, 253) if sign == "1" else (189, 189, 189)
            cv2.ellipse(picture, (60 + 80 * col, 60 + 80 * row), (17, 21), 0, 0, 360, colour, -1, cv2.LINE_AA)
            cv2.rectangle(picture, (52 + 80 * col, 72 + 80 * row), (68 + 80 * col, 84 + 80 * row), colour, -1)
    (found,) = lights_out.detect(Scene(Frame(picture)))
    assert found.board in (board, board.translate(str.maketrans("01", "10")))
    assert found.verdict == verdict


@pytest.mark.parametrize(("across", "verdict"), [(36, "sure"), (16, None)])
def test_dots_at_all_places_of_a_board_are_its_cells_however_far_apart(across: int, verdict: str | None) -> None:
    picture = np.full((768, 1366, 3), (104, 79, 75), np.uint8)
    for row, line in enumerate(BOARD.split("/")):
        for col, sign in enumerate(line):
            colour = (12, 190, 255) if sign == "1" else (55, 33, 33)
            cv2.circle(picture, (480 + 105 * col, 200 + 105 * row), across // 2, colour, -1, cv2.LINE_AA)
    found = lights_out.detect(Scene(Frame(picture)))
    assert [(reading.board, reading.verdict) for reading in found] == ([(BOARD, verdict)] if verdict else [])


@pytest.mark.parametrize(("lamps", "board"), [(9, "001/011/110"), (8, None)])
def test_nine_lamps_far_apart_are_a_board_where_they_fill_a_square(lamps: int, board: str | None) -> None:
    picture = np.full((480, 800, 3), (204, 200, 160), np.uint8)
    for place, lit in enumerate("001011110"[:lamps]):
        x, y = 230 + 116 * (place % 3), 130 + 56 * (place // 3)
        picture[y : y + 49, x : x + 49] = (220, 255, 255) if lit == "1" else (170, 170, 30)
    found = lights_out.detect(Scene(Frame(picture)))
    assert [reading.board for reading in found] == ([board] if board else [])


@pytest.mark.parametrize(("wide", "verdict"), [(13, "sure"), (4, None)])
def test_flames_are_cells_though_they_fill_little_of_a_step_across(wide: int, verdict: str | None) -> None:
    picture = np.full((420, 420, 3), (30, 38, 28), np.uint8)
    for row, line in enumerate(BOARD.split("/")):
        for col, sign in enumerate(line):
            colour = (60, 160, 250) if sign == "1" else (70, 80, 88)
            cv2.ellipse(picture, (50 + 80 * col, 50 + 80 * row), (wide, 30), 0, 0, 360, colour, -1, cv2.LINE_AA)
    found = lights_out.detect(Scene(Frame(picture)))
    assert [one.verdict for one in found if one.board == BOARD] == ([] if verdict is None else [verdict])
