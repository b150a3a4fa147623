"""Boards that stay boards, if doubtful ones, in spite of what speaks against them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from vision.detectors import lights_out
from vision.frame import Frame
from vision.grid import evidence, overlaid
from vision.grid.doubts import DIFFER, FRINGED, LINED, ORDERED, PARTED, PLAIN
from vision.scene import Scene

if TYPE_CHECKING:
    from vision.reading import Reading

ON, OFF = (90, 215, 250), (110, 90, 70)


def seen(picture: np.ndarray) -> Reading:
    (found,) = lights_out.detect(Scene(Frame(picture)))
    return found


def board(rows: str, step: int, on: float, off: float) -> np.ndarray:
    """Octagons of two sizes (steps) on a dark page."""
    lines = rows.split("/")
    picture = np.full((len(lines) * step + 200, len(lines[0]) * step + 300, 3), 34, np.uint8)
    turns = np.pi / 8 + np.arange(8) * np.pi / 4
    corners = np.column_stack([np.cos(turns), np.sin(turns)]) / np.cos(np.pi / 8) / 2
    for row, line in enumerate(lines):
        for col, sign in enumerate(line):
            at = np.array([150 + (col + 0.5) * step, 100 + (row + 0.5) * step])
            body = np.rint((at + corners * step * (on if sign == "1" else off)) * 16).astype(np.int32)
            cv2.fillPoly(picture, [body], ON if sign == "1" else OFF, cv2.LINE_AA, 4)
    return picture


def alike(found: Reading, truth: str) -> bool:
    return found.board in (truth, truth.translate(str.maketrans("01", "10")))


@pytest.mark.parametrize(("truth", "board_like"), [("010/101/010", True), ("010/101/010/101", False)])
def test_chequers_of_a_dozen_cells_are_no_board(truth: str, board_like: bool) -> None:
    assert bool(lights_out.detect(Scene(Frame(board(truth, 46, 0.87, 0.87))))[0].cells) is board_like


@pytest.mark.parametrize("truth", ["000/111/111", "111/111/100"])
def test_a_small_board_may_be_in_order_by_chance(truth: str) -> None:
    found = seen(board(truth, 46, 0.87, 0.87))
    assert found.verdict == "unsure"
    assert {ORDERED, LINED} & set(found.reasons)
    assert alike(found, truth)


def test_lit_cells_that_touch_where_unlit_smaller_ones_do_not() -> None:
    truth = "1001/0011/0110/1000/1011/1011"
    found = seen(board(truth, 40, 1.0, 0.75))
    assert found.verdict == "sure"
    assert alike(found, truth)


def test_what_lit_cells_shine_on_is_their_doing() -> None:
    truth = "110001/101110/010011/101100"
    picture = np.zeros((520, 760, 3), np.float32)
    y, x = np.mgrid[:520, :760].astype(np.float32)
    for row, line in enumerate(truth.split("/")):
        for col, sign in enumerate(line):
            top, left = 130 + 52 * row, 220 + 52 * col
            if sign == "1":
                far = np.hypot(np.maximum(0, np.abs(x - left - 22) - 22), np.maximum(0, np.abs(y - top - 22) - 22))
                shine = 0.75 * np.exp(-far / 15)[..., None]
                picture += shine * (np.array((255, 183, 0), np.float32) - picture)
            body = picture[top : top + 44, left : left + 44]
            body += (1.0 if sign == "1" else 0.75) * (np.array((255, 247, 224) if sign == "1" else (32, 20, 20)) - body)
    found = seen(np.rint(picture).astype(np.uint8))
    assert {DIFFER, PLAIN} <= set(found.reasons)
    assert alike(found, truth)


def ticked(rows: str) -> np.ndarray:
    """Boxes, some of them ticked."""
    lines = rows.split("/")
    picture = np.full((len(lines) * 60 + 160, len(lines[0]) * 60 + 240, 3), 236, np.uint8)
    for row, line in enumerate(lines):
        for col, sign in enumerate(line):
            left, top = 120 + 60 * col, 80 + 60 * row
            cv2.rectangle(picture, (left, top), (left + 50, top + 50), (90, 90, 90), 2)
            if sign == "1":
                tick = np.array([(left + 14, top + 26), (left + 22, top + 35), (left + 37, top + 15)])
                cv2.polylines(picture, [tick], False, (40, 40, 40), 12, cv2.LINE_AA)
    return picture


def test_two_drawings_are_a_board_where_clicks_make_their_pattern() -> None:
    truth = "01110/10101/11011/10101/01110"
    found = seen(ticked(truth))
    assert found.verdict == "sure"
    assert alike(found, truth)
    assert seen(ticked("1" + truth[1:])).verdict != "sure"


def test_lamps_with_a_bulb_in_lit_ones_may_stand_farther_apart_one_way() -> None:
    truth = "00110/01001/01011/10100/00110"  # no clicks make it
    picture = np.full((460, 560, 3), 180, np.uint8)
    for row, line in enumerate(truth.split("/")):
        for col, sign in enumerate(line):
            left, top = 80 + 80 * col, 60 + 64 * row
            lit = sign == "1"
            cv2.rectangle(picture, (left, top, 48, 56), (30, 165, 250) if lit else (246, 243, 241), -1)
            if lit:
                middle = left + 24, top + 28
                cv2.ellipse(picture, middle, (10, 12), 0, 0, 360, (90, 240, 255), -1)
                cv2.ellipse(picture, middle, (5, 5), 0, 0, 360, (20, 60, 120), -1)
    found = seen(picture)
    assert found.verdict == "sure"
    assert alike(found, truth)


def lettered(rows: str) -> np.ndarray:
    """A letter on every cell, each another one."""
    lines = rows.split("/")
    picture = np.full((len(lines) * 70 + 200, len(lines[0]) * 70 + 300, 3), 40, np.uint8)
    for row, line in enumerate(lines):
        for col, sign in enumerate(line):
            left, top = 150 + 70 * col, 100 + 70 * row
            cv2.rectangle(picture, (left, top), (left + 61, top + 61), ON if sign == "1" else OFF, -1)
            letter = chr(ord("A") + (7 * row + 5 * col) % 26)
            cv2.putText(picture, letter, (left + 17, top + 45), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (20, 20, 20), 3)
    return picture


def test_writing_in_the_cells_is_no_doubt_where_few_clicks_make_the_pattern() -> None:
    truth = "100000/110000/100100/001110/000100/000000"
    found = seen(lettered(truth))
    assert found.verdict == "sure"
    assert alike(found, truth)
    assert seen(lettered(truth[:-1] + "1")).verdict != "sure"


def test_lit_cells_may_have_a_shape_of_their_own() -> None:
    truth = "0110/1000/0011/1101"
    picture = np.full((400, 480, 3), 30, np.uint8)
    for row, line in enumerate(truth.split("/")):
        for col, sign in enumerate(line):
            left, top = 100 + 64 * col, 70 + 64 * row
            if sign == "1":
                cv2.circle(picture, (left + 28, top + 28), 27, ON, -1, cv2.LINE_AA)
            else:
                picture[top : top + 56, left : left + 56] = OFF
    found = seen(picture)
    assert alike(found, truth)
    assert found.verdict == "sure"


@pytest.mark.parametrize(("tall", "sure"), [(130, True), (160, False)])
def test_a_board_may_be_stretched_over_an_upright_screen(tall: int, sure: bool) -> None:
    truth = "01100/00010/11101/00000/10010"
    picture = np.full((5 * tall + 160, 460, 3), 236, np.uint8)
    for row, line in enumerate(truth.split("/")):
        for col, sign in enumerate(line):
            y, x = 80 + tall * row, 80 + 60 * col
            picture[y : y + tall - 8, x : x + 52] = ON if sign == "1" else OFF
    assert any(one.verdict == "sure" for one in lights_out.detect(Scene(Frame(picture)))) is sure


def coloured(rows: str) -> np.ndarray:
    """Squares in three colours."""
    lines = rows.split("/")
    picture = np.full((len(lines) * 60 + 160, len(lines[0]) * 60 + 240, 3), 236, np.uint8)
    for row, line in enumerate(lines):
        for col, sign in enumerate(line):
            y, x = 80 + 60 * row, 120 + 60 * col
            picture[y : y + 52, x : x + 52] = ((70, 60, 50), ON, (60, 60, 200))[int(sign)]
    return picture


@pytest.mark.parametrize(
    ("truth", "read"),
    [
        ("11211/01010/00100/01110/00100", "11211/01010/00100/01110/00100"),  # two clicks of three colours that cross
        ("01010/11100/00010/00100/00120", "01010/11100/00010/00100/00110"),  # the pointer on a cell
    ],
)
def test_a_colour_that_occurs_once_is_a_doubt_and_no_state_unless_few_clicks_make_it(truth: str, read: str) -> None:
    found = lights_out.detect(Scene(Frame(coloured(truth))))[0]
    assert found.verdict == "unsure"
    assert found.board is not None
    assert len(found.board) == len(read)
    assert len(set(zip(read, found.board, strict=True))) == len(set(read))  # but for the names of the states


def test_a_sure_board_is_not_lost_beside_doubtful_ones() -> None:
    truth = "10010/00110/11100/01101/01011"
    picture = np.full((1100, 900, 3), 240, np.uint8)
    for (left, top), step, rows in [((120, 300), 62, truth), *(((560, 300 + 110 * at), 14, truth) for at in range(3))]:
        for row, line in enumerate(rows.split("/")):
            for col, sign in enumerate(line):
                y, x, size = top + step * row, left + step * col, round(0.82 * step)
                picture[y : y + size, x : x + size] = (230, 160, 20) if sign == "1" else (205, 200, 196)
    found = max(lights_out.detect(Scene(Frame(picture))), key=lambda one: one.pitch)
    assert found.verdict == "sure"
    assert alike(found, truth)


@pytest.mark.parametrize(
    ("strains", "over"),
    [([17.9, 4.6, 1.1], True), ([17.9], False), ([9.0, 4.6, 1.1], False), ([17.9] * 20, False), ([1.0] * 3, False)],
)
def test_what_lies_on_several_cells_and_hides_one_is_no_pointer(strains: list[float], over: bool) -> None:
    """Beside cells that are all drawn alike, in a pattern that clicks make (``strains`` are of the odd ones, Lab)."""
    states = SimpleNamespace(count=2, cut=52.0)
    strain = np.zeros(25)
    strain[: len(strains)] = strains
    one = SimpleNamespace(strain=strain, count=25, states=states, board=np.zeros((5, 5), np.int64))
    assert overlaid._strange(one) is over


@pytest.mark.parametrize(("rest", "over"), [(0.0, True), (0.4, True), (2.5, False)])
def test_what_lies_on_two_cells_hides_one_where_no_clicks_make_the_pattern(rest: float, over: bool) -> None:
    """All other cells are the drawings of their states, or nearly so in a lossy picture (``rest``, Lab)."""
    board = np.array([[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], *[[0] * 5] * 3])
    strain = np.full(25, rest)
    strain[[10, 11]] = 19.7, 14.4
    states = SimpleNamespace(count=2, cut=68.0)
    one = SimpleNamespace(strain=strain, count=25, states=states, board=board)
    assert overlaid._strange(one) is over


@pytest.mark.parametrize(("page", "expected"), [((120, 140, 150), "sure"), ((66, 52, 46), "none")])
def test_unlit_cells_need_no_outline_where_the_whole_block_of_them_has_one(
    page: tuple[int, int, int], expected: str
) -> None:
    picture = np.full((420, 520, 3), page, np.uint8)
    picture[40:340, 100:400] = 70, 54, 48
    for row, line in enumerate(("00001", "00110", "11000", "11001", "01111")):
        for col, sign in enumerate(line):
            if sign == "1":
                low, high = (101 + 60 * col, 41 + 60 * row), (158 + 60 * col, 98 + 60 * row)
                cv2.rectangle(picture, low, high, ON, -1)
                cv2.rectangle(picture, low, high, (20, 60, 90), 2)
    assert seen(picture).verdict == expected


@pytest.mark.parametrize(("pad", "expected"), [(3, "sure"), (0, "not sure")])
def test_a_page_as_cells_that_have_outlines_hides_no_more_of_them(pad: int, expected: str) -> None:
    picture = np.full((420, 520, 3), 255, np.uint8)
    if pad:
        picture[40 - pad : 341 + pad, 100 - pad : 401 + pad] = 0
    for row, line in enumerate(("01101", "00011", "11000", "10101", "11100")):
        for col, sign in enumerate(line):
            low, high = (100 + 60 * col, 40 + 60 * row), (160 + 60 * col, 100 + 60 * row)
            cv2.rectangle(picture, low, high, (255, 255, 255) if sign == "1" else (0, 0, 0), -1)
            if pad:
                cv2.rectangle(picture, low, high, (0, 0, 0), 2)
    verdicts = {one.verdict for one in lights_out.detect(Scene(Frame(picture)))}
    assert ("sure" in verdicts) == (expected == "sure")


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("0000000/0000000/0000000/0001000/0011100/0001000/0000000", "sure"),  # one click
        ("0000000/0011100/0001000/0001000/0001000/0001000/0000000", "unsure"),  # a letter
    ],
)
def test_one_click_is_no_letter(rows: str, expected: str) -> None:
    assert seen(board(rows, 60, 0.9, 0.9)).verdict == expected


PRESSED = "01011/11010/00011/11001/10110"


def pressed() -> np.ndarray:
    """Buttons shaded from top to bottom, some of which are pressed and hardly darker."""
    picture = np.full((460, 520, 3), 239, np.uint8)
    for row, line in enumerate(PRESSED.split("/")):
        for col, state in enumerate(line):
            x, y = 90 + 60 * col, 70 + 60 * row
            picture[y : y + 56, x : x + 56] = 150
            light = np.linspace(232, 220, 54) if state == "0" else np.linspace(208, 200, 54)
            picture[y + 1 : y + 55, x + 1 : x + 55] = np.rint(light)[:, None, None]
    return picture


@pytest.mark.parametrize(("noise", "verdict"), [(0, "sure"), (4, "unsure")])
def test_shaded_buttons_that_stay_pressed_are_told_apart_where_all_of_a_state_are_the_same(
    noise: int, verdict: str
) -> None:
    picture = pressed()
    moved = np.random.default_rng(7).integers(-noise, noise + 1, picture.shape)
    worn = np.clip(picture + moved, 0, 255).astype(np.uint8)
    found = seen(worn)
    assert found.verdict == verdict
    assert alike(found, PRESSED)


@pytest.mark.parametrize("rows", [1, 2, 3])
def test_a_board_that_is_dimmed_in_part_has_no_more_colours(rows: int) -> None:
    picture = board("0110100/1011001/0010110/1101001/0101100", 60, 0.9, 0.9)
    picture[: 100 + 60 * rows] = (picture[: 100 + 60 * rows] * 0.6).astype(np.uint8)
    found = seen(picture)
    assert found.verdict != "sure"
    assert PARTED in found.reasons


@pytest.mark.parametrize(("rows", "verdict"), [(6, "sure"), (5, "unsure")])
def test_small_lamps_stand_far_apart_on_square_boards_only(rows: int, verdict: str) -> None:
    page = np.full((50 * rows + 100, 420, 3), 30, np.uint8)
    lit = ["001000", "011100", "001101", "001100", "000110", "000001"]
    for row, col in np.ndindex(rows, 6):
        tone = (60, 190, 250) if lit[row][col] == "1" else (110, 105, 100)
        cv2.circle(page, (85 + 50 * col, 75 + 50 * row), 11, tone, -1, cv2.LINE_AA)
    assert seen(page).verdict == verdict


@pytest.mark.parametrize("odd", [False, True])
def test_flat_cells_in_two_tints_may_hold_a_drawing_each_if_all_hold_the_same(odd: bool) -> None:
    page = np.full((480, 480, 3), 250, np.uint8)
    for row, line in enumerate(["11000", "00111", "00110", "01010", "10011"]):
        for col, sign in enumerate(line):
            x, y, lit = 50 + 76 * col, 60 + 76 * row, sign == "1"
            cv2.rectangle(page, (x, y), (x + 66, y + 66), (225, 248, 255) if lit else (215, 225, 225), -1)
            middle = x + 33, y + 33 + 8 * (odd and row % 2)
            cv2.circle(page, middle, 12, (0, 170, 255) if lit else (160, 150, 140), -1 if lit else 2)
    assert (seen(page).verdict == "sure") is not odd


HEART = (
    "0000000000000000/0001100011000000/0011110111100000/0011111111100000/0001111111000000/0000111110000000/"
    "0000011100000000/0000001000000000"
)


@pytest.mark.parametrize(
    ("rows", "verdict"),
    [
        ("1001/1001/1111/1001/1001", "unsure"),
        ("1110/1001/1110/1001/1110", "unsure"),
        ("0111/1000/0110/0001/1110", "unsure"),
        ("1101/1001/0110/1011/0001", "sure"),
        (HEART, "unsure"),
    ],
)
def test_halves_that_are_alike_on_what_is_no_square_are_a_letters(rows: str, verdict: str) -> None:
    page = np.full((600, 1100, 3), 25, np.uint8)
    for row, line in enumerate(rows.split("/")):
        for col, sign in enumerate(line):
            tone = (40, 50, 240) if sign == "1" else (30, 20, 70)
            cv2.rectangle(page, (50 + 64 * col, 40 + 64 * row), (104 + 64 * col, 94 + 64 * row), tone, -1)
    assert seen(page).verdict == verdict


@pytest.mark.parametrize(("row", "verdict"), [(0, "sure"), (2, "unsure")])
def test_a_cell_that_the_pointer_tints_is_told_by_the_clicks_that_make_the_pattern(row: int, verdict: str) -> None:
    """With the other state in the first row's cell none would; in the middle either can be, as two sets of clicks."""
    truth = "11011/10001/01010/01100/10101"
    picture = board(truth, 46, 0.9, 0.9)
    at = 150 + 2.5 * 46, 100 + (row + 0.5) * 46
    cv2.rectangle(picture, *(tuple(int(place + side * 20) for place in at) for side in (-1, 1)), (200, 90, 130), -1)
    found = seen(picture)
    assert found.verdict == verdict
    assert alike(found, truth) or verdict == "unsure"


