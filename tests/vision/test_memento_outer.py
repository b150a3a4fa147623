"""A line of a board that is turning just beyond what was read."""

from __future__ import annotations

import numpy as np
import pytest

from vision.memento.axis import Axis
from vision.memento.comb import Edges, edges
from vision.memento.outer import framed, turning

STEP, AT = 40, (100, 120)


def page(top: int, bottom: int, *, across: bool = False) -> tuple[Axis, Axis, np.ndarray]:
    """Axes of four columns and three rows of a board, and it with a bar between two heights above it."""
    picture = np.full((400, 400, 3), 90, np.uint8)
    cells = np.random.default_rng(4).integers(0, 255, (3, 4, 3), np.uint8)
    board = np.kron(cells, np.ones((STEP, STEP, 1), np.uint8))
    picture[AT[1] : AT[1] + 3 * STEP, AT[0] : AT[0] + 4 * STEP] = board
    picture[AT[1] - bottom : AT[1] - top, AT[0] : AT[0] + 4 * STEP] = board[:1]
    x, y = Axis(AT[0], STEP, 4), Axis(AT[1], STEP, 3)
    return (y, x, np.ascontiguousarray(picture.transpose(1, 0, 2))) if across else (x, y, picture)


def turns(picture: np.ndarray, x: Axis, y: Axis) -> bool:
    """Whether a line of the board, whose first cell is a tile, may be turning."""
    covered = np.zeros((y.count, x.count), bool)
    covered[0, 0] = True
    return turning(edges(picture), x, y, picture, covered)


@pytest.mark.parametrize("across", [False, True])
@pytest.mark.parametrize(("top", "bottom", "found"), [(10, 30, True), (4, 36, True), (4, 16, False), (0, 0, False)])
def test_a_bar_in_the_middle_of_the_next_place_may_be_a_line_that_turns(
    top: int, bottom: int, found: bool, across: bool
) -> None:
    x, y, picture = page(top, bottom, across=across)
    assert turns(picture, x, y) is found


@pytest.mark.parametrize("across", [False, True])
def test_a_bar_of_one_tone_that_no_cell_has_is_a_shelf_or_a_card(across: bool) -> None:
    x, y, picture = page(10, 30)
    tile, bar = picture[AT[1] + 5, AT[0] + 5].copy(), picture[AT[1] - 30 : AT[1] - 10, AT[0] : AT[0] + 4 * STEP]
    for tone, found in (((10, 250, 10), False), (tile, True), (tile * 0.6, True)):
        bar[:] = tone
        lines = (x, y, picture) if not across else (y, x, np.ascontiguousarray(picture.transpose(1, 0, 2)))
        assert turns(lines[2], *lines[:2]) is found


def test_a_bar_among_other_lines_or_longer_than_the_board_is_none() -> None:
    x, y, picture = page(10, 30)
    picture[AT[1] - 21 : AT[1] - 19, AT[0] : AT[0] + 4 * STEP] = 255
    assert not turns(picture, x, y)
    x, y, picture = page(10, 30)
    picture[AT[1] - 30 : AT[1] - 10, 20:380] = 200
    assert not turns(picture, x, y)


@pytest.mark.parametrize("across", [False, True])
@pytest.mark.parametrize(("narrow", "short", "found"), [(20, 0, True), (6, 0, True), (24, 8, False)])
def test_slabs_in_the_middle_of_the_next_places_may_be_cells_that_turn(
    narrow: int, short: int, found: bool, across: bool
) -> None:
    x, y, picture = page(0, 0)
    for col in range(4):
        middle = AT[0] + col * STEP + STEP // 2
        picture[AT[1] - STEP + short : AT[1] - short, middle - narrow // 2 : middle + narrow // 2] = 220
    if across:
        x, y, picture = y, x, np.ascontiguousarray(picture.transpose(1, 0, 2))
    assert turns(picture, x, y) is found


def test_buttons_that_end_at_one_height_are_no_cells_that_turn() -> None:
    x, y, picture = page(0, 0)
    for col in range(4):
        middle = AT[0] + col * STEP + STEP // 2
        picture[AT[1] - STEP : AT[1], middle - 10 : middle + 10] = 220
        picture[AT[1] - 30 : AT[1], middle - 10 : middle + 10] = 150
    assert not turns(picture, x, y)


@pytest.mark.parametrize(
    ("far", "below", "inside", "found"), [(8, 8, False, True), (8, 48, False, False), (8, 8, True, False)]
)
def test_a_frame_as_far_on_all_sides_shows_that_a_board_is_whole(
    far: int, below: int, inside: bool, found: bool
) -> None:
    upright, level = np.zeros((300, 300), np.uint8), np.zeros((300, 300), np.uint8)
    left, top, right, bottom = 60 - far, 60 - far, 180 + far, 180 + below
    level[[top, bottom], left:right] = 1
    upright[top:bottom, [left, right]] = 1
    for line in (100, 140) if inside else ():  # rims of cells, as far from each line
        level[[line - far, line + far], left:right] = 1
        upright[top:bottom, [line - far, line + far]] = 1
    none = np.zeros((1, 1), np.int32)
    assert framed(Edges(none, none, (upright, level)), Axis(60, 40, 3), Axis(60, 40, 3)) is found
