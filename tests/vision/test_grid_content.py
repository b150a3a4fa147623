"""Looks of cells that are no states, told apart on small drawn boards."""

import cv2
import numpy as np
import pytest

from vision.detectors import lights_out
from vision.frame import Frame
from vision.scene import Scene

BOARD = ("10010", "01101", "11010", "00110", "10001")


def verdict(pixels: np.ndarray) -> str:
    found = lights_out.detect(Scene(Frame(pixels)))
    return found[0].verdict if found else "nothing"


@pytest.mark.parametrize(("smaller", "expected"), [(0, "sure"), (3, "unsure"), (5, "unsure")])
def test_two_sizes_in_one_colour_may_be_two_states(smaller: int, expected: str) -> None:
    pixels = np.full((480, 600, 3), (96, 52, 40), np.uint8)
    for row, line in enumerate(BOARD):
        for col, mark in enumerate(line):
            less = smaller if mark == "0" and (row + 2 * col) % 3 == 0 else 0
            low, high = (60 + 64 * col + less, 50 + 64 * row + less), (115 + 64 * col - less, 105 + 64 * row - less)
            cv2.rectangle(pixels, low, high, (90, 210, 240) if mark == "1" else (150, 150, 140), -1)
    assert verdict(pixels) == expected


@pytest.mark.parametrize(("shift", "expected"), [(0, "sure"), (40, "not sure")])
def test_cells_between_the_rows_make_a_honeycomb(shift: int, expected: str) -> None:
    pixels = np.full((560, 640, 3), (200, 40, 200), np.uint8)
    for row, line in enumerate(("10010", "01101", "11010", "00110", "10001", "01110")):
        for col, mark in enumerate(line):
            middle = 80 + 80 * col + shift * (row % 2), 60 + (80 if not shift else 69) * row
            cv2.circle(pixels, middle, 31, (60, 190, 60) if mark == "1" else (60, 40, 170), -1, cv2.LINE_AA)
    assert (verdict(pixels) == "sure") == (expected == "sure")
