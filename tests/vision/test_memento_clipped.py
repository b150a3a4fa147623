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
    assert not clipped(edges(drawn(left, right)), Axis(80 - left, 40, 5), Y)


@pytest.mark.parametrize("right", [278, 270, 262, 251, 243, 241])
def test_a_board_whose_last_column_the_picture_cuts_is_not_whole(right: int) -> None:
    assert clipped(edges(drawn(0, right)), Axis(80, 40, 4), Y)


def test_edges_in_line_with_those_between_cells_are_what_is_behind_the_board_unless_its_outline_goes_on() -> None:
    picture = drawn(0, 310)
    picture[100:181:40, 281:] = 0
    assert not clipped(edges(picture), X, Y)
    picture[60:221:160, 281:] = 0
    assert clipped(edges(picture), X, Y)


def test_a_part_cut_out_of_the_picture_ends_anywhere() -> None:
    assert not clipped(edges(drawn(0, 262), (False, False, False, False)), Axis(80, 40, 4), Y)


@pytest.mark.parametrize("share", [0.0, 0.3, 0.6, 0.9])
def test_a_cut_board_is_not_sure(share: float) -> None:
    scene = memento.render(32, shape=(4, 4))
    assert scene.centers
    centers = np.array(scene.centers).reshape(4, 4, 2)
    at = round(float(centers[0, 0, 0] + (0.5 - share) * (centers[0, 1, 0] - centers[0, 0, 0])))
    assert look(Frame(np.ascontiguousarray(scene.pixels[:, at:])))[0].verdict != "sure"
