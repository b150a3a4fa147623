from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.profiles.gate import counted, may_fit, palettes, sizes
from vision.frame import Frame
from vision.scene import Scene

BOARD = "0011/0101/1110/0100"


def page(frame: Frame) -> Scene:
    pixels = np.full((600, 900, 3), (120, 130, 90), np.uint8)
    pixels[150 : 150 + frame.height, 400 : 400 + frame.width] = frame.pixels
    return Scene(Frame(pixels))


@pytest.mark.parametrize("scale", [0.6, 1.0, 1.7])
def test_a_game_may_fit_its_own_pictures_in_any_size(game, profile, scale):
    pixels = cv2.resize(game(BOARD).pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    scene = page(Frame(pixels)) if scale <= 1 else Scene(Frame(pixels))
    assert may_fit(scene, counted(scene), profile)
    told = sizes(scene, counted(scene), profile)
    assert min(abs(np.log(one / (scale * profile.pitches[0]))) for one in told) < 0.1


def test_without_its_colours_nothing_fits(game, profile):
    scene = page(Frame(255 - game(BOARD).pixels))
    assert not may_fit(scene, counted(scene), profile)
    assert sizes(scene, counted(scene), profile) == []


def test_its_colours_alone_are_not_enough(game, profile):
    pixels = game(BOARD).pixels
    mixed = np.random.default_rng(1).permutation(pixels.reshape(-1, 3)).reshape(pixels.shape)
    scene = Scene(Frame(np.ascontiguousarray(mixed)))
    assert any(counted(scene)[own].sum() > 0 for own in palettes(profile))
    assert not may_fit(scene, counted(scene), profile)


def test_shares_of_colours_add_up(game):
    assert counted(Scene(game(BOARD))).sum() == pytest.approx(1.0)
