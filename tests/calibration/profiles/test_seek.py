from __future__ import annotations

import numpy as np

from calibration.profiles.places import pitch_of
from calibration.profiles.seek import seek
from vision.frame import Frame
from vision.scene import Scene

BOARD = "0011/0101/1110/0100"


def desktop(frame: Frame) -> Frame:
    pixels = np.full((600, 900, 3), (120, 130, 90), np.uint8)
    pixels[150 : 150 + frame.height, 400 : 400 + frame.width] = frame.pixels
    return Frame(pixels)


def test_a_lattice_is_grown_from_cells_that_look_as_learnt(game, profile):
    found = seek(Scene(desktop(game(BOARD))), profile, profile.pitches)[0]
    assert found.size == (4, 4)
    assert np.allclose(found.cells[0].center, (400 + 71.5, 150 + 71.5), atol=4)


def test_another_size_is_found_where_any_is_tried(game, profile):
    scene = Scene(desktop(game(BOARD, pitch=64)))
    found = seek(scene, profile, [64.0])
    assert any(one.size == (4, 4) and abs(pitch_of(np.reshape(one.homography, (3, 3))) - 64) < 3 for one in found)


def test_nothing_is_found_where_nothing_is(profile):
    noise = np.random.default_rng(3).integers(0, 255, (300, 300, 3), np.uint8)
    assert seek(Scene(Frame(noise)), profile, profile.pitches) == []
