"""Boards without lines whose like cells run together into two or three shapes."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.detectors import lights_out
from vision.frame import Frame
from vision.grid import boxes, ragged
from vision.scene import Scene

DARK, LIT, PAGE = (19, 16, 7), (226, 230, 243), (90, 60, 70)


def page(board: str, step: int = 56, colour: tuple[int, int, int] = PAGE) -> np.ndarray:
    """A board of plain cells side by side on a plain page."""
    picture = np.full((420, 560, 3), colour, np.uint8)
    for row, line in enumerate(board.split("/")):
        for col, state in enumerate(line):
            top, left = 60 + row * step, 90 + col * step
            picture[top : top + step, left : left + step] = LIT if state == "1" else DARK
    return picture


@pytest.mark.parametrize("board", ["00111/00010/00010/00111/00010", "11100/11010/00111/00010/00000"])
def test_two_or_three_shapes_of_few_clicks_are_a_board(board: str) -> None:
    reading = lights_out.detect(Scene(Frame(page(board))))[0]
    assert reading.verdict == "sure"
    assert reading.board in (board, board.translate(str.maketrans("01", "10")))


def test_a_single_click_is_found_but_never_sure() -> None:
    strength = boxes.edges(page("00001/00011/00001/00000/00000"))
    (grid,) = ragged.grids(strength, boxes.find(strength))
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
    strength = boxes.edges(picture)
    assert ragged.grids(strength, boxes.find(strength)) == []
