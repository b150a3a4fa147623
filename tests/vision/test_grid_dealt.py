"""Patterns that no clicks make."""

from __future__ import annotations

import numpy as np
import pytest

from vision.grid.dealt import checks, few_clicks, made


def pressed(rows: int, cols: int, clicks: np.ndarray) -> np.ndarray:
    """What clicks on a dark board make."""
    wide = np.pad(clicks, 1)
    return (wide + np.roll(wide, 1, 0) + np.roll(wide, -1, 0) + np.roll(wide, 1, 1) + np.roll(wide, -1, 1))[
        1:-1, 1:-1
    ] % 2


def test_boards_made_by_clicks_pass_whichever_state_is_lit() -> None:
    for shape, count in (((9, 9), 8), ((11, 11), 6), ((9, 14), 5)):
        board = pressed(*shape, np.random.default_rng(3).integers(0, 2, shape))
        assert checks(board) == checks(1 - board) == count


def test_one_cell_more_does_not() -> None:
    board = pressed(9, 9, np.random.default_rng(3).integers(0, 2, (9, 9)))
    board[0, 0] ^= 1
    assert checks(board) == -8


def test_some_sizes_have_none() -> None:
    assert not any(checks(np.eye(side, dtype=np.int64)) for side in (3, 7, 8))


def test_a_pattern_made_by_clicks_speaks_for_a_board_where_chance_seldom_makes_one() -> None:
    board = pressed(5, 5, np.random.default_rng(4).integers(0, 2, (5, 5)))
    assert made(board)
    assert made(1 - board)
    board[0, 0] ^= 1
    assert not made(board)
    assert not made(pressed(6, 6, np.random.default_rng(4).integers(0, 2, (6, 6))))


@pytest.mark.parametrize("size", [(5, 5), (6, 6), (4, 8), (9, 9), (10, 7)])
def test_few_clicks_explain_a_pattern_whichever_state_is_lit_until_a_cell_is_misread(size: tuple[int, int]) -> None:
    clicks = np.zeros(size, np.int64)
    clicks[1, 1] = clicks[2, 2] = clicks[-2, 0] = 1
    board = pressed(*size, clicks)
    assert few_clicks(board)
    assert few_clicks(1 - board)
    board[0, -1] ^= 1
    assert not few_clicks(board)


@pytest.mark.parametrize("size", [(5, 5), (6, 6), (8, 8), (4, 6)])
def test_neither_chance_nor_a_few_lit_cells_look_so(size: tuple[int, int]) -> None:
    rng = np.random.default_rng(5)
    assert sum(few_clicks(rng.integers(0, 2, size)) for _ in range(100)) <= 4
    lone = np.zeros(size, np.int64)
    lone[0, 1] = lone[2, 3] = 1
    assert not few_clicks(lone)


def test_a_plus_is_drawn_elsewhere_too() -> None:
    clicks = np.zeros((6, 6), np.int64)
    clicks[2, 3] = 1
    assert not few_clicks(pressed(6, 6, clicks))


def test_boards_too_small_or_of_other_states_are_not_asked() -> None:
    assert not few_clicks(np.array([[0, 1], [1, 1]]))
    assert not few_clicks(np.array([[0, 1, 2], [1, 1, 1], [0, 1, 0]]))


@pytest.mark.parametrize("chosen", [False, True])
def test_blocks_of_a_table_are_no_clicks(chosen: bool) -> None:
    """A Sudoku takes 28, or 17 with its middle chosen, of 81: it is the same from every side."""
    row, col = np.indices((9, 9)) // 3
    table = (row + col) % 2
    table[4, 4] ^= chosen
    assert made(table)
    assert not few_clicks(table)
