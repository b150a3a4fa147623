"""Lights Out boards drawn here, each for one trait that real ones have."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.evaluate import from_file
from calibration.ladder import worn
from calibration.score import exact
from calibration.truth import Entry, load
from vision.detectors import lights_out
from vision.frame import Frame
from vision.grid.doubts import RIVAL as OTHER_LINES
from vision.grid.inscribed import signed
from vision.grid.search import search
from vision.look import look
from vision.reading import Reading, nothing
from vision.scene import Scene

FIXTURES = Path(__file__).parents[2] / "fixtures"


def read(pixels: np.ndarray) -> Reading:
    found = lights_out.detect(Scene(Frame(pixels)))
    return found[0] if found else nothing("nothing")


def drawn(unlit: str, lit: str) -> Reading:
    """A board of outlined white cells that hold a small drawing each."""
    pixels = np.full((420, 520, 3), 235, np.uint8)
    for row, line in enumerate(("10010", "01101", "11010", "00110", "10001")):
        for col, mark in enumerate(line):
            x, y = 60 + 64 * col, 50 + 64 * row
            cv2.rectangle(pixels, (x, y), (x + 56, y + 56), (255, 255, 255), -1)
            cv2.rectangle(pixels, (x, y), (x + 56, y + 56), (90, 90, 90), 1)
            middle, what = (x + 28, y + 28), (unlit, lit)[int(mark)]
            if what in ("grey", "red"):
                cv2.circle(pixels, middle, 16, {"grey": (190, 190, 190), "red": (30, 30, 210)}[what], -1, cv2.LINE_AA)
            elif what == "cross":
                cv2.drawMarker(pixels, middle, (30, 30, 30), cv2.MARKER_TILTED_CROSS, 30, 5, cv2.LINE_AA)
            elif what == "nought":
                cv2.circle(pixels, middle, 14, (30, 30, 30), 4, cv2.LINE_AA)
    return read(pixels)


def test_one_drawing_in_two_colours_is_as_good_as_plain_cells() -> None:
    found = drawn("grey", "red")
    assert found.verdict == "sure"
    assert found.board == "10010/01101/11010/00110/10001"


@pytest.mark.parametrize(
    ("unlit", "lit"), [("nothing", "cross"), ("nothing", "red"), ("grey", "cross"), ("nought", "cross")]
)
def test_a_mark_in_some_cells_is_not_sure(unlit: str, lit: str) -> None:
    found = drawn(unlit, lit)
    assert found.verdict == "unsure"
    assert exact(found, Entry(Path(), "read", "lights-out", "10010/01101/11010/00110/10001"))


def test_a_bar_above_cells_that_hold_drawings_is_no_row_of_theirs() -> None:
    board = "10010/01101/11010/00110/10001"
    pixels = np.full((520, 560, 3), 160, np.uint8)
    pixels[40:480, 80:480] = 34
    pixels[60:100, 180:380] = (90, 60, 70)
    for row, line in enumerate(board.split("/")):
        for col, mark in enumerate(line):
            x, y = 84 + 80 * col, 122 + 72 * row
            cv2.rectangle(pixels, (x, y), (x + 72, y + 64), (51, 51, 51), -1)
            cv2.rectangle(pixels, (x, y), (x + 72, y + 64), (85, 85, 85), 2)
            colour = (40, 190, 250) if mark == "1" else (150, 140, 130)
            cv2.circle(pixels, (x + 36, y + 32), 18, colour, -1, cv2.LINE_AA)
    found = read(pixels)
    assert found.board == board


@pytest.mark.parametrize(
    ("columns", "right", "verdict"), [(5, 4, "unsure"), (6, 4, "unsure"), (6, 60, "sure"), (5, 60, "sure")]
)
def test_a_picture_that_ends_in_a_gap_may_have_lost_a_column(columns: int, right: int, verdict: str) -> None:
    board = [line[:columns] for line in ("100101", "011010", "110101", "001100", "100010", "010111")]
    pixels = np.full((520, 90 + 64 * columns - 8 + right, 3), 240, np.uint8)
    for row, line in enumerate(board):
        for col, mark in enumerate(line):
            corner = np.array([90 + 64 * col, 70 + 64 * row])
            colour = (60, 190, 250) if mark == "1" else (110, 90, 70)
            cv2.rectangle(pixels, corner.tolist(), (corner + 55).tolist(), colour, -1)
    found = read(pixels)
    assert (found.verdict, found.board) == (verdict, "/".join(board))


def test_boxes_to_be_ticked_under_a_row_of_digits() -> None:
    pixels = np.full((300, 300, 3), 225, np.uint8)
    board = "10010/01101/11000/00011/10100"
    for row, line in enumerate(board.split("/")):
        for col, sign in enumerate(line):
            x, y = 60 + 40 * col, 70 + 40 * row
            cv2.rectangle(pixels, (x, y), (x + 16, y + 16), (120, 120, 120), 1)
            cv2.rectangle(pixels, (x + 1, y + 1), (x + 15, y + 15), (255, 255, 255), -1)
            if sign == "1":
                cv2.line(pixels, (x + 4, y + 8), (x + 7, y + 12), (0, 0, 0), 2, cv2.LINE_AA)
                cv2.line(pixels, (x + 7, y + 12), (x + 12, y + 4), (0, 0, 0), 2, cv2.LINE_AA)
    for col in range(5):
        cv2.putText(pixels, str(col + 1), (64 + 40 * col, 44), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (0, 0, 0), 1, cv2.LINE_AA)
    found = read(pixels)
    assert found.verdict == "unsure"
    assert exact(found, Entry(Path(), "hard", "lights-out", board))


def test_cells_all_alike_are_offered_though_a_drawing_in_one_has_two_colours() -> None:
    pixels = np.full((420, 420, 3), 230, np.uint8)
    for row in range(4):
        for col in range(4):
            x, y = 30 + 90 * col, 30 + 90 * row
            cv2.rectangle(pixels, (x, y), (x + 90, y + 90), (60, 60, 60), 1)
            cv2.rectangle(pixels, (x + 1, y + 1), (x + 89, y + 89), (255, 255, 255), -1)
            for dx, dy in ((0, 0), (-14, 0), (14, 0), (0, -14), (0, 14)):
                at = x + 45 + dx, y + 45 + dy
                cv2.rectangle(
                    pixels, (at[0] - 6, at[1] - 6), (at[0] + 6, at[1] + 6), (150, 150, 150), 1 if dx or dy else -1
                )
    found = read(pixels)
    assert (found.board, found.verdict) == ("0000/0000/0000/0000", "unsure")


def plain(board: str, page: int, colours: tuple[tuple[int, int, int], ...], smaller: int = 0) -> np.ndarray:
    """Cells without a border; those of the last colour are ``smaller`` on all sides, there is none at an ``x``."""
    pixels = np.full((460, 560, 3), page, np.uint8)
    for row, line in enumerate(board.split("/")):
        for col, sign in enumerate(line):
            if sign != "x":
                x, y, less = 90 + 62 * col, 60 + 62 * row, smaller if int(sign) == len(colours) - 1 else 0
                cv2.rectangle(pixels, (x + less, y + less), (x + 55 - less, y + 55 - less), colours[int(sign)], -1)
    return pixels


def test_places_left_out_at_all_corners_are_of_the_board() -> None:
    board = "x110x/11000/11101/01000/x111x"
    found = read(plain(board, 245, ((170, 184, 153), (11, 158, 245))))
    assert found.verdict == "sure"
    assert exact(found, Entry(Path(), "read", "lights-out", board))


def test_the_page_around_smaller_cells_is_no_empty_place() -> None:
    board = "10010/01101/11010/00110/10001"
    found = read(plain(board, 40, ((74, 63, 59), (102, 209, 255)), smaller=8))
    assert (found.verdict, found.board) == ("sure", board)


def test_words_over_two_cells_are_not_written_in_all() -> None:
    board = "10010/01101/11010/00110/10001"
    pixels = plain(board, 245, ((170, 170, 170), (200, 40, 110)))
    cv2.rectangle(pixels, (168, 196), (262, 222), (34, 34, 34), -1)
    cv2.putText(pixels, "Flip this", (174, 215), cv2.FONT_HERSHEY_SIMPLEX, 0.55, (255, 255, 255), 1, cv2.LINE_AA)
    found = read(pixels)
    assert found.verdict == "unsure"
    assert exact(found, Entry(Path(), "hard", "lights-out", board))


def test_a_click_shown_beforehand_leaves_its_cells_their_states() -> None:
    board = "10010/01101/11010/00110/10001"
    shown = "10010/03101/33210/02110/10001"  # 2 is 0 under the preview, 3 is 1
    pixels = plain(shown, 245, ((120, 120, 120), (60, 190, 240), (150, 130, 130), (90, 200, 215)))
    found = read(pixels)
    assert found.verdict == "unsure"
    assert exact(found, Entry(Path(), "hard", "lights-out", board))


def test_the_cell_in_the_middle_of_a_click_shown_beforehand_may_have_a_tint_of_its_own() -> None:
    board = "10010/01101/11010/00110/10001"
    shown = "10010/03101/34210/02110/10001"  # 4 is 1 where the pointer is
    colours = ((40, 34, 30), (60, 190, 240), (70, 66, 64), (100, 205, 242), (150, 216, 246))
    found = read(plain(shown, 12, colours))
    assert found.verdict == "unsure"
    assert exact(found, Entry(Path(), "hard", "lights-out", board))


def test_a_fourth_colour_that_one_cell_has_is_no_tint_of_another() -> None:
    board = "1231/3233/3223/1230"
    colours = ((87, 53, 29), (157, 123, 69), (97, 196, 244), (70, 57, 230))
    found = read(plain(board, 250, colours))
    assert found.verdict == "unsure"
    assert exact(found, Entry(Path(), "hard", "lights-out", board))


def grid(
    board: str, pitch: int, colours: list[tuple[int, int, int]], size: tuple[int, int], gap: int = 0
) -> np.ndarray:
    """A page with plain cells a little off its middle."""
    pixels = np.full((size[1], size[0], 3), (44, 40, 38), np.uint8)
    lines = board.split("/")
    left, top = size[0] * 2 // 5, size[1] // 5
    for row, line in enumerate(lines):
        for col, state in enumerate(line):
            x, y = left + col * pitch, top + row * pitch
            cv2.rectangle(pixels, (x, y), (x + pitch - gap - 1, y + pitch - gap - 1), colours[int(state)], -1)
    return pixels


def test_small_cells_are_seen_in_a_large_picture() -> None:
    board = "010110/110100/001011/101101/010010/100110"
    pixels = grid(board, 11, [(120, 110, 105), (40, 200, 250)], (3840, 2160), gap=2)
    assert read(pixels).board == board


def test_a_colour_between_two_others_is_one_of_five() -> None:
    colours = [(30, 30, 200), (20, 120, 220), (20, 220, 230), (200, 100, 40), (60, 160, 60)]
    board = "01234/12340/23401/34012/43210/01342"
    seen = read(grid(board, 40, colours, (640, 480), gap=6))
    assert seen.verdict == "unsure"
    assert seen.states == 5


def test_small_boxes_with_ticks_are_found_on_a_finer_view() -> None:
    truth = "00000000/00010010/00101111/01101010/11110000/01000000/00000001/00000011"
    picture = np.full((1200, 1600, 3), 240, np.uint8)
    for row, line in enumerate(truth.split("/")):
        for col, sign in enumerate(line):
            left, top = 558 + 28 * col, 525 + 30 * row
            cv2.rectangle(picture, (left, top), (left + 22, top + 22), (190, 190, 190), 2)
            picture[top + 2 : top + 22, left + 2 : left + 22] = 255
            if sign == "1":
                tick = np.array([(left + 5, top + 10), (left + 9, top + 15), (left + 16, top + 5)])
                cv2.polylines(picture, [tick], False, (20, 20, 20), 3, cv2.LINE_AA)
    found = read(picture)
    assert found.verdict == "sure"  # few clicks make its pattern
    assert found.board in (truth, truth.translate(str.maketrans("01", "10")))


def test_one_odd_cell_among_cells_far_apart_may_be_a_window() -> None:
    colours = [(120, 110, 105), (40, 200, 250)]
    assert read(grid("000/000/001", 60, colours, (640, 480), gap=24)).verdict == "unsure"
    assert read(grid("000/000/001", 60, colours, (640, 480), gap=9)).verdict == "sure"


@pytest.mark.parametrize(("second", "verdict"), [(None, "sure"), ("010/121/010", "unsure")])
def test_a_small_board_beside_another_may_explain_a_game(second: str | None, verdict: str) -> None:
    colours = ((70, 50, 40), (230, 190, 90), (120, 90, 50))
    pixels = np.full((420, 640, 3), 235, np.uint8)
    for left, board in ((80, "001/100/110"), (360, second)):
        for row, line in enumerate(board.split("/") if board else ()):
            for col, state in enumerate(line):
                x, y = left + 60 * col, 110 + 60 * row
                cv2.rectangle(pixels, (x, y), (x + 52, y + 52), colours[int(state)], -1)
    assert read(pixels).verdict == verdict


def test_the_light_of_lit_cells_makes_no_outlines_of_dark_ones() -> None:
    """Blurred dark cells on a page as dark: those of the first row and column can't be seen."""
    pixels = np.full((1000, 1100, 3), (16, 16, 27), np.uint8)
    for row, line in enumerate(("00000", "01011", "00110", "01001", "00111")):
        for col, state in enumerate(line):
            x, y = 40 + 126 * col, 100 + 126 * row
            cv2.rectangle(pixels, (x, y), (x + 120, y + 120), (50, 212, 255) if state == "1" else (29, 29, 32), -1)
    assert read(cv2.GaussianBlur(pixels, (0, 0), 9)).verdict != "sure"


