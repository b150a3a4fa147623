from __future__ import annotations

import numpy as np
import pytest

from calibration.scenes import memento
from vision.frame import Frame
from vision.look import look
from vision.memento.axis import Axis
from vision.memento.clipped import clipped
from vision.memento.comb import edges

X, Y = Axis(80, 40, 5), Axis(60, 40, 4)


def drawn(left: int = 0, right: int = 400, *, lines: bool = True) -> np.ndarray:
    """Lines of five columns and four rows between plain surroundings, cut out of a picture 400 × 300."""
    picture = np.full((300, 400, 3), 90, np.uint8)
    picture[60:220, 80:280] = 160
    if lines:
        picture[60:221:40, 80:280] = picture[60:220, 80:281:40] = 0
    return np.ascontiguousarray(picture[:, left:right])


@pytest.mark.parametrize(("left", "right"), [(0, 400), (70, 290), (80, 280)])
def test_a_board_as_far_from_both_ends_of_the_picture_is_whole(left: int, right: int) -> None:
    picture = drawn(left, right)
    assert not clipped(edges(picture), Axis(80 - left, 40, 5), Y, picture)


@pytest.mark.parametrize("right", [278, 270, 262, 251, 243, 241])
def test_a_board_whose_last_column_the_picture_cuts_is_not_whole(right: int) -> None:
    picture = drawn(0, right)
    assert clipped(edges(picture), Axis(80, 40, 4), Y, picture)


def test_edges_in_line_with_those_between_cells_are_what_is_behind_the_board_unless_its_outline_goes_on() -> None:
    picture = drawn(0, 310)
    picture[100:181:40, 281:] = 0
    assert not clipped(edges(picture), X, Y, picture)
    picture[60:221:160, 281:] = 0
    assert clipped(edges(picture), X, Y, picture)


def test_a_part_cut_out_of_the_picture_ends_anywhere() -> None:
    picture = drawn(0, 262)
    assert not clipped(edges(picture, (False, False, False, False)), Axis(80, 40, 4), Y, picture)


@pytest.mark.parametrize(("end", "gap", "whole"), [(288, 2, True), (284, 6, False), (281, 2, False)])
def test_a_narrow_margin_is_the_page_where_it_is_wider_than_gaps(end: int, gap: int, whole: bool) -> None:
    picture = drawn(0, end)
    for line in range(60, 221, 40):
        picture[line - gap // 2 : line + gap // 2, 80:280] = 90
    for line in range(80, 281, 40):
        picture[60:220, line - gap // 2 : line + gap // 2] = 90
    assert clipped(edges(picture), X, Y, picture) is not whole


@pytest.mark.parametrize("shade", [90, 160])
def test_a_narrow_margin_of_another_colour_than_the_page_may_be_cells(shade: int) -> None:
    picture = drawn(0, 288)
    picture[:, 281:] = shade
    assert clipped(edges(picture), X, Y, picture) is (shade != 90)


@pytest.mark.parametrize("share", [0.0, 0.3, 0.6, 0.9])
def test_a_cut_board_is_not_sure(share: float) -> None:
    scene = memento.render(32, shape=(4, 4))
    assert scene.centers
    centers = np.array(scene.centers).reshape(4, 4, 2)
    at = round(float(centers[0, 0, 0] + (0.5 - share) * (centers[0, 1, 0] - centers[0, 0, 0])))
    assert look(Frame(np.ascontiguousarray(scene.pixels[:, at:])))[0].verdict != "sure"


def test_buttons_beside_the_rows_are_no_column_where_the_page_goes_on_to_the_pictures_end() -> None:
    picture = drawn(40, 288)
    picture[60:221:40, 12:41] = picture[60:221, 12] = picture[60:221, 40] = 0  # as wide as the rows, to the board
    assert not clipped(edges(picture), Axis(40, 40, 5), Y, picture)
    assert clipped(edges(picture[:, 14:]), Axis(26, 40, 5), Y, np.ascontiguousarray(picture[:, 14:]))


def test_a_page_may_fade_along_the_board() -> None:
    picture = drawn(0, 288)
    shade = np.linspace(0, 60, len(picture)).astype(np.uint8)[:, None, None]
    picture[:, :80] += shade
    picture[:, 281:] += shade
    assert not clipped(edges(picture), X, Y, picture)


def test_the_pictures_own_frame_is_no_outline_that_goes_on() -> None:
    picture = np.ascontiguousarray(drawn()[58:222])
    y = Axis(2, 40, 4)
    assert not clipped(edges(picture[:, :310]), X, y, np.ascontiguousarray(picture[:, :310]))
    picture[42:123:40, 281:310] = 0
    assert clipped(edges(picture[:, :310]), X, y, np.ascontiguousarray(picture[:, :310]))


@pytest.mark.parametrize(("beside", "whole"), [(200, False), (90, True)])
def test_a_lone_tile_that_goes_on_is_of_a_line_that_the_picture_cuts(beside: int, whole: bool) -> None:
    """Lines that part nothing are of the scenery."""
    picture = np.ascontiguousarray(drawn()[:240])
    picture[221:, 160:200] = beside
    picture[221:, 160] = picture[221:, 200] = 0
    assert clipped(edges(picture), X, Y, picture) is not whole
