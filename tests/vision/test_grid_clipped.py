from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.frame import Frame
from vision.grid import patches
from vision.grid.clipped import clipped
from vision.grid.search import search
from vision.scene import Scene

SIDE, STEP = 40, 48
X, Y = 120, 100


THIRDS = "0110110110110110110110110"
CLICKS = "0100011100010000010001110"
NONE_MAKE = "1" + CLICKS[1:]
"""A pattern that many clicks make, one that few do, and one that none do."""


def page(*, glow: bool = False, words: bool = False, board: str = THIRDS, below: str = "") -> np.ndarray:
    """Five by five cells in two colours on a plain page; words, or light, are beside them on the left, or below."""
    picture = np.full((480, 640, 3), 40, np.uint8)
    for place in range(25):
        row, col = divmod(place, 5)
        x, y = X + col * STEP, Y + row * STEP
        cv2.rectangle(
            picture, (x, y), (x + SIDE - 1, y + SIDE - 1), (40, 200, 230) if board[place] == "1" else (90, 90, 90), -1
        )
    if words:
        cv2.putText(picture, "12", (X - 19, Y + 26), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (250, 250, 250), 1)
    cv2.putText(picture, below, (X, 440), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (250, 250, 250), 2)
    if glow:
        fade = np.linspace(0, 120, 30)[None, :, None]
        picture[Y + STEP : Y + 2 * STEP, X - 30 : X] = np.clip(40 + fade, 0, 255).astype(np.uint8)
    return picture


def told(picture: np.ndarray) -> tuple[int, int, bool]:
    scene = Scene(Frame(np.ascontiguousarray(picture)))
    one = search(scene, 0)[0]
    size = one.grid.rows, one.grid.cols
    return *size, clipped(scene, one, patches.shown(scene, one.homography, size))


@pytest.mark.parametrize("left", [0, X - 20, X - 8])
def test_a_board_that_is_all_there_is_not_cut(left: int) -> None:
    assert told(page()[:, left:]) == (5, 5, False)


@pytest.mark.parametrize(
    ("left", "right", "cut"), [(8, 40, False), (4, 40, True), (12, 40, True), (8, 44, True), (24, 40, True)]
)
def test_a_square_that_brings_its_gaps_along_fills_its_window(left: int, right: int, cut: bool) -> None:
    wide = page()[:, X - left : X + 4 * STEP + right]
    assert told(wide) == (5, 5, cut)
    assert told(wide[Y - left : Y + 4 * STEP + right]) == (5, 5, cut)


@pytest.mark.parametrize("seen", [1, 4, 7, 12])
def test_a_board_of_which_a_line_is_cut_off_but_for_a_sliver_is_cut(seen: int) -> None:
    assert told(page()[:, X + SIDE - seen :])[1:] == (4, True)
    assert told(page()[: Y + 4 * STEP + seen])[::2] == (4, True)


@pytest.mark.parametrize("frame", [3, 5, 8])
def test_the_frame_of_a_window_that_is_as_thin_as_gaps_is_no_part_of_cells(frame: int) -> None:
    window = np.full((5 * 150 + 3 + 2 * frame, 5 * 150 + 3 + 2 * frame, 3), 200, np.uint8)
    window[frame:-frame, frame:-frame] = 255
    for place, state in enumerate(THIRDS):
        row, col = (frame + 3 + 150 * one for one in divmod(place, 5))
        window[row : row + 147, col : col + 147] = (30, 120, 250) if state == "1" else (130, 130, 130)
    assert told(window) == (5, 5, False)


@pytest.mark.parametrize(("right", "cut"), [(150, True), (40, False)])
def test_a_board_that_lacks_a_line_to_be_square_is_cut_beside_much_room_on_the_other_side(
    right: int, cut: bool
) -> None:
    assert told(page()[Y - 40 : Y + 5 * STEP + 32, X + STEP - 7 : X + 5 * STEP + right]) == (5, 4, cut)


def test_a_pixel_or_two_of_a_line_of_large_cells_are_enough() -> None:
    large = cv2.resize(page(), None, fx=4, fy=4, interpolation=cv2.INTER_NEAREST)
    corner = large[4 * (Y + SIDE) + 10 :, 4 * (X + SIDE) - 2 :]
    assert told(corner) == (4, 4, True)
    assert told(corner[:, 4:]) == (4, 4, False)  # nothing tells it from a board in the corner of a page


