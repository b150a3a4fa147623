"""A lock while one of its wheels is being turned."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.detectors.wheels import detect
from vision.frame import Frame
from vision.homography import project
from vision.scene import Scene
from vision.wheels.template import ROW_STEP, WHEELS, lattice
from vision.wheels.turning import TURNING, turning

GREEN = np.array([1, 0, 1, 0, 1, 1, 0, 0, 1, 0, 1, 0], bool)
PITCH = 40.0
PLACE = np.array([[PITCH, 3.0, 60.0], [-2.0, ROW_STEP * PITCH, 70.0], [0.0, 0.0, 1.0]])


def lock(wheel: int, degrees: float, *, hole: float = 0.0) -> np.ndarray:
    """A lock with a ``wheel`` turned; its dots may be rings."""
    turn, dots = np.deg2rad(degrees), lattice() * (1, ROW_STEP)
    own = list(WHEELS[wheel])
    middle = dots[own].mean(axis=0)
    way = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    dots[own] = middle + (dots[own] - middle) @ way
    picture = np.full((260, 320, 3), 120, np.uint8)
    for (x, y), green in zip(project(PLACE, dots / (1, ROW_STEP)), GREEN, strict=True):
        at = (round(float(x) * 16), round(float(y) * 16))
        cv2.circle(picture, at, 160, (40, 170, 30) if green else (40, 30, 200), -1, cv2.LINE_AA, 4)
        cv2.circle(picture, at, round(160 * hole), (120, 120, 120), -1, cv2.LINE_AA, 4)
    return picture


@pytest.mark.parametrize("wheel", [0, 1, 2])
@pytest.mark.parametrize("degrees", [-25.0, -12.0, 12.0, 20.0, 25.0])
@pytest.mark.parametrize("hole", [0.0, 0.5])
def test_a_turned_wheel_is_told_by_where_its_dots_are(wheel: int, degrees: float, hole: float) -> None:
    assert turning(lock(wheel, degrees, hole=hole), PLACE, ~GREEN)
    assert not turning(lock(wheel, 0.0, hole=hole), PLACE, ~GREEN)


@pytest.mark.parametrize("wheel", [0, 1, 2])
def test_a_turning_lock_is_never_sure(wheel: int) -> None:
    for degrees in range(6, 58, 4):
        found = detect(Scene(Frame(lock(wheel, float(degrees)))))
        assert not found or found[0].verdict != "sure" or degrees in {6, 54}
    still = detect(Scene(Frame(lock(wheel, 0.0))))
    assert still[0].verdict == "sure"


def test_it_is_said_why() -> None:
    found = detect(Scene(Frame(lock(1, 8.0))))
    assert [(reading.verdict, reading.reasons) for reading in found] == [("unsure", (TURNING,))]
