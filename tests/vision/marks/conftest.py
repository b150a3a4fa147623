"""Readings made up for the marks: a straight grid, a lock, and what to do about them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import solver
from vision.reading import CellReading, Reading

if TYPE_CHECKING:
    from collections.abc import Callable

    from solver.board import Solution

WHEELS_ROWS = (3, 4, 3, 2)


def make_grid(text: str, kind: str = "lights-out", *, pitch: float = 60, left: float = 50, top: float = 40) -> Reading:
    """A reading of a straight grid whose upper left corner is at (left, top)."""
    cells = tuple(
        CellReading(
            row,
            col,
            None if sign == "?" else int(sign),
            (0.25, 0.25, 0.25, 0.25),
            (left + (col + 0.5) * pitch, top + (row + 0.5) * pitch),
        )
        for row, line in enumerate(text.split("/"))
        for col, sign in enumerate(line)
        if sign != "x"
    )
    states = 4 if kind == "heresy" else 2
    return Reading("sure", (), kind, states, cells, 0.99, (pitch, 0, left, 0, pitch, top, 0, 0, 1))


def make_lock(pitch: float = 60) -> Reading:
    spots = [
        (row, col, col + (4 - length) / 2 + 0.5, row * 3**0.5 / 2 + 0.5)
        for row, length in enumerate(WHEELS_ROWS)
        for col in range(length)
    ]
    shown = "101010101010"
    cells = tuple(
        CellReading(row, col, int(state), (0.5, 0.5), (100 + x * pitch, 100 + y * pitch))
        for state, (row, col, x, y) in zip(shown, spots, strict=True)
    )
    return Reading("sure", (), "wheels", 2, cells, 0.99, (pitch, 0, 100, 0, pitch, 100, 0, 0, 1))


def find_solution(reading: Reading, goal: str | None = None) -> Solution:
    board = solver.typed_board(reading.kind, reading.board or "")
    return solver.plans(board, solver.goal_boards(board, goal))[0]


@pytest.fixture
def grid() -> Callable[..., Reading]:
    return make_grid


@pytest.fixture
def lock() -> Callable[..., Reading]:
    return make_lock


@pytest.fixture
def solution() -> Callable[..., Solution]:
    return find_solution
