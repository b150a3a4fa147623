from __future__ import annotations

import cv2
import numpy as np

from calibration.profiles.learn import learn
from calibration.profiles.locate import locate
from vision.frame import Frame
from vision.scene import Scene

BOARD = "0010100/1011010/0100011/1010001/0111010"
COLORS = ((70, 60, 40), (120, 110, 90))


def flat(board: str, *, pitch: int = 23, left: int = 61, top: int = 38) -> Frame:
    """Cells without gaps or outlines, among text."""
    rows = board.split("/")
    pixels = np.full((260, 340, 3), 245, np.uint8)
    cv2.putText(pixels, "moves 12", (20, 25), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (0, 0, 0), 2)
    for r, line in enumerate(rows):
        for c, sign in enumerate(line):
            x, y = left + c * pitch, top + r * pitch
            pixels[y : y + pitch, x : x + pitch] = COLORS[int(sign)]
    return Frame(pixels)


def test_the_place_is_found_by_the_labels_alone():
    states = [int(sign) for sign in BOARD if sign.isdigit()]
    corners = [place @ (0.0, 0.0, 1.0) + 0.5 for place in locate(Scene(flat(BOARD)), 5, 7, states)]
    assert min(np.hypot(x - 61, y - 38) for x, y, _ in corners) < 6


def test_a_board_of_one_state_has_no_place():
    assert locate(Scene(flat("00/00")), 2, 2, [0, 0, 0, 0]) == []


def test_a_game_is_learnt_whose_boards_the_eye_may_not_see():
    other = "1100101/0010110/1001100/0110011/1000111"
    profile = learn("flat", [(flat(BOARD), BOARD), (flat(other, left=100), other)], kind="lights-out")
    assert profile.shapes == ((5, 7),)
    assert profile.limit < 2.5
