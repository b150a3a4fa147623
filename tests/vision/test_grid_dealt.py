"""Patterns that no clicks make."""

from __future__ import annotations

import numpy as np

from vision.grid.dealt import checks, made


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