def test_a_board_that_ends_where_the_picture_does_is_cut_if_it_would_be_a_square() -> None:
    assert told(page()[:, : X + 4 * STEP - 4])[1:] == (4, True)
    assert told(page()[:, X + STEP - 4 :])[1:] == (4, True)
    close = page()[Y - 20 : Y + 5 * STEP + 20]
    assert told(close[:, X + STEP - 4 : X + 5 * STEP + 10])[1:] == (4, True)  # one side alone is as narrow
    low = page()[Y - 2 : Y + 5 * STEP - 6]
    assert told(low[:, X + STEP - 4 : X + 5 * STEP + 10])[1:] == (4, False)  # it is all that the picture shows


def test_a_board_in_the_corner_where_no_page_begins_is_cut() -> None:
    right, below = X + 4 * STEP - 4, Y + 4 * STEP - 4
    assert told(page()[:below, :right]) == (4, 4, True)
    assert told(page()[Y - 6 :, X - 6 :]) == (5, 5, False)


def test_half_a_gap_from_both_edges_no_page_begins() -> None:
    assert told(page()[Y + STEP - 4 :, X + 2 * STEP - 4 :]) == (4, 3, True)
    assert told(page(board=NONE_MAKE)[Y - 4 :, X - 4 :]) == (5, 5, True)
    assert told(page()[Y - 4 :, X - 2 :]) == (5, 5, True)
    for board in (THIRDS, CLICKS):
        assert told(page(board=board)[Y - 4 :, X - 4 :]) == (5, 5, False)  # cells have margins, and pages none


@pytest.mark.parametrize(("below", "cut"), [("", False), ("Moves", True)])
def test_half_a_gap_from_both_edges_a_square_without_checks_begins_where_it_is_alone(below: str, cut: bool) -> None:
    picture = page(below=below)
    for place in range(36):
        row, col = divmod(place, 6)
        colour = (40, 200, 230) if "101001100101011010010110101001011011"[place] == "1" else (90, 90, 90)
        cv2.rectangle(picture, (X + col * STEP, Y + row * STEP, SIDE, SIDE), colour, -1)
    assert told(picture[Y - 4 :, X - 4 :]) == (6, 6, cut)


def test_half_a_gap_from_both_edges_three_by_three_may_be_the_rest_of_a_board() -> None:
    picture = page(board="1010001000110000000000000")
    picture[Y : Y + 5 * STEP, X + 3 * STEP :] = picture[Y + 3 * STEP : Y + 5 * STEP, X:] = 40
    assert told(picture[Y - 4 :, X - 4 :]) == (3, 3, True)


def test_a_longish_board_between_halves_of_gaps_is_cut_on_both_sides() -> None:
    right = X + 4 * STEP - 4
    assert told(page()[:, X + STEP - 4 : right]) == (5, 3, True)
    assert told(page()[:, X + STEP - 7 : right + 3]) == (5, 3, False)


def test_a_longish_board_right_between_two_edges_of_a_wide_page_is_cut() -> None:
    assert told(page()[Y - 4 : Y + 4 * STEP - 4, X - 4 :]) == (4, 5, True)
    assert told(page()[Y - 7 : Y + 4 * STEP - 1, X - 20 :]) == (4, 5, False)  # a window has margins


def test_a_frame_that_one_side_lacks_is_cut_there() -> None:
    whole = page()
    whole[: Y + STEP - 4] = 40
    around = whole[: Y + 4 * STEP + SIDE + 12, X - 12 : X + 4 * STEP + SIDE + 12]
    assert told(around[Y + STEP - 4 :]) == (4, 5, True)
    assert told(around[Y + STEP - 12 :]) == (4, 5, False)


@pytest.mark.parametrize(("margin", "cut"), [(4, True), (16, False)])
def test_a_frame_that_two_sides_lack_is_cut_in_their_corner(margin: int, cut: bool) -> None:
    whole = page(board=CLICKS)  # such a board may begin where the page does, were it not for the frame
    last = X + 4 * STEP + SIDE + 11, Y + 4 * STEP + SIDE + 11
    cv2.rectangle(whole, (X - 12, Y - 12), last, (160, 160, 160), 1)
    assert told(whole[Y - margin :, X - margin :]) == (5, 5, cut)


