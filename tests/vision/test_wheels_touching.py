"""Locks whose dots touch, and rings too wide to be spots."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.detectors.wheels import detect
from vision.frame import Frame
from vision.grid.boxes import edges, find
from vision.homography import project
from vision.scene import Scene
from vision.wheels.template import ROW_STEP, WHEELS, lattice
from vision.wheels.touching import touching

GREEN = np.array([1, 0, 1, 0, 1, 1, 0, 0, 1, 0, 1, 0], bool)
BOARD = "101/0110/010/10"
PITCH = 60.0
PLACE = np.array([[PITCH, 3.0, 60.0], [-2.0, ROW_STEP * PITCH, 70.0], [0.0, 0.0, 1.0]])


def drawn(places: np.ndarray, green: np.ndarray, *, radius: float = 0.485, hole: float = 0.0) -> np.ndarray:
    """Discs or rings on a page, at lattice ``places``; the radii in pitches."""
    picture = np.full((380, 420, 3), 236, np.uint8)
    for (x, y), one in zip(project(PLACE, places), green, strict=True):
        at = round(float(x) * 16), round(float(y) * 16)
        colour = (80, 170, 70) if one else (60, 70, 210)
        cv2.circle(picture, at, round(16 * radius * PITCH), colour, -1, cv2.LINE_AA, 4)
        cv2.circle(picture, at, round(16 * hole * PITCH), (236, 236, 236), -1, cv2.LINE_AA, 4)
    return picture


def fits(picture: np.ndarray) -> list:
    return touching(picture, find(edges(picture)))


def test_dots_that_touch_are_found_by_their_outlines() -> None:
    picture = drawn(lattice(), GREEN)
    (one,) = fits(picture)
    assert one.hits == 12
    assert np.abs(project(one.matrix, lattice()) - project(PLACE, lattice())).max() < 0.1 * PITCH
    assert [(reading.verdict, reading.board) for reading in detect(Scene(Frame(picture)))] == [("sure", BOARD)]


def test_another_disc_may_lie_about() -> None:
    (one,) = fits(drawn(np.vstack([[-0.4, -0.5], lattice()]), np.append(True, GREEN)))
    assert np.abs(project(one.matrix, lattice()) - project(PLACE, lattice())).max() < 0.1 * PITCH


def test_where_they_have_one_colour_they_are_none() -> None:
    assert not fits(drawn(lattice(), np.zeros(12, bool)))


def test_a_larger_table_of_dots_is_no_lock() -> None:
    places = np.array([(0.5 + x + (row % 2) / 2, row) for row in range(5) for x in range(5)])
    green = np.random.default_rng(1).random(len(places)) < 0.5
    picture = drawn(places, green)
    assert not [reading for reading in detect(Scene(Frame(picture))) if reading.verdict == "sure"]


@pytest.mark.parametrize("degrees", [10.0, 20.0, 30.0])
def test_a_turned_wheel_is_not_at_rest(degrees: float) -> None:
    turn, dots, own = np.deg2rad(degrees), lattice() * (1, ROW_STEP), list(WHEELS[1])
    way = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    dots[own] = dots[own].mean(axis=0) + (dots[own] - dots[own].mean(axis=0)) @ way
    assert not fits(drawn(dots / (1, ROW_STEP), GREEN, radius=0.3))


@pytest.mark.parametrize("hole", [0.17, 0.25])
def test_dots_may_be_rings(hole: float) -> None:
    found = detect(Scene(Frame(drawn(lattice(), GREEN, radius=hole + 0.1, hole=hole))))
    assert [(reading.verdict, reading.board) for reading in found] == [("sure", BOARD)]
