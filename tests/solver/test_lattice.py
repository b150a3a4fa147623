"""Named rules: which cells a click changes."""

import pytest

from solver import lattice
from solver.errors import RuleError
from solver.puzzles import heresy, lights_out, memento, wheels


def changed(rule: str, rows: int, cols: int, cell: int, holes: list[tuple[int, int]] | None = None) -> str:
    puzzle = lights_out.puzzle(rows, cols, rule=rule, holes=holes or ())
    drawn = [["x"] * cols for _ in range(rows)]
    for number, place in enumerate(puzzle.cells):
        drawn[place.row][place.col] = str(int(number in puzzle.moves[cell].cells))
    return "/".join(map("".join, drawn))


@pytest.mark.parametrize(
    ("rule", "drawing"),
    [
        ("cross", "010/111/010"),
        ("neighbours", "010/101/010"),
        ("diagonal", "101/010/101"),
        ("block", "111/111/111"),
        ("ring", "111/101/111"),
        ("row+column", "010/111/010"),
        ("merlin", "010/111/010"),
        ("cross-torus", "010/111/010"),
    ],
)
def test_a_click_in_the_middle(rule: str, drawing: str) -> None:
    assert changed(rule, 3, 3, 4) == drawing


@pytest.mark.parametrize(
    ("rule", "drawing"),
    [
        ("cross", "1100/1000/0000/0000"),
        ("diagonal", "1000/0100/0000/0000"),
        ("row+column", "1111/1000/1000/1000"),
        ("cross-torus", "1101/1000/0000/1000"),
        ("neighbours-torus", "0101/1000/0000/1000"),
        ("diagonal-torus", "1000/0101/0000/0101"),
        ("block-torus", "1101/1101/0000/1101"),
        ("ring-torus", "0101/1101/0000/1101"),
    ],
)
def test_a_click_in_a_corner(rule: str, drawing: str) -> None:
    assert changed(rule, 4, 4, 0) == drawing


def test_merlin() -> None:
    assert [changed("merlin", 3, 3, cell) for cell in (0, 1, 2, 3, 8)] == [
        "110/110/000",
        "111/000/000",
        "011/011/000",
        "100/100/100",
        "000/011/011",
    ]


def test_lines_pass_over_holes_and_small_tori_change_each_cell_once() -> None:
    assert changed("row+column", 3, 3, 0, holes=[(0, 1)]) == "1x1/100/100"
    assert changed("cross-torus", 2, 2, 0) == "11/10"
    assert changed("neighbours-torus", 1, 4, 0) == "0101"


def test_moves_are_named_and_placed() -> None:
    move = lights_out.puzzle(2, 3).moves[5]
    assert (move.name, move.at) == ("r2 c3", 5)
    assert [move.name for move in memento.puzzle(2, 3).moves] == ["row 1", "row 2", "col 1", "col 2", "col 3", "diag"]
    assert [move.name for move in wheels.puzzle().moves] == ["1 cw", "1 ccw", "2 cw", "2 ccw", "3 cw", "3 ccw"]
    assert memento.puzzle(2, 3).moves[-1].cells == (3, 1)
    assert memento.puzzle(4, 3).moves[-1].cells == (9, 7, 5)


def test_places_on_the_board_plane() -> None:
    assert [(cell.x, cell.y) for cell in lights_out.puzzle(1, 2).cells] == [(0.5, 0.5), (1.5, 0.5)]
    dots = wheels.puzzle().cells
    assert [dot.x for dot in dots] == [1, 2, 3, 0.5, 1.5, 2.5, 3.5, 1, 2, 3, 1.5, 2.5]
    assert dots[-1].y == pytest.approx(0.5 + 3 * 0.8660254)


def test_what_games_deal() -> None:
    assert [p.deals_solvable for p in (memento.puzzle(3, 3), wheels.puzzle(), heresy.puzzle())] == [True] * 3
    assert not lights_out.puzzle(3, 3).deals_solvable


@pytest.mark.parametrize(
    ("rows", "cols", "states", "rule"),
    [
        (0, 3, 2, "cross"),
        (3, -1, 2, "cross"),
        (40_000, 25_000, 2, "cross"),
        (3, 3, 1, "cross"),
        (3, 3, 129, "cross"),
        (3, 3, 2, "merlin-torus"),
        (4, 3, 2, "merlin"),
        (400, 400, 2, "row+column"),
    ],
)
def test_what_makes_no_puzzle(rows: int, cols: int, states: int, rule: str) -> None:
    with pytest.raises(RuleError):
        lights_out.puzzle(rows, cols, states=states, rule=rule)


def test_every_rule_is_listed() -> None:
    assert len(lattice.RULES) == 12
