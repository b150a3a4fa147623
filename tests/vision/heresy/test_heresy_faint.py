from __future__ import annotations

import numpy as np
import pytest

from calibration.scenes import heresy, negatives
from vision.detectors.heresy import detect
from vision.frame import Frame
from vision.heresy.blobs import blobs
from vision.heresy.faint import lifted, soft
from vision.scene import Scene


def dimmed(pixels: np.ndarray, share: float, lift: int) -> np.ndarray:
    return np.clip(np.rint(pixels * share + lift), 0, 255).astype(np.uint8)


@pytest.mark.parametrize(("seed", "share", "lift"), [(1520107, 0.2, 25), (1520119, 0.2, 0), (1520175, 0.14, 25)])
def test_a_panel_whose_glyphs_are_as_faint_as_grain_is_read(seed: int, share: float, lift: int) -> None:
    scenery = heresy.render(seed)
    scene = Scene(Frame(dimmed(scenery.pixels, share, lift)))
    assert soft(scene.gray(1))
    assert [reading.board for reading in detect(scene)] == [scenery.board]


@pytest.mark.parametrize("seed", [1520003, 1520010, 1520021])
def test_pages_are_not_soft(seed: int) -> None:
    assert not soft(Scene(Frame(negatives.render(seed).pixels)).gray(1))


def test_what_differs_by_one_level_is_lifted() -> None:
    picture = np.full((120, 160, 3), 20, np.uint8)
    for row in range(3):
        for col in range(3):
            picture[20 + 30 * row : 28 + 30 * row, 40 + 30 * col : 48 + 30 * col] = 19
    assert not len(blobs(picture[..., 0], 0)[1].boxes)
    assert len(blobs(lifted(picture, 0.6), 0)[1].boxes) == 9
