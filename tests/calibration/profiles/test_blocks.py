from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.profiles.blocks import blocks
from calibration.profiles.learn import learn
from calibration.profiles.match import apply
from vision.frame import Frame
from vision.look import look
from vision.scene import Scene

COLORS = np.array([(150, 60, 40), (60, 200, 240)], np.uint8)


def gapless(board: str, pitch: int = 40) -> Frame:
    states = np.array([[int(sign) for sign in line] for line in board.split("/")])
    pixels = np.full((420, 520, 3), 235, np.uint8)
    cells = np.kron(COLORS[states], np.ones((pitch, pitch, 1), np.uint8))
    pixels[60 : 60 + cells.shape[0], 90 : 90 + cells.shape[1]] = cells
    cv2.putText(pixels, "12 moves", (20, 30), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (20, 20, 20))
    return Frame(pixels)


@pytest.fixture(scope="module")
def flat_profile():
    boards = ("01001/10110/00101/11010/01101", "11010/00101/10011/01000/10110")
    return learn("flat", [(gapless(board), board) for board in boards])


def test_a_board_in_one_colour_is_a_rectangle_of_it(flat_profile):
    found = blocks(Scene(gapless("00000/" * 4 + "00000")), flat_profile)
    assert found[0].size == (5, 5)
    assert np.allclose(found[0].cells[0].center, (109.5, 79.5), atol=1.5)


def test_cells_of_a_learnt_size_make_other_boards_too(flat_profile):
    assert (4, 6) in [one.size for one in blocks(Scene(gapless("000000/" * 3 + "000000")), flat_profile)]


def test_it_is_read_when_the_profile_is_named_and_never_sure_by_itself(flat_profile):
    frame = gapless("11111/" * 4 + "11111")
    readings = look(frame)
    assert apply(frame, readings, [flat_profile], named=True)[0].board == "11111/" * 4 + "11111"
    assert apply(frame, readings, [flat_profile])[0].verdict != "sure"


def test_other_colours_are_no_board(flat_profile):
    pixels = np.full((400, 400, 3), 240, np.uint8)
    pixels[100:300, 100:300] = (40, 160, 40)
    assert blocks(Scene(Frame(pixels)), flat_profile) == []
