"""Boards and goals as a person types them."""

from pathlib import Path

import pytest

import solver.puzzles
from solver import Board, goal_boards, solve, typed_board
from solver.errors import BoardsightError, NotationError, RuleError
from solver.puzzle import KINDS
from solver.puzzles import heresy, kinds, lights_out, memento, module, wheels


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("memento", "100/000/001"),
        ("memento", "10010/00000"),
        ("wheels", "101/0101/010/10"),
        ("lights-out", "00100/01110/00100"),
        ("lights-out", "x01/010/10x"),
        ("lights-out", "001/01x/10x"),
        ("heresy", "222/022/222"),
    ],
)
def test_boards_come_back_as_typed(kind: str, text: str) -> None:
    board = typed_board(kind, text)
    assert str(board) == text
    assert board.puzzle.kind == kind
    assert typed_board(board.puzzle, text) == board


def test_a_row_of_holes_and_a_last_column_of_holes_keep_their_places() -> None:
    board = Board(lights_out.puzzle(3, 3, holes=[(1, 0), (1, 1), (1, 2), (0, 2)]), (1, 0, 0, 1, 1))
    assert str(board) == "10x/xxx/011"


@pytest.mark.parametrize(
    ("kind", "text", "told"),
    [
        ("lights-out", "", "empty"),
        ("lights-out", "01/0", "row 2 of the board has 1 cells but row 1 has 2"),
        ("lights-out", "01//01", "row 2 of the board is empty"),
        ("lights-out", "02/00", "r1 c2 shows 2"),
        ("lights-out", "0?/00", "r1 c2 is '?'"),
        ("lights-out", "0-/00", "'-'"),
        ("lights-out", "xx/xx", "holes only"),
        ("memento", "1x1", "no holes"),
        ("heresy", "0x0", "no holes"),
        ("heresy", "040", "r1 c2 shows 4"),
        ("wheels", "101/010/010/10", "3/4/3/2"),
        ("wheels", "1x1/0101/010/10", "3/4/3/2"),
        ("sudoku", "01", "there is no puzzle 'sudoku'"),
        ("..", "01", "there is no puzzle"),
        ("lights-out", "0" * 3_000_000, "too large"),
    ],
)
def test_what_is_no_board_is_told_in_one_line(kind: str, text: str, told: str) -> None:
    with pytest.raises(BoardsightError) as caught:
        typed_board(kind, text)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("kind", "text", "states", "rule"),
    [
        ("lights-out", "01", 1, None),
        ("lights-out", "01", None, "crooked"),
        ("memento", "01", 3, None),
        ("memento", "01", None, "cross"),
        ("heresy", "01", None, "cross"),
        ("wheels", "101/0101/010/10", None, "cross"),
    ],
)
def test_states_and_rules_no_puzzle_has(kind: str, text: str, states: int | None, rule: str | None) -> None:
    with pytest.raises(RuleError):
        typed_board(kind, text, states=states, rule=rule)


def test_states_and_rules_are_passed_on() -> None:
    assert typed_board("lights-out", "02", states=3, rule="block").puzzle == lights_out.puzzle(
        1, 2, states=3, rule="block"
    )
    assert typed_board("memento", "01/11", rule="lines").puzzle == memento.puzzle(2, 2, diagonal=False)
    assert typed_board("wheels", "201/0101/010/10", states=3).puzzle.states == 3


def test_a_board_must_fit_its_puzzle() -> None:
    puzzle = lights_out.puzzle(2, 2, holes=[(0, 0)])
    assert str(typed_board(puzzle, "x1/10")) == "x1/10"
    for text in ("11/10", "x1/1x", "x1/10/00", "x1"):
        with pytest.raises(NotationError):
            typed_board(puzzle, text)


def test_goals_by_name() -> None:
    board = typed_board("heresy", "013/000/000")
    assert [str(goal)[:3] for goal in goal_boards(board, "same")] == ["000", "111", "222", "333"]
    assert goal_boards(board) == goal_boards(board, "same")
    assert [str(goal) for goal in goal_boards(board, "invert")] == ["120/111/111"]
    assert [str(goal)[0] for goal in goal_boards(heresy.puzzle(), "ALL-2, all-0,all-2")] == ["2", "0"]
    assert [str(goal) for goal in goal_boards(board.puzzle, "012/301/230")] == ["012/301/230"]
    assert [goal.states for goal in goal_boards(wheels.puzzle())] == [wheels.GOAL]
    assert [str(goal) for goal in goal_boards(memento.puzzle(2, 2))] == ["11/11"]
    assert [str(goal) for goal in goal_boards(lights_out.puzzle(1, 2), "01")] == ["01"]


@pytest.mark.parametrize("text", ["all-4", "all-", "all--1", "invert", "everything", "", "000/000", "000/000/00?", ","])
def test_goals_that_mean_nothing(text: str) -> None:
    with pytest.raises(NotationError):
        goal_boards(heresy.puzzle(), text)


def test_kinds_are_found_as_modules() -> None:
    assert set(KINDS) == set(kinds())
    assert all(kind == module(kind).KIND for kind in kinds())


FIFTH = """
from solver.puzzle import Cell, Move, Puzzle

KIND = "one-lamp"


def fitting(layout, states, rule):
    cell = Cell(0, 0, 0.5, 0.5)
    return Puzzle(KIND, "lamp", "additive", states or 2, (cell,), (Move("r1 c1", (0,), 0),), ((0,),))
"""


def test_a_fifth_puzzle_is_one_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "one_lamp.py").write_text(FIFTH)
    monkeypatch.setattr(solver.puzzles, "__path__", [*solver.puzzles.__path__, str(tmp_path)])
    assert "one-lamp" in kinds()
    assert [str(step) for step in solve(typed_board("one-lamp", "1")).steps] == ["r1 c1"]
