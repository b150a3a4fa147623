from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from boardsight.plan import Wish, board_of, plan, swapped
from solver.errors import NotationError, RuleError

if TYPE_CHECKING:
    from pathlib import Path


def test_heresy_without_a_goal_offers_all_four_cheapest_first() -> None:
    found = plan(board_of("222/022/222", "heresy"), Wish())
    assert [offer.cost for offer in found.offers] == [4, 5, 10, 11]
    assert found.goal is not None
    assert found.goal.states == (0,) * 9


def test_a_goal_that_can_not_be_reached_is_told() -> None:
    found = plan(board_of("1000/0000/0000/0000", "lights-out"), Wish())
    assert found.offers == ()
    assert found.solvable is False
    assert found.reasons[0].startswith("all 0 (all dark) can't be reached")


def test_none_of_several_goals() -> None:
    found = plan(board_of("222/022/221", "heresy"), Wish())
    assert found.reasons[0].startswith("none of 4 goals can be reached")


def test_a_goal_that_does_not_fit_names_the_option() -> None:
    with pytest.raises(NotationError, match=r"^--goal 11/11: "):
        plan(board_of("111/111", "lights-out"), Wish(goal="11/11"))


def test_swap_is_for_two_states() -> None:
    assert swapped(board_of("10/01", "lights-out")).states == (0, 1, 1, 0)
    with pytest.raises(NotationError, match=r"name|say the goal"):
        swapped(board_of("222/022/222", "heresy"))


def test_order_along_a_path() -> None:
    board = board_of("11111/11111/11111/11111/11111", "lights-out")
    row, path = plan(board, Wish()).solution, plan(board, Wish(order="path")).solution
    assert row is not None
    assert path is not None
    assert {str(step) for step in row.steps} == {str(step) for step in path.steps}
    assert row.steps != path.steps
    with pytest.raises(NotationError, match="no order"):
        Wish(order="zigzag")


def test_rules_by_name_and_by_file(tmp_path: Path) -> None:
    assert board_of("100/000/000", None, rule="cross-torus").puzzle.rule == "cross-torus"
    file = tmp_path / "mine.toml"
    file.write_text('name = "mine"\nrule = "row+column"\n')
    assert board_of("100/000/000", None, rule=str(file)).puzzle.kind == "mine"
    file.write_text("rule = 3")
    with pytest.raises(RuleError, match=r"mine\.toml: "):
        board_of("100/000/000", None, rule=str(file))
    with pytest.raises(RuleError, match="no such rule file"):
        board_of("100/000/000", None, rule=str(tmp_path / "gone.toml"))
    with pytest.raises(RuleError, match="can't be read"):
        board_of("100/000/000", None, rule=str(tmp_path))
    with pytest.raises(NotationError, match="needs the name of its puzzle"):
        board_of("100/000/000", None)
