"""Small boards in large plain pictures."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.scenes import memento
from vision.detectors.memento import reread
from vision.frame import Frame
from vision.look import look
from vision.memento import parts
from vision.scene import Scene

AT = (1213, 611)


def page(seed: int, share: float) -> tuple[np.ndarray, np.ndarray]:
    """A drawn board made to take a share of a full HD page, and the centres of its cells."""
    scenery = memento.render(seed)
    assert scenery.box is not None
    left, top, right, bottom = (round(side) for side in scenery.box)
    scale = np.sqrt(share * 1920 * 1080 / ((right - left) * (bottom - top)))
    board = cv2.resize(scenery.pixels[top:bottom, left:right], None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    pixels = np.full((1080, 1920, 3), (238, 236, 232), np.uint8)
    pixels[AT[1] : AT[1] + board.shape[0], AT[0] : AT[0] + board.shape[1]] = board
    return pixels, (np.asarray(scenery.centers) - (left, top)) * scale + AT


@pytest.mark.parametrize("seed", [3, 13])
def test_a_board_on_a_fiftieth_of_the_screen_is_read(seed: int) -> None:
    pixels, centers = page(seed, 0.02)
    reading = look(Frame(pixels))[0]
    assert (reading.verdict, reading.kind) == ("sure", "memento")
    assert np.abs(np.array([cell.center for cell in reading.cells]) - centers).max() < 0.3 * reading.pitch
    again = reread(Frame(pixels), reading)
    assert again is not None
    assert [cell.state for cell in again.cells] == [cell.state for cell in reading.cells]


def test_parts_are_where_a_plain_picture_is_busy_both_ways() -> None:
    pixels, _ = page(3, 0.02)
    cv2.putText(pixels, "a line of text is none", (60, 90), cv2.FONT_HERSHEY_SIMPLEX, 2, (20, 20, 20), 3)
    ((left, top, right, bottom),) = parts.parts(Scene(Frame(pixels)))
    assert left <= AT[0] < left + 32
    assert top <= AT[1] < top + 32
    assert not {left % 8, top % 8} - {0}
    assert right - left < 300
    assert bottom - top < 300


def test_a_board_that_fills_the_picture_is_no_part() -> None:
    assert parts.parts(Scene(Frame(memento.render(3).pixels))) == []
