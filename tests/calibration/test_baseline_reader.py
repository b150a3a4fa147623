from __future__ import annotations

import numpy as np

from calibration.baseline_reader import look
from vision.frame import Frame


def test_bright_and_dark_squares_are_read(folder):
    import cv2  # noqa: PLC0415

    board = "0101/1100/0010/1011"
    pixels = cv2.imread(str(folder(("a.png", board, {})) / "a.png"))
    (reading,) = look(Frame(pixels))
    assert (reading.board, reading.verdict) == (board, "sure")


def test_a_blank_picture_is_refused():
    assert look(Frame(np.full((80, 80, 3), 99, np.uint8)))[0].verdict == "none"
