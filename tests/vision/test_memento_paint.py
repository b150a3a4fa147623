"""Whether anything in a picture is painted."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.scenes import memento as scenes
from vision.detectors import memento
from vision.frame import Frame
from vision.memento.paint import palette
from vision.scene import Scene


def page() -> np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]:
    picture = np.full((1080, 1920, 3), 250, np.uint8)
    for row in range(12):
        cv2.putText(
            picture, "the quick brown fox " * 4, (60, 80 + 80 * row), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (30, 30, 30), 2
        )
    cv2.rectangle(picture, (1500, 200), (1800, 500), (200, 80, 40), -1)
    return picture


def test_a_page_is_not_painted_and_is_not_searched() -> None:
    scene = Scene(Frame(page()))
    assert not len(palette(scene.level(3)))
    assert memento.detect(scene)[0].reasons == ("nothing in the picture has the many colours of a painting",)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("light", [1.0, 0.3])
def test_boards_are_painted_in_any_light(seed: int, light: float) -> None:
    scene = Scene(Frame(np.asarray(scenes.render(seed).pixels * light, np.uint8)))
    assert len(palette(scene.level(scene.level_for(350))))


def grey(picture: np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]) -> Frame:
    return Frame(np.ascontiguousarray(np.repeat(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)[..., None], 3, 2)))


@pytest.mark.parametrize("seed", [1, 2, 4])
def test_a_grey_board_is_painted_and_read(seed: int) -> None:
    scenery = scenes.render(seed, worn=False, painting="landscape", style="plain")
    scene = Scene(grey(scenery.pixels))
    assert len(palette(scene.level(scene.level_for(350))))
    assert memento.detect(scene)[0].board == scenery.board


def test_a_grey_page_of_letters_is_not_painted() -> None:
    scene = Scene(grey(page()))
    assert not len(palette(scene.level(scene.level_for(350))))
