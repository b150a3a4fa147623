from __future__ import annotations

from functools import partial

import cv2
import numpy as np
import pytest

from calibration import ladder
from calibration.fit_confidence import drawn
from vision.frame import Frame
from vision.grid import around, beyond, patches
from vision.grid.search import search
from vision.look import look
from vision.scene import Scene

SIDE, GAP, LEFT = 40, 8, 120


def board(*, edge: tuple[int, int, int]) -> Scene:
    """Five by five cells in two colours; the page is of one colour, but what is right of them fades to ``edge``."""
    picture = np.full((480, 640, 3), 240, np.uint8)
    right = LEFT + 5 * (SIDE + GAP)
    fade = np.linspace(0, 1, 640 - right)[None, :, None]
    down = np.linspace(0, 1, 480)[:, None, None]
    picture[:, right:] = np.rint(240 + fade * down * (np.array(edge) - 240)).astype(np.uint8)
    for place in range(25):
        row, col = divmod(place, 5)
        x, y = LEFT + col * (SIDE + GAP), LEFT + row * (SIDE + GAP)
        colour = (40, 180, 230) if place % 3 else (60, 60, 60)
        cv2.rectangle(picture, (x, y), (x + SIDE - 1, y + SIDE - 1), colour, -1)
    return Scene(Frame(picture))


@pytest.mark.parametrize(("edge", "plain"), [((240, 240, 240), True), ((90, 120, 200), False)])
def test_plain_lines_outside_are_told_at_a_glance(edge: tuple[int, int, int], plain: bool) -> None:
    scene = board(edge=edge)
    one = search(scene, 0)[0]
    shown = patches.shown(scene, one.homography, (one.grid.rows, one.grid.cols))
    lines = around.sides(one, shown)
    assert [line is not None and line.alike for line in lines] == [True, True, True, plain]
    assert all(line is not None and len(line.look) == (1 if line.alike else 5) for line in lines)
    assert around.beyond(one, lines) == 0
    assert beyond.likeness(one, shown) < 0.5


def test_a_line_out_of_the_picture_has_no_look() -> None:
    scene = board(edge=(240, 240, 240))
    cut = Scene(Frame(np.ascontiguousarray(scene.frame.pixels[LEFT - GAP :])))
    one = search(cut, 0)[0]
    lines = around.sides(one, patches.shown(cut, one.homography, (one.grid.rows, one.grid.cols)))
    assert lines[0] is None
    assert all(line is not None for line in lines[1:])


def test_a_cell_next_to_a_message_over_the_rest_of_its_line_is_a_board_that_goes_on() -> None:
    frame, entry = ladder.worn(partial(drawn, "lights_out", 991165), "toast", 3, 991165)
    (reading, *_) = look(frame, ("lights-out",))
    assert reading.verdict == "unsure"
    whole = reading.board is not None and entry.board is not None and len(reading.board) == len(entry.board)
    assert whole or "more cells seem to follow outside the board" in reading.reasons


def test_one_outlined_cell_in_the_colour_of_the_page_is_left_of_a_line_under_a_message() -> None:
    page = np.full((720, 1280, 3), 85, np.uint8)
    for place, lit in enumerate("0001010011110011100001110"):
        row, col = divmod(place, 5)
        x, y = 10 + 81 * col, 10 + 81 * row
        if lit == "1":
            cv2.rectangle(page, (x, y), (x + 79, y + 79), (0, 255, 255), -1)
        cv2.rectangle(page, (x, y), (x + 79, y + 79), (40, 40, 40), 1)
    cv2.rectangle(page, (100, 14), (318, 82), (32, 32, 32), -1)
    cv2.putText(page, "Turn off all the lights!", (120, 60), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (240, 240, 240), 2)
    (reading, *_) = look(Frame(page))
    assert reading.verdict != "sure"


