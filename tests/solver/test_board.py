"""Boards, moves and the replay of solutions."""

import subprocess
import sys

import pytest

import solver
from solver import Board, Solution, Step, typed_board
from solver.errors import NotationError
from solver.puzzles import lights_out, wheels


def test_moves_add_or_turn() -> None:
    board = typed_board("lights-out", "012/201/120", states=3)
    assert str(board.after(board.puzzle.moves[4], 2)) == "002/120/110"
    lock = Board(wheels.puzzle(), (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    assert str(lock.after(lock.puzzle.moves[0])) == "010/0000/000/00"
    assert str(lock.after(lock.puzzle.moves[0], 2)) == "000/0010/000/00"
    assert str(lock.after(lock.puzzle.moves[1])) == "000/1000/000/00"
    assert lock.after(lock.puzzle.moves[1], 6) == lock


def test_states_must_fit() -> None:
    puzzle = lights_out.puzzle(2, 2)
    with pytest.raises(NotationError, match="3 states but 4 cells"):
        Board(puzzle, (0, 0, 0))
    for state in (2, -1):
        with pytest.raises(NotationError, match=f"r2 c1 shows {state}"):
            Board(puzzle, (0, 0, state, 0))


def test_a_solution_that_does_not_reach_its_goal_cannot_be_built() -> None:
    board = typed_board("lights-out", "11/10")
    goal = typed_board("lights-out", "00/00")
    first, last = board.puzzle.moves[0], board.puzzle.moves[3]
    assert Solution(board, goal, (Step(first),), 1, True, 1).steps[0].times == 1
    with pytest.raises(AssertionError):
        Solution(board, goal, (Step(last),), 1, True, 1)


def test_equal_puzzles_are_one_key() -> None:
    first, second = lights_out.puzzle(3, 3), lights_out.puzzle(3, 3, holes=[])
    assert first == second
    assert hash(first) == hash(second)
    assert lights_out.puzzle(3, 3, rule="block") != first


SMALL = """
import sys
import solver
loaded = set(sys.modules)
assert not any(name.startswith("solver.") for name in loaded), loaded
for kind, text in (("memento", "100/000/001"), ("wheels", "101/0101/010/10"), ("heresy", "222/022/222"),
                   ("lights-out", "010/111/010")):
    solver.solve(solver.typed_board(kind, text))
for name in ("numpy", "cv2", "PIL", "asyncio", "typing_extensions"):
    assert name not in sys.modules, name
"""


def test_small_typed_boards_load_no_numpy() -> None:
    subprocess.run([sys.executable, "-c", SMALL], check=True, timeout=60)


def test_public_names_are_all_there() -> None:
    assert all(hasattr(solver, name) for name in solver.__all__)
    with pytest.raises(AttributeError):
        solver.nothing  # noqa: B018
