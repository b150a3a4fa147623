"""Frames with nothing to see are told apart, each with its remedy."""

from __future__ import annotations

import numpy as np
import pytest

from vision.frame import Frame
from vision.preflight import trouble


def plain(value: tuple[int, int, int], height: int = 400, width: int = 700) -> np.ndarray:
    return np.full((height, width, 3), value, np.uint8)


@pytest.mark.parametrize(
    ("pixels", "words"),
    [
        (plain((0, 0, 0)), "all black"),
        (plain((4, 8, 2)), "all black"),
        (plain((200, 30, 90)), "one colour"),
        (plain((255, 255, 255)), "one colour"),
        (plain((90, 90, 90), 10, 10), "10×10 pixels, too small"),
    ],
)
def test_a_useless_frame_gets_its_own_remedy(pixels: np.ndarray, words: str) -> None:
    told = trouble(Frame(pixels))
    assert told is not None
    assert words in told
    assert ":" in told


@pytest.mark.parametrize("ground", [(0, 0, 0), (200, 30, 90), (255, 255, 255)])
def test_a_small_thing_anywhere_is_something_to_see(ground: tuple[int, int, int]) -> None:
    pixels = plain(ground)
    pixels[201:204, 303:306] = (120, 200, 20)
    assert trouble(Frame(pixels)) is None


def test_a_dim_game_is_not_black() -> None:
    pixels = plain((3, 3, 3))
    pixels[100:200, 100:200] = 25
    assert trouble(Frame(pixels)) is None
