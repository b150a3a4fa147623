"""Distributions against known tables and against solving every board."""

import itertools
from collections import Counter
from fractions import Fraction

import pytest

from solver import solve
from solver.board import Board
from solver.distribution import of_puzzle
from solver.errors import UnsolvableError
from solver.puzzle import Puzzle
from solver.puzzles import heresy, lights_out, memento, wheels


@pytest.mark.parametrize(
    "puzzle",
    [
        lights_out.puzzle(2, 3),
        lights_out.puzzle(3, 3),
        lights_out.puzzle(1, 5),
        lights_out.puzzle(2, 3, states=3),
        lights_out.puzzle(2, 2, states=4, rule="neighbours"),
        memento.puzzle(3, 3),
        memento.puzzle(2, 4, diagonal=False),
        heresy.puzzle(2, 2, 4),
        heresy.puzzle(2, 3, 3),
    ],
)
def test_it_counts_what_solving_every_board_gives(puzzle: Puzzle) -> None:
    goal = Board(puzzle, puzzle.goals[0])
    costs: Counter[int] = Counter()
    ways: Counter[int] = Counter()
    for states in itertools.product(range(puzzle.states), repeat=len(puzzle.cells)):
        try:
            solution = solve(Board(puzzle, states), goal)
        except UnsolvableError:
            continue
        assert solution.minimum_solutions is not None
        costs[solution.cost] += 1
        ways[solution.minimum_solutions] += 1
    found = of_puzzle(puzzle, goal.states)
    assert found is not None
    assert dict(enumerate(found.boards)) == {cost: costs[cost] for cost in range(max(costs) + 1)}
    assert found.ways == dict(sorted(ways.items()))
    assert len(set(found.hardest)) == min(8, found.boards[-1])
    for states in found.hardest:
        assert solve(Board(puzzle, states), goal).cost == max(costs)


def test_heresy() -> None:
    found = of_puzzle(heresy.puzzle(), (2,) * 9)
    assert found is not None
    assert found.boards == (1, 9, 45, 165, 465, 1017, 1765, 2493, 2907, 2803, 2223, 1431, 723, 267, 63, 7)
    assert found.ways == {1: 5120, 2: 4608, 3: 3072, 6: 512, 7: 3072}


def test_wheels() -> None:
    found = of_puzzle(wheels.puzzle(), wheels.GOAL)
    assert found is not None
    assert found.boards == (1, 6, 27, 117, 309, 359, 101, 4)
    assert found.ways[1] == 319  # 34.5 % of 924


def test_lights_out_4() -> None:
    found = of_puzzle(lights_out.puzzle(4, 4), (0,) * 16)
    assert found is not None
    assert found.boards == (1, 16, 120, 560, 1387, 1440, 540, 32)


def test_lights_out_5() -> None:
    found = of_puzzle(lights_out.puzzle(5, 5), (0,) * 25)
    assert found is not None
    assert found.boards == (
        1, 25, 300, 2300, 12650, 53130, 176176, 467104, 982335, 1596279, 1935294, 1684446, 1004934, 383670, 82614, 7350,
    )  # fmt: skip
    assert found.ways == {1: 5438080, 2: 2288832, 3: 426496, 4: 235200}


# Exact means by rows + columns, from 4 on.
MEMENTO_MEANS = [
    Fraction(text)
    for text in ("5/4", "25/16", "33/16", "77/32", "93/32", "837/256", "965/256", "2123/512", "2379/512",
                 "10309/2048", "11333/2048", "24285/4096", "26333/4096")
]  # fmt: skip


@pytest.mark.parametrize("diagonal", [True, False])
@pytest.mark.parametrize("size", range(4, 17))
def test_memento_to_8_by_8(size: int, diagonal: bool) -> None:
    rows = size // 2
    found = of_puzzle(memento.puzzle(rows, size - rows, diagonal=diagonal), (1,) * rows * (size - rows))
    assert found is not None
    mean = Fraction(sum(cost * count for cost, count in enumerate(found.boards)), sum(found.boards))
    if size == 4 and diagonal:  # there the diagonal is not independent
        assert (len(found.boards) - 1, mean) == (2, Fraction(9, 8))
        return
    assert sum(found.boards) == 1 << size - 1 + diagonal
    assert len(found.boards) - 1 == size // 2 + diagonal
    assert mean == MEMENTO_MEANS[size - 4] + Fraction(diagonal, 2)
    if size == 16 and diagonal:
        assert found.ways == {1: 52666, 2: 12870}


def test_too_many_boards_are_left_alone() -> None:
    assert of_puzzle(lights_out.puzzle(9, 9), (0,) * 81) is None
    assert of_puzzle(heresy.puzzle(5, 5), (0,) * 25) is None
    assert of_puzzle(lights_out.puzzle(25, 25), (0,) * 625) is None
    twelve = wheels.with_rings(wheels.ROWS, wheels.RINGS, states=12, goals=(tuple(range(12)),))
    assert of_puzzle(twelve, tuple(range(12))) is None
