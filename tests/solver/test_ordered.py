import numpy as np
import pytest
from numpy.typing import NDArray

from solver import decode, goal_boards
from solver.ordered import OrderedStatistics
from solver.puzzle import Puzzle
from solver.puzzles import lights_out, memento
from solver.syndromes import of_puzzle
from solver.trellis import Trellis


def noisy(puzzle: Puzzle, chance: np.random.Generator) -> NDArray[np.float64]:
    rows = chance.random((len(puzzle.cells), puzzle.states)) ** 4
    normal: NDArray[np.float64] = rows / rows.sum(axis=1, keepdims=True)
    return normal


def likely(states: tuple[int, ...], kinds: int, sure: float = 0.99) -> list[list[float]]:
    return [[sure if state == shown else (1 - sure) / (kinds - 1) for state in range(kinds)] for shown in states]


@pytest.mark.parametrize(
    "puzzle", [lights_out.puzzle(4, 4), memento.puzzle(3, 3), memento.puzzle(4, 5), lights_out.puzzle(5, 5)]
)
def test_ordered_statistics_find_the_best_board_of_small_puzzles(puzzle: Puzzle) -> None:
    code = of_puzzle(puzzle, puzzle.goals)
    chance = np.random.default_rng(11)
    for _ in range(5):
        rows = noisy(puzzle, chance)
        ratios, first = rows / rows.max(axis=1, keepdims=True), rows.argmax(axis=1)
        best = Trellis(code).decode(ratios, first, 1).boards[0][0]
        found = OrderedStatistics(code).decode(ratios, first, 3)
        assert found.boards[0][0].tolist() == best.tolist()
        assert all(code.solvable(board) for board, _ in found.boards)


def test_large_boards_are_decoded_and_called_inexact() -> None:
    puzzle = memento.puzzle(15, 15)
    states = np.array(goal_boards(puzzle)[0].states)
    rows = np.array(likely(tuple(states.tolist()), 2))
    for cell in (3, 77, 200):
        rows[cell] = [0.7, 0.3]
    found = decode(puzzle, rows)
    assert not found.exact
    assert found.candidates[0].changed == (3, 77, 200)
    assert found.candidates[0].states == (1,) * 225


def test_boards_without_any_check_stay_as_they_are() -> None:
    puzzle = lights_out.puzzle(36, 36)
    found = decode(puzzle, [[0.5, 0.5]] * 1296)
    assert found.plain_solvable
    assert found.candidates[0].changed == ()
    assert all(0 <= posterior <= 1 for row in found.cell_posteriors for posterior in row)
