"""Patterns of several colours that clicks make."""

from __future__ import annotations

import numpy as np
import pytest

from vision.grid.cycled import made


def clicked(shape: tuple[int, int], states: int, clicks: int, seed: int) -> np.ndarray:
    """What so many clicks at random make of a board of one colour."""
    chance = np.random.default_rng(seed)
    board = np.zeros((shape[0] + 2, shape[1] + 2), np.int64)
    for row, col in zip(
        chance.integers(1, shape[0] + 1, clicks), chance.integers(1, shape[1] + 1, clicks), strict=True
    ):
        for down, right in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)):
            board[row + down, col + right] += 1
    return board[1:-1, 1:-1] % states


@pytest.mark.parametrize(
    ("shape", "states", "clicks"), [((5, 5), 3, 40), ((6, 6), 3, 9), ((4, 3), 3, 3), ((4, 4), 4, 20), ((5, 5), 4, 9)]
)
def test_clicks_explain_a_pattern_in_whatever_order_its_colours_are_numbered(
    shape: tuple[int, int], states: int, clicks: int
) -> None:
    board = clicked(shape, states, clicks, 2)
    assert len(np.unique(board)) == states
    for seed in range(4):
        assert made(np.random.default_rng(seed).permutation(states)[board])


@pytest.mark.parametrize(("shape", "states"), [((5, 5), 3), ((6, 6), 3), ((4, 4), 4)])
def test_chance_hardly_makes_one(shape: tuple[int, int], states: int) -> None:
    chance = np.random.default_rng(5)
    assert sum(made(chance.integers(0, states, shape)) for _ in range(40)) <= 7


def test_a_misread_cell_is_no_longer_explained() -> None:
    board = clicked((5, 5), 3, 40, 2)
    board[2, 3] = (board[2, 3] + 1) % 3
    assert not made(board)


def test_two_colours_holes_and_large_boards_are_not_asked_about() -> None:
    assert not made(clicked((5, 5), 2, 9, 2))
    assert not made(clicked((9, 9), 3, 9, 2))
    holed = clicked((5, 5), 3, 40, 2)
    holed[0, 0] = -1
    assert not made(holed)


def test_a_game_of_pieces_at_its_start_was_not_made_by_clicks() -> None:
    start = np.zeros((8, 8), np.int64)
    start[[3, 4], [3, 4]], start[[3, 4], [4, 3]] = 1, 2
    assert not made(start)
