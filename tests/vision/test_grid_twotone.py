"""Boards of two plain colours without lines, however their like cells run together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from vision.detectors import lights_out
from vision.frame import Frame
from vision.grid import boxes, twotone
from vision.scene import Scene

if TYPE_CHECKING:
    from vision.grid.extents import Grid

DARK, LIT, PAGE = (19, 16, 7), (226, 230, 243), (90, 60, 70)


def page(board: str, step: int = 56, colour: tuple[int, int, int] = PAGE) -> np.ndarray:
    """A board of plain cells side by side on a plain page."""
    picture = np.full((420, 560, 3), colour, np.uint8)
    for row, line in enumerate(board.split("/")):
        for col, state in enumerate(line):
            top, left = 60 + row * step, 90 + col * step
            picture[top : top + step, left : left + step] = LIT if state == "1" else DARK
    return picture


def seen(picture: np.ndarray) -> list[Grid]:
    return twotone.grids(picture, boxes.find(boxes.edges(picture)))


@pytest.mark.parametrize("board", ["00111/00010/00010/00111/00010", "11100/11010/00111/00010/00000"])
def test_two_or_three_shapes_of_few_clicks_are_a_board(board: str) -> None:
    reading = lights_out.detect(Scene(Frame(page(board))))[0]
    assert reading.verdict == "sure"
    assert reading.board in (board, board.translate(str.maketrans("01", "10")))


def test_a_single_click_is_found_but_never_sure() -> None:
    (grid,) = seen(page("00001/00011/00001/00000/00000"))
    assert (grid.rows, grid.cols) == (5, 5)
    for board in ("00001/00011/00001/00000/00000", "00000/00100/01110/00100/00000"):
        assert all(one.verdict != "sure" for one in lights_out.detect(Scene(Frame(page(board)))))


def test_a_heading_may_run_together_with_the_outline() -> None:
    board = "01011/10000/01000/01110/00100"
    picture = cv2.circle(page(board), (230, 46), 12, LIT, -1)
    reading = lights_out.detect(Scene(Frame(picture)))[0]
    assert reading.verdict == "sure"
    assert reading.board == board


def test_what_hides_the_first_row_of_a_board_makes_no_smaller_one() -> None:
    picture = page("10010/01011/10000/01000/01110/00100", 48)
    picture[60:108, 90:330] = (60, 160, 90)
    picture = cv2.circle(picture, (230, 46), 12, LIT, -1)
    assert all(one.verdict != "sure" for one in lights_out.detect(Scene(Frame(picture))))


def test_a_plus_alone_below_a_heading_is_never_sure() -> None:
    picture = cv2.circle(page("00000/00100/01110/00100/00000"), (230, 46), 12, LIT, -1)
    assert all(one.verdict != "sure" for one in lights_out.detect(Scene(Frame(picture))))


def test_the_last_click_of_a_board_is_offered_but_doubtful() -> None:
    board = "00000/00100/01110/00100/00000"
    (reading,) = lights_out.detect(Scene(Frame(page(board, colour=(150, 120, 60)))))
    assert reading.verdict == "unsure"
    assert reading.board == board


def test_sides_that_are_on_no_common_lines_are_no_board() -> None:
    picture = page("000/000/000", 90)
    picture[60:150, 200:310] = LIT
    picture[150:230, 160:250] = LIT
    assert seen(picture) == []


def test_cells_of_one_state_may_hold_something() -> None:
    board = "00110/01000/10110/10000/10100"
    picture = page(board)
    for row, line in enumerate(board.split("/")):
        for col, state in enumerate(line):
            if state == "1":
                cv2.circle(picture, (118 + 56 * col, 84 + 56 * row), 12, (255, 255, 255), -1, cv2.LINE_AA)
                cv2.rectangle(picture, (112 + 56 * col, 96 + 56 * row, 12, 10), (40, 40, 40), -1)
    reading = lights_out.detect(Scene(Frame(picture)))[0]
    assert reading.board == board


@pytest.mark.parametrize("rim", [1, 3])
def test_a_shadow_over_the_rim_shifts_no_lines(rim: int) -> None:
    picture = page("11110/11000/11010/01110/01010")
    picture[60 : 60 + rim, 90:370] = (150, 120, 90)
    (grid,) = seen(picture)
    assert (grid.rows, grid.cols) == (5, 5)
    assert np.allclose(grid.matrix[:2, 2], (90, 60), atol=0.6)


def test_a_bar_as_long_as_a_side_may_hide_a_line() -> None:
    picture = page("11110/11000/11010/01110/01010")
    picture[20:60, 90:370] = (60, 160, 90)
    (grid,) = seen(picture)
    assert [bool(side.any()) for side in grid.outside] == [True, False, False, False]


@pytest.mark.parametrize("padding", [5, 8])
def test_within_a_frame_dark_cells_may_be_its_ground(padding: int) -> None:
    board = "10111/11000/00100/10110/10101"
    picture = page(board, colour=DARK)
    for row, line in enumerate(board.split("/")):
        for col, state in enumerate(line):
            dot = (150, 150, 150) if state == "1" else (90, 90, 90)
            cv2.circle(picture, (118 + 56 * col, 88 + 56 * row), 1, dot, -1)
    cv2.rectangle(picture, (89 - padding, 59 - padding), (370 + padding, 340 + padding), (120, 120, 120), 1)
    (grid,) = seen(picture)
    assert (grid.rows, grid.cols) == (5, 5)
    assert np.allclose(grid.matrix[:2, 2], (90, 60), atol=1.5)


def test_letters_of_two_colours_are_no_board() -> None:
    picture = np.full((420, 560, 3), PAGE, np.uint8)
    cv2.rectangle(picture, (90, 60, 280, 280), DARK, -1)
    cv2.putText(picture, "Lights", (100, 220), cv2.FONT_HERSHEY_SIMPLEX, 2.6, LIT, 14)
    assert seen(picture) == []
