import itertools

import numpy as np
import pytest
from numpy.typing import NDArray

from solver import disjoint
from solver.decoding import _decoder
from solver.puzzle import Puzzle
from solver.puzzles import lights_out, memento
from solver.syndromes import of_puzzle
from solver.trellis import Trellis


def noisy(puzzle: Puzzle, chance: np.random.Generator) -> NDArray[np.float64]:
    rows = chance.random((len(puzzle.cells), puzzle.states)) ** 4
    normal: NDArray[np.float64] = rows / rows.sum(axis=1, keepdims=True)
    return normal


def test_the_trellis_and_disjoint_moves_agree() -> None:
    puzzle = memento.puzzle(4, 4)
    code = of_puzzle(puzzle, puzzle.goals)
    rows = noisy(puzzle, np.random.default_rng(9))
    ratios, first = rows / rows.max(axis=1, keepdims=True), rows.argmax(axis=1)
    one, other = Trellis(code).decode(ratios, first, 9), _decoder(puzzle, puzzle.goals).decode(ratios, first, 9)
    assert one.p_solvable == pytest.approx(other.p_solvable)
    assert [weight for _, weight in one.boards] == pytest.approx([weight for _, weight in other.boards])
    assert np.allclose(one.posteriors, other.posteriors)


def test_an_8_by_8_memento_needs_256_rows() -> None:
    puzzle = memento.puzzle(8, 8)
    found = disjoint.fitting(puzzle, of_puzzle(puzzle, puzzle.goals))
    assert found is not None
    assert found._signs.shape == (256, 64)


def test_grids_of_crossing_moves_are_left_to_the_trellis() -> None:
    for puzzle in (lights_out.puzzle(4, 4), lights_out.puzzle(9, 9), lights_out.puzzle(30, 30)):
        assert disjoint.fitting(puzzle, of_puzzle(puzzle, puzzle.goals)) is None


def test_subsets_come_lightest_first() -> None:
    costs = np.array([3.0, 1.0, 2.5, 1.5])
    every = sorted(sum(chosen) for size in range(5) for chosen in itertools.combinations(costs.tolist(), size))
    found = disjoint._lightest(costs, 16)
    assert [cost for cost, _ in found] == pytest.approx(every)
    assert len({tuple(sorted(chosen)) for _, chosen in found}) == 16
    for cost, chosen in found:
        assert costs[chosen].sum() == pytest.approx(cost)
