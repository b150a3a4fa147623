"""Lines of a board under something that ends just where cells do, but goes on past the board's corners."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.scenes import memento
from vision.alongside import alongside, crossed
from vision.frame import Frame
from vision.grid.doubts import AGAINST
from vision.look import look

BANNER = (150, 120, 60)
BOARD = "010110/110010/001101/101001/011010/100101/110100"
STEP, TOP = 60, 60
END = TOP + 5 * STEP


@pytest.mark.parametrize("turns", [0, 1, 3])
@pytest.mark.parametrize("off", [-5, 0, 5])
def test_a_banner_against_a_board_may_hide_lines(drawn, turns: int, off: int) -> None:
    page = drawn(BOARD)
    page[END + off :] = BANNER
    reading = look(Frame(np.ascontiguousarray(np.rot90(page, turns))))[0]
    assert reading.verdict == "unsure"
    assert AGAINST in reading.reasons


def test_a_window_over_a_part_of_the_outer_cells_shows_its_edge_past_the_corners() -> None:
    """The page is of no one tone, which would tell it from the window."""
    page = np.full((480, 480, 3), (24, 18, 12), np.uint8)
    page[:256, :, 0] += (np.arange(256) // 3).astype(np.uint8)[:, None]
    page[..., 2] += (np.arange(480) // 4).astype(np.uint8)
    page[86:90, 86:390] = page[388:390, 86:390] = page[86:390, 86:88] = page[86:390, 388:390] = (200, 60, 200)
    for (row, col), lit in np.ndenumerate(
        [[int(v) for v in row] for row in ("01011", "11001", "00110", "10100", "01101")]
    ):
        page[90 + row * STEP :, 90 + col * STEP :][: STEP - 2, : STEP - 2] = (160, 240, 120) if lit else (12, 10, 8)
    assert look(Frame(page.copy()))[0].verdict == "sure"
    page[40:440, 90 + round(3.8 * STEP) : 470] = 240
    assert look(Frame(page))[0].verdict != "sure"


def test_a_board_may_fill_its_window(drawn) -> None:
    page = drawn(BOARD)
    page[:TOP] = page[TOP + 7 * STEP :] = BANNER
    assert look(Frame(page))[0].verdict == "sure"


def test_a_banner_some_way_off_hides_nothing(drawn) -> None:
    page = drawn(BOARD)
    page[TOP + 7 * STEP + 30 :] = BANNER
    assert look(Frame(page))[0].verdict == "sure"


def test_a_banner_off_by_more_than_a_gap_would_leave_parts_of_more_cells_to_be_seen(drawn) -> None:
    page = drawn(BOARD)
    page[TOP + 7 * STEP + 18 :] = BANNER
    assert look(Frame(page))[0].verdict == "sure"


@pytest.mark.parametrize(("ends", "verdict"), [((0, 640), "unsure"), ((0, 470), "sure")])
def test_beside_tiles_it_goes_on_past_both_corners(ends: tuple[int, int], verdict: str) -> None:
    """Buttons beside all lines that are seen prove nothing: those of hidden lines are hidden, too."""
    scene = memento.render(11, shape=(4, 4), style="bevel", painting="portrait", gap=2, worn=False)
    pixels = scene.pixels.copy()
    pixels[362:, ends[0] : ends[1]] = BANNER
    assert look(Frame(pixels))[0].verdict == verdict


@pytest.mark.parametrize(("ends", "verdict"), [((207, 590), "unsure"), ((60, 479), "unsure"), ((207, 479), "sure")])
def test_beside_tiles_it_need_go_far_past_one_corner_only(ends: tuple[int, int], verdict: str) -> None:
    """A frame goes no farther past either."""
    scene = memento.render(11, shape=(4, 4), style="bevel", painting="portrait", gap=2, worn=False)
    pixels = scene.pixels.copy()
    pixels[362:, ends[0] : ends[1]] = BANNER
    assert look(Frame(pixels))[0].verdict == verdict


def test_a_frame_around_tiles_lies_over_the_edges_of_the_scenery() -> None:
    scene = memento.render(11, shape=(4, 4), style="bevel", painting="portrait", gap=2, worn=False)
    pixels, (left, top, right, bottom) = scene.pixels.copy(), map(round, scene.box)
    pixels[bottom : bottom + 2] = BANNER
    assert look(Frame(pixels.copy()))[0].verdict == "unsure"
    pixels[top - 10 : bottom + 10, left - 10 : right + 10] = 30
    pixels[top:bottom, left:right] = scene.pixels[top:bottom, left:right]
    assert look(Frame(pixels))[0].verdict == "sure"


def test_an_edge_of_the_scenery_behind_tiles_is_not_seen_between_the_boards_corners() -> None:
    scene = memento.render(11, shape=(4, 4), style="bevel", painting="portrait", gap=2, worn=False)
    pixels, (left, _, right, bottom) = scene.pixels.copy(), map(round, scene.box)
    aside = 0.1 * (right - left) / 4
    frame = pixels[: bottom + round(aside) + 8, left - 12 : right + 12].copy()
    pixels[bottom + round(aside) :] = BANNER
    assert look(Frame(pixels))[0].verdict == "unsure"
    pixels[: len(frame), left - 12 : right + 12] = frame
    assert look(Frame(pixels))[0].verdict == "sure"


def test_a_window_over_the_first_column_runs_on_below_where_the_boards_own_ends(drawn) -> None:
    """Above, the bar of the board's window has edges on both sides."""
    board = drawn("010110/110010/001101/101001/011010/100101")
    page = np.full_like(board, 90)
    page[20:422, 88:452] = board[20:422, 88:452]
    assert look(Frame(page.copy()))[0].verdict == "sure"
    page[:, : 90 + STEP] = BANNER
    reading = look(Frame(page))[0]
    assert (reading.verdict, reading.size) == ("unsure", (6, 5))
    assert AGAINST in reading.reasons


