import random

import pytest

from solver import solve, typed_board
from solver.binary import BinaryPlan
from solver.board import Board
from solver.errors import UnsolvableError
from solver.gridplan import GridPlan, fitting
from solver.puzzles import lights_out
from solver.solving import plan, solutions


@pytest.mark.parametrize("rule", ["cross", "neighbours"])
def test_it_answers_as_elimination_does(rule: str) -> None:
    puzzle = lights_out.puzzle(20, 24, rule=rule)
    chased = plan(puzzle)
    eliminated = BinaryPlan(len(puzzle.cells), [move.cells for move in puzzle.moves])
    assert isinstance(chased, GridPlan)
    assert chased.kernel_size == eliminated.kernel_size
    chance = random.Random(5)
    for _ in range(5):
        board = Board(puzzle, (0,) * 480)
        for move in chance.sample(puzzle.moves, 200):
            board = board.after(move)
        ours, theirs = chased.least(board.states), eliminated.least(board.states)
        assert ours is not None
        assert theirs is not None
        assert (ours.cost, ours.count, ours.solutions) == (theirs.cost, theirs.count, theirs.solutions)
        assert chased.failing(board.states) is None


def test_only_large_plain_grids_of_two_states() -> None:
    assert fitting(lights_out.puzzle(20, 20)) is not None
    assert fitting(lights_out.puzzle(19, 19)) is None
    assert fitting(lights_out.puzzle(25, 25, states=3)) is None
    assert fitting(lights_out.puzzle(25, 25, rule="block")) is None
    assert fitting(lights_out.puzzle(25, 25, holes=[(3, 3)])) is None


def test_the_front_door_uses_it() -> None:
    solution = solve(typed_board("lights-out", "/".join(["1" * 29] * 29)))
    assert (solution.cost, solution.minimum, solution.minimum_solutions) == (345, True, 8)
    board = Board(solution.board.puzzle, (1,) + (0,) * 840)
    with pytest.raises(UnsolvableError, match="even number"):
        solve(board)
    assert list(solutions(board)) == []
