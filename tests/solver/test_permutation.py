"""Puzzles of turns: the lock's whole table, and the search for larger ones against it."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from solver import Board, solve
from solver.bidirectional import Search
from solver.errors import BudgetError, RuleError, UnsolvableError
from solver.permutation import PermutationPlan, permutations
from solver.puzzle import Puzzle
from solver.puzzles import wheels
from solver.rules import parse
from solver.solving import turning_plan

LOCK = wheels.puzzle()


def colourings() -> list[tuple[int, ...]]:
    return [tuple(int(dot in green) for dot in range(12)) for green in combinations(range(12), 6)]


def test_the_lock_s_table() -> None:
    table = PermutationPlan(LOCK, wheels.GOAL).table
    distances = Counter(entry[0] for entry in table.values())
    assert [distances[turns] for turns in range(8)] == [1, 6, 27, 117, 309, 359, 101, 4]
    assert set(table) == set(map(bytes, colourings()))
    assert max(entry[1] for entry in table.values()) == 192
    assert round(100 * sum(entry[1] == 1 for entry in table.values()) / 924, 1) == 34.5


def test_every_board_of_the_lock_is_solved_by_as_many_turns() -> None:
    worked = PermutationPlan(LOCK, wheels.GOAL)
    for states in colourings():
        moves = worked.first_moves(states)
        assert moves is not None
        board = Board(LOCK, states)
        for move in moves:
            board = board.after(LOCK.moves[move])
        assert board.states == wheels.GOAL


def test_the_search_from_both_ends_agrees_with_the_table() -> None:
    worked = PermutationPlan(LOCK, wheels.GOAL)
    moves = permutations(LOCK)
    whole = Search(wheels.GOAL, moves, 2, 924)
    ends = Search(wheels.GOAL, moves, 2, 10**9)
    for states in colourings():
        assert worked.least(states) == whole.find(states) == ends.find(states)


def test_solutions_of_the_lock_say_what_is_proved() -> None:
    solution = solve(Board(LOCK, (0, 1) * 6))
    assert (solution.cost, solution.minimum, solution.lower_bound) == (5, True, 5)
    assert (solution.minimum_solutions, solution.solutions, solution.order_matters) == (3, None, True)
    assert [str(step) for step in solution.steps] == ["1 cw", "2 cw", "3 ccw", "1 ccw ×2"]


def twelve(states: tuple[int, ...]) -> Board:
    return Board(
        wheels.with_rings(wheels.ROWS, wheels.RINGS, states=12, goals=(tuple(range(12)),)),
        states,
    )


def test_twelve_different_dots() -> None:
    draw = Random(5)
    for _ in range(3):
        states = list(range(12))
        draw.shuffle(states)
        solution = solve(twelve(tuple(states)))
        assert solution.minimum
        assert 8 <= solution.cost <= 16
        assert solution.minimum_solutions


@pytest.mark.parametrize("turns", [1, 3, 6])
def test_twelve_different_dots_turned_a_few_times(turns: int) -> None:
    board = twelve(tuple(range(12)))
    draw = Random(turns)
    for _ in range(turns):
        board = board.after(draw.choice(board.puzzle.moves))
    assert solve(board).cost <= turns


def test_three_colours_have_a_table_of_34650_boards() -> None:
    goal = (0,) * 4 + (1,) * 4 + (2,) * 4
    puzzle = wheels.with_rings(wheels.ROWS, wheels.RINGS, states=3, goals=(goal,))
    worked = turning_plan(puzzle, goal)
    assert worked.arrangements == 34650
    found = worked.least((2, 1, 0) * 4)
    assert found is not None
    assert len(found[0]) <= 9


def square(goal: str) -> Puzzle:
    return parse(f'cells=["...","...","..."]\nstates=9\nrings=[[1,2,5,4],[2,3,6,5],[4,5,8,7],[5,6,9,8]]\ngoal="{goal}"')


def test_twiddle_3x3() -> None:
    puzzle = square("012/345/678")
    board = Board(puzzle, (8, 7, 6, 5, 4, 3, 2, 1, 0))
    assert solve(board).minimum
    assert solve(board).cost <= 11


def test_boards_turns_cannot_reach() -> None:
    puzzle = parse('cells=["...."]\nstates=4\nrings=[[1,2,3,4]]\ngoal="0123"')
    with pytest.raises(UnsolvableError, match="every board that turns can reach was searched"):
        solve(Board(puzzle, (1, 0, 2, 3)))
    with pytest.raises(UnsolvableError, match="how many cells show 0: the board has 2 of them, the goal 1"):
        solve(Board(puzzle, (0, 0, 2, 3)))
    far = Search((0, 1, 2, 3), permutations(puzzle), 4, 10**9)
    assert far.find((1, 0, 2, 3)) is None


@pytest.mark.parametrize("arrangements", [24, 10**9])
def test_turns_one_way_only(arrangements: int) -> None:
    clockwise = bytes([3, 0, 1, 2, 4, 5]), bytes([0, 1, 5, 2, 3, 4])
    search = Search((0, 1, 2, 3, 4, 5), clockwise, 6, arrangements)
    found = search.find((1, 2, 3, 0, 4, 5))
    assert found == ((0,), 1)
    found = search.find((3, 0, 1, 2, 4, 5))
    assert found == ((0, 0, 0), 1)


def test_a_search_that_stops_says_what_it_proved() -> None:
    puzzle = square("012/345/678")
    search = Search(range(9), permutations(puzzle), 9, 10**9)
    with pytest.raises(BudgetError, match=r"no solution of \d turns or fewer exists"):
        search.find((8, 7, 6, 5, 4, 3, 2, 1, 0), budget=500)


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(BudgetError, match="too many"):
        Search(range(20), [bytes(range(20))], 20, 10**9)
    row = parse('cells=["' + "." * 300 + '"]\nrings=[[1,2,3]]\ngoal="1' + "0" * 299 + '"')
    with pytest.raises(RuleError, match="at most 256"):
        solve(Board(row, (0, 1) + (0,) * 298))