@pytest.mark.parametrize(("aside", "verdict"), [(2, "unsure"), (8, "sure")])
def test_a_line_of_cells_would_begin_before_an_edge_that_more_ground_parts_from_tiles(aside: int, verdict: str) -> None:
    """As the title of the board's own window does, just above it."""
    scene = memento.render(11, shape=(4, 4), style="bevel", painting="portrait", gap=2, worn=False)
    (left, _, right, bottom), reach = map(round, scene.box), 12
    board = scene.pixels[: bottom + 1, left:right].copy()
    pixels = np.full_like(scene.pixels, (225, 228, 230))
    pixels[reach : bottom + 1, left:right] = board[reach:]
    pixels[bottom + aside :] = BANNER
    assert look(Frame(pixels))[0].verdict == verdict


@pytest.mark.parametrize(
    ("off", "wide", "passes"), [(0, 30, True), (5, 30, True), (-3, 30, True), (0, 0, False), (20, 30, False)]
)
def test_the_edge_of_a_window_is_at_a_side_and_runs_past_both_its_corners(
    drawn, off: int, wide: int, passes: bool
) -> None:
    page = drawn(BOARD)
    board = look(Frame(page.copy()))[0]
    left, _, right, bottom = (round(place) for place in board.outline)
    page[bottom + off :, left - wide : right + wide] = BANNER
    assert crossed(page, board, 3) is passes
    assert not any(crossed(page, board, side) for side in range(3))


@pytest.mark.parametrize(("lower", "runs"), [(0, True), (14, False), (-14, False)])
def test_edges_at_two_heights_are_no_one_things(lower: int, *, runs: bool) -> None:
    scene = memento.render(11, shape=(4, 4), style="bevel", painting="portrait", gap=2, worn=False)
    left, top, right, bottom = map(round, scene.box)
    pixels = np.full_like(scene.pixels, (225, 228, 230))
    pixels[top : bottom + 1, left:right] = scene.pixels[top : bottom + 1, left:right]
    board = look(Frame(pixels.copy()))[0]
    assert not alongside(pixels, board)
    pixels[bottom + 2 :, :right] = BANNER
    pixels[bottom + 2 + lower :, right:] = BANNER
    assert alongside(pixels, board) is runs


def test_an_edge_past_one_corner_is_of_a_card_beside_the_board(drawn) -> None:
    page = drawn("010110/110010/001101/101001/011010/100101/110100")
    page[66:220, 470:558] = (60, 60, 60)
    page[66:90, 470:558] = BANNER
    assert look(Frame(page))[0].verdict == "sure"


def test_a_frame_around_a_board_lies_over_the_edges_behind_it(drawn) -> None:
    board = drawn("010110/110010/001101/101001/011010/100101/110100")
    page = np.full_like(board, (30, 60, 90))
    page[:, 448:] = (40, 80, 120)
    page[44:496, 74:466] = (40, 160, 190)
    page[48:492, 78:462] = board[48:492, 78:462]
    assert look(Frame(page))[0].verdict == "sure"


@pytest.mark.parametrize(("planks", "verdict"), [((90, 170, 281, 380), "sure"), ((281,), "unsure")])
def test_a_line_of_the_ground_is_one_of_several_that_run_behind_the_board(
    planks: tuple[int, ...], verdict: str
) -> None:
    page = np.full((480, 600, 3), (60, 90, 120), np.uint8)
    for place in planks:
        page[place : place + 3] = (25, 40, 60)
    for (row, col), lit in np.ndenumerate([[int(v) for v in row] for row in ("010011", "110010", "001101", "101001")]):
        cv2.circle(page, (130 + 64 * col, 72 + 58 * row), 24, (60, 220, 250) if lit else (40, 30, 30), -1, cv2.LINE_AA)
    assert look(Frame(page), ["lights-out"])[0].verdict == verdict
