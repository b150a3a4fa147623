"""Light-chasing modulo k against one elimination of the whole board."""

from random import Random

import pytest

from solver import Board, solve
from solver.modular import ModularPlan
from solver.modulargrid import ModularGridPlan, fitting
from solver.puzzles import lights_out
from solver.solving import plan


@pytest.mark.parametrize("rule", ["cross", "neighbours"])
@pytest.mark.parametrize(
    ("rows", "cols", "states"),
    [(2, 2, 3), (3, 3, 4), (4, 4, 6), (5, 5, 3), (3, 5, 4), (5, 2, 9), (5, 5, 6), (1, 4, 3), (4, 1, 12), (6, 7, 3)],
)
def test_same_answers_as_one_elimination(rows: int, cols: int, states: int, rule: str) -> None:
    puzzle = lights_out.puzzle(rows, cols, states=states, rule=rule)
    whole = ModularPlan(rows * cols, [move.cells for move in puzzle.moves], states)
    chased = ModularGridPlan(rows, cols, states, centre=rule == "cross")
    assert chased.kernel_size == whole.kernel_size
    draw = Random(rows * 100 + cols * 10 + states)
    for number in range(20):
        board = Board(puzzle, tuple(draw.choices(range(states), k=rows * cols)))
        if number % 2:
            board = Board(puzzle, (0,) * (rows * cols))
            for move in draw.choices(puzzle.moves, k=number):
                board = board.after(move)
        assert chased.least(board.states) == whole.least(board.states)
        failing = chased.failing(board.states)
        assert (failing is None) == (whole.failing(board.states) is None)
        assert all(check.modulus > 1 for check in chased.checks)


def test_large_grids_are_solved_by_it() -> None:
    puzzle = lights_out.puzzle(30, 40, states=4)
    board = Board(puzzle, (0,) * 1200)
    for move in Random(1).sample(puzzle.moves, 60):
        board = board.after(move)
    assert isinstance(plan(puzzle), ModularGridPlan)
    assert solve(board).cost <= 180


def test_only_plain_grids_are_taken() -> None:
    assert fitting(lights_out.puzzle(7, 7, states=3, holes=[(3, 3)])) is None
    assert fitting(lights_out.puzzle(7, 7, states=3, rule="cross-torus")) is None
    assert fitting(lights_out.puzzle(3, 3, states=3)) is None
