"""Plates that only the mean of all nine shows, on grain and brushed metal."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.heresy.flat import CELL, MARGIN, SIDE
from vision.heresy.glyphs import CARVED, draw
from vision.heresy.plates import levelled
from vision.heresy.shared import plate

STATES = (0, 1, 2, 3, 2, 1, 0, 3, 1)


def panel(shape: str, *, dark: float = 25, grain: float = 8) -> np.ndarray:
    """A flattened panel of glyphs a little darker than the grainy ground, in rims as faint."""
    rng = np.random.default_rng(3)
    picture = np.full((SIDE, SIDE), 130, np.float32)
    for i, state in enumerate(STATES):
        x, y = (MARGIN + place * CELL + CELL // 2 for place in (i % 3, i // 3))
        if shape == "ring":
            cv2.circle(picture, (x, y), 16, 130 - 1.5 * dark, 2, cv2.LINE_AA)
        elif shape == "tile":
            cv2.rectangle(picture, (x - 16, y - 16), (x + 16, y + 16), 130 + dark, -1)
        picture[y - 12 : y + 12, x - 12 : x + 12] -= dark * draw(CARVED[state], 24)
    lines = rng.normal(0, grain, (SIDE, 1)) + rng.normal(0, grain / 2, (SIDE, SIDE))
    return np.clip(picture + lines, 0, 255).astype(np.uint8)


@pytest.mark.parametrize(("shape", "corner"), [("ring", False), ("tile", True)])
def test_a_shape_that_all_cells_share_is_found_in_grain(shape: str, corner: bool) -> None:
    shown = plate(panel(shape), CELL, MARGIN)
    assert shown is not None
    assert shown[CELL // 2, 9]
    assert not shown[CELL // 2, 2]
    assert shown[8, 8] == corner  # a disc has none


def test_glyphs_alone_are_no_plate() -> None:
    assert plate(panel("none"), CELL, MARGIN) is None
    assert plate(np.full((SIDE, SIDE), 90, np.uint8), CELL, MARGIN) is None


def test_grain_breaks_a_rim_up_but_not_the_mean_of_nine() -> None:
    flat = panel("ring")
    assert levelled(flat, CELL, MARGIN, faint=False) is None
    assert levelled(flat, CELL, MARGIN) is not None
