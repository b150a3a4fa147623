"""Boards whose cells are told from what is around them by a line, by a square inside, or by outlines of their own."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.detectors import lights_out
from vision.frame import Frame
from vision.look import look
from vision.reading import Reading, nothing
from vision.scene import Scene

BOARD = "10001/10010/01101/10111/01101"


def read(pixels: np.ndarray) -> Reading:
    found = lights_out.detect(Scene(Frame(pixels)))
    return found[0] if found else nothing("nothing")


def either(board: str) -> tuple[str, str]:
    """Which of two states is lit can't be seen."""
    return board, board.translate(str.maketrans("01", "10"))


def places(board: str, step: int, left: int, top: int) -> list[tuple[int, int, str]]:
    return [
        (left + step * col, top + step * row, sign)
        for row, line in enumerate(board.split("/"))
        for col, sign in enumerate(line)
    ]


@pytest.mark.parametrize(
    ("board", "framed", "sure"),
    [(BOARD, True, True), (BOARD, False, False), ("10110/00000/10110/10101/00000", True, False)],
)
def test_a_line_around_cells_that_are_as_the_page_tells_where_they_end_if_clicks_made_them(
    board: str, framed: bool, sure: bool
) -> None:
    pixels = np.full((420, 560, 3), 255, np.uint8)
    for x, y, sign in places(board, 40, 90, 70):
        pixels[y : y + 40, x : x + 40] = 0 if sign == "1" else 255
    if framed:
        cv2.rectangle(pixels, (89, 69), (290, 270), (0, 0, 0), 1)
    else:
        cv2.line(pixels, (89, 69), (89, 270), (0, 0, 0), 1)
    found = read(pixels)
    assert (found.verdict == "sure") is sure
    assert not framed or found.board in either(board)


def test_cells_of_three_colours_in_a_line_are_read() -> None:
    board = BOARD.replace("/01101", "/02202")
    pixels = np.full((420, 560, 3), 255, np.uint8)
    for x, y, sign in places(board, 40, 90, 70):
        pixels[y : y + 40, x : x + 40] = {"0": 255, "1": 0, "2": 128}[sign]
    cv2.rectangle(pixels, (89, 69), (290, 270), (0, 0, 0), 1)
    assert read(pixels).verdict != "sure"


def test_squares_within_dark_places_are_no_pieces_on_them() -> None:
    board = "000110/110010/000110/000000"
    page, ink = (168, 196, 184), (32, 40, 32)
    pixels = np.full((320, 480, 3), page, np.uint8)
    for x, y, sign in places(board, 50, 50, 60):
        pixels[y : y + 45, x : x + 45] = ink
        if sign == "0":
            pixels[y + 5 : y + 40, x + 5 : x + 40] = page
    found = read(pixels)
    assert found.verdict == "sure"
    assert found.board in either(board)


def test_the_blotches_of_a_speckled_ground_are_no_rows_of_cells() -> None:
    rng = np.random.default_rng(4)
    board = "10011/00001/11011/10101/10001"
    tones = np.array([(79, 59, 59), (90, 65, 65), (74, 54, 54)], np.uint8)
    pixels = np.kron(tones[rng.integers(0, 3, (29, 32))], np.ones((20, 20, 1), np.uint8))[:576]
    for x, y, sign in places(board, 80, 120, 80):
        pixels[y + 4 : y + 76, x + 4 : x + 76] = (46, 32, 34)
        gem = np.array([(40, 12), (64, 40), (40, 68), (16, 40)]) + np.array((x, y))
        light, shade = ((255, 249, 125), (214, 184, 43)) if sign == "1" else ((88, 68, 74), (74, 50, 56))
        cv2.fillPoly(pixels, [gem], light)
        cv2.fillPoly(pixels, [np.array([(40, 40), (64, 40), (40, 68)]) + np.array((x, y))], shade)
    found = look(Frame(pixels))[0]
    assert found.verdict == "sure"
    assert found.board in either(board)


def test_lines_of_empty_places_follow_where_signs_are_drawn_between_them() -> None:
    board = "110001/110000/011001/110010/110000/111001"
    pixels = np.zeros((480, 640, 3), np.uint8)
    for x, y, sign in places(board, 60, 60, 60):
        if sign == "1":
            pixels[y + 12 : y + 48, x + 6 : x + 54] = (0, 204, 0)
    for row in range(7):
        for col in range(7):
            cv2.line(pixels, (57 + 60 * col, 60 * row + 60), (63 + 60 * col, 60 * row + 60), (187, 187, 187), 1)
            cv2.line(pixels, (60 + 60 * col, 60 * row + 57), (60 + 60 * col, 60 * row + 63), (187, 187, 187), 1)
            for part in range(1, 6):
                if col < 6:
                    cv2.line(
                        pixels,
                        (57 + 60 * col + 10 * part, 60 * row + 60),
                        (61 + 60 * col + 10 * part, 60 * row + 60),
                        (187, 187, 187),
                        1,
                    )
                if row < 6 and part % 2:
                    cv2.line(
                        pixels,
                        (60 + 60 * col, 60 * row + 56 + 10 * part),
                        (60 + 60 * col, 60 * row + 62 + 10 * part),
                        (187, 187, 187),
                        1,
                    )
    found = look(Frame(pixels))[0]
    assert found.board in either(board)


@pytest.mark.parametrize(
    ("shade", "row", "col", "verdict"), [((130, 130, 130), 4, 3, "unsure"), ((200, 190, 150), 0, 4, "sure")]
)
def test_the_cell_under_the_pointer_is_what_clicks_need_it_to_be(
    shade: tuple[int, int, int], row: int, col: int, verdict: str
) -> None:
    """For sure where its colour says the same."""
    board = "01010/11100/00010/00100/00110"
    pixels = np.full((420, 520, 3), 40, np.uint8)
    for x, y, sign in places(board, 62, 80, 50):
        pixels[y : y + 56, x : x + 56] = (60, 200, 240) if sign == "1" else (90, 70, 60)
    x, y = 80 + 62 * col, 50 + 62 * row
    pixels[y : y + 56, x : x + 56] = shade
    found = read(pixels)
    assert found.verdict == verdict
    assert found.board in either(board)
