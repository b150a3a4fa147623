"""Cells all alike whose frames look different on a reduced view."""

from __future__ import annotations

import numpy as np
import pytest

from vision.detectors import lights_out
from vision.frame import Frame
from vision.scene import Scene

PAGE, TILE, BODY, LIT = (43, 56, 5), (117, 195, 229), (249, 157, 194), (60, 200, 60)
SIDE, STEP, GAP, RIM, LEFT, TOP = 5, 79, 5, 11, 196, 339


def framed(states: np.ndarray) -> np.ndarray:
    """Squares in wide frames, on a page that is halved before cells are looked for in it."""
    picture = np.full((800, 1280, 3), PAGE, np.uint8)
    for (row, col), state in np.ndenumerate(states):
        y, x = TOP + STEP * row, LEFT + STEP * col
        picture[y : y + STEP - GAP, x : x + STEP - GAP] = TILE
        picture[y + RIM : y + STEP - GAP - RIM, x + RIM : x + STEP - GAP - RIM] = LIT if state else BODY
    return picture


@pytest.mark.parametrize("lit", [False, True])
def test_only_what_a_finer_view_shows_too_is_a_state(lit: bool) -> None:
    states = np.random.default_rng(2).integers(0, 2, (SIDE, SIDE)) * lit
    (reading,) = lights_out.detect(Scene(Frame(framed(states))))
    assert len(reading.cells) == SIDE * SIDE
    assert (reading.verdict == "sure") is lit
