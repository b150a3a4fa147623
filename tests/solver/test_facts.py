"""The closing questions of the documents the solvers come from, and facts of any size."""

import json
from fractions import Fraction

import pytest

from solver import analyse, analyse_board, typed_board
from solver.puzzle import Puzzle
from solver.puzzles import heresy, lights_out, memento, wheels


def test_heresy_closing_questions() -> None:
    facts = analyse(heresy.puzzle())
    assert facts.share == Fraction(1, 16)
    assert (facts.mean, facts.most) == (Fraction(33, 4), 15)
    assert (facts.kernel, facts.solvable) == (16, 16384)
    rows = dict(facts.rows())
    assert rows["solvable share"] == "1/16 = 0.0625"
    assert rows["mean least moves"] == "33/4 = 8.25"
    assert rows["15 moves"] == "7"
    assert facts.hardest[0] == "111/111/111"


@pytest.mark.parametrize(
    ("kind", "board", "goal", "cost", "ways"),
    [
        ("memento", "100/100/100", None, 2, 1),
        ("memento", "100/000/001", None, 3, 1),
        ("wheels", "101/0101/010/10", None, 4, 2),
        ("wheels", "010/1010/101/01", None, 5, 3),
        ("lights-out", "00000/00000/00000/00000/00000", "invert", 15, 4),
        ("heresy", "000/000/000", "all-1", 9, 1),
    ],
)
def test_boards_of_the_sources(kind: str, board: str, goal: str | None, cost: int, ways: int) -> None:
    facts = analyse_board(typed_board(kind, board), goal)
    assert (facts.cost, facts.lower_bound, facts.least_solutions) == (cost, cost, ways)
    assert dict(facts.rows())["least moves"] == f"{cost} (proved)"


def test_wheels_and_memento() -> None:
    facts = analyse(wheels.puzzle())
    assert (facts.boards, facts.share, facts.most, facts.kernel) == (924, 1, 7, None)
    assert facts.mean == Fraction(1019, 231)
    facts = analyse(memento.puzzle(8, 8))
    assert facts.share == Fraction(1, 1 << 48)
    assert (facts.nullity, facts.kernel, facts.most) == (1, 2, 9)


def test_an_unsolvable_board_says_why() -> None:
    facts = analyse_board(typed_board("lights-out", "10000/00000/00000/00000/00000"))
    assert facts.cost is None
    assert "even number" in dict(facts.rows())["solvable"]
    assert facts.as_dict()["solvable"] is False


@pytest.mark.parametrize(
    "puzzle",
    [
        lights_out.puzzle(5, 5),
        lights_out.puzzle(6, 6),
        lights_out.puzzle(20, 20),
        lights_out.puzzle(8, 8, states=6),
        wheels.puzzle(),
    ],
)
def test_facts_become_tables_and_json(puzzle: Puzzle) -> None:
    facts = analyse(puzzle)
    assert all(isinstance(text, str) for row in facts.rows() for text in row)
    assert json.loads(json.dumps(facts.as_dict()))["states"] == puzzle.states


def test_huge_counts_are_written_as_powers() -> None:
    facts = analyse(lights_out.puzzle(150, 149))
    assert facts.as_dict()["boards"] == "2^22350"
    assert facts.distribution is None
    assert analyse(lights_out.puzzle(9, 9)).as_dict()["share"] == "1/256"
