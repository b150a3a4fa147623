"""Pieces on the squares of a lined field."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.detectors import lights_out
from vision.frame import Frame
from vision.scene import Scene

STEP, LEFT, TOP = 44, 60, 40


def discs(side: int, *, lines: bool) -> np.ndarray:
    """A board of black and white discs on a plain page, with or without lines between them."""
    picture = np.full((480, 640, 3), (60, 130, 50), np.uint8)
    states = np.random.default_rng(side).integers(0, 2, (side, side))
    for line in range(side + 1 if lines else 0):
        here, first, last = STEP * line, (LEFT, TOP), (LEFT + STEP * side, TOP + STEP * side)
        cv2.line(picture, (first[0] + here, first[1]), (first[0] + here, last[1]), (20, 50, 20), 2)
        cv2.line(picture, (first[0], first[1] + here), (last[0], first[1] + here), (20, 50, 20), 2)
    for (row, col), state in np.ndenumerate(states):
        middle = LEFT + STEP * col + STEP // 2, TOP + STEP * row + STEP // 2
        cv2.circle(picture, middle, 17, (245, 245, 245) if state else (20, 20, 20), -1, cv2.LINE_AA)
    return picture


@pytest.mark.parametrize(("side", "lines", "doubted"), [(8, True, True), (8, False, False), (5, True, False)])
def test_discs_on_a_lined_field_of_that_size_are_pieces(side: int, lines: bool, doubted: bool) -> None:
    reading = lights_out.detect(Scene(Frame(discs(side, lines=lines))))[0]
    assert len(reading.cells) == side * side
    assert ("lined field" in "".join(reading.reasons)) is doubted
