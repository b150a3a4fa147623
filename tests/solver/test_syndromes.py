import itertools

import numpy as np
import pytest

from solver import solve
from solver.board import Board
from solver.errors import UnsolvableError
from solver.puzzle import Cell, Move, Puzzle
from solver.puzzles import heresy, lights_out, memento, wheels
from solver.syndromes import of_puzzle


def solved(puzzle: Puzzle, states: tuple[int, ...]) -> bool:
    try:
        solve(Board(puzzle, states))
    except UnsolvableError:
        return False
    return True


@pytest.mark.parametrize(
    "puzzle",
    [
        lights_out.puzzle(3, 3, rule="block-torus"),
        memento.puzzle(2, 3),
        heresy.puzzle(2, 3, 4),
        lights_out.puzzle(1, 5),
    ],
)
def test_labels_add_up_to_the_goal_just_where_the_solver_succeeds(puzzle: Puzzle) -> None:
    code = of_puzzle(puzzle, puzzle.goals)
    for states in itertools.islice(itertools.product(range(puzzle.states), repeat=len(puzzle.cells)), 0, None, 7):
        assert code.solvable(np.array(states)) == solved(puzzle, states)


def test_sizes_of_the_groups() -> None:
    assert of_puzzle(heresy.puzzle(), heresy.puzzle().goals).moduli == (2, 2, 2, 2)
    assert of_puzzle(wheels.puzzle(), (wheels.GOAL,)).moduli == (13,)
    assert of_puzzle(memento.puzzle(8, 8), ((1,) * 64,)).size == 1 << 48
    assert of_puzzle(lights_out.puzzle(6, 6), ((0,) * 36,)).size == 1


def test_orbits_are_counted_apart() -> None:
    cells = tuple(Cell(0, col, col + 0.5, 0.5) for col in range(5))
    moves = (Move("left", (0, 1, 2)), Move("right", (3, 4)))
    puzzle = Puzzle("two", "rings", "permutation", 2, cells, moves, ((1, 0, 0, 1, 0),))
    code = of_puzzle(puzzle, puzzle.goals)
    assert code.moduli == (4, 3)
    assert code.exact
    passing = {states for states in itertools.product((0, 1), repeat=5) if code.solvable(np.array(states))}
    assert passing == {states for states in itertools.product((0, 1), repeat=5) if solved(puzzle, states)}


def test_counts_that_do_not_suffice_are_called_inexact() -> None:
    cells = tuple(Cell(0, col, col + 0.5, 0.5) for col in range(4))
    puzzle = Puzzle("ring", "ring", "permutation", 2, cells, (Move("turn", (0, 1, 2, 3)),), ((1, 1, 0, 0),))
    assert not of_puzzle(puzzle, puzzle.goals).exact  # 1010 has the counts but can't be turned into the goal
