from __future__ import annotations

from dataclasses import replace

import pytest

from boardsight.decide import settle, swapped
from boardsight.plan import Wish
from boardsight.record import record
from boardsight.summary import summary
from solver.errors import NotationError
from vision.reading import CellReading, Reading, nothing


def reading(kind: str, text: str, states: int = 2, *, sure: float = 0.999) -> Reading:
    """A reading of a plain grid with cells of 10 pixels; ``?`` for a cell that can't be read."""
    cells = []
    for row, line in enumerate(text.split("/")):
        for col, sign in enumerate(line):
            state = None if sign == "?" else int(sign)
            other = (1 - sure) / (states - 1)
            odds = tuple(1 / states if state is None else sure if k == state else other for k in range(states))
            cells.append(CellReading(row, col, state, odds, (10 * col + 5.0, 10 * row + 5.0)))
    plane = (10.0, 0.0, 0.0, 0.0, 10.0, 0.0, 0.0, 0.0, 1.0)
    return Reading("sure", (), kind, states, tuple(cells), 0.99, plane)


def test_no_board() -> None:
    result = settle((nothing("nothing there"),), Wish())
    assert (result.verdict, result.reasons, result.solvable, result.puzzle) == ("none", ("nothing there",), None, None)


def test_a_solved_reading_has_clicks_with_places() -> None:
    result = settle((reading("lights-out", "010/111/010"),), Wish(), size=(30, 30))
    assert result.verdict == "sure"
    assert [(click.n, click.move, click.times, click.at) for click in result.clicks] == [(1, "r2 c2", 1, (15.0, 15.0))]
    assert result.solvable
    assert result.ms.solve > 0


def test_lines_are_clicked_at_the_board_s_edge_inside_the_picture() -> None:
    result = settle((reading("memento", "100/100/100"),), Wish(), size=(30, 30))
    assert [(click.move, click.at) for click in result.clicks] == [("col 2", (15.0, 2.0)), ("col 3", (25.0, 2.0))]


def test_an_unsolvable_lights_out_board_is_told_as_such() -> None:
    result = settle((reading("lights-out", "1000/0000/0000/0000"),), Wish())
    assert result.solvable is False
    assert result.clicks == ()
    assert "can't be reached" in result.reasons[-1]


def test_an_unsolvable_board_of_a_game_that_deals_solvable_ones_is_never_sure() -> None:
    result = settle((reading("heresy", "222/022/221", 4),), Wish())
    assert result.verdict == "unsure"
    assert any("none but solvable" in reason for reason in result.reasons)


def test_an_unread_cell_makes_it_unsure_and_is_named() -> None:
    result = settle((reading("lights-out", "010/1?1/010"),), Wish())
    assert result.verdict == "unsure"
    assert 4 in result.suspects
    assert any("r2 c2" in reason for reason in result.reasons)


def doubt(one: Reading, index: int, *odds: float) -> Reading:
    """The reading with one cell less sure."""
    cells = list(one.cells)
    cells[index] = replace(cells[index], probabilities=odds)
    return replace(one, cells=tuple(cells))


def test_a_repair_is_offered_where_it_is_not_all_but_certain() -> None:
    result = settle((doubt(reading("heresy", "222/022/221", 4), 8, 0.02, 0.55, 0.42, 0.01),), Wish())
    assert result.verdict == "unsure"
    assert result.repair is not None
    assert not result.repair.applied
    assert result.repair.board.states == (2, 2, 2, 0, 2, 2, 2, 2, 2)
    assert result.repair.cells == (8,)
    assert 8 in result.suspects
    assert result.clicks == ()
    assert result.solvable is False
    assert record(result)["repaired"]["board"] == "222/022/222"


def test_a_repair_that_is_all_but_certain_is_solved_and_said() -> None:
    seen = doubt(reading("memento", "1111/1011/1111/1111", sure=0.9999999), 5, 0.6, 0.4)
    result = settle((seen,), Wish())
    assert result.verdict == "unsure"
    assert result.repair is not None
    assert result.repair.applied
    assert result.repair.confidence >= 0.99
    assert result.solvable
    assert any("solved with r2 c2 = 1" in reason for reason in result.reasons)
    line = record(result)
    assert line["board"] == "1111/1111/1111/1111"
    assert line["repaired"]["read"] == "1111/1011/1111/1111"
    assert line["cells"][5]["state"] == 1


def test_a_likely_slip_on_a_lights_out_board_is_spoken_of_but_the_board_stays_unsolvable() -> None:
    seen = doubt(reading("lights-out", "1100/0000/0000/0000"), 5, 0.6, 0.4)
    sure = settle((reading("lights-out", "1100/0000/0000/0000"),), Wish())
    slip = settle((seen,), Wish())
    for result in (sure, slip):
        assert (result.verdict, result.solvable, result.clicks) == ("sure", False, ())
    assert sure.repair is None
    if slip.repair is not None:
        assert not slip.repair.applied


def test_swap() -> None:
    flipped = swapped(reading("lights-out", "10/0?"))
    assert flipped.board == "01/1?"
    assert flipped.cells[0].confidence == pytest.approx(0.999)
    with pytest.raises(NotationError, match="two states"):
        swapped(reading("lights-out", "012/000", 3))


def test_other_boards_are_listed() -> None:
    first, second = reading("lights-out", "010/111/010"), reading("lights-out", "11/11")
    assert settle((first, second), Wish()).others == (second,)


def test_a_goal_that_does_not_fit_is_an_error() -> None:
    with pytest.raises(NotationError, match="--goal"):
        settle((reading("lights-out", "010/111/010"),), Wish(goal="1/1"))


def test_a_board_that_another_rule_explains_is_solved_by_the_usual_one_and_told_so() -> None:
    result = settle((reading("lights-out", "000000/111000/100100/100100/011100/000000"),), Wish(), size=(60, 60))
    assert result.verdict == "sure"
    assert result.solution is not None
    assert result.solution.cost > 2
    assert record(result)["other_rule"] == {"rule": "block", "cost": 2}
    assert "or     in 2 if a click changes the 3×3 block around it: --rule block" in summary(result)
    settled = settle((reading("lights-out", "000000/111000/100100/100100/011100/000000"),), Wish(rule="block"))
    assert (settled.hint, settled.solution and settled.solution.cost) == (None, 2)
