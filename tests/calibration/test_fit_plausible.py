"""The model that tells boards in doubt from other things."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from calibration.evaluate import Task
from calibration.fit_confidence import drawn
from calibration.fit_plausible import DRAWN, Example, examples, fitted, left_out, made_up, main

NAMES, DOUBTS = ["square"], ["telling", "idle"]


def made(count: int) -> list[Example]:
    """As many examples, of as many programs; one doubt tells boards, another is as often found with either."""
    rng = np.random.default_rng(2)
    found = []
    for number in range(count):
        board = number % 2 == 0
        doubts = {"telling"} if rng.random() < (0.02 if board else 0.9) else set()
        doubts |= {"idle"} if rng.random() < 0.5 else set()
        found.append(Example(f"game {number // 2}", {"square": 1.0}, frozenset(doubts), board))
    return found


def test_a_doubt_that_tells_gets_the_weight_and_a_figure_always_alike_none() -> None:
    square, telling, idle, _ = fitted(made(400), NAMES, DOUBTS)
    assert telling < -2
    assert abs(idle) < 0.5
    assert square == pytest.approx(0, abs=1e-6)


def test_boards_made_up_weigh_less() -> None:
    one = made(1)[0]
    assert one.board
    assert replace(one, made=True).weight == DRAWN < one.weight == replace(one, made=True, board=False).weight


def test_folders_must_be_named() -> None:
    with pytest.raises(SystemExit, match="name folders"):
        main([])


def test_scores_of_programs_left_out_tell_them_still() -> None:
    seen = made(400)
    scores = left_out(seen, NAMES, DOUBTS)
    boards = np.array([one.board for one in seen])
    assert (scores[boards] > -1e-9).mean() > 0.7
    assert (scores[~boards] < -1e-9).mean() > 0.8


def test_grids_in_doubt_are_noted_before_it_is_settled_what_they_are() -> None:
    noted = [
        one for seed in range(4) for one in examples(Task("negative", partial(drawn, "negatives", 720_700 + seed)))
    ]
    assert noted
    assert not any(one.board for one in noted)
    assert all(one.doubts for one in noted)


def test_what_is_made_up_is_the_same_each_time() -> None:
    assert [task.name for task in made_up()] == [task.name for task in made_up()]
