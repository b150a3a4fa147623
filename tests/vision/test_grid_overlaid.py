"""Grids that are spoilt by a message alone, and those that are none at all."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.detectors import lights_out
from vision.frame import Frame
from vision.scene import Scene

BOARD = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 1]])


def page(message: tuple[int, int, int, int] | None) -> Scene:
    """Pale and blue cells on grey, and what lies over them."""
    picture = np.full((300, 340, 3), 150, np.uint8)
    for row, line in enumerate(BOARD):
        for col, state in enumerate(line):
            x, y = 80 + 60 * col, 60 + 60 * row
            cv2.rectangle(picture, (x, y), (x + 52, y + 52), (200, 120, 40) if state else (225, 230, 230), -1)
    if message is not None:
        left, top, right, bottom = message
        part = picture[top:bottom, left:right]
        part[:] = np.rint(0.15 * part + 0.85 * 30)
        cv2.putText(
            picture, "Saved", (left + 8, bottom - 12), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (235,) * 3, 1, cv2.LINE_AA
        )
    return Scene(Frame(picture))


@pytest.mark.parametrize("message", [(90, 125, 245, 168), (140, 128, 262, 164)])
def test_a_grid_under_a_message_is_located(message: tuple[int, int, int, int]) -> None:
    (reading,) = lights_out.detect(page(message))
    assert reading.verdict != "sure"
    assert len(reading.cells) == BOARD.size


def test_a_clean_grid_is_read() -> None:
    (reading,) = lights_out.detect(page(None))
    assert len(reading.cells) == BOARD.size


def test_cells_that_differ_everywhere_are_none() -> None:
    scene = page(None)
    rng = np.random.default_rng(5)
    noisy = scene.frame.pixels.copy()
    for row in range(3):
        for col in range(3):
            x, y = 80 + 60 * col, 60 + 60 * row
            noisy[y : y + 52, x : x + 52] = rng.integers(0, 255, (52, 52, 3))
    assert all(not reading.cells for reading in lights_out.detect(Scene(Frame(noisy))))
