"""Which steps were made, from the boards alone."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardsight.live import ticking
from solver.board import Board, Step
from solver.puzzles import heresy, lights_out, memento, wheels
from solver.solving import solve

PUZZLES = (lights_out.puzzle(5, 5), lights_out.puzzle(3, 4, states=3), memento.puzzle(3, 3), heresy.puzzle())


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_part_of_a_plan_is_recognised(data: st.DataObject) -> None:
    puzzle = data.draw(st.sampled_from(PUZZLES))
    board = Board(puzzle, (0,) * len(puzzle.cells))
    for move in data.draw(st.lists(st.sampled_from(puzzle.moves), min_size=2, max_size=6)):
        board = board.after(move)
    plan = solve(board, Board(puzzle, (0,) * len(puzzle.cells)))
    made = [Step(step.move, data.draw(st.integers(0, step.times))) for step in plan.steps]
    made = [step for step in made if step.times]
    after = board
    for step in made:
        after = after.after(step.move, step.times)
    if not made:
        return
    found = ticking.made(board, after, plan.steps)
    assert found is not None
    rest = ticking.rest(plan, after, found)
    assert rest.cost == plan.cost - sum(step.times for step in made)
    assert rest.minimum == plan.minimum


def test_turns_count_only_in_their_order() -> None:
    puzzle = wheels.puzzle()
    board = Board(puzzle, puzzle.goals[0])
    for name in ("1 ccw", "2 ccw", "3 cw"):
        board = board.after(next(move for move in puzzle.moves if move.name == name))
    plan = solve(board)
    assert len(plan.steps) >= 2
    first = board.after(plan.steps[0].move, plan.steps[0].times)
    assert ticking.made(board, first, plan.steps) == plan.steps[:1]
    assert ticking.rest(plan, first, plan.steps[:1]).steps == plan.steps[1:]


@pytest.mark.parametrize("puzzle", [*PUZZLES, wheels.puzzle()])
def test_other_clicks_are_no_part_of_the_plan(puzzle: object) -> None:
    assert isinstance(puzzle, type(PUZZLES[0]))
    start = Board(puzzle, puzzle.goals[0] if puzzle.goals else (0,) * len(puzzle.cells))
    board = start.after(puzzle.moves[0])
    plan = solve(board, start)
    wrong = board.after(puzzle.moves[2])
    assert ticking.made(board, wrong, plan.steps) is None
    assert ticking.once(board, wrong)
    assert ticking.near(board, wrong.after(puzzle.moves[4]))
