"""Row-and-column minima by their form, against going through the whole kernel."""

from random import Random

import pytest

from solver import Board, rowcolumn, solve
from solver.modular import ModularPlan
from solver.puzzles import heresy


@pytest.mark.parametrize(
    ("rows", "cols", "states"),
    [(3, 3, 4), (3, 3, 2), (3, 5, 4), (4, 4, 3), (2, 4, 3), (3, 7, 6), (5, 3, 4), (3, 5, 8), (1, 4, 3), (3, 3, 12)],
)
def test_same_minimum_and_same_number_of_minima(rows: int, cols: int, states: int) -> None:
    draw = Random(rows * cols)
    moves = [move.cells for move in heresy.puzzle(rows, cols, states).moves]
    plan = ModularPlan(rows * cols, moves, states)
    for hits in (0, 3, 7):
        difference = [0] * (rows * cols)
        for move in draw.choices(moves, k=hits):
            for cell in move:
                difference[cell] = (difference[cell] + 1) % states
        least, found = plan.least(difference), plan.particular(difference)
        assert least is not None
        assert found is not None
        answer = rowcolumn.minimum(found, rows, cols, states)
        assert answer is not None
        times, cost, count = answer
        assert (cost, count) == (least.cost, least.count)
        assert sum(times) == cost
        change = [0] * (rows * cols)
        for move, hit in zip(moves, times, strict=True):
            for cell in move:
                change[cell] = (change[cell] + hit) % states
        assert change == difference


def test_a_kernel_of_four_milliards_is_proved() -> None:
    puzzle = heresy.puzzle(9, 9, 4)
    board = Board(puzzle, (0,) * 81)
    for number in (3, 17, 17, 44, 80):
        board = board.after(puzzle.moves[number], 3)
    solution = solve(board, "all-0")
    assert (solution.cost, solution.minimum, solution.minimum_solutions) == (5, True, 1)
    assert solution.solutions == 4**16


def test_what_is_too_much_work_says_what_it_knows() -> None:
    puzzle = heresy.puzzle(13, 13, 4)
    board = Board(puzzle, (0,) * 169)
    for move in Random(2).sample(puzzle.moves, 40):
        board = board.after(move)
    solution = solve(board, "all-0")
    assert not solution.minimum
    assert solution.minimum_solutions is None
    assert 1 < solution.lower_bound < solution.cost
