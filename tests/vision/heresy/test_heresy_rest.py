from __future__ import annotations

import numpy as np
import pytest

from vision.heresy.flat import CELL, MARGIN, SIDE
from vision.heresy.glyphs import REPLICA, draw
from vision.heresy.rest import LOST, read_rest

STATES = (0, 1, 2, 3, 2, 1, 0, 3, 1)


def ink() -> np.ndarray:
    """The ink of a flattened panel, written by hand."""
    picture = np.zeros((SIDE, SIDE), np.float32)
    for i, state in enumerate(STATES):
        y, x = MARGIN + i // 3 * CELL + 4, MARGIN + i % 3 * CELL + 4
        picture[y : y + 32, x : x + 32] = draw(REPLICA[state], 32, weight=0.8)
    return picture


@pytest.mark.parametrize(("top", "bottom"), [(0, 16), (14, 26), (24, 40)])
@pytest.mark.parametrize("row", [0, 1, 2])
def test_a_row_is_read_by_what_a_band_over_it_leaves(top: int, bottom: int, row: int) -> None:
    over = np.zeros((SIDE, SIDE), bool)
    over[MARGIN + row * CELL + top : MARGIN + row * CELL + bottom] = True
    picture = ink()
    picture[over] = 0
    rest = read_rest(picture, over, 0.8)
    assert tuple(rest.square.argmin(axis=1)) == STATES
    assert rest.hidden[3 * row : 3 * row + 3].min() > 0.2


def test_nothing_is_said_of_a_cell_that_is_hidden_whole() -> None:
    over = np.zeros((SIDE, SIDE), bool)
    over[MARGIN : MARGIN + CELL, MARGIN : MARGIN + CELL] = True
    picture = ink()
    picture[over] = 0
    rest = read_rest(picture, over, 0.8)
    assert rest.hidden[0] > LOST
    assert rest.cut.match[0].max() == 0


def test_a_plain_panel_is_read_by_its_edges_alone() -> None:
    rest = read_rest(ink(), np.zeros((SIDE, SIDE), bool), 0.8)
    assert tuple(rest.square.argmin(axis=1)) == STATES
    assert rest.hidden.max() == 0