def test_a_dim_row_of_which_a_message_hides_the_middle_follows() -> None:
    pixels = np.zeros((540, 660, 3), np.uint8)
    pixels[60:460, 60:600] = 8
    for row, line in enumerate(("00001", "00011", "00001", "00000", "00000")):
        for col, state in enumerate(line):
            x, y = 165 + 69 * col, 115 + 69 * row
            cv2.rectangle(pixels, (x, y), (x + 54, y + 54), (190, 90, 16) if state == "1" else (17, 17, 17), -1)
    pixels[395:450, 230:435] = 0
    cv2.putText(
        pixels, "Turn off the lights", (238, 428), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (190, 190, 190), 1, cv2.LINE_AA
    )
    found = read(pixels)
    assert found.verdict != "sure"


@pytest.mark.parametrize("seed", [19, 35])
def test_what_a_message_leaves_of_cells_and_lines_is_noticed(seed: int) -> None:
    """The message hides most of a lit cell, and the middle of the first row."""
    (entry,) = [one for one in load(FIXTURES) if one.path.name == "lightsoff-2.png"]
    frame, truth = worn(partial(from_file, entry), "toast", 3, seed)
    found = read(frame.pixels)
    assert found.verdict != "sure" or exact(found, truth)


def test_a_plain_panel_beside_a_board_is_no_more_columns_of_it() -> None:
    picture = np.full((560, 900, 3), 30, np.uint8)
    picture[40:540, 60:760] = 69
    for row, line in enumerate(("00100", "01111", "11101", "00011", "11001")):
        for col, state in enumerate(line):
            top, left = 40 + 100 * row, 60 + 100 * col
            picture[top : top + 100, left : left + 100] = 45
            picture[top + 2 : top + 98, left + 2 : left + 98] = (63, 191, 63) if state == "1" else 110
    picture[52:92, 570:670] = (63, 191, 63)
    cv2.putText(picture, "New", (584, 80), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (255, 255, 255), 2)
    cv2.putText(picture, "Moves: 12", (570, 170), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (255, 255, 255), 2)
    found = lights_out.detect(Scene(Frame(picture)))
    assert OTHER_LINES not in found[0].reasons
    assert found[0].board == "00100/01111/11101/00011/11001"


