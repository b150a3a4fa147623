from __future__ import annotations

import cv2
import numpy as np

from vision.frame import Frame
from vision.grid.blurred import blurred
from vision.scene import Scene


def squares() -> np.ndarray:
    picture = np.full((240, 320, 3), 30, np.uint8)
    for row in range(4):
        for col in range(5):
            picture[20 + 50 * row : 60 + 50 * row, 30 + 50 * col : 70 + 50 * col] = 90 + 30 * ((row + col) % 2)
    return picture


def seen(picture: np.ndarray) -> bool:
    scene = Scene(Frame(picture))
    return blurred(scene.edges(0), scene.edges(1))


def test_sharp_squares_are_not_blurred_and_smooth_ones_are() -> None:
    assert not seen(squares())
    assert seen(cv2.GaussianBlur(squares(), (0, 0), 3.0))


def test_a_sharp_pointer_over_a_blurred_board_changes_nothing() -> None:
    picture = cv2.GaussianBlur(squares(), (0, 0), 3.0)
    picture[100:108, 100:103] = 255
    assert seen(picture)