@pytest.mark.parametrize(
    ("truth", "reasons"), [("01110/00000/01110/00001/01101", ()), ("1011/0010/0111/1001", (FRINGED,))]
)
def test_an_outer_line_without_outlines_is_the_boards_where_few_clicks_make_the_pattern(
    truth: str, reasons: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evidence, "fringed", lambda _: True)
    assert seen(board(truth, 46, 0.9, 0.9)).reasons == reasons


@pytest.mark.parametrize(
    ("truth", "click", "verdict"),
    [
        ("10000/01000/01110/11001/00110", False, "sure"),
        ("10000/01000/01110/11001/00110", True, "unsure"),
        ("01010/11100/00001/11000/10000", False, "none"),
    ],
)
def test_light_on_several_cells_is_none_of_their_doing_where_few_clicks_make_the_pattern(
    truth: str, click: bool, verdict: str
) -> None:
    """It is no click that is being drawn, as on a cross of cells."""
    picture = board(truth, 46, 0.9, 0.9).astype(np.float32)
    y, x = (np.mgrid[: picture.shape[0], : picture.shape[1]] - np.array([100, 150]).reshape(2, 1, 1)) / 46 - 2.5
    cross = ((np.abs(y) < 0.5) & (np.abs(x) < 1.5)) | ((np.abs(x) < 0.5) & (np.abs(y) < 1.5))
    lit = cross if click else np.hypot(x, y) < 1.3
    picture[lit] += 0.2 * (255 - picture[lit])
    found = lights_out.detect(Scene(Frame(np.rint(picture).astype(np.uint8))))
    assert found[0].verdict == verdict
    assert verdict == "none" or alike(found[0], truth)


@pytest.mark.parametrize("drawn", ["lamp", "marks"])
def test_lamps_that_stand_out_more_than_cells_do_are_one_drawing_and_two_marks_are_not(drawn: str) -> None:
    page = np.full((480, 480, 3), (40, 44, 40), np.uint8)
    for row, line in enumerate(("010011", "110100", "001101", "101000", "010111", "100101")):
        for col, state in enumerate(line):
            x, y, lit = 60 + 72 * col, 50 + 72 * row, state == "1"
            cv2.rectangle(page, (x - 30, y - 30), (x + 30, y + 30), (74, 96, 80) if lit else (90, 116, 98), -1)
            tone = (60, 230, 250) if lit else (30, 40, 32)
            if drawn == "marks" and lit:
                cv2.rectangle(page, (x - 20, y - 5), (x + 20, y + 5), tone, -1)
            else:
                cv2.circle(page, (x, y), 13, tone, -1, cv2.LINE_AA)
    assert (seen(page).verdict == "sure") is (drawn == "lamp")
