"""Every exact decoder against going through all boards; the rule of use; what is refused."""

import itertools
import math

import numpy as np
import pytest
from numpy.typing import NDArray

from solver import advice, decode, goal_boards
from solver.binary import BinaryPlan
from solver.board import Board
from solver.decoding import Decoded, _decoder
from solver.disjoint import DisjointMoves
from solver.errors import NotationError
from solver.puzzle import Puzzle
from solver.puzzles import heresy, lights_out, memento, wheels
from solver.solving import plan, turning_plan, why_unsolvable
from solver.trellis import Trellis


def noisy(puzzle: Puzzle, chance: np.random.Generator) -> NDArray[np.float64]:
    rows = chance.random((len(puzzle.cells), puzzle.states)) ** 4
    normal: NDArray[np.float64] = rows / rows.sum(axis=1, keepdims=True)
    return normal


def solvable_boards(puzzle: Puzzle) -> list[tuple[int, ...]]:
    """From the solvers, not from the labels the decoders use."""
    goals = goal_boards(puzzle)
    every = itertools.product(range(puzzle.states), repeat=len(puzzle.cells))
    if puzzle.family == "permutation":
        tables = [turning_plan(puzzle, goal.states).table for goal in goals]
        return [states for states in every if any(bytes(states) in table for table in tables)]
    worked = plan(puzzle)
    found = []
    for states in every:
        missing = ([(b - a) % puzzle.states for a, b in zip(states, goal.states, strict=True)] for goal in goals)
        if any(worked.failing(difference) is None for difference in missing):
            found.append(states)
    return found


@pytest.mark.parametrize(
    ("puzzle", "kind"),
    [
        (lights_out.puzzle(2, 3), Trellis),
        (lights_out.puzzle(3, 4), Trellis),
        (lights_out.puzzle(3, 4, rule="neighbours"), Trellis),
        (lights_out.puzzle(2, 3, states=4), Trellis),
        (heresy.puzzle(2, 3, 4), Trellis),
        (heresy.puzzle(2, 2, 6), Trellis),
        (wheels.puzzle(), Trellis),
        (memento.puzzle(2, 3), Trellis),
        (memento.puzzle(3, 4), DisjointMoves),
        (memento.puzzle(4, 3, diagonal=False), DisjointMoves),
        (memento.puzzle(2, 5), DisjointMoves),
    ],
)
def test_probabilities_are_exact(puzzle: Puzzle, kind: type) -> None:
    assert isinstance(_decoder(puzzle, tuple(goal.states for goal in goal_boards(puzzle))), kind)
    chance = np.random.default_rng(8)
    boards = solvable_boards(puzzle)
    every = np.arange(len(puzzle.cells))
    for _ in range(3):
        rows = noisy(puzzle, chance)
        weights = rows[every, np.array(boards)].prod(axis=1)
        found = decode(puzzle, rows, limit=6)
        assert found.exact
        assert found.p_solvable == pytest.approx(weights.sum(), rel=1e-6)
        best = np.argsort(-weights)[:6]
        assert [one.states for one in found.candidates] == [boards[place] for place in best]
        posteriors = [one.posterior for one in found.candidates]
        assert posteriors == pytest.approx(weights[best] / weights.sum(), rel=1e-6)
        for cell, row in enumerate(found.cell_posteriors):
            for state, posterior in enumerate(row):
                share = weights[np.array(boards)[:, cell] == state].sum() / weights.sum()
                assert posterior == pytest.approx(share, abs=1e-7)
        assert found.plain == tuple(rows.argmax(axis=1).tolist())
        assert found.plain_solvable == (found.plain in set(boards))
        for one in found.candidates:
            assert one.changed == tuple(c for c in every.tolist() if one.states[c] != found.plain[c])


def test_two_goals_in_different_cosets_both_count() -> None:
    puzzle = lights_out.puzzle(2, 2, rule="block")  # every press flips all four cells
    goals = (Board(puzzle, (0, 0, 0, 0)), Board(puzzle, (1, 0, 0, 0)))
    found = decode(puzzle, [[0.5, 0.5]] * 4, goal=goals, limit=10)
    assert {one.states for one in found.candidates} == {(0, 0, 0, 0), (1, 1, 1, 1), (1, 0, 0, 0), (0, 1, 1, 1)}
    assert found.p_solvable == pytest.approx(0.25)


