from __future__ import annotations

import cv2
import numpy as np

from vision.frame import Frame
from vision.heresy.framed import framed
from vision.scene import Scene

STEP = 90


def outlined(rows: int, cols: int) -> np.ndarray:
    picture = np.full((480, 640, 3), 120, np.uint8)
    for row in range(rows):
        for col in range(cols):
            left, top = 60 + STEP * col, 50 + STEP * row
            cv2.rectangle(picture, (left, top), (left + 70, top + 70), (60, 60, 60), 2)
    return picture


def test_nine_boxes_are_a_place_to_look() -> None:
    (found,) = framed(Scene(Frame(outlined(3, 3))))
    assert np.abs(found.centers[0] - (95.5, 85.5)).max() < 2
    assert np.abs(found.centers[8] - found.centers[0] - 2 * STEP).max() < 2


def test_other_grids_are_none() -> None:
    assert framed(Scene(Frame(outlined(4, 5)))) == []


def test_three_by_three_cells_that_others_found_come_first() -> None:
    scene = Scene(Frame(np.full((480, 640, 3), 120, np.uint8)))
    scene.nines = [(50.0, 0.0, 100.0, 0.0, 50.0, 60.0, 0.0, 0.0, 1.0)]
    (found,) = framed(scene)
    assert np.allclose(found.centers[4], (175, 135))
