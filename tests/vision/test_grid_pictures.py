"""Boards with a picture in each cell, the same in all cells of a state."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.frame import Frame
from vision.grid.content import one_outline
from vision.grid.doubts import DRAWINGS, PEGS
from vision.grid.search import search
from vision.look import look
from vision.scene import Scene

BOARD = "01101/10010/11010/01110/10111/01001"
STEP, BODY, LEFT, TOP = 60, 54, 90, 60


def pictured(board: str = BOARD, *, grain: float = 0.0, own: bool = False) -> Frame:
    """A flower or a bud on soil in each cell; ``own`` flowers of many shapes instead, and ``grain`` on the soil."""
    rng = np.random.default_rng(5)
    page = np.full((500, 480, 3), (120, 190, 120), np.uint8)
    for row, line in enumerate(board.split("/")):
        for col, state in enumerate(line):
            cell = np.full((BODY, BODY, 3), (50, 80, 120), np.uint8)
            turn = int(rng.integers(0, 90)) if own else 0
            if state == "1":
                cv2.ellipse(
                    cell, (27, 27), (22, int(rng.integers(5, 22)) if own else 18), turn, 0, 360, (180, 100, 240), -1
                )
                cv2.circle(cell, (27, 27), 7, (60, 210, 250), -1)
            else:
                cv2.rectangle(cell, (24, 16 + turn // 9), (30, 44), (60, 150, 40), -1)
            noise = cv2.GaussianBlur(rng.normal(0, grain, cell.shape), (0, 0), 1.5) if grain else 0
            x, y = LEFT + STEP * col, TOP + STEP * row
            page[y : y + BODY, x : x + BODY] = np.clip(cell + noise, 0, 255).astype(np.uint8)
    return Frame(page)


@pytest.mark.parametrize("grain", [0.0, 12.0])
def test_two_pictures_are_one_doubt_and_the_board_is_offered(grain: float) -> None:
    reading = look(pictured(grain=grain))[0]
    assert (reading.kind, reading.verdict, reading.reasons) == ("lights-out", "unsure", (DRAWINGS,))
    flipped = BOARD.translate(str.maketrans("01", "10"))
    assert reading.board in (BOARD, flipped)


def test_a_picture_of_its_own_in_each_cell_is_no_boards() -> None:
    reading = look(pictured(own=True))[0]
    assert reading.verdict != "sure"
    assert DRAWINGS not in reading.reasons


def lamps(*, square: bool) -> Frame:
    """Circles in three colours, one hardly another than the page's; or squares in its place."""
    page = np.full((460, 460, 3), (42, 37, 36), np.uint8)
    for row, line in enumerate(["202120", "102000", "212110", "121100", "212110", "222111"]):
        for col, state in enumerate(line):
            x, y = 80 + 60 * col, 80 + 60 * row
            colour = ((74, 67, 64), (250, 140, 60), (140, 90, 250))[int(state)]
            if square and state == "0":
                cv2.rectangle(page, (x - 22, y - 22), (x + 22, y + 22), colour, -1)
            else:
                cv2.circle(page, (x, y), 25, colour, -1, cv2.LINE_AA)
    return Frame(cv2.GaussianBlur(page, (0, 0), 1.0))


@pytest.mark.parametrize("square", [False, True])
def test_outlines_of_three_colours_are_compared_by_where_they_differ_from_the_page(*, square: bool) -> None:
    frame = lamps(square=square)
    one = search(Scene(frame), 0)[0]
    assert (one.states.count, one_outline(one)) == (3, not square)
    assert (look(frame)[0].verdict == "sure") == (not square)


def test_a_boards_shape_that_is_peg_solitaires_is_in_doubt() -> None:
    board = "xx011xx/x01101x/1011010/0110011/1101101/x10110x/xx101xx"
    page = np.full((560, 640, 3), (48, 40, 36), np.uint8)
    for row, line in enumerate(board.split("/")):
        for col, state in enumerate(line):
            if state != "x":
                x, y = 100 + 60 * col, 70 + 60 * row
                page[y : y + 52, x : x + 52] = (90, 200, 240) if state == "1" else (150, 90, 70)
    reading = look(Frame(page))[0]
    assert (reading.verdict, reading.board, reading.reasons) == ("unsure", board, (PEGS,))
