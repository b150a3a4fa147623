from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.detectors.heresy import detect, reread
from vision.frame import Frame
from vision.heresy.glyphs import CARVED, draw
from vision.heresy.levels import levels
from vision.heresy.tinted import smooth, tinted
from vision.scene import Scene

STATES = [0, 1, 2, 3, 2, 1, 0, 3, 1]
STONE, GREEN, RED = (118, 122, 126), (80, 148, 82), (96, 80, 210)  # BGR, as light as each other


def wall(ink: tuple[int, int, int]) -> np.ndarray:
    """Nine glyphs of a hue of their own on a wall that is nowhere even."""
    rng = np.random.default_rng(5)
    grain = cv2.GaussianBlur(rng.normal(0, 1, (480, 720)).astype(np.float32), (0, 0), 1.5)
    picture = np.empty((480, 720, 3), np.float32)
    picture[:] = STONE
    for i, state in enumerate(STATES):
        y, x = (60 + 125 * place for place in divmod(i, 3))
        cell = picture[y : y + 96, x + 110 : x + 206]
        cell += draw(CARVED[state], 96)[..., None] * (np.array(ink, np.float32) - STONE)
    return np.clip(picture + 40 * grain[..., None], 0, 255).astype(np.uint8)


@pytest.mark.parametrize("ink", [GREEN, RED])
def test_glyphs_as_light_as_the_wall_are_read_by_their_hue(ink: tuple[int, int, int]) -> None:
    frame = Frame(wall(ink))
    (found,) = detect(Scene(frame))
    assert found.verdict == "sure"
    assert found.board == "012/321/031"
    assert reread(frame, found) is found


def test_a_wall_without_hues_is_left_as_it_is() -> None:
    scene = Scene(Frame(wall(STONE)))
    assert tinted(scene, levels(scene)[0]) is None


def test_many_hues_are_no_glyphs() -> None:
    colours = np.random.default_rng(3).integers(60, 200, (6, 9, 3), np.uint8)
    scene = Scene(Frame(cv2.resize(colours, (720, 480), interpolation=cv2.INTER_NEAREST)))
    assert tinted(scene, levels(scene)[0]) is None


def test_pages_are_smooth_and_walls_are_not() -> None:
    page = np.full((200, 300), 240, np.uint8)
    page[40:50, 20:200] = 30
    assert smooth(page)
    assert not smooth(wall(GREEN)[..., 1])
