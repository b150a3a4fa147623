"""Nine cells read together: a strange hand's glyphs are told by what they are not, and by what shots can make."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from solver.puzzles import heresy
from solver.solving import plan
from vision.frame import Frame
from vision.heresy.glyphs import PLAIN, Stroke, draw
from vision.heresy.judge import Evidence, judge
from vision.heresy.lattice import Lattice
from vision.heresy.prospects import order
from vision.heresy.together import completed, dealt, pairs, together
from vision.look import look

BOARD = np.array([0, 1, 2, 1, 3, 3, 2, 1, 0])
DEALT = (2 + np.array([1, 1, 1, 0, 1, 0, 0, 1, 0])) % 4  # by one shot
ODD = np.array([1, 1, 2, 1, 3, 3, 2, 1, 0])  # shots make no such board
ALL = np.ones(9, bool)


def patches(states: np.ndarray, noise: float = 0.03) -> np.ndarray:
    """The cells of a panel in the plain typeface, each as if placed alike for all four glyphs."""
    drawn = np.array([draw(glyph, 24) for glyph in PLAIN])[states]
    drawn = drawn + np.random.default_rng(1).normal(0, noise, drawn.shape)
    return np.repeat(drawn[:, None], 4, axis=1).astype(np.float32)


def odds(states: np.ndarray, by: float) -> np.ndarray:
    """Of cells that are by so much likelier their own glyph than any other."""
    return by * np.eye(4)[states]


def test_cells_of_one_glyph_are_alike_and_those_of_two_are_not() -> None:
    alike = pairs(patches(BOARD))
    same = BOARD[:, None] == BOARD
    assert alike[same & ~np.eye(9, dtype=bool)].min() > 0 > alike[~same].max()


def test_a_glyph_that_may_be_two_is_the_one_that_no_other_is() -> None:
    cells = odds(BOARD, 8.0)
    cells[BOARD == 1] = [0.0, 0.0, 0.5, -4.0]  # rather E than X, by itself
    assert (cells.argmax(axis=1) != BOARD).any()
    found = together(patches(BOARD), cells, ALL)
    assert found.states.tolist() == BOARD.tolist()
    assert found.chance > 0.9
    assert found.borne.tolist() == [True, True, True, True, True, True, True, True, True]


def test_of_a_hidden_cell_shots_leave_two_glyphs_two_steps_apart() -> None:
    shown = ALL.copy()
    shown[4] = False
    found = together(patches(DEALT), odds(DEALT, 8.0), shown)
    likely = {int(DEALT[4]), int(DEALT[4] + 2) % 4}
    assert set(np.flatnonzero(found.shares[4] > 0.3).tolist()) == likely
    assert found.chance < 0.9


def test_cells_told_by_nothing_leave_all_boards_that_shots_make() -> None:
    found = together(np.zeros((9, 4, 24, 24), np.float32), np.zeros((9, 4)), np.zeros(9, bool))
    assert found.chance < 1e-4
    assert np.allclose(found.shares, 0.25)


@pytest.mark.parametrize("seed", range(3))
def test_all_boards_are_summed_up(seed: int) -> None:
    """Against the same sum written out, for nine cells of which seven are certain."""
    rng = np.random.default_rng(seed)
    cells = odds(BOARD, 60.0)
    cells[:2] = rng.normal(0, 2, (2, 4))
    shown = patches(BOARD)
    found = together(shown, cells, ALL)
    worked = plan(heresy.puzzle())
    alike = 0.28 * np.clip(pairs(shown), -8, 8)
    scores = {}
    for first, second in product(range(4), repeat=2):
        board = np.array([first, second, *BOARD[2:]])
        same = np.triu(board[:, None] == board, 1)
        dealt = 2.8 * (worked.least(board.tolist()) is not None)
        scores[first, second] = 0.42 * cells[np.arange(9), board].sum() + alike[same].sum() + dealt
    best = max(scores, key=scores.__getitem__)
    total = sum(np.exp(score - scores[best]) for score in scores.values())
    assert tuple(found.states[:2]) == best
    assert found.chance == pytest.approx(1 / total, rel=1e-3)


def test_a_hand_whose_limbs_are_all_below_the_bar_is_read() -> None:
    """X as some draw it who have it told: like no rune of the game, but like itself."""
    bar = Stroke(((0.22, 0.5), (0.78, 0.5)), 0.08, 0.08)
    ends = (0.07, 0.12), (0.14, 0.33)
    limbs = [((0.5 + side * near, 0.56), (0.5 + side * far, 0.86)) for side in (1, -1) for near, far in ends]
    fan = (
        bar,
        *(Stroke(((0.5 + side * 0.13, 0.14), (0.5 + side * 0.05, 0.44)), 0.06, 0.06) for side in (1, -1)),
        *(Stroke(limb, 0.06, 0.06) for limb in limbs),
        Stroke(((0.49, 0.82), (0.51, 0.82)), 0.09, 0.09),
    )
    glyphs = [PLAIN[0], fan, PLAIN[2], PLAIN[3]]
    page = np.full((720, 1280, 3), 235, np.uint8)
    for cell, state in enumerate(DEALT):
        ink = draw(glyphs[state], 120)[..., None]
        x, y = 420 + 150 * (cell % 3), 130 + 150 * (cell // 3)
        page[y : y + 120, x : x + 120] = np.rint(235 - ink * (235 - np.array([60, 30, 30]))).astype(np.uint8)
    (found,) = look(Frame(page))
    assert found.kind == "heresy"
    assert [cell.state for cell in found.cells] == DEALT.tolist()


def test_one_board_in_sixteen_is_made_by_shots() -> None:
    assert dealt(DEALT)
    assert not dealt(ODD)
    random = np.random.default_rng(4).integers(0, 4, (3200, 9))
    assert 150 < sum(map(dealt, random)) < 250


def test_a_cell_that_cannot_be_read_is_what_shots_make_of_the_others_or_nothing() -> None:
    for place in range(9):
        ways = [state for state in range(4) if dealt(np.where(np.arange(9) == place, state, DEALT))]
        found = completed(np.where(np.arange(9) == place, 0, DEALT), np.arange(9) == place)
        if len(ways) == 1:
            assert found is not None
            assert found.tolist() == DEALT.tolist()
        else:
            assert found is None
    assert completed(DEALT, np.arange(9) < 3) is None


def clear(states: np.ndarray) -> Evidence:
    """Nine plain cells."""
    square, match = np.full((9, 4), 9.0), np.full((9, 4), 0.4, np.float32)
    square[np.arange(9), states], match[np.arange(9), states] = 0.5, 0.9
    return Evidence(Lattice(np.eye(3), 1, 9, 0.01, 0.0, 0, 0.7), square, match, np.full((9, 4), 0.25), 0.9, 0.8)


def test_of_two_looks_in_doubt_that_is_better_which_shots_make() -> None:
    few, many = clear(ODD), clear(DEALT)
    few.square[0, 2] = 0.6
    many.square[:3, 2], many.square[:3, 1] = 0.6, 0.6
    assert {judge(few).verdict, judge(many).verdict} == {"unsure"}
    assert len(judge(few).suspects) < len(judge(many).suspects)
    assert order(many) < order(few)


@pytest.mark.parametrize(("rows", "believed"), [("012/012/012", False), ("000/111/222", False), ("012/012/021", True)])
def test_the_same_signs_in_every_row_or_column_are_believed_only_by_themselves(rows: str, believed: bool) -> None:
    states = np.array([int(sign) for sign in rows.replace("/", "")])
    found = together(patches(states), odds(states, 40.0), ALL)
    assert found.states.tolist() == states.tolist()
    assert found.chance > 0.9
    assert found.believed is believed
