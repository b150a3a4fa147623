"""The verdict on a memento reading: what proves the size of its cells."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from calibration.scenes import memento
from vision.frame import Frame
from vision.memento import chances, judge, judgement
from vision.memento.doubts import OPEN, UNALIKE
from vision.memento.judge import named, stands_out, verdict
from vision.memento.search import begun, look, search
from vision.scene import Scene


@pytest.mark.parametrize(
    ("changed", "checks", "proven"),
    [
        ({}, 8, True),
        ({"side_min": 0.9}, 8, False),
        ({"inside": 1.0}, 8, False),
        ({"margin": 1.0}, 8, False),
        ({}, 0, False),
    ],
)
def test_an_outline_that_only_tiles_speak_for_is_closed_as_no_line_inside(
    changed: dict[str, float], checks: int, proven: bool
) -> None:
    assert stands_out({"side_min": 1.0, "inside": 0.8, "margin": 4.0} | changed, checks) is proven


@pytest.mark.parametrize(("checks", "side", "told"), [(8, 0.4, True), (3, 0.4, False), (8, 0.2, False)])
def test_a_faint_side_is_one_where_plain_algebra_speaks_for_the_board(checks: int, side: float, told: bool) -> None:
    best = search(Scene(Frame(memento.render(32, shape=(4, 4)).pixels)))[0]
    seen = named(best.values, 6.0) | {"side_min": side}
    reasons = verdict(seen, best.cut, (4, 4), 1.0, doubtful=0, checks=checks, solvable=True)[1]
    assert ("one side of the board has no clear edge" not in reasons) is told


@pytest.mark.parametrize(("share", "told"), [(0.0, True), (0.17, False)])
def test_a_single_tile_beside_the_board_may_be_of_a_line_that_a_hand_hides(share: float, told: bool) -> None:
    best = search(Scene(Frame(memento.render(32, shape=(4, 4)).pixels)))[0]
    seen = named(best.values, 6.0) | {"spill": share}
    reasons = verdict(seen, best.cut, (4, 4), 1.0, doubtful=0, checks=8, solvable=True)[1]
    assert any("it may go on there" in one for one in reasons) is not told


@pytest.mark.parametrize(("lines", "told"), [(1.0, True), (0.2, False)])
def test_tiles_along_one_side_are_tiles_where_gaps_part_them(lines: float, told: bool) -> None:
    best = search(Scene(Frame(memento.render(32, shape=(4, 4)).pixels)))[0]
    seen = named(best.values, 6.0) | {"cov_cov": lines, "flow_sum": 3.0}
    band = replace(best.cut, covered=np.repeat([True, False], 8))
    reasons = verdict(seen, band, (4, 4), 1.0, doubtful=0, checks=0, solvable=True)[1]
    assert any("all along one side" in one for one in reasons) is not told


@pytest.mark.parametrize(("rims", "solvable", "told"), [(0.8, False, True), (3.4, False, False), (0.8, True, False)])
def test_things_within_rims_that_are_alike_are_cards_where_flips_make_no_such_pattern(
    rims: float, solvable: bool, told: bool
) -> None:
    best = search(Scene(Frame(memento.render(32, shape=(4, 4)).pixels)))[0]
    seen = named(best.values, 0.0) | {"rim_own": rims, "twins": 0.0, "flow_sum": 0.0, "covered": 0.0}
    reasons = verdict(seen, best.cut, (4, 4), 1.0, doubtful=0, checks=0, solvable=solvable)[1]
    assert judge.LITTLE in reasons
    assert (judge.CARDS in reasons) is told


@pytest.mark.parametrize(("shown", "told"), [(3, True), (2, False)])
def test_two_cells_alone_are_not_told_by_what_is_in_each(shown: int, told: bool) -> None:
    best = search(Scene(Frame(memento.render(32, shape=(4, 4)).pixels)))[0]
    seen = named(best.values, 6.0) | {"pairs": 0.0, "twins": 0.0, "rim_own": 3.0, "cov_cov": 1.0}
    covered = np.ones(16, bool)
    covered[[5, 8, 15][:shown]] = False  # none beside another
    cells = replace(best.cut, covered=covered)
    reasons = verdict(seen, cells, (4, 4), 0.9, doubtful=0, checks=2, solvable=True)[1]
    assert (judge.LONE not in reasons) is told


def test_rims_that_have_no_relation_close_by_are_none_of_one_picture() -> None:
    cards = {"inside_flow": 0.9}
    assert judge.loose(cards, 1.0, 7, shared=False)
    assert not judge.loose(cards, 0.6, 7, shared=False)
    assert not judge.loose({"inside_flow": 0.3}, 1.0, 7, shared=False)


def test_what_hardly_any_pattern_passes_by_chance_needs_no_picture_that_goes_on() -> None:
    assert not judge.loose({"inside_flow": 0.9}, 1.0, judge.PROVEN, shared=False)


def test_pictures_that_have_nothing_to_do_with_each_other_are_none_whatever_their_pattern() -> None:
    assert judge.loose({"inside_flow": 0.98}, 1.0, judge.PROVEN, shared=False)


def test_cells_told_by_an_outline_alone_have_to_show_a_picture_that_goes_on() -> None:
    assert judge.loose({"inside_flow": 0.3}, 0.6, 3, shared=True)
    assert not judge.loose({"inside_flow": 0.3}, 0.3, 3, shared=True)


@pytest.mark.parametrize(("buttons", "told"), [(2, True), (1, False), (0, False)])
def test_buttons_beside_all_rows_and_columns_make_stripes_those_of_a_board(buttons: int, told: bool) -> None:
    best = search(Scene(Frame(memento.render(32, shape=(4, 4)).pixels)))[0]
    stripes = replace(best.cut, covered=np.tile([True, False, True, False], 4))
    seen = named(best.values, 6.0)
    reasons = verdict(seen, stripes, (4, 4), 1.0, doubtful=0, checks=0, solvable=True, buttons=buttons)[1]
    assert (judge.STRIPES not in reasons) is told


@pytest.mark.parametrize(("changed", "told"), [({}, True), ({"side_min": 0.9}, False), ({"margin": 3.0}, False)])
def test_rails_make_stripes_those_of_a_board_whose_outline_is_closed_and_that_nothing_else_fits(
    changed: dict[str, float], told: bool
) -> None:
    best = search(Scene(Frame(memento.render(32, shape=(4, 4)).pixels)))[0]
    seen = named(best.values, 6.0) | {"side_min": 1.0} | changed
    stripes = replace(best.cut, covered=np.tile([True, False, True, False], 4))
    reasons = verdict(seen, stripes, (4, 4), 1.0, doubtful=0, checks=0, solvable=True, railed=True)[1]
    assert (judge.STRIPES not in reasons) is told


@pytest.mark.parametrize("railed", [True, False])
def test_a_blank_outer_row_that_has_a_button_of_its_own_is_the_boards(railed: bool) -> None:
    best = search(Scene(Frame(memento.render(32, shape=(4, 4)).pixels)))[0]
    seen = named(best.values, 6.0) | {"flat_line": 1.0}
    blank = replace(best.cut, covered=np.array([0, 0, 0, 0] + [1, 0, 1, 0] * 3, bool))
    reasons = verdict(seen, blank, (4, 4), 1.0, doubtful=0, checks=6, solvable=True, railed=railed)[1]
    assert (judge.BLANK not in reasons) is railed


@pytest.mark.parametrize(
    ("twins", "apart", "checks", "doubted"),
    [(0.75, 4.3, 5, True), (0.6, 4.3, 5, False), (0.75, 1.0, 5, False), (0.75, 4.3, 8, False)],
)
def test_cells_of_a_few_colours_beside_tiles_that_differ_may_be_lights(
    twins: float, apart: float, checks: int, *, doubted: bool
) -> None:
    best = search(Scene(Frame(memento.render(32, shape=(4, 4)).pixels)))[0]
    seen = named(best.values, 6.0) | {"twins": twins, "inner": float(np.log(apart))}
    reasons = verdict(seen, best.cut, (4, 4), 1.0, doubtful=0, checks=checks, solvable=True)[1]
    assert (UNALIKE in reasons) is doubted


@pytest.mark.parametrize(("drawn", "doubted"), [(1.0, True), (15.0, True), (25.0, False)])
def test_tiles_with_a_drawing_that_a_small_view_shows_otherwise_are_alike(drawn: float, *, doubted: bool) -> None:
    best = search(Scene(Frame(memento.render(32, shape=(4, 4)).pixels)))[0]
    seen = named(best.values, 6.0) | {"inner": float(np.log(7.5)), "cov_texture": float(np.log(1 + drawn))}
    reasons = verdict(seen, best.cut, (4, 4), 1.0, doubtful=0, checks=3, solvable=True)[1]
    assert (UNALIKE in reasons) is doubted


@pytest.mark.parametrize(("checks", "margin", "told"), [(8, 1.5, True), (0, 1.5, False), (0, 2.5, True)])
def test_signs_beside_all_lines_do_not_settle_stripes_that_another_reading_nearly_equals(
    checks: int, margin: float, told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A row that just turns is all alike, and the tiles at rest are then a part of the picture."""
    best = search(Scene(Frame(memento.render(32, shape=(4, 4)).pixels)))[0]
    seen = named(best.values, margin) | {"flow_sum": 2.5}
    monkeypatch.setattr(judge, "belief", lambda _: judge.SURE_FLOWING[0] - judge.RAILED + 0.1)
    row = replace(best.cut, covered=np.arange(16) < 4)
    reasons = verdict(
        seen, row, (4, 4), 1.0, doubtful=0, checks=checks, solvable=True, railed=True, marked=(True, True)
    )[1]
    assert (judge.LITTLE not in reasons) is told


