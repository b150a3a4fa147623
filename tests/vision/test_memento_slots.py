"""What stands in the places of one more line of cells beside a board."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.detectors import memento
from vision.frame import Frame
from vision.memento.axis import Axis
from vision.memento.slots import standing
from vision.memento.turning import TURNING
from vision.scene import Scene

PITCH, LEFT, TOP = 80, 100, 60
TILE, GROUND = (150, 90, 60), (45, 50, 55)


def board(rows: int = 4) -> np.ndarray:
    """A page with a board of four columns: tiles with an emblem over a soft picture, gaps between them."""
    chance = np.random.default_rng(4)
    picture = np.full((480, 560, 3), GROUND, np.uint8)
    photo = cv2.resize(
        chance.integers(0, 255, (6, 6, 3), np.uint8), (4 * PITCH, 4 * PITCH), None, 0, 0, cv2.INTER_CUBIC
    )
    tile = np.full((PITCH, PITCH, 3), TILE, np.uint8)
    cv2.circle(tile, (PITCH // 2, PITCH // 2), 18, (220, 220, 235), -1)
    for row, col in np.ndindex(rows, 4):
        shown = tile if "0110100110010110"[4 * row + col] == "1" else photo[row * PITCH :, col * PITCH :]
        top, left = TOP + row * PITCH, LEFT + col * PITCH
        picture[top + 3 : top + PITCH - 3, left + 3 : left + PITCH - 3] = shown[3 : PITCH - 3, 3 : PITCH - 3]
    return picture


def turn(picture: np.ndarray, wide: float, high: float, aside: float = 0.0) -> np.ndarray:
    """The page with cells of the last row in the middle of their places, so ``wide`` and ``high``."""
    turned, last = picture.copy(), TOP + 3 * PITCH
    turned[last : last + PITCH] = GROUND
    size = round(wide * (PITCH - 6)), round(high * (PITCH - 6))
    for col in range(4):
        left = LEFT + col * PITCH
        cell = picture[last + 3 : last + PITCH - 3, left + 3 : left + PITCH - 3]
        x, y = left + round((PITCH - size[0]) / 2 + aside * PITCH), last + round((PITCH - size[1]) / 2)
        turned[y : y + size[1], x : x + size[0]] = cv2.resize(cell, size, interpolation=cv2.INTER_AREA)
    return turned


@pytest.mark.parametrize(("wide", "high", "aside", "stands"), [
    (1.0, 0.3, 0.0, True),
    (0.5, 1.0, 0.0, True),
    (0.85, 0.6, 0.0, True),
    (0.4, 0.4, 0.0, False),
    (0.5, 1.0, 0.2, False),
])  # fmt: skip
def test_cells_in_the_middle_of_their_places_stand_beside_a_board(
    wide: float, high: float, aside: float, stands: bool
) -> None:
    """As long as a cell or as high: what is neither may be a button, and so may be what is out of the middle."""
    x, rows = Axis(LEFT, PITCH, 4), Axis(TOP, PITCH, 3)
    assert bool(standing(turn(board(), wide, high, aside), x, rows)) is stands


def test_a_band_that_runs_on_past_the_board_is_none_of_its_lines() -> None:
    picture = board(3)
    picture[TOP + 3 * PITCH + 25 : TOP + 4 * PITCH - 25, LEFT : LEFT + 4 * PITCH] = TILE
    x, rows = Axis(LEFT, PITCH, 4), Axis(TOP, PITCH, 3)
    assert standing(picture, x, rows)
    picture[TOP + 3 * PITCH + 25 : TOP + 4 * PITCH - 25, LEFT - PITCH : LEFT] = TILE
    assert not standing(picture, x, rows)


def test_cells_that_turn_are_no_band_whatever_lies_past_the_frame_beside_them() -> None:
    picture = turn(board(), 0.3, 1.0)
    picture[:, : LEFT - 8] = picture[:, LEFT + 4 * PITCH + 8 :] = (120, 160, 190)
    assert standing(picture, Axis(LEFT, PITCH, 4), Axis(TOP, PITCH, 3))


def test_a_row_that_turns_by_itself_leaves_the_rest_in_doubt() -> None:
    whole = memento.detect(Scene(Frame(board(3))))[0]
    assert (whole.verdict, whole.board) == ("sure", "1001/0110/0110")
    for wide, high in ((1.0, 0.3), (0.6, 1.0)):
        reading = memento.detect(Scene(Frame(turn(board(), wide, high))))[0]
        assert reading.verdict != "sure"
        assert reading.board != "1001/0110/0110" or TURNING in reading.reasons


def test_nothing_is_told_beside_a_busy_ground_or_past_the_picture() -> None:
    picture = turn(board(), 1.0, 0.3)
    x, rows = Axis(LEFT, PITCH, 4), Axis(TOP, PITCH, 3)
    assert not standing(picture[: TOP + 3 * PITCH + 40], x, rows)
    noise = np.random.default_rng(1).integers(0, 255, picture.shape, np.uint8)
    assert not standing(np.where((picture == GROUND).all(2, keepdims=True), noise, picture), x, rows)