def test_two_numbered_tiles_on_an_empty_board_that_no_clicks_make_are_not_sure() -> None:
    picture = np.full((740, 560, 3), (240, 248, 250), np.uint8)
    cv2.rectangle(picture, (25, 216), (525, 716), (160, 173, 187), -1)
    for place in range(16):
        x, y = 40 + 121 * (place % 4), 231 + 121 * (place // 4)
        numbered = place in (0, 12)
        cv2.rectangle(picture, (x, y), (x + 107, y + 107), (218, 228, 238) if numbered else (180, 193, 205), -1)
        if numbered:
            cv2.putText(picture, "2", (x + 36, y + 72), cv2.FONT_HERSHEY_SIMPLEX, 1.8, (101, 110, 119), 5, cv2.LINE_AA)
    assert look(Frame(picture))[0].verdict != "sure"


def test_coloured_cells_in_the_middle_of_a_sheet_are_a_board_but_not_surely() -> None:
    board = "00110/10101/10101/00110/00001"
    pixels = np.full((460, 620, 3), 255, np.uint8)
    for row in range(11):
        for col in range(12):
            x, y = 20 + 48 * col, 20 + 36 * row
            if 2 <= row < 7 and 2 <= col < 7:
                lit = board.split("/")[row - 2][col - 2] == "1"
                pixels[y : y + 36, x : x + 48] = (60, 200, 60) if lit else (110, 110, 110)
            cv2.rectangle(pixels, (x, y), (x + 48, y + 36), (208, 208, 208), 1)
    found = read(pixels)
    assert found.verdict == "unsure"
    assert found.board in (board, board.translate(str.maketrans("01", "10")))


def test_numbers_that_differ_from_column_to_column_are_signs_and_no_matter_of_pixels() -> None:
    pixels = np.full((960, 540, 3), (120, 70, 50), np.uint8)
    cv2.rectangle(pixels, (90, 180), (450, 545), (215, 150, 215), -1)
    turns = np.linspace(0, 2 * np.pi, 10, endpoint=False)
    for row, line in enumerate(("001", "011", "011")):
        for col, state in enumerate(line):
            x, y = 164 + 107 * col, 257 + 107 * row
            radii = np.where(np.arange(10) % 2, 26, 48)
            star = np.column_stack([x + radii * np.sin(turns), y - radii * np.cos(turns)])
            cv2.fillPoly(pixels, [np.rint(star).astype(np.int32)], (200, 208, 130) if state == "1" else (64, 66, 36))
            cv2.putText(
                pixels, str(col + 1), (x - 11, y + 12), cv2.FONT_HERSHEY_DUPLEX, 1.0, (255, 255, 255), 3, cv2.LINE_AA
            )
    scene = Scene(Frame(pixels))
    one = search(scene, scene.level_for(650))[0]
    assert one.board.tolist() == [[0, 0, 1], [0, 1, 1], [0, 1, 1]]
    assert signed(scene, one)
