from __future__ import annotations

import numpy as np

from calibration.scenes.contrast import contrasts
from calibration.scenes.heresy import render

CORNERS = np.array([[(0.0, 0.0), (40, 0), (40, 40), (0, 40)], [(40, 0), (80, 0), (80, 40), (40, 40)]])


def test_the_level_of_the_strokes_is_held_against_the_ground_beside_them() -> None:
    ink = np.zeros((40, 80), np.float32)
    ink[18:22, 10:30] = ink[18:22, 50:70] = 1
    pixels = np.full((40, 80, 3), 50, np.uint8)
    pixels[18:22, 10:30] = 90
    found = contrasts(pixels, ink, CORNERS, 40)
    assert np.allclose(found[0], 40)
    assert np.allclose(found[1], 0)


def test_a_glyph_that_is_hidden_counts_as_none() -> None:
    assert not contrasts(np.zeros((40, 80, 3), np.uint8), np.zeros((40, 80), np.float32), CORNERS, 40).any()


def test_a_panel_nobody_can_see_need_not_be_read() -> None:
    scene = render(920004)
    assert "faint" in scene.note
    assert scene.expect == "hard"
