"""Rule files: what they can say, the examples of the documentation, and clear refusals."""

import re
from pathlib import Path

import pytest

from solver import Board, solve, typed_board
from solver.errors import NotationError, RuleError
from solver.puzzles import heresy, lights_out, memento, wheels
from solver.rules import parse

DOCS = Path(__file__).parents[2] / "docs" / "rules.md"
EXAMPLES = re.findall(r"```toml\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("text", EXAMPLES)
def test_every_example_of_the_documentation_makes_a_puzzle_that_solves(text: str) -> None:
    puzzle = parse(text)
    board = Board(puzzle, puzzle.goals[0])
    assert typed_board(puzzle, str(board)) == board
    for move in puzzle.moves[:3]:
        board = board.after(move)
    assert solve(board).cost <= 3 * (puzzle.states - 1)


def test_examples_are_there() -> None:
    assert len(EXAMPLES) >= 7


def test_a_named_rule_is_the_built_in_puzzle() -> None:
    assert parse('size=[5,5]\nrule="cross"') == lights_out.puzzle(5, 5)
    assert parse('size=[3,4]\nstates=3\nrule="block-torus"') == lights_out.puzzle(3, 4, states=3, rule="block-torus")
    assert parse('cells=["..x","..."]\nrule="diagonal"').cells == lights_out.puzzle(2, 3, holes=[(0, 2)]).cells


def test_lines_and_rings_are_the_built_in_puzzles() -> None:
    ours = parse('size=[4,4]\nlines=["rows","cols","diag"]')
    assert (ours.moves, ours.goals) == (memento.puzzle(4, 4).moves, memento.puzzle(4, 4).goals)
    lock = parse(EXAMPLES[-2])
    assert (lock.moves, lock.cells, lock.goals) == (wheels.puzzle().moves, wheels.puzzle().cells, (wheels.GOAL,))
    assert lock.family == "permutation"


def test_heresy_as_a_rule_file() -> None:
    ours = parse('size=[3,3]\nstates=4\nrule="row+column"\ngoal="same"\nname="heresy"\ndeals_solvable=true')
    assert ours == heresy.puzzle()


def test_moves_by_name_and_by_drawing_agree() -> None:
    names = parse('size=[2,2]\nstates=4\n[moves]\n"r1 c1"="r1 c1, r1 c2, r2 c2, r2 c2"\nlever="r2c1"')
    drawn = parse('size=[2,2]\nstates=4\n[moves]\n"r1 c1"="11/02"\nlever="00/1"')
    assert names == drawn
    assert [move.at for move in names.moves] == [0, None]
    assert names.moves[0].cells == (0, 1, 3, 3)


def test_a_graph_of_edges() -> None:
    ring = parse("size=[1,4]\nedges=[[1,2],[2,3],[3,4],[4,'r1 c1']]")
    assert [move.cells for move in ring.moves] == [(0, 1, 3), (0, 1, 2), (1, 2, 3), (0, 2, 3)]
    assert parse("size=[1,2]\nedges=[[1,2]]\nself=false").moves[0].cells == (1,)


def test_the_board_gives_the_size_a_file_leaves_open() -> None:
    assert parse('rule="cross"', board="010/1x1/010") == lights_out.puzzle(3, 3, holes=[(1, 1)])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("size = [", "not valid TOML"),
        ("size = " + "[" * 5000, "not valid TOML"),
        ("size = [" + "9" * 5000 + ", 1]", "not valid TOML"),
        ('size=[3,3]\nrule="cross"\nname="two\\nlines"', "name must be"),
        ('size=[2,2]\n[moves]\n"two\\nlines"="r1 c1"', "no good name"),
        ("", "one of rule, lines, edges, rings, moves; this one has none"),
        ('size=[3,3]\nrule="cross"\nlines=["rows"]', "rule and lines"),
        ('rule="cross"', "how large the board is"),
        ('size=[0,3]\nrule="cross"', "empty"),
        ('size=[31623,31623]\nrule="cross"', "too large"),
        ('size=[1000000000,1]\nrule="cross"', "too large"),
        ('size=[300,300]\nrule="row+column"', "too many cells to list"),
        ('size=[3]\nrule="cross"', "two numbers"),
        ('size=[3,true]\nrule="cross"', "two numbers"),
        ('size=[3,3]\nstates=1\nrule="cross"', "1 states make no puzzle"),
        ('size=[3,3]\nstates=1000\nrule="cross"', "1000 states make no puzzle"),
        ('size=[3,3]\nstates="two"\nrule="cross"', "whole number"),
        ('size=[3,3]\nrule="crooked"', "no rule 'crooked'"),
        ('size=[3,4]\nrule="merlin"', "3 × 3"),
        ("size=[3,3]\nrule=5", "word in quotes"),
        ('size=[3,3]\nrule="cross"\nholes=["r4 c1"]', "r4 c1 is outside"),
        ('size=[3,3]\nrule="cross"\nholes=["4,1"]', "no place on a board"),
        ('size=[1,1]\nrule="cross"\nholes=["r1 c1"]', "holes only"),
        ('holes=["r1 c1"]\nrule="cross"', "holes need a size"),
        ('cells=[1]\nrule="cross"', "'1'"),
        ('cells=["...", ".."]\nrule="cross"', "row 2 of the board has 2"),
        ('cells=[]\nrule="cross"', "cells is empty"),
        ('cells=["..o"]\nrule="cross"', "'o'"),
        ('cells=["..."]\nsize=[1,3]\nrule="cross"', "leave size and holes out"),
        ('size=[3,3]\nrule="cross"\nspeed=3', "'speed', which means nothing"),
        ('size=[3,3]\nrule="cross"\ngoal="all-2"', "all-2"),
        ('size=[3,3]\nrule="cross"\ngoal="11/11"', "doesn't fit"),
        ('size=[3,3]\nrule="cross"\ngoal=7', "goal must be"),
        ('size=[3,3]\nrule="cross"\ngoal=["all-0", 7]', "goal must be"),
        ('size=[3,3]\nrule="cross"\ndeals_solvable=1', "true or false"),
        ('size=[3,3]\nrule="cross"\nname=""', "name must be"),
        ("size=[3,3]\nlines=[]", "no line to flip"),
        ('size=[3,3]\nlines=["zigzag"]', "no line 'zigzag'"),
        ('size=[3,3]\nholes=["r1 c1"]\nlines=["rows"]', "full board"),
        ("size=[3,3]\nedges=[[1,10]]", "edge 1 names the cell 10"),
        ("size=[3,3]\nedges=[[1,1]]", "must join two cells"),
        ("size=[3,3]\nedges=[1]", "must be a list"),
        ("size=[3,3]\nedges=[[1,2]]\nself=2", "self must be"),
        ('size=[2,2]\n[moves]\n"r3 c1"="r1 c1"', "click on a cell that is not there"),
        ('size=[2,2]\n[moves]\nlever="r1 c1, r3 c1"', "names the cell 'r3 c1'"),
        ('size=[2,2]\n[moves]\nlever="11/112"', "use 0 to 1"),
        ('size=[2,2]\n[moves]\nlever="11/111"', "r2 c3, which is not there"),
        ('size=[2,2]\n[moves]\nlever="1-1"', "can't be understood"),
        ("size=[2,2]\n[moves]\nlever=3", "in quotes"),
        ('size=[2,2]\n[moves]\nlever="00/00"', "changes nothing"),
        ("size=[2,2]\n[moves]", "table of moves"),
        ('cells=["..", "..."]\nrings=[[1,2,5]]', "need a goal"),
        ('cells=["..", "..."]\nrings=[[1,2,6]]\ngoal="00/000"', "ring 1 names the cell 6"),
        ('cells=["..", "..."]\nrings=[[1,1]]\ngoal="00/000"', "each once"),
        ('cells=["..", "..."]\nrings=[]\ngoal="00/000"', "no ring"),
        ('cells=["..", "x.."]\nrings=[[1,2]]\ngoal="00/000"', "no holes"),
        ("x" * 5_000_000, "too long"),
    ],
)
def test_what_makes_no_puzzle_is_refused_with_a_clear_line(text: str, told: str) -> None:
    with pytest.raises((RuleError, NotationError)) as caught:
        parse(text)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)
