"""The lattice moved so that tiles are most alike."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.detectors import memento
from vision.frame import Frame
from vision.homography import project
from vision.memento.aligned import aligned
from vision.memento.axis import Axis
from vision.memento.covers import canonical
from vision.memento.moving import moving
from vision.scene import Scene

PITCH, ORIGIN = 60, 90
COVERED = np.array([[1, 0, 0, 1], [0, 1, 1, 0], [0, 1, 1, 0], [1, 0, 0, 1]], bool)


def drawn(narrowed: bool = False) -> np.ndarray:
    """A page with tiles that have a rim and an emblem, over noise; one of them ``narrowed`` to half its width."""
    chance = np.random.default_rng(3)
    picture = np.full((420, 420, 3), 40, np.uint8)
    picture[ORIGIN : ORIGIN + 4 * PITCH, ORIGIN : ORIGIN + 4 * PITCH] = cv2.resize(
        chance.integers(0, 255, (16, 16, 3), np.uint8), (4 * PITCH, 4 * PITCH), interpolation=cv2.INTER_CUBIC
    )
    tile = np.full((PITCH, PITCH, 3), (150, 90, 60), np.uint8)
    cv2.rectangle(tile, (2, 2), (PITCH - 3, PITCH - 3), (220, 190, 160), 2)
    cv2.circle(tile, (PITCH // 2, PITCH // 2), 14, (230, 230, 240), -1)
    for row, col in np.argwhere(COVERED).tolist():
        top, left = ORIGIN + row * PITCH, ORIGIN + col * PITCH
        picture[top : top + PITCH, left : left + PITCH] = tile
        if narrowed and row == 0:
            picture[top : top + PITCH, left : left + PITCH] = 40
            picture[top : top + PITCH, left + 15 : left + 45] = cv2.resize(tile, (30, PITCH))
    return picture


@pytest.mark.parametrize(("first", "last"), [(0.0, 0.0), (0.0, 6.0), (-5.0, 4.0), (4.0, 4.0)])
def test_lines_that_a_frame_pulled_aside_at_one_end_come_back(first: float, last: float) -> None:
    off = Axis(ORIGIN + first, PITCH + (last - first) / 4, 4)
    x, y = aligned(drawn(), off, Axis(ORIGIN, PITCH, 4), COVERED)
    assert abs(x.pitch - PITCH) < 1
    assert abs(y.pitch - PITCH) < 1


def test_nothing_tells_where_the_lines_of_a_single_row_of_tiles_are() -> None:
    covered = np.zeros((4, 4), bool)
    covered[1] = True
    off = Axis(ORIGIN + 3.0, PITCH - 1.0, 4)
    assert aligned(drawn(), Axis(ORIGIN, PITCH, 4), off, covered)[1] == off


def test_lines_near_the_rim_of_the_picture_are_aligned_too() -> None:
    cut = drawn()[ORIGIN:, ORIGIN:]
    x, _ = aligned(cut, Axis(0.0, PITCH + 1.0, 4), Axis(0.0, PITCH, 4), COVERED)
    assert abs(x.pitch - PITCH) < 0.6


def test_tiles_that_are_being_turned_still_look_so_where_lines_were_off() -> None:
    off, lines = Axis(ORIGIN, PITCH + 1.2, 4), Axis(ORIGIN, PITCH, 4)
    for narrowed in (False, True):
        picture = drawn(narrowed)
        assert moving(picture, off, lines, COVERED, canonical(picture, off, lines, 32)) == narrowed


@pytest.mark.parametrize(("first", "last"), [(0.0, 7.0), (-5.0, 5.0), (6.0, 6.0), (7.0, 0.0)])
def test_tiles_that_are_alike_where_their_lines_come_back_to_stand_still(first: float, last: float) -> None:
    off, lines = Axis(ORIGIN + first, PITCH + (last - first) / 4, 4), Axis(ORIGIN, PITCH, 4)
    assert not moving(drawn(), off, lines, COVERED, canonical(drawn(), off, lines, 32))


def test_a_frame_farther_off_at_one_side_does_not_pull_a_board_apart() -> None:
    """Its dark ground is seen in the gaps, too, a pixel of it to the left and eight to the right."""
    picture = np.full((420, 420, 3), (90, 120, 150), np.uint8)
    picture[ORIGIN - 1 : ORIGIN + 4 * PITCH + 8, ORIGIN - 1 : ORIGIN + 4 * PITCH + 8] = (25, 30, 40)
    chance = np.random.default_rng(1)
    photo = cv2.resize(
        chance.integers(0, 255, (9, 9, 3), np.uint8), (4 * PITCH, 4 * PITCH), None, 0, 0, cv2.INTER_CUBIC
    )
    tile = np.full((PITCH, PITCH, 3), (150, 90, 60), np.uint8)
    cv2.circle(tile, (PITCH // 2, PITCH // 2), 14, (230, 230, 240), -1)
    for row, col in np.ndindex(4, 4):
        top, left = row * PITCH, col * PITCH
        shown = tile if COVERED[row, col] else photo[top : top + PITCH, left : left + PITCH]
        board = picture[ORIGIN + top : ORIGIN + top + PITCH, ORIGIN + left : ORIGIN + left + PITCH]
        board[3:-3, 3:-3] = shown[3:-3, 3:-3]
    reading = memento.detect(Scene(Frame(picture)))[0]
    assert reading.verdict == "sure"
    matrix = np.array(reading.homography).reshape(3, 3)
    ends = project(matrix, np.array([(0.0, 0.0), (4.0, 4.0)])) + 0.5
    assert np.abs(ends - np.array([ORIGIN, ORIGIN + 4 * PITCH])[:, None]).max() < 1.5
