from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.profiles.learn import learn
from calibration.profiles.match import apply
from vision.frame import Frame
from vision.look import look

THIRD = "1001/0111/0100/0010"


def read(frame, *profiles, **options):
    return apply(frame, look(frame), profiles, **options)[0]


@pytest.mark.parametrize("pitch", [32, 48, 70])
def test_states_get_the_names_they_were_taught(game, profile, pitch):
    reading = read(game(THIRD, pitch=pitch), profile)
    assert (reading.board, reading.verdict, reading.profile) == (THIRD, "sure", "game")


def test_a_board_of_one_state_is_named_too(game, profile):
    alike = game("1111/1111/1111/1111")
    assert read(alike, profile).board == "1111/1111/1111/1111"
    assert read(alike, profile).verdict == "sure"


@pytest.mark.parametrize("named", [False, True])
def test_one_state_where_no_board_lay_may_be_any_table(game, profile, named):
    elsewhere = np.full((700, 900, 3), game("1111/1111/1111/1111").pixels[0, 0], np.uint8)
    frame = game("1111/1111/1111/1111")
    elsewhere[200 : 200 + frame.height, 100 : 100 + frame.width] = frame.pixels
    reading = read(Frame(elsewhere), profile, named=named)
    assert (reading.board, reading.verdict) == ("1111/1111/1111/1111", "unsure")


def test_another_game_is_left_alone(game, profile):
    frame = game(THIRD, colors=((200, 60, 60), (60, 200, 60)))
    before = look(frame)
    assert apply(frame, before, [profile]) == before


def test_a_named_profile_that_fits_nothing_makes_unsure(game, profile):
    reading = read(game(THIRD, colors=((200, 60, 60), (60, 200, 60))), profile, named=True)
    assert reading.verdict == "unsure"
    assert "fits no board" in reading.reasons[-1]


def test_a_cell_that_is_no_state_is_a_suspect(game, profile):
    frame = game(THIRD)
    pixels = frame.pixels.copy()
    pixels[52:92, 52:92] = (250, 60, 200)
    reading = read(Frame(pixels), profile)
    assert reading.verdict == "unsure" or reading.profile is None


def test_a_wrong_profile_never_stays_sure_beside_another(game, profile):
    other = replace(profile, name="other", looks=np.ascontiguousarray(profile.looks[::-1]))
    reading = read(game(THIRD), profile, other)
    assert reading.verdict == "unsure"
    assert "fits too" in reading.reasons[0]


def test_buttons_come_out_in_pixels(game, profile):
    reading = read(game(THIRD, pitch=64), replace(profile, buttons=(("row 1", (-0.5, 0.5)),)))
    ((move, place),) = reading.buttons
    assert move == "row 1"
    assert place == pytest.approx((31.5, 95.5), abs=1.5)


@pytest.mark.parametrize(("gain", "offset"), [(0.75, 0), (0.8, 30)])
def test_the_same_game_in_another_light(game, profile, gain, offset):
    pixels = np.clip(gain * game(THIRD).pixels.astype(float) + offset, 0, 255).astype(np.uint8)
    reading = read(Frame(pixels), profile, named=True)
    assert (reading.board, reading.profile) == (THIRD, "game")


def test_a_page_of_nearly_a_states_colour_is_no_row_of_cells(game):
    """A board one row shorter than the learnt one, on a page that is hardly lighter than its unlit cells."""
    colors = ((44, 40, 38), (40, 160, 220))
    shots = [(game(board, colors=colors), board) for board in ("0101/1100/0010/1011", "1110/0001/0110/1000")]
    learnt = learn("faint", shots)
    reading = read(game("1001/0111/0100", colors=colors), learnt, named=True)
    assert reading.verdict != "sure" or reading.board == "1001/0111/0100"


