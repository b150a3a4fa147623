from __future__ import annotations

import numpy as np

from vision.heresy.flat import CELL, MARGIN, SIDE
from vision.heresy.frames import bare
from vision.heresy.glyphs import CARVED, draw


def panel(states: list[int], *, frames: int) -> np.ndarray:
    """Glyphs as ink, the first cells in frames."""
    above = np.zeros((SIDE, SIDE), np.float32)
    for i, state in enumerate(states):
        y, x = (MARGIN + place * CELL for place in divmod(i, 3))
        above[y + 6 : y + 34, x + 6 : x + 34] = 50 * draw(CARVED[state], 28)
        if i < frames:
            cell = above[y : y + CELL, x : x + CELL]
            cell[2:4, 2:38] = cell[36:38, 2:38] = cell[2:38, 2:4] = cell[2:38, 36:38] = 60
    return above


def test_frames_that_all_cells_have_are_taken_off() -> None:
    states = [0, 1, 2, 3, 2, 1, 0, 3, 1]
    glyphs = panel(states, frames=0)
    assert np.abs(bare(panel(states, frames=9), CELL, MARGIN) - glyphs).max() < 1


def test_what_no_cells_share_stays() -> None:
    states = [3, 3, 3, 3, 0, 3, 3, 3, 3]
    glyphs = panel(states, frames=3)
    assert np.array_equal(bare(glyphs, CELL, MARGIN), glyphs)