def likely(states: tuple[int, ...], kinds: int, sure: float = 0.99) -> list[list[float]]:
    return [[sure if state == shown else (1 - sure) / (kinds - 1) for state in range(kinds)] for shown in states]


def test_a_heresy_misread_by_one_step_is_named_and_by_two_is_not_seen() -> None:
    puzzle = heresy.puzzle()
    rows = likely((2, 2, 2, 0, 2, 2, 2, 2, 2), 4)
    rows[4] = [0.0, 0.0, 0.45, 0.55]
    found = decode(puzzle, rows)
    assert not found.plain_solvable
    assert found.candidates[0].changed == (4,)
    assert found.candidates[0].states == (2, 2, 2, 0, 2, 2, 2, 2, 2)
    rows[4] = [0.55, 0.0, 0.45, 0.0]
    assert decode(puzzle, rows).plain_solvable


def test_an_unread_cell_is_filled_in() -> None:
    puzzle = wheels.puzzle()
    rows = likely((1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0), 2)
    rows[6] = [math.nan, math.nan]
    found = decode(puzzle, rows)
    assert found.candidates[0].states[6] == 1
    assert found.cell_posteriors[6][1] > 0.9


def test_sure_but_impossible_readings_keep_their_digits() -> None:
    puzzle = lights_out.puzzle(9, 9)
    found = decode(puzzle, likely((1,) + (0,) * 80, 2, sure=1.0))
    assert not found.plain_solvable
    assert 0 < found.p_solvable < 1e-6
    assert sum(one.posterior for one in found.candidates) <= 1 + 1e-9


def advised(puzzle: Puzzle, rows: list[list[float]]) -> tuple[Decoded, str]:
    found = decode(puzzle, rows)
    return found, advice(found, puzzle).action


def test_advice_never_replaces_silently() -> None:
    puzzle = memento.puzzle(4, 4)
    assert puzzle.deals_solvable
    rows = likely((1,) * 16, 2)
    assert advised(puzzle, rows)[1] == "keep"
    rows[5] = [0.6, 0.4]
    found, action = advised(puzzle, rows)
    assert action == "apply"
    given = advice(found, puzzle)
    assert given.states == given.repaired == (1,) * 16
    assert given.suspects[0] == 5
    assert "r2 c2 reads 0, would be 1" in given.reason
    grid = lights_out.puzzle(4, 4)  # anything may be shown in a Lights Out game
    rows = likely((0,) * 16, 2)
    rows[5] = [0.4, 0.6]
    found, action = advised(grid, rows)
    assert (action, advice(found, grid).states) == ("offer", found.plain)


def test_advice_does_not_trust_a_reading_that_is_wrong_as_a_whole() -> None:
    puzzle = memento.puzzle(4, 4)
    rows = likely((1, 0) * 2 + (1,) * 11 + (0,), 2, sure=0.999999)
    found, action = advised(puzzle, rows)
    assert found.p_solvable < 1e-3
    assert action == "offer"


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([[0.5, 0.5]] * 8, "shape"),
        ([[0.5, 0.5, 0.0]] * 9, "shape"),
        ([[0.5, -0.5]] * 9, "negative"),
        ([[math.inf, 0.5]] * 9, "infinite"),
        ([[0.5, 0.5]] * 8 + [[0.5]], "must be numbers"),
        ([["a", "b"]] * 9, "must be numbers"),
    ],
)
def test_bad_probabilities_are_refused(rows: list[list[float]], message: str) -> None:
    with pytest.raises(NotationError, match=message):
        decode(memento.puzzle(3, 3), rows)


def test_bad_requests_are_refused() -> None:
    puzzle = memento.puzzle(3, 3)
    with pytest.raises(NotationError, match="at least one"):
        decode(puzzle, [[0.5, 0.5]] * 9, limit=0)
    with pytest.raises(NotationError, match="goals"):
        decode(puzzle, [[0.5, 0.5]] * 9, goal=Board(memento.puzzle(2, 2), (0,) * 4))


def test_the_suspect_check_of_the_solver_is_what_the_decoder_repairs() -> None:
    puzzle = lights_out.puzzle(5, 5)
    assert isinstance(plan(puzzle), BinaryPlan)
    rows = likely((0,) * 25, 2)
    rows[0] = [0.4, 0.6]
    found = decode(puzzle, rows)
    assert why_unsolvable(Board(puzzle, found.plain), goal_boards(puzzle)[0]) is not None
    assert found.candidates[0].changed == (0,)
