from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from calibration.evaluate import Task, run, tasks
from calibration.score import Outcome
from calibration.tally import by_puzzle, tally
from calibration.truth import load
from solver.errors import BoardsightError
from vision.frame import Frame

BOARD = "0101/1100/0010/1011"


def test_rows_come_in_order_with_their_outcome(folder):
    place = folder(
        ("right.png", BOARD, {}),
        ("wrong.png", BOARD, {"board": "1101/1100/0010/1011"}),
        ("moved.png", BOARD, {"centers": [[500.0 + 48 * c, 500.0 + 48 * r] for r in range(4) for c in range(4)]}),
    )
    rows = list(run(tasks(load(place)), jobs=1))
    assert [row.name for row in rows] == [str(place / name) for name in ("right.png", "wrong.png", "moved.png")]
    assert [row.exact for row in rows] == [True, False, False]
    assert [row.right for row in rows] == [16, 15, 0]
    assert [row.failed for row in rows] == [False, True, True]


def test_two_processes_say_the_same_as_one(folder):
    place = folder(*((f"{i}.png", BOARD, {}) for i in range(5)))
    todo = tasks(load(place))
    one, two = list(run(todo, jobs=1)), list(run(todo, jobs=2))
    assert [(row.name, row.board, row.outcome) for row in one] == [(row.name, row.board, row.outcome) for row in two]


def broken() -> tuple[Frame, object]:
    raise ZeroDivisionError("by\nzero")


def refused() -> tuple[Frame, object]:
    raise BoardsightError("not a picture")


def test_a_fault_becomes_a_row(folder):
    place = folder(("right.png", BOARD, {}))
    rows = list(run([Task("a", broken), Task("b", refused), *tasks(load(place))], jobs=1))  # type: ignore[arg-type]
    assert [row.problem for row in rows] == ["a: a fault: ZeroDivisionError: by zero", "not a picture", ""]
    assert [row.failed for row in rows] == [True, True, False]
    assert tally(rows).problems == 2


def test_failures_are_drawn(folder, tmp_path):
    place = folder(("wrong.png", BOARD, {"board": "1101/1100/0010/1011"}))
    (row,) = run(tasks(load(place)), jobs=1, drawings=tmp_path)
    assert (tmp_path / row.picture).stat().st_size > 1000


def test_nothing_there(folder):
    place = folder(("none.png", BOARD, {"expect": "none", "puzzle": None, "board": None, "centers": None}))
    blank = partial(lambda entry: (Frame(np.full((90, 90, 3), 40, np.uint8)), entry), load(place)[0])
    (row,) = run([Task("blank", blank)], jobs=1)
    assert row.outcome is Outcome.REFUSED
    assert by_puzzle([row])["no board"].refused == 1


@pytest.mark.parametrize("literal", [False, True])
def test_literal_runs_ask_for_the_names_too(folder, literal):
    place = folder(("swapped.png", BOARD, {"board": BOARD.translate(str.maketrans("01", "10"))}))
    (row,) = run(tasks(load(place)), jobs=1, literal=literal)
    assert row.exact is not literal
