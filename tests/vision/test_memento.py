"""The memento detector, stage by stage and on rendered scenes."""

import numpy as np
import pytest

from calibration.scenes import memento as scenes
from calibration.score import outcome
from vision.detectors import memento
from vision.frame import Frame
from vision.memento import comb
from vision.scene import Scene


def picture_of(sides: tuple[int, int], lines_x: list[int], lines_y: list[int]) -> np.ndarray:
    picture = np.full((*sides, 3), 60, np.uint8)
    for x in lines_x:
        picture[lines_y[0] : lines_y[-1], x : x + 2] = 200
    for y in lines_y:
        picture[y : y + 2, lines_x[0] : lines_x[-1]] = 200
    return picture


def test_a_comb_is_found_at_its_pitch() -> None:
    picture = picture_of((300, 400), [60, 110, 160, 210, 260], [40, 80, 120, 160])
    found = comb.edges(picture)
    across = comb.combs(found.masks[0], 1)[0][1]
    down = comb.combs(found.masks[1], 0)[0][1]
    assert (across.count, down.count) == (4, 3)
    assert across.pitch == pytest.approx(50, abs=0.5)
    assert down.pitch == pytest.approx(40, abs=0.5)
    assert across.origin == pytest.approx(61, abs=1.0)


def test_nothing_is_found_in_a_flat_picture() -> None:
    readings = memento.detect(Scene(Frame(np.full((200, 300, 3), 90, np.uint8))))
    assert [reading.verdict for reading in readings] == ["none"]


def test_noise_is_no_board() -> None:
    noise = np.random.default_rng(5).integers(0, 256, (240, 320, 3), np.uint8)
    assert memento.detect(Scene(Frame(noise)))[0].verdict != "sure"


@pytest.mark.parametrize("style", ["plain", "bevel", "logo", "wood"])
def test_a_clear_board_is_read(style: str) -> None:
    states = np.array([[1, 0, 0, 1], [0, 1, 1, 0], [0, 1, 0, 1], [1, 0, 1, 1]], np.int8)
    scenery = scenes.render(3, shape=(4, 4), style=style, painting="landscape", gap=3, worn=False, states=states)
    reading = memento.detect(Scene(Frame(scenery.pixels)))[0]
    assert outcome(reading, scenery.entry()).name in ("SURE", "EXACT")


def test_a_known_place_is_read_again() -> None:
    states = np.array([[1, 0, 0], [0, 1, 1], [0, 0, 1]], np.int8)
    options = {"shape": (3, 3), "style": "bevel", "painting": "landscape", "gap": 2, "worn": False}
    first = scenes.render(8, states=states, **options)
    later = scenes.render(8, states=1 - states, **options)
    known = memento.detect(Scene(Frame(first.pixels)))[0]
    assert known.board == first.board
    again = memento.reread(Frame(later.pixels), known)
    assert again is not None
    assert again.board == later.board
    assert memento.reread(Frame(255 - first.pixels), known) is None
