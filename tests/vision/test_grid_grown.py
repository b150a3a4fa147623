"""Boards one line of which has no outlines, for something stands before it, as grass before a house."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.detectors import lights_out
from vision.frame import Frame
from vision.scene import Scene

WALL, GRASS, FRAME = (200, 200, 200), (60, 150, 65), (128, 128, 128)
DARK, LIT = (66, 46, 46), (129, 240, 244)
BOARD = "00100/01110/00100/10001/11011"


def house(board: str, *, grass: bool = True, last: bool = True) -> np.ndarray:
    """Windows in a wall; in front of the lowest ones blades of grass that join them."""
    picture = np.full((620, 760, 3), (210, 160, 60), np.uint8)
    rows = board.split("/")
    ground = 40 + 110 * len(rows)
    cv2.rectangle(picture, (110, 0), (650, ground), WALL, -1)
    for row, line in enumerate(rows[: None if last else -1]):
        for col, state in enumerate(line):
            x, y = 130 + 105 * col, 30 + 110 * row
            cv2.rectangle(picture, (x, y), (x + 70, y + 90), (244, 244, 244), -1)
            cv2.rectangle(picture, (x, y), (x + 70, y + 90), FRAME, 3)
            for left, top, right, bottom in ((6, 6, 64, 24), (6, 32, 31, 84), (39, 32, 64, 84)):
                pane = LIT if state == "1" else DARK
                cv2.rectangle(picture, (x + left, y + top), (x + right, y + bottom), pane, -1)
    if grass:
        cv2.rectangle(picture, (0, ground - 15), (760, 620), GRASS, -1)
        for x in range(100, 660, 11):
            blade = np.array([[x - 5, ground], [x, ground - 40 - 9 * (x % 4)], [x + 5, ground]])
            cv2.fillPoly(picture, [blade], GRASS)
    return picture


def read(picture: np.ndarray, scale: float = 0.8) -> tuple[str, str]:
    """What is read in the picture reduced by ``scale``, at the foot of a page."""
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    page = np.full((768, 1366, 3), (210, 160, 60), np.uint8)
    page[-len(small) :, 200 : 200 + small.shape[1]] = small
    best = lights_out.detect(Scene(Frame(page)))[0]
    return best.verdict, best.board


def either(board: str) -> tuple[str, str]:
    """Which of two states is lit can't be seen."""
    return board, board.translate(str.maketrans("01", "10"))


@pytest.mark.parametrize("scale", [0.5, 0.8, 1.2])
def test_a_line_behind_grass_is_of_the_board_but_in_doubt(scale: float) -> None:
    verdict, board = read(house(BOARD), scale)
    assert verdict == "unsure"
    assert board in either(BOARD)


def test_without_grass_the_board_is_sure() -> None:
    verdict, board = read(house(BOARD, grass=False))
    assert verdict == "sure"
    assert board in either(BOARD)


def test_grass_before_a_bare_wall_is_no_line() -> None:
    assert read(house(BOARD, last=False))[1] in either(BOARD.rpartition("/")[0])
