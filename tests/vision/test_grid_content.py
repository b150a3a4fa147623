"""Looks of cells that are no states, told apart on small drawn boards."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision import refused, unnamed
from vision.detectors import lights_out
from vision.frame import Frame
from vision.grid import content, states
from vision.grid.cells import read as cells_of
from vision.grid.doubts import OVERDRAWN
from vision.grid.search import cells_first, search
from vision.scene import Scene

BOARD = ("10010", "01101", "11010", "00110", "10001")


def verdict(pixels: np.ndarray) -> str:
    found = lights_out.detect(Scene(Frame(pixels)))
    return found[0].verdict if found else "nothing"


@pytest.mark.parametrize(("smaller", "expected"), [(0, "sure"), (3, "unsure"), (5, "unsure")])
def test_two_sizes_in_one_colour_may_be_two_states(smaller: int, expected: str) -> None:
    pixels = np.full((480, 600, 3), (96, 52, 40), np.uint8)
    for row, line in enumerate(BOARD):
        for col, mark in enumerate(line):
            less = smaller if mark == "0" and (row + 2 * col) % 3 == 0 else 0
            low, high = (60 + 64 * col + less, 50 + 64 * row + less), (115 + 64 * col - less, 105 + 64 * row - less)
            cv2.rectangle(pixels, low, high, (90, 210, 240) if mark == "1" else (150, 150, 140), -1)
    assert verdict(pixels) == expected


@pytest.mark.parametrize(("shift", "expected"), [(0, "sure"), (40, "not sure")])
def test_cells_between_the_rows_make_a_honeycomb(shift: int, expected: str) -> None:
    pixels = np.full((560, 640, 3), (200, 40, 200), np.uint8)
    for row, line in enumerate(("10010", "01101", "11010", "00110", "10001", "01110")):
        for col, mark in enumerate(line):
            middle = 80 + 80 * col + shift * (row % 2), 60 + (80 if not shift else 69) * row
            cv2.circle(pixels, middle, 31, (60, 190, 60) if mark == "1" else (60, 40, 170), -1, cv2.LINE_AA)
    assert (verdict(pixels) == "sure") == (expected == "sure")


def cells(
    size: tuple[int, int], places: list[tuple[int, int]], words: list[str], board: str = "".join(BOARD)
) -> np.ndarray:
    """Cells of ``size`` (width, height) with their corners at ``places``, and a word in each."""
    pixels = np.full((560, 760, 3), (60, 44, 40), np.uint8)
    for (x, y), mark, word in zip(places, board, words, strict=True):
        cv2.rectangle(
            pixels, (x, y), (x + size[0] - 1, y + size[1] - 1), (90, 160, 60) if mark == "1" else (110,) * 3, -1
        )
        cv2.putText(pixels, word, (x + 5, y + size[1] // 2), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (245,) * 3, 1, cv2.LINE_AA)
    return pixels


@pytest.mark.parametrize(
    ("word", "expected"), [("", "sure"), ("ab", "sure"), ("{:02d}", "unsure"), ("pad {}", "unsure")]
)
def test_small_writing_in_the_cells_is_not_sure(word: str, expected: str) -> None:
    places = [(60 + 84 * (i % 5), 40 + 84 * (i // 5)) for i in range(25)]
    assert verdict(cells((76, 76), places, [word.format(i + 1) for i in range(25)])) == expected


@pytest.mark.parametrize(("tones", "expected"), [((120, 105), "unsure"), ((200, 90), "sure")])
def test_signs_that_stand_out_more_than_the_states_do_may_be_all_that_counts(
    tones: tuple[int, int], expected: str
) -> None:
    pixels = np.full((760, 760, 3), 245, np.uint8)
    states = np.random.default_rng(4).integers(0, 2, (8, 8))
    for (row, col), state in np.ndenumerate(states):
        x, y = 40 + 84 * col, 40 + 84 * row
        cv2.rectangle(pixels, (x, y), (x + 79, y + 79), (tones[state], 120, 120), -1)
        if state:
            cv2.circle(pixels, (x + 40, y + 40), 16, (20, 60, 20), 3, cv2.LINE_AA)
        else:
            cv2.drawMarker(pixels, (x + 40, y + 40), (30, 20, 90), cv2.MARKER_TILTED_CROSS, 28, 3, cv2.LINE_AA)
    (found,) = lights_out.detect(Scene(Frame(pixels)))
    assert (found.verdict, OVERDRAWN in found.reasons) == (expected, expected == "unsure")


@pytest.mark.parametrize(("words", "expected"), [(("OFF", "ON"), "sure"), (("OFF", "ON", "NO", "OF"), "unsure")])
def test_the_same_words_a_pixel_or_two_off_are_no_writing(words: tuple[str, ...], expected: str) -> None:
    places = [(60 + 90 * (i % 5) + i % 3, 40 + 90 * (i // 5) + i // 5 % 2 * 2) for i in range(25)]
    board = "".join(BOARD)
    held = [words[int(mark)] if len(words) == 2 else words[i % 4] for i, mark in enumerate(board)]
    assert verdict(cells((76, 76), places, held)) == expected


@pytest.mark.parametrize(
    ("height", "signs", "expected"),
    [(60, " ", "sure"), (72, " ", "sure"), (90, " ", "sure"), (90, "A", "sure"), (90, "AKQJ", "unsure")],
)
def test_cells_like_cards_are_not_sure(height: int, signs: str, expected: str) -> None:
    places = [(60 + 68 * (i % 5), 30 + (height + 8) * (i // 5)) for i in range(25)]
    page = cells((60, height), places, [""] * 25)
    for i, (x, y) in enumerate(places):
        cv2.putText(page, signs[i % len(signs)], (x + 14, y + 56), cv2.FONT_HERSHEY_SIMPLEX, 1.5, (245,) * 3, 5)
    assert verdict(page) == expected


@pytest.mark.parametrize(("aisle", "expected"), [(40, "none"), (75, "none"), (300, "sure")])
def test_blocks_side_by_side_are_seats(aisle: int, expected: str) -> None:
    blocks = [(30 + 44 * (i % 3) + (i // 18) * (3 * 44 - 8 + aisle), 40 + 44 * (i // 3 % 6)) for i in range(36)]
    picture = cells((36, 36), blocks, [""] * 36, "101001101100110010" * 2)
    found = lights_out.detect(Scene(Frame(picture)))
    size = picture.shape[0] * picture.shape[1]
    assert {refused.settle(unnamed.doubted(one, size, unnamed.doubts(one)), size).verdict for one in found} == {
        expected
    }


@pytest.mark.parametrize(("marks", "expected"), [(0, "sure"), (1, "sure"), (8, "unsure")])
def test_small_marks_in_some_cells_are_of_another_game(marks: int, expected: str) -> None:
    places = [(60 + 64 * col, 50 + 64 * row) for row in range(5) for col in range(5)]
    pixels = cells((56, 56), places, [""] * 25)
    for x, y in places[1 : 1 + 3 * marks : 3]:
        cv2.rectangle(pixels, (x + 25, y + 25), (x + 30, y + 30), (20,) * 3, -1)
    assert verdict(pixels) == expected


@pytest.mark.parametrize(
    ("samples", "expected"),
    [
        ((((90, 160, 60), 60), ((110,) * 3, 180)), "unsure"),  # one of each state, with room for its name
        ((((90, 160, 60), 60), ((200, 60, 60), 180)), "sure"),  # one is of no state
        ((((90, 160, 60), 60), ((110,) * 3, 76)), "sure"),  # no room for a name
    ],
)
def test_samples_of_the_colours_are_a_legend(samples: tuple[tuple[tuple[int, ...], int], ...], expected: str) -> None:
    pixels = cells((56, 56), [(60 + 64 * col, 50 + 64 * row) for row in range(5) for col in range(5)], [""] * 25)
    for colour, x in samples:
        cv2.rectangle(pixels, (x, 400), (x + 14, 414), colour, -1)
    assert verdict(pixels) == expected


COLOURS = {"0": (110, 110, 110), "1": (60, 60, 220), "2": (70, 200, 240)}
THREE = "0210210021120022110021010"


@pytest.mark.parametrize(
    ("shown", "xs", "board", "expected"),
    [
        ("0120", (60, 90, 120, 150), THREE, "sure"),
        ("0210", (60, 90, 120, 150), THREE.translate(str.maketrans("12", "21")), "sure"),
        ("1201", (60, 90, 120, 150), THREE.translate(str.maketrans("012", "201")), "sure"),
        ("012", (60, 90, 120), None, "unsure"),  # a legend
        ("0120", (60, 90, 120, 210), None, "unsure"),
    ],
)
def test_samples_that_end_as_they_begin_tell_the_order(
    shown: str, xs: tuple[int, ...], board: str | None, expected: str
) -> None:
    pixels = np.full((560, 760, 3), (60, 44, 40), np.uint8)
    for place, mark in enumerate(THREE):
        corner = 60 + 64 * (place % 5), 50 + 64 * (place // 5)
        cv2.rectangle(pixels, corner, (corner[0] + 55, corner[1] + 55), COLOURS[mark], -1)
    for mark, x in zip(shown, xs, strict=True):
        cv2.rectangle(pixels, (x, 400), (x + 14, 414), COLOURS[mark], -1)
    reading = lights_out.detect(Scene(Frame(pixels)))[0]
    assert reading.verdict == expected
    if board is not None:
        assert "".join(str(cell.state) for cell in reading.cells) == board


def test_specks_in_the_colours_are_none() -> None:
    pixels = cells((56, 56), [(60 + 64 * col, 50 + 64 * row) for row in range(5) for col in range(5)], [""] * 25)
    for colour, x in (((90, 160, 60), 60), ((110,) * 3, 180)):
        cv2.rectangle(pixels, (x, 400), (x + 3, 403), colour, -1)  # as within the letters of a title
    assert verdict(pixels) == "sure"


def test_what_all_cells_of_a_state_show_is_not_their_own() -> None:
    labels = np.array([0, 0, 0, 0, 1, 1, 1, 1])
    found = states.States(labels, np.zeros((2, 3)), 30.0, 9.0, (), np.zeros((8, 2)))
    drawn = np.zeros((8, 50), np.float32)
    drawn[:4, 20:30] = 40
    assert content.differing(drawn, found).max() == 0
    drawn[5, 3:6] = 40
    assert content.differing(drawn, found).argmax() == 5
    assert content.differing(drawn, found)[5] >= 30


def test_cells_come_before_what_is_drawn_in_each() -> None:
    pixels = np.full((400, 400, 3), 245, np.uint8)
    for row, line in enumerate(("110", "101", "011")):
        for col, mark in enumerate(line):
            colour = (40, 160, 250) if mark == "1" else (60, 40, 30)
            cv2.rectangle(pixels, (50 + 100 * col, 50 + 100 * row), (137 + 100 * col, 137 + 100 * row), colour, -1)
    scene = Scene(Frame(pixels))
    outer = search(scene, 0)[0]
    inner = cells_of(scene, replace(outer.grid, body=(0.5, 0.5)), 1.0)
    assert cells_first([inner, outer])[0] is outer
    assert cells_first([outer, inner])[0] is outer


@pytest.mark.parametrize("blur", [6, 10])
def test_cells_with_a_bright_middle_may_shine_on_others(blur: int) -> None:
    page = np.full((440, 480, 3), (60, 45, 45), np.float64)
    for row, line in enumerate(("10010", "01010", "10110", "10110", "00100")):
        for col, mark in enumerate(line):
            place = np.s_[60 + 64 * row : 120 + 64 * row, 80 + 64 * col : 140 + 64 * col]
            if mark == "0":
                page[place] = 40, 30, 30
                continue
            lit, middle = np.zeros((2, 440, 480))
            lit[place] = 0.9
            cv2.circle(middle, (110 + 64 * col, 90 + 64 * row), 13, 1.0, -1, cv2.LINE_AA)
            page += cv2.GaussianBlur(lit, (0, 0), blur)[:, :, None] * ((20, 204, 250) - page)
            page[place] = 20, 190, 240
            page += middle[:, :, None] * ((190, 250, 255) - page)
    assert verdict(np.rint(page).astype(np.uint8)) == "sure"


def test_plates_within_light_frames_are_cells_though_their_middles_tell_the_frames_better_apart() -> None:
    page = np.full((440, 480, 3), (225, 225, 225), np.uint8)
    for row, line in enumerate(("01110", "00111", "10100", "10100", "00000")):
        for col, mark in enumerate(line):
            x, y = 50 + 76 * col, 30 + 76 * row
            cv2.rectangle(page, (x, y), (x + 71, y + 71), (235, 230, 228), -1)
            cv2.rectangle(page, (x, y), (x + 71, y + 71), (110, 90, 80), 1)
            cv2.rectangle(page, (x + 11, y + 11), (x + 60, y + 60), (190, 80, 30), -1)
            cv2.circle(page, (x + 36, y + 36), 17, (30, 210, 250) if mark == "1" else (255, 255, 255), -1, cv2.LINE_AA)
    scene = Scene(Frame(page))
    seen = search(scene, 0)[0]
    plates, frames = (cells_of(scene, replace(seen.grid, body=body), 1.0) for body in ((0.7, 0.7), (0.9, 0.7)))
    assert (plates.source, frames.source) == ("ring", "core")
    assert cells_first([plates, frames])[0] is plates


def bulbs(rays: int, *, shape: str = "bulb") -> np.ndarray:
    """Lamps on plain tiles: those that are lit have rays in them, or another shape."""
    pixels = np.full((480, 600, 3), (70, 60, 60), np.uint8)
    for row, line in enumerate(BOARD):
        for col, mark in enumerate(line):
            x, y = 60 + 84 * col, 40 + 84 * row
            cv2.rectangle(pixels, (x, y), (x + 75, y + 75), (225, 220, 215), -1)
            middle, colour = (x + 38, y + 34), (60, 210, 250) if mark == "1" else (110, 105, 100)
            if mark == "1" and shape == "star":
                cv2.drawMarker(pixels, middle, colour, cv2.MARKER_TILTED_CROSS, 44, 14)
                continue
            cv2.circle(pixels, middle, 24, colour, -1, cv2.LINE_AA)
            cv2.rectangle(pixels, (x + 29, y + 54), (x + 47, y + 68), (80, 75, 70), -1)
            for ray in range(rays if mark == "1" else 0):
                cv2.line(pixels, (x + 24, y + 22 + 7 * ray), (x + 52, y + 22 + 7 * ray), (255, 255, 255), 2)
    return pixels


@pytest.mark.parametrize(("rays", "shape", "one"), [(0, "bulb", True), (4, "bulb", True), (0, "star", False)])
def test_a_lamp_that_is_lit_has_the_silhouette_of_one_that_is_not(rays: int, shape: str, *, one: bool) -> None:
    found = next(seen for seen in search(Scene(Frame(bulbs(rays, shape=shape))), 1) if seen.count == 25)
    assert content.recoloured(found) is one


@pytest.mark.parametrize(("drawn", "lit"), [((190, 250, 255), True), ((30, 30, 30), False)])
def test_a_lamp_that_is_lit_all_over_is_no_picture_of_its_own(drawn: tuple[int, int, int], *, lit: bool) -> None:
    pixels = np.full((480, 600, 3), 24, np.uint8)
    for place, mark in enumerate("".join(BOARD)):
        x, y = 90 + 80 * (place % 5), 40 + 80 * (place // 5)
        tile = pixels[y : y + 70, x : x + 70]
        tile[:] = 60
        for radius in range(48, 24, -2) if mark == "1" else ():
            cv2.circle(tile, (35, 35), radius, (60, 60 + 4 * (48 - radius), 60 + 4 * (48 - radius)), -1)
        cv2.circle(tile, (35, 35), 22, (40, 200, 255) if mark == "1" else (80, 72, 70), -1, cv2.LINE_AA)
        if mark == "1":
            cv2.fillPoly(tile, [np.int32([(35, 16), (52, 46), (18, 46)])], drawn, cv2.LINE_AA)
    found = next(seen for seen in search(Scene(Frame(pixels)), 1) if seen.count == 25)
    assert not content.recoloured(found)
    assert content.alight(found) is lit
    assert (verdict(pixels) == "sure") is lit


@pytest.mark.parametrize(("tint", "plain"), [(0, True), (18, False)])
def test_shapes_on_a_busy_ground_are_plain_inside_where_their_middles_are(tint: int, *, plain: bool) -> None:
    rng = np.random.default_rng(2)
    ground = cv2.GaussianBlur(rng.normal(0, 1, (640, 700)), (0, 0), 12)
    pixels = np.uint8(np.clip(30 / ground.std() * ground[..., None] * (0.4, 0.3, 0.2) + (70, 60, 55), 0, 255))
    for place, mark in enumerate("".join(BOARD)):
        middle, off = (150 + 90 * (place % 5), 130 + 90 * (place // 5)), int(rng.integers(-tint, tint + 1))
        colour = (70 + off, 210 + off, 235 + off) if mark == "1" else (150 + off, 90 + off, 110 + off)
        cv2.ellipse(pixels, middle, (42, 22), 45, 0, 360, colour, -1, cv2.LINE_AA)
    found = next(seen for seen in search(Scene(Frame(pixels)), 0) if seen.count == 25)
    assert content.plain_inside(found) is plain