@pytest.mark.parametrize(("off", "follows"), [(0, True), (12, False)])
def test_what_hides_a_line_shows_the_very_colour_of_its_cells(off: int, follows: bool) -> None:
    """A button below, in a colour not quite that of a state, is no cell that a message leaves uncovered."""
    picture = board(edge=(240, 240, 240)).frame.pixels.copy()
    bottom = LEFT + 5 * (SIDE + GAP)
    cv2.rectangle(picture, (LEFT, bottom), (LEFT + 232, bottom + 80), (205, 200, 240), -1)
    cv2.rectangle(picture, (LEFT, bottom + 32), (LEFT + 80, bottom + 60), (40, 180 + off, 230 - off), -1)
    scene = Scene(Frame(picture))
    one = search(scene, 0)[0]
    lines = around.sides(one, patches.shown(scene, one.homography, (one.grid.rows, one.grid.cols)))
    assert (around.beyond(one, lines) > 0.5) is follows


def test_a_heading_in_the_colour_of_cells_with_writing_in_it_hides_none() -> None:
    picture = board(edge=(240, 240, 240)).frame.pixels.copy()
    bottom = LEFT + 5 * (SIDE + GAP)
    cv2.rectangle(picture, (LEFT, bottom), (LEFT + 232, bottom + 80), (40, 180, 230), -1)
    picture[bottom + 4 : bottom + 30, LEFT + 90 : LEFT + 232] = 20
    picture[bottom + 4 : bottom + 30, LEFT + 90 : LEFT + 232 : 3] = 200
    scene = Scene(Frame(picture))
    one = search(scene, 0)[0]
    lines = around.sides(one, patches.shown(scene, one.homography, (one.grid.rows, one.grid.cols)))
    assert around.beyond(one, lines) <= 0.5


def test_places_beside_cells_told_by_what_is_drawn_in_them() -> None:
    """States that are told by blocks of a drawing have no single colour; two more cells follow below."""
    picture = np.full((480, 640, 3), 240, np.uint8)
    for place, state in enumerate("1001001101110100011010001" + "10"):
        row, col = divmod(place, 5)
        x, y = LEFT + col * (SIDE + GAP), 60 + row * (SIDE + GAP)
        cv2.rectangle(picture, (x, y), (x + SIDE - 1, y + SIDE - 1), (200, 210, 215), -1)
        left, right = ((x + 6, y + 6), (x + 33, y + 33)) if state == "1" else ((x + 33, y + 6), (x + 6, y + 33))
        cv2.line(picture, left, right, (40, 40, 40), 5, cv2.LINE_AA)
    assert look(Frame(picture))[0].verdict != "sure"


def test_a_button_in_a_states_colour_above_a_board_is_no_line_of_it() -> None:
    """Nor is the panel, which is nearer to unlit cells than half of what parts the states."""
    page = np.full((480, 640, 3), 51, np.uint8)
    for place, lit in enumerate("0010010101000100111110010"):
        row, col = divmod(place, 5)
        x, y = 200 + 40 * col, 140 + 40 * row
        cv2.rectangle(page, (x, y), (x + 35, y + 35), (3, 204, 255) if lit == "1" else (102,) * 3, -1)
    cv2.rectangle(page, (268, 102), (316, 127), (35,) * 3, 2)
    cv2.rectangle(page, (320, 98), (412, 127), (3, 204, 255), -1)
    for words, x, ink in (("Level", 212, 240), ("Hard", 274, 240), ("Start", 340, 20)):
        cv2.putText(page, words, (x, 119), cv2.FONT_HERSHEY_SIMPLEX, 0.45, (ink,) * 3, 1, cv2.LINE_AA)
    scene = Scene(Frame(page))
    one = search(scene, 0)[0]
    shown = patches.shown(scene, one.homography, (one.grid.rows, one.grid.cols))
    assert around.beyond(one, around.sides(one, shown)) <= 0.5
    assert beyond.likeness(one, shown) < beyond.FOLLOWS
