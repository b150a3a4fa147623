"""Boards as plain pages and windows show them: the browser's own buttons, no margins, headings that touch."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from vision.frame import Frame
from vision.grid.pieces import crossed
from vision.grid.search import search
from vision.look import look
from vision.scene import Scene

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.reading import Reading

    Picture = NDArray[np.uint8]

SOLVABLE = "10111/01100/01111/00010/00000"


def read(picture: Picture) -> Reading:
    return look(Frame(np.ascontiguousarray(picture)))[0]


def told(picture: Picture) -> tuple[str, int]:
    reading = read(picture)
    return reading.verdict, len(reading.cells)


def write(picture: Picture, words: str, place: tuple[float, float], size: float = 0.5, light: int = 20) -> None:
    """Words with their middle at a place."""
    (wide, tall), _ = cv2.getTextSize(words, cv2.FONT_HERSHEY_SIMPLEX, size, 1)
    corner = round(place[0] - wide / 2), round(place[1] + tall / 2)
    cv2.putText(picture, words, corner, cv2.FONT_HERSHEY_SIMPLEX, size, (light,) * 3, 1, cv2.LINE_AA)


def buttons(board: str, step: tuple[float, float], gap: int, words: tuple[str, str], shape: tuple[int, int]) -> Picture:
    """A white page with buttons in its corner."""
    page = np.full((*shape, 3), 255, np.uint8)
    for row, line in enumerate(board.split("/")):
        for col, state in enumerate(line):
            left, top = (round(16 + step[0] * col), round(160 + step[1] * row))
            right, bottom = (round(16 + step[0] * (col + 1)), round(160 + step[1] * (row + 1)))
            cv2.rectangle(page, (left, top), (right, bottom), (90, 90, 90), -1)
            colour = ((128, 128, 128), (60, 250, 250))[int(state)]
            cv2.rectangle(page, (left + gap, top + gap), (right - gap, bottom - gap), colour, -1)
            write(page, words[int(state)], ((left + right) / 2, (top + bottom) / 2), 0.04 * step[1] * 0.7)
    return page


def test_wide_buttons_with_a_word_on_each_on_a_large_page() -> None:
    picture = buttons(SOLVABLE, (154, 42), 4, ("Click Me!",) * 2, (1440, 2560))
    assert told(picture) == ("sure", 25)
    smaller = cv2.resize(np.ascontiguousarray(picture), None, fx=0.75, fy=0.75, interpolation=cv2.INTER_AREA)
    assert told(np.asarray(smaller, np.uint8)) == ("sure", 25)  # words begin between pixels


def test_cells_five_times_as_wide_as_high_are_read_across_a_page() -> None:
    page = np.full((600, 800, 3), 255, np.uint8)
    for row, line in enumerate(SOLVABLE.split("/")):
        for col, state in enumerate(line):
            left, top = 8 + 157 * col, 85 + 31 * row
            cv2.rectangle(page, (left, top), (left + 157, top + 31), (153, 153, 153), 1)
            colour = ((68, 68, 68), (142, 246, 239))[int(state)]
            cv2.rectangle(page, (left + 1, top + 1), (left + 156, top + 30), colour, -1)
    assert told(page) == ("sure", 25)


def test_wide_cells_with_numbers_and_thin_lines_between_are_read() -> None:
    picture = buttons("101/000/001", (285, 131), 0, ("0", "1"), (1080, 1920))
    for line in range(1, 3):
        picture[160 + 131 * line, 16 : 16 + 3 * 285] = 255
        picture[160 : 160 + 3 * 131, 16 + 285 * line] = 255
    assert told(picture) == ("sure", 9)


def test_discs_that_touch_have_no_cells_between_them() -> None:
    page = np.full((800, 900, 3), (52, 44, 40), np.uint8)
    for place, state in enumerate("000010111"):
        row, col = divmod(place, 3)
        middle, inner = ((112, 112, 112), (82, 82, 82)), ((0, 215, 255), (230, 250, 255))
        for radius, colour in zip((60, 28), inner if state == "1" else middle, strict=True):
            cv2.circle(page, (250 + 127 * col, 250 + 127 * row), radius, colour, -1, cv2.LINE_AA)
    assert told(page) == ("sure", 9)


def lined(board: str, side: int, colours: tuple[int, int], line: int) -> Picture:
    """Cells that touch, with a line of one pixel around each."""
    rows = board.split("/")
    picture = np.full((side * len(rows) + 1, side * len(rows[0]) + 1, 3), line, np.uint8)
    for row, states in enumerate(rows):
        for col, state in enumerate(states):
            picture[row * side + 1 : (row + 1) * side, col * side + 1 : (col + 1) * side] = colours[int(state)]
    return picture


def test_writing_at_the_end_of_the_picture_is_no_line_of_cells() -> None:
    board = lined(SOLVABLE, 120, (33, 220), 0)
    page = np.full((900, 1400, 3), 33, np.uint8)
    page[160 : 160 + len(board), 400 : 400 + len(board)] = board
    write(page, "Number of moves: 10", (700, 160 + len(board) + 40), 1.6, 255)
    assert told(page[: 160 + len(board) + 44]) == ("sure", 25)


@pytest.mark.parametrize(("page", "verdict"), [((30, 23, 38), "sure"), ((19, 16, 7), "unsure")])
def test_a_narrow_margin_tells_where_cells_without_lines_end(page: tuple[int, int, int], verdict: str) -> None:
    window = np.full((840, 1400, 3), page, np.uint8)
    for row, line in enumerate(SOLVABLE.split("/")):
        for col, state in enumerate(line):
            colour = (225, 230, 245) if state == "1" else (19, 16, 7)
            window[10 + 164 * row : 174 + 164 * row, 290 + 164 * col : 454 + 164 * col] = colour
    assert told(window)[0] == verdict


def test_nine_lamps_far_apart_are_offered() -> None:
    page = np.full((800, 1200, 3), 90, np.uint8)
    page[100:760, 200:860] = 0
    for place, state in enumerate("011101001"):
        row, col = divmod(place, 3)
        left, top = 290 + 200 * col, 180 + 200 * row
        filled = state == "1"
        cv2.rectangle(
            page, (left, top), (left + 68, top + 84), (255,) * 3 if filled else (0, 0, 140), -1 if filled else 1
        )
    assert told(page) == ("unsure", 9)


def test_nine_diamonds_are_no_strokes() -> None:
    page, diamond = np.full((500, 600, 3), (150, 120, 90), np.uint8), np.array([(0, -34), (34, 0), (0, 34), (-34, 0)])
    for place, lit in enumerate("011101001"):
        row, col = divmod(place, 3)
        shape = np.int32(np.add(diamond, (200 + 80 * col, 170 + 80 * row)))
        cv2.fillPoly(page, [shape], (60, 220, 250) if lit == "1" else (60, 50, 40), cv2.LINE_AA)
    assert read(page).verdict == "sure"


@pytest.mark.parametrize("rows", ["XOX/OXX/O O", "XOX/OXX/OXO"])
@pytest.mark.parametrize(("step", "half", "thick", "line"), [(150, 33, 8, 3), (152, 36, 4, 4), (120, 22, 5, 1)])
def test_noughts_and_crosses_are_not_sure(rows: str, step: int, half: int, thick: int, line: int) -> None:
    page, ink = np.full((800, 1280, 3), 250, np.uint8), (40, 40, 40)
    for row, signs in enumerate(rows.split("/")):
        for col, sign in enumerate(signs):
            left, top = 415 + step * col, 68 + step * row
            cv2.rectangle(page, (left, top), (left + step - 1, top + step - 1), (50, 50, 50), line)
            x, y = left + step // 2, top + step // 2
            if sign == "X":
                cv2.line(page, (x - half, y - half), (x + half, y + half), ink, thick, cv2.LINE_AA)
                cv2.line(page, (x + half, y - half), (x - half, y + half), ink, thick, cv2.LINE_AA)
            elif sign == "O":
                cv2.circle(page, (x, y), half, ink, thick, cv2.LINE_AA)
    assert read(page).verdict != "sure"


@pytest.mark.parametrize("crosses", [True, False])
def test_the_page_shows_between_the_strokes_of_crosses(*, crosses: bool) -> None:
    """Broken outlines of dark lamps fill as little of their boxes."""
    page = np.full((480, 480, 3), (44, 40, 30), np.uint8)
    for place, lit in enumerate("011101110"):
        x, y = 140 + 100 * (place % 3), 140 + 100 * (place // 3)
        if lit == "1" or not crosses:
            cv2.circle(page, (x, y), 40, (230, 250, 190) if lit == "1" else (56, 52, 40), -1, cv2.LINE_AA)
        else:
            for way in (-1, 1):
                cv2.line(page, (x - 36, y - 36 * way), (x + 36, y + 36 * way), (90, 90, 230), 14, cv2.LINE_AA)
    one = search(Scene(Frame(page)), 0)[0]
    broken = replace(one.grid, fills=np.full_like(one.grid.fills, 0.5))
    assert (one.grid.rows, one.grid.cols, one.states.count) == (3, 3, 2)
    assert crossed(replace(one, grid=broken)) == crosses