@pytest.mark.parametrize(("left", "cut"), [(X + STEP - 2, True), (X + STEP - 6, False)])
def test_a_board_between_unlike_narrow_margins_is_cut(left: int, cut: bool) -> None:
    assert told(page()[Y - 60 :, left : X + 5 * STEP - 2]) == (5, 4, cut)


@pytest.mark.parametrize(("beside", "cut"), [((75, 68, 66), True), ((40, 40, 40), False)])
def test_a_panel_that_the_picture_cuts_goes_on_outside(beside: tuple[int, int, int], cut: bool) -> None:
    picture = page()
    panel = picture[Y - 30 : Y + 5 * STEP + 22]
    panel[(panel == 40).all(axis=2)] = beside
    assert told(picture[:, X + 2 * STEP - 8 :]) == (5, 3, cut)


def test_light_and_words_beside_a_board_are_no_cells() -> None:
    assert told(page(glow=True)[:, X - 20 :]) == (5, 5, False)
    assert told(page(words=True)[:, X - 20 :]) == (5, 5, False)


@pytest.mark.parametrize(("angle", "cut"), [(0.0, False), (2.0, True)])
def test_nobody_frames_a_photograph_so_that_it_ends_beside_a_square(angle: float, cut: bool) -> None:
    turn = cv2.getRotationMatrix2D((X, Y), angle, 1)
    turned = cv2.warpAffine(page(), turn, (640, 480), borderValue=(40, 40, 40))
    turned[Y + 4 * STEP - 4 :] = 40
    assert told(turned[:, X + STEP - 2 :]) == (4, 4, cut)


@pytest.mark.parametrize(("top", "cut"), [(Y - 20, False), (0, True)])
def test_no_board_lies_against_the_end_of_a_page_that_goes_on_far_beyond_all_other_sides(top: int, cut: bool) -> None:
    picture = page()
    picture[:, X + 4 * STEP - 4 :] = 40
    assert told(picture[top : Y + 4 * STEP - 6]) == (4, 4, cut)


@pytest.mark.parametrize(("left", "cut"), [(X - STEP, True), (X - 10, True), (X - 2, False)])
def test_no_board_ends_at_the_right_within_a_gap_and_nearer_to_the_edge_than_on_the_left(left: int, cut: bool) -> None:
    picture = page()
    picture[Y + 4 * STEP - 4 :] = 40
    assert told(picture[Y - STEP :, left : X + 4 * STEP - 6]) == (4, 4, cut)


@pytest.mark.parametrize(("below", "cut"), [(4, False), (40, True)])
def test_a_square_at_the_right_end_of_a_picture_as_high_as_it_is_whole(below: int, cut: bool) -> None:
    right = X + 4 * STEP + SIDE + 4
    assert told(page()[Y - 4 : Y + 4 * STEP + SIDE + below, :right]) == (5, 5, cut)


def test_each_side_may_be_the_one_that_is_cut() -> None:
    # Two columns and one row are cut off: less is seen below the board than at its right.
    right, below = X + 3 * STEP - 4, Y + 4 * STEP - 6
    assert told(page()[:below, :right]) == (4, 3, True)
    assert told(page()[: below + STEP, : right + STEP + 30])[:2] == (5, 4)


def test_a_sliver_of_dark_lamps_on_dark_ground_is_seen_where_all_of_them_are() -> None:
    dark = page()
    dark[(dark == 90).all(axis=2)] = 48
    for row in range(5):
        dark[Y + row * STEP : Y + row * STEP + SIDE, X : X + SIDE] = 48
    seen = dark[:, X + SIDE - 2 : X + 4 * STEP + SIDE + 12]
    assert told(seen) == (5, 4, True)
    seen[:, :2] = 40
    assert told(seen) == (5, 4, False)


@pytest.mark.parametrize(("right", "cut"), [(3, True), (7, False)])
def test_a_longish_board_in_the_middle_of_whose_gap_the_picture_ends_is_cut_by_less(right: int, cut: bool) -> None:
    assert told(page()[Y - 30 :, X - 10 : X + 3 * STEP + SIDE + right]) == (5, 4, cut)


@pytest.mark.parametrize(("below", "cut"), [(4, True), (7, False)])
def test_a_board_in_such_a_corner_is_cut_where_it_is_a_little_nearer_to_two_sides(below: int, cut: bool) -> None:
    square = page()[Y - 9 : Y + 3 * STEP + SIDE + below, X + STEP - 3 :]
    assert told(square) == (4, 4, cut)
