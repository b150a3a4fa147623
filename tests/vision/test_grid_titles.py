"""Writing beside the lines of a grid, and the pointer on one of its cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from vision.detectors import lights_out
from vision.frame import Frame
from vision.grid.doubts import STOCKED, TABLED
from vision.grid.titles import _stacked
from vision.scene import Scene

if TYPE_CHECKING:
    from vision.reading import Reading

BOARD = ((0, 1, 1, 0, 0), (1, 0, 0, 1, 0), (1, 1, 0, 0, 1), (0, 0, 1, 0, 1), (1, 0, 0, 1, 1))
STEP, BODY, LEFT, TOP = 44, 38, 260, 90


def place(row: int, col: int) -> tuple[int, int]:
    return LEFT + STEP * col, TOP + STEP * row


def table(board: tuple[tuple[int, ...], ...], colours: tuple[tuple[int, int, int], ...]) -> np.ndarray:
    picture = np.full((400, 640, 3), 245, np.uint8)
    for row, line in enumerate(board):
        for col, state in enumerate(line):
            x, y = place(row, col)
            cv2.rectangle(picture, (x, y), (x + BODY - 1, y + BODY - 1), colours[state], -1)
    return picture


def read(picture: np.ndarray) -> Reading:
    return lights_out.detect(Scene(Frame(picture)))[0]


@pytest.mark.parametrize(("words", "verdict"), [(("A",), "sure"), (("Kick drum", "2 1 1", "srv-01.lan"), "none")])
def test_long_titles_beside_every_row_are_those_of_a_table(words: tuple[str, ...], verdict: str) -> None:
    picture = table(BOARD, ((170, 160, 150), (60, 90, 220)))
    for row in range(len(BOARD)):
        word = words[row % len(words)]
        (width, height), _ = cv2.getTextSize(word, cv2.FONT_HERSHEY_SIMPLEX, 0.6, 2)
        x, y = place(row, 0)
        at = x - 12 - width, y + (BODY + height) // 2
        cv2.putText(picture, word, at, cv2.FONT_HERSHEY_SIMPLEX, 0.6, (40, 40, 40), 2)
    assert read(picture).verdict == verdict


@pytest.mark.parametrize(
    ("words", "verdict"),
    [
        (("Mod", "Guest", "User", "Editor", "Owner"), "none"),
        (("Row", "Row", "Row", "Row", "Row"), "sure"),  # tells nothing of any row
        (("9", "10", "11", "12", "13"), "sure"),
    ],
)
def test_words_that_name_the_rows_need_not_be_longer_than_a_cell(words: tuple[str, ...], verdict: str) -> None:
    picture = table(BOARD, ((170, 160, 150), (60, 90, 220)))
    for row, word in enumerate(words):
        (width, _), _ = cv2.getTextSize(word, cv2.FONT_HERSHEY_SIMPLEX, 0.35, 1)
        x, y = place(row, 0)
        at = x - 6 - width, y + 24
        cv2.putText(picture, word, at, cv2.FONT_HERSHEY_SIMPLEX, 0.35, (40, 40, 40), 1, cv2.LINE_AA)
    assert read(picture).verdict == verdict


@pytest.mark.parametrize(
    ("shapes", "verdict"),
    [
        ((((0, 0), (0, 1), (1, 1)), ((4, 0), (4, 1), (4, 2))), "unsure"),
        ((((0, 0), (0, 1), (1, 0), (1, 1)), ((4, 0), (4, 1), (4, 2))), "sure"),  # samples, say, and buttons in a line
        ((((0, 0), (0, 1), (1, 1)),), "sure"),
        ((((0, 0), (0, 1), (1, 1)), tuple((3 + at // 2, at % 2) for at in range(11))), "sure"),  # flags of a floor
    ],
)
@pytest.mark.parametrize("step", [30, 18])
def test_shapes_of_cells_beside_a_grid_are_to_be_put_on_it(
    shapes: tuple[tuple[tuple[int, int], ...], ...], verdict: str, step: int
) -> None:
    picture = table(BOARD, ((170, 160, 150), (60, 90, 220)))
    for row, col in (cell for shape in shapes for cell in shape):
        x, y = 40 + step * col, 100 + step * row
        cv2.rectangle(picture, (x, y), (x + step - 4, y + step - 4), (200, 120, 40), -1)
    reading = read(picture)
    assert (reading.verdict, STOCKED in reading.reasons) == (verdict, verdict == "unsure")


@pytest.mark.parametrize(
    ("beside", "above", "sure"),
    [
        ("ABCDE", ("1", "2", "3", "4", "5"), False),  # a plate, or a board: ``vision.grid.ruled``
        (("2", "11", "2 1", "11", "12"), ("1", "1/2", "2", "1/1", "2"), False),
        ("23122", ("1", "2", "2", "3", "2"), False),
        ("12345", ("1", "2/3", "4", "5/2", "3"), False),  # none twice, but some above others
        (">>>>>", ("v",) * 5, True),  # buttons for whole lines
    ],
)
def test_clues_beside_and_above_are_those_of_a_puzzle_of_numbers(
    beside: tuple[str, ...], above: tuple[str, ...], sure: bool
) -> None:
    picture = table(BOARD, ((250, 250, 250), (40, 40, 40)))
    cv2.rectangle(picture, (0, 0), (639, 399), (225, 225, 225), 1)
    font = cv2.FONT_HERSHEY_SIMPLEX
    for line in range(5):
        x, y = place(line, 0)
        width = cv2.getTextSize(beside[line], font, 0.5, 1)[0][0]
        cv2.putText(picture, beside[line], (x - 8 - width, y + 24), font, 0.5, (40, 40, 40), 1, cv2.LINE_AA)
        x, y = place(0, line)
        for up, digit in enumerate(reversed(above[line].split("/"))):
            cv2.putText(picture, digit, (x + 14, y - 8 - 15 * up), font, 0.5, (40, 40, 40), 1, cv2.LINE_AA)
    assert (read(picture).verdict == "sure") == sure


def test_clues_between_lines_that_go_on_beyond_the_board_are_seen() -> None:
    picture = table(BOARD, ((250, 250, 250), (40, 40, 40)))
    for line in range(6):
        x, y = place(line, line)
        cv2.line(picture, (LEFT - 70, y - 3), (LEFT - 3, y - 3), (150, 150, 150), 2)
        cv2.line(picture, (x - 3, TOP - 70), (x - 3, TOP - 3), (150, 150, 150), 2)
    for line, digit in enumerate("24442"):
        x, y = place(line, line)
        cv2.putText(picture, digit, (LEFT - 22, y + 24), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (40, 40, 40), 1, cv2.LINE_AA)
        cv2.putText(picture, digit, (x + 14, TOP - 8), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (40, 40, 40), 1, cv2.LINE_AA)
    reading = read(picture)
    assert TABLED in reading.reasons


def test_the_edge_of_the_picture_is_no_writing() -> None:
    picture = table(BOARD, ((170, 160, 150), (60, 90, 220)))
    blurred = cv2.GaussianBlur(picture, (0, 0), 3)[TOP - 3 :, LEFT - 3 :]
    assert read(blurred).board == "01100/10010/11001/00101/10011"


def lamps(hover: tuple[int, int] | None) -> np.ndarray:
    """Cells that differ only in the lamp in their middle; the pointer lights up one of them."""
    picture = table(BOARD, ((215, 215, 215), (215, 215, 215)))
    for row, line in enumerate(BOARD):
        for col, state in enumerate(line):
            x, y = place(row, col)
            if (row, col) == hover:
                cv2.rectangle(picture, (x, y), (x + BODY - 1, y + BODY - 1), (255, 255, 235), -1)
            colour = (0, 150, 20) if state else (120, 120, 120)
            cv2.circle(picture, (x + BODY // 2, y + BODY // 2), 9, colour, -1, cv2.LINE_AA)
    return picture


@pytest.mark.parametrize("hover", [(1, 2), (3, 4), (2, 0)])
def test_a_cell_under_the_pointer_defines_no_state(hover: tuple[int, int]) -> None:
    plain, pointed = read(lamps(None)), read(lamps(hover))
    assert plain.board == pointed.board == "01100/10010/11001/00101/10011"
    assert 5 * hover[0] + hover[1] in pointed.suspects


def test_a_single_cell_of_nearly_the_same_colour_is_not_sure() -> None:
    lone = tuple(tuple(int((row, col) == (2, 3)) for col in range(5)) for row in range(5))
    tinted, lit = (read(table(lone, ((140, 110, 60), other))) for other in ((170, 140, 90), (40, 220, 250)))
    assert (tinted.verdict, lit.verdict) == ("unsure", "sure")


def faces(lit: bool, *, body: int) -> np.ndarray:
    """Cells of two colours with a picture each, the same in all cells of a state; they take up ``body`` pixels."""
    picture = np.full((400, 640, 3), 245, np.uint8)
    for row, line in enumerate(BOARD):
        for col, state in enumerate(line):
            x, y = place(row, col)
            cv2.rectangle(picture, (x, y), (x + body - 1, y + body - 1), (60, 200, 230) if state else (150, 90, 60), -1)
            middle = x + body // 2, y + body // 2
            if state and lit:
                cv2.circle(picture, middle, body // 5, (255, 255, 255), -1, cv2.LINE_AA)
            elif lit:
                cv2.rectangle(picture, (middle[0] - 3, middle[1] - 3), (middle[0] + 3, middle[1] + 3), (0, 0, 0), -1)
    return picture


def test_a_drawing_for_each_state_is_as_good_as_none_where_cells_fill_their_places() -> None:
    wide, narrow = read(faces(True, body=38)), read(faces(True, body=28))
    assert wide.board == narrow.board == read(faces(False, body=38)).board == "01100/10010/11001/00101/10011"
    assert (wide.verdict, narrow.verdict) == ("sure", "unsure")


def test_faint_states_are_apart_where_cells_are_quite_flat() -> None:
    picture = table(BOARD, ((238, 226, 228), (228, 214, 238)))
    noisy = np.clip(picture + np.random.default_rng(1).normal(0, 4, picture.shape), 0, 255).astype(np.uint8)
    assert read(picture).verdict == "sure"
    assert read(noisy).verdict != "sure"


def test_uneven_light_is_taken_off_a_board() -> None:
    picture = table(BOARD, ((110, 80, 60), (90, 200, 235))).astype(np.float64)
    across = np.linspace(0.45, 1.1, picture.shape[1])[None, :, None]
    reading = read((picture * across).astype(np.uint8))
    assert (reading.verdict, reading.board) == ("sure", "01100/10010/11001/00101/10011")


@pytest.mark.parametrize(("lit", "verdict"), [(0, "none"), (1, "unsure")])
def test_digits_on_all_sides_of_empty_cells_are_clues(lit: int, verdict: str) -> None:
    board = tuple(tuple(lit * state for state in line) for line in BOARD)
    picture = table(board, ((170, 160, 150), (60, 90, 220)))
    for line in range(len(BOARD)):
        for row, col in ((line, -1), (line, len(BOARD)), (-1, line), (len(BOARD), line)):
            x, y = place(row, col)
            at = x + 14, y + 25
            cv2.putText(picture, str(1 + (row + 2 * col) % 5), at, cv2.FONT_HERSHEY_SIMPLEX, 0.5, (40, 40, 40), 1)
    assert read(picture).verdict == verdict


def test_letters_few_pixels_tall_are_none_above_the_other() -> None:
    rng = np.random.default_rng(3)
    board = tuple(tuple(line) for line in rng.integers(0, 2, (6, 6)).tolist())
    picture = table(board, ((100, 90, 69), (79, 213, 255)))
    for line in range(6):
        x, y = place(line, line)
        for mark, at in (("ABCDEF"[line], (x + 15, TOP - 16)), ("123456"[line], (LEFT - 30, y + 24))):
            cv2.putText(picture, mark, at, cv2.FONT_HERSHEY_SIMPLEX, 0.32, (120, 120, 120), 1, cv2.LINE_AA)
    found = lights_out.detect(Scene(Frame(picture)))[0]
    assert found.verdict == "unsure"


@pytest.mark.parametrize(("tall", "several"), [((3, 2, 1, 3, 3, 3), False), ((2, 5, 2, 8, 2, 5), True)])
def test_a_letter_of_which_hardly_anything_is_seen_makes_no_clues_of_the_others(
    tall: tuple[int, ...], several: bool
) -> None:
    places = np.zeros((len(tall), 18, 18, 3), np.float32)
    for place, pixels in zip(places, tall, strict=True):
        place[8, 16 - pixels : 16] = 60
    assert _stacked(places) is several