@pytest.mark.parametrize(("checks", "marked", "open_side"), [(3, True, False), (3, False, True), (0, True, True)])
def test_signs_beside_all_lines_tell_where_a_board_ends_unless_it_is_of_stripes(
    checks: int, marked: bool, open_side: bool
) -> None:
    best = search(Scene(Frame(memento.render(32, shape=(4, 4)).pixels)))[0]
    seen = named(best.values, 6.0) | {"side_min": 0.3}
    told = partial(verdict, seen, best.cut, (4, 4), 1.0, doubtful=0, checks=checks, solvable=True)
    assert (OPEN in told(marked=(marked, marked))[1]) is open_side


def test_signs_beside_all_lines_settle_that_tiles_differ() -> None:
    best = search(Scene(Frame(memento.render(32, shape=(4, 4)).pixels)))[0]
    seen = named(best.values, 6.0) | {"inner": 2.0}
    told = partial(verdict, seen, best.cut, (4, 4), 1.0, doubtful=0, checks=3, solvable=True)
    assert UNALIKE in told(marked=(False, False))[1]
    assert UNALIKE not in told(marked=(True, True))[1]


@pytest.mark.parametrize(("changed", "said"), [({}, "unsure"), ({"unlike": 0.5}, "none")])
def test_stripes_that_edges_hardly_part_are_no_boards(changed: dict[str, float], said: str) -> None:
    best = search(Scene(Frame(memento.render(32, shape=(4, 4)).pixels)))[0]
    stripes = replace(best.cut, covered=np.tile([True, False, True, False], 4))
    seen = named(best.values, 6.0) | changed
    assert verdict(seen, stripes, (4, 4), 1.0, doubtful=0, checks=0, solvable=True)[0] == said


@pytest.mark.parametrize(("chance", "said"), [(0.93, "unsure"), (0.6, "none")])
def test_a_board_many_cells_of_which_are_doubtful_is_none(
    chance: float, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = Scene(Frame(memento.render(32, shape=(4, 4)).pixels))
    weighed = chances.weighed

    def doubtful(*args: np.ndarray) -> np.ndarray:
        told = weighed(*args)
        told[:4] = np.where(told[:4] > 0.5, chance, 1 - chance)
        return told

    monkeypatch.setattr(chances, "weighed", doubtful)
    view, _, ranked = look(scene, np.zeros(0), begun(scene, np.zeros(0)))
    assert judgement.judge(scene, view, ranked).verdict == said
