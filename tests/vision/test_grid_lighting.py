"""States of cells that light falls on unevenly."""

from __future__ import annotations

import numpy as np
import pytest

from vision.grid import lighting

BOARD = np.array([[0, 1, 1, 0, 0], [1, 0, 0, 1, 0], [1, 1, 0, 0, 1], [0, 0, 1, 0, 1], [1, 0, 0, 1, 1]])
DARK, LIT = (35.0, 2.0, -8.0), (70.0, 5.0, 50.0)


def cells(light: np.ndarray, board: np.ndarray = BOARD) -> np.ndarray:
    return np.where(board[..., None] == 0, DARK, LIT).reshape(-1, 3) + light.reshape(-1, 1) * np.array([1.0, 0.1, 0.2])


def slope(strength: float) -> np.ndarray:
    row, col = np.indices(BOARD.shape) / 4.0
    return np.asarray(strength * (row + col - 1 + 0.3 * col**2))


@pytest.mark.parametrize("strength", [0.0, 12.0, 30.0])
def test_states_are_told_under_light_from_one_side(strength: float) -> None:
    found = lighting.find(cells(slope(strength)), BOARD.shape)
    assert found is not None
    assert found.states.labels.reshape(BOARD.shape).tolist() == BOARD.tolist()
    assert found.light.shape == (7, 7, 3, 3)
    assert found.common


def test_a_picture_under_tiles_is_no_light_on_all_cells() -> None:
    flipped = np.zeros_like(BOARD)
    flipped[1] ^= 1
    flipped[:, 3] ^= 1
    found = lighting.find(cells(np.where(flipped == 1, slope(14.0), 0.0), flipped), flipped.shape)
    assert found is None or not found.common


def test_a_page_shines_through_cells_of_one_state_alone() -> None:
    """No flips of whole lines make the pattern, so the cells are no tiles that a picture shows beside."""
    found = lighting.find(cells(np.where(BOARD == 1, slope(30.0), 0.0)), BOARD.shape)
    assert found is not None
    assert found.common
    assert found.states.labels.reshape(BOARD.shape).tolist() == BOARD.tolist()
    own = found.light[1:-1, 1:-1]
    assert not own[BOARD == 0].any()
    assert own[BOARD == 1].any()


def test_few_cells_have_no_light_of_their_own() -> None:
    few = np.zeros_like(BOARD)
    few[[0, 1, 2, 4], [3, 0, 2, 1]] = 1
    found = lighting.find(cells(np.where(few == 1, slope(30.0), 0.0), few), few.shape)
    assert found is None or not found.common


def test_what_differs_from_cell_to_cell_is_not_light() -> None:
    noise = np.random.default_rng(3).normal(0, 14, BOARD.shape)
    assert lighting.find(cells(noise), BOARD.shape) is None


def test_small_boards_and_single_cells_tell_no_light() -> None:
    assert lighting.find(cells(slope(5.0))[:8], (2, 4)) is None
    lone = np.zeros_like(BOARD)
    lone[2, 2] = 1
    assert lighting.find(cells(slope(5.0), lone), BOARD.shape) is None