def dotted(board: str, hovered: tuple[int, int] | None = None) -> Frame:
    """Cells that show their state by a small dot; the one under the pointer is much brighter."""
    pixels = np.full((400, 400, 3), 250, np.uint8)
    for r, line in enumerate(board.split("/")):
        for c, sign in enumerate(line):
            left, top = 60 + 56 * c, 70 + 56 * r
            ground = (255, 255, 255) if (r, c) == hovered else (221, 221, 221)
            cv2.rectangle(pixels, (left, top), (left + 52, top + 52), ground, -1)
            cv2.rectangle(pixels, (left, top), (left + 52, top + 52), (170, 170, 170), 1)
            cv2.circle(pixels, (left + 26, top + 26), 10, (0, 160, 0) if sign == "1" else (136, 136, 136), -1)
    return Frame(pixels)


def test_a_cell_under_the_pointer_does_not_outshine_the_learnt_states():
    boards = ("01001/11010/00110/10001/01100", "11000/00101/10010/01011/00100")
    learnt = learn("dots", [(dotted(board), board) for board in boards], kind="lights-out")
    third = "10000/11000/01100/10010/01110"
    for options in ({}, {"named": True}):
        reading = read(dotted(third, hovered=(1, 3)), learnt, **options)
        assert (reading.board, reading.profile) == (third, "dots")


def over_a_picture(board: str) -> Frame:
    """Black tiles over a picture, in the corner of a white page."""
    rows = board.split("/")
    rng = np.random.default_rng(5)
    blobs = cv2.resize(rng.integers(0, 256, (14, 9, 3), np.uint8), (64 * len(rows[0]), 64 * len(rows)))
    pixels = np.full((520, 640, 3), 255, np.uint8)
    for r, line in enumerate(rows):
        for c, sign in enumerate(line):
            cell = np.s_[64 * r + 1 : 64 * r + 63, 64 * c + 1 : 64 * c + 63]
            part = np.zeros((62, 62, 3), np.uint8) if sign == "1" else blobs[cell]
            pixels[20:, 30:][cell] = part
            pixels[20 + 64 * r : 21 + 64 * r, 30 + 64 * c : 94 + 64 * c] = 40
            pixels[20 + 64 * r : 84 + 64 * r, 30 + 64 * c : 31 + 64 * c] = 40
    return Frame(pixels)


def test_a_page_is_no_part_of_a_picture_beneath_tiles():
    boards = ("10011/01101/11010/00111/01100", "101/011/110/001/101/010")
    learnt = learn("tiles", [(over_a_picture(board), board) for board in boards], kind="lights-out")
    third = "011/110/001/111/010/110"
    assert read(over_a_picture(third), learnt).board == third


def test_a_learnt_shape_that_leaves_out_cells_and_adds_others_is_no_part_of_what_the_eye_sees():
    boards = ("10011/01101/11010/00111/01100", "01100/11101/01010/10111/00100")
    learnt = learn("tiles", [(over_a_picture(board), board) for board in boards], kind="lights-out")
    third = "000/110/011/101/010/010"
    for options in ({}, {"named": True}):
        assert read(over_a_picture(third), learnt, **options).board == third


def beside_the_page(board: str) -> Frame:
    """Cells of a window whose unlit ones are as plain as it, but for a thin line."""
    rows = board.split("/")
    pixels = np.full((48 * len(rows) + 120, 48 * len(rows[0]) + 120, 3), (216, 216, 216), np.uint8)
    for r, line in enumerate(rows):
        for c, sign in enumerate(line):
            left, top = 60 + 48 * c, 60 + 48 * r
            cv2.rectangle(pixels, (left, top), (left + 47, top + 47), (60, 200, 235) if sign == "1" else (216,) * 3, -1)
            cv2.rectangle(pixels, (left, top), (left + 47, top + 47), (196, 196, 196), 1)
    return Frame(pixels)


def test_a_board_that_only_a_name_settles_has_the_size_that_it_is_seen_to_have():
    boards = ("0110/1011/1111/0111", "01101/10111/11110/01110/11011")
    learnt = learn("window", [(beside_the_page(board), board) for board in boards])
    frame = beside_the_page("111/101/111")
    unnamed = [look(frame)[0].unsure("it may be another game's: name the puzzle")]
    for named, verdict in ((False, "unsure"), (True, "sure")):
        reading = apply(frame, unnamed, [learnt], named=named)[0]
        assert (reading.board, reading.verdict) == ("111/101/111", verdict)
