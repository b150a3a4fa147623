from __future__ import annotations

import numpy as np
import pytest

from boardsight.plan import Wish, board_of, plan
from boardsight.rule_hint import CHANGES, MOST, RuleHint, rule_hint
from solver.lattice import RULES
from solver.puzzles import lights_out

SQUARES = "000000/111000/100100/100100/011100/000000"
"""Two clicks on 3×3 blocks that overlap, the cells at r3 c2 and r4 c3."""


def hint(text: str, wish: Wish | None = None) -> RuleHint | None:
    wish = wish or Wish()
    board = board_of(text, "lights-out")
    solution = plan(board, wish).solution
    return rule_hint(board, None if solution is None else solution.cost, wish)


def clicked(puzzle_rule: str, clicks: list[int], side: int) -> str:
    """The board that some clicks of a rule make of a dark one."""
    puzzle = lights_out.puzzle(side, side, rule=puzzle_rule)
    states = np.zeros(side * side, int)
    for click in clicks:
        states[list(puzzle.moves[click].cells)] ^= 1
    return "/".join("".join(map(str, line)) for line in states.reshape(side, side))


def test_every_rule_that_is_tried_is_known_to_the_solver() -> None:
    assert set(CHANGES) <= set(RULES)


def test_a_rule_that_needs_two_clicks_is_told_where_the_usual_needs_many() -> None:
    found = hint(SQUARES)
    assert found == RuleHint("block", 2)
    assert "--rule block" in str(found)


@pytest.mark.parametrize("rule", ["diagonal", "ring", "cross-torus"])
def test_others_are_found_too(rule: str) -> None:
    found = hint(clicked(rule, [0, 9], 6))
    assert found is not None
    assert found.rule == rule


def test_where_few_usual_clicks_make_the_board_nothing_is_said() -> None:
    assert hint(clicked("cross", [7, 12], 5)) is None


def test_where_the_person_named_a_rule_nothing_is_said() -> None:
    assert hint(SQUARES, Wish(rule="ring")) is None


def test_chance_seldom_says_anything() -> None:
    rng = np.random.default_rng(5)
    said = [hint("/".join("".join(map(str, rng.integers(0, 2, 5))) for _ in range(5))) for _ in range(100)]
    assert sum(one is not None for one in said) <= 2


def test_small_boards_tell_no_rules_apart_and_large_ones_are_left() -> None:
    assert hint(clicked("block", [0], 3)) is None
    side = int(MOST**0.5) + 1
    assert hint(clicked("block", [0, 1], side)) is None


def test_another_puzzle_has_its_own_rule() -> None:
    board = board_of("100/000/001", "memento")
    assert rule_hint(board, 2, Wish()) is None
