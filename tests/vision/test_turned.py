"""Boards turned in the picture, by as much as a crooked photograph or a leaning panel is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from calibration.scenes import heresy, lights_out, memento, wheels
from vision.frame import Frame
from vision.look import look

if TYPE_CHECKING:
    from calibration.scenes.scenery import Scenery

MARGIN = 0.12


def turned(scenery: Scenery, degrees: float) -> tuple[np.ndarray, np.ndarray]:
    """A scene's board turned about its middle on a plain page, and the centres of its cells."""
    assert scenery.box is not None
    left, top, right, bottom = scenery.box
    side = 1.5 * float(np.hypot(right - left, bottom - top))
    middle = ((left + right) / 2, (top + bottom) / 2)
    matrix = cv2.getRotationMatrix2D(middle, degrees, 1.0)
    matrix[:, 2] += side / 2 - np.array(middle)
    margin = MARGIN * max(right - left, bottom - top)
    a, b, c, d = (max(0, round(at)) for at in (left - margin, top - margin, right + margin, bottom + margin))
    ground = np.full_like(scenery.pixels, 90)
    ground[b:d, a:c] = scenery.pixels[b:d, a:c]
    size = (round(side), round(side))
    pixels = cv2.warpAffine(ground, matrix, size, flags=cv2.INTER_AREA, borderValue=(90, 90, 90))
    return pixels, np.asarray(scenery.centers) @ matrix[:, :2].T + matrix[:, 2]


@pytest.mark.parametrize("degrees", [-20.0, 20.0])
@pytest.mark.parametrize(
    "scenery",
    [wheels.render(3, style="plate"), heresy.render(90, look="replica"), lights_out.render(3), memento.render(3)],
    ids=["wheels", "heresy", "lights-out", "memento"],
)
def test_a_board_turned_by_twenty_degrees_is_read(scenery: Scenery, degrees: float) -> None:
    pixels, centers = turned(scenery, degrees)
    reading = look(Frame(pixels))[0]
    assert (reading.verdict, reading.kind) == ("sure", scenery.kind)
    assert np.abs(np.array([cell.center for cell in reading.cells]) - centers).max() < 0.3 * reading.pitch
