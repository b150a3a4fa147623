"""Click orders: the same clicks, a short way."""

from itertools import permutations
from random import Random

import pytest

from solver import Board, solve, typed_board
from solver.errors import RuleError
from solver.order import along_path, length, short_path, where
from solver.puzzles import lights_out


def test_a_path_is_near_the_shortest() -> None:
    draw = Random(1)
    for _ in range(8):
        points = draw.sample([(col + 0.5, row + 0.5) for row in range(5) for col in range(5)], 7)
        order = short_path(points)
        assert sorted(order) == list(range(7))
        shortest = min(length(points, other) for other in permutations(range(7)))
        assert length(points, order) <= 1.1 * shortest


def test_a_path_is_much_shorter_than_row_by_row() -> None:
    puzzle = lights_out.puzzle(10, 10)
    board = Board(puzzle, (0,) * 100)
    draw = Random(2)
    for move in draw.sample(puzzle.moves, 50):
        board = board.after(move)
    solution = solve(board)
    path = along_path(solution)
    assert sorted(map(str, path.steps)) == sorted(map(str, solution.steps))
    walked = [where(puzzle, step) for step in path.steps]
    rows = [where(puzzle, step) for step in solution.steps]
    assert length(walked, range(len(walked))) < 0.6 * length(rows, range(len(rows)))


def test_repeated_hits_stay_one_step() -> None:
    path = along_path(solve(typed_board("heresy", "013/011/000"), "all-2"))
    assert sum(step.times for step in path.steps) == 8
    assert len({step.move for step in path.steps}) == len(path.steps)


def test_lines_are_clicked_at_their_ends() -> None:
    solution = solve(typed_board("memento", "100/000/001"))
    assert [where(solution.board.puzzle, step) for step in solution.steps] == [(0.5, 1.5), (1.5, 0.5), (0.5, 2.5)]
    assert sorted(map(str, along_path(solution).steps)) == ["col 2", "diag", "row 2"]


def test_nothing_to_click() -> None:
    assert along_path(solve(typed_board("lights-out", "000/000/000"))).steps == ()


def test_turns_keep_their_order() -> None:
    with pytest.raises(RuleError, match="own order"):
        along_path(solve(typed_board("wheels", "101/0101/010/10")))
