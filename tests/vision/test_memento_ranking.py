"""Which rectangles are read, and by how much the first reading leads."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from calibration.scenes import memento as scenes
from solver.puzzles import memento as puzzles
from solver.solving import plan
from vision.algebra import solvable
from vision.detectors import memento
from vision.frame import Frame
from vision.memento import fits, gate, panes, ranking, search
from vision.memento.axis import Axis
from vision.memento.outline import outline
from vision.memento.paint import palette
from vision.memento.search import outset
from vision.memento.weights import EDGES_FROM
from vision.scene import Scene

BOARD = "1101/0001/0111/1011"


def board(seed: int) -> Scene:
    states = np.array([[int(cell) for cell in row] for row in BOARD.split("/")])
    options = {"states": states, "shape": (4, 4), "style": "bevel", "painting": "portrait"}
    return Scene(Frame(scenes.render(seed, gap=3, worn=False, **options).pixels))


def test_a_reading_that_can_be_no_rival_is_not_weighed() -> None:
    scene = board(4)
    view, fitted = outset(scene)
    every = ranking.read(view.picture, fitted, within=np.inf)
    some = ranking.read(view.picture, fitted)
    assert 0 < len(some) < len(every)
    assert some[0].score == every[0].score
    near = [one.score for one in every if one.score > every[0].score - 3]
    assert [one.score for one in some[: len(near)]] == near


def test_a_reading_leads_what_was_not_read_by_no_more_than_it_most_likely_does() -> None:
    view, fitted = outset(board(4))
    one = ranking.read(view.picture, fitted[:1])[:1]
    assert ranking.margin([one[0].score], one, 0) == np.inf
    alone = [replace(one[0], lead=1.5)]
    assert ranking.margin([one[0].score], alone, 0) == 1.5
    assert ranking.odds(alone) < ranking.odds(one)
    assert ranking.settled(alone)
    assert not ranking.settled([])


def test_a_plain_board_is_told_without_its_rivals_and_as_with_them(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = board(5)
    view, fitted = outset(scene)
    ranked = ranking.hopeful(view, fitted)
    assert len({(one.x, one.y) for one in ranked}) == 1
    assert np.isfinite(ranked[0].lead)
    quick = memento.detect(scene)[0]
    monkeypatch.setattr(ranking, "SETTLED", np.inf)
    slow = memento.detect(scene)[0]
    assert (quick.verdict, quick.board) == (slow.verdict, slow.board)


def test_what_flips_make_comes_before_what_none_can_make_and_hardly_leads() -> None:
    view, fitted = outset(board(4))
    best = ranking.read(view.picture, fitted[:1])[0]
    flips = ranking.evidence.NAMES.index("flips")
    checked, unchecked = best.values.copy(), best.values.copy()
    checked[flips], unchecked[flips] = ranking.ALGEBRA_PLAIN, 0
    best = replace(best, values=checked)
    undealt = replace(best, score=best.score + ranking.UNDEALT - 0.1, values=unchecked)
    assert ranking.dealt([undealt, best]) == [best, undealt]
    assert ranking.dealt([best, undealt]) == [best, undealt]
    ahead = replace(undealt, score=best.score + ranking.UNDEALT + 0.1)
    assert ranking.dealt([ahead, best]) == [ahead, best]


def test_tiles_with_a_drawing_come_before_cells_that_are_as_plain_as_the_dark_and_hardly_lead() -> None:
    view, fitted = outset(board(4))
    best = ranking.read(view.picture, fitted[:1])[0]
    plain, drawn = best.values.copy(), best.values.copy()
    plain[ranking.DRAWING], drawn[ranking.DRAWING] = 0.5, ranking.DRAWN_TILE
    plain[ranking.OFF] = drawn[ranking.OFF] = -0.9
    column, corner = np.zeros((2, best.y.count, best.x.count), bool)
    column[:, 0] = corner[:2, :2] = True
    sky = replace(best, score=best.score + ranking.UNDEALT - 0.1, values=plain)
    stars = replace(best, values=drawn, cut=replace(best.cut, covered=column.ravel()))
    assert ranking.drawn([sky, stars]) == [stars, sky]
    assert ranking.rivals([stars, sky]) == [stars]
    assert ranking.drawn([stars, sky]) == [stars, sky]
    ahead = replace(sky, score=best.score + ranking.UNDEALT + 0.1)
    assert ranking.drawn([ahead, stars]) == [ahead, stars]
    undealt = replace(stars, cut=replace(best.cut, covered=corner.ravel()))  # no flips make it
    assert ranking.drawn([sky, undealt]) == [sky, undealt]
    assert ranking.rivals([stars, undealt]) == [stars, undealt]


def test_too_few_tiles_lead_no_board_but_rival_it() -> None:
    view, fitted = outset(board(4))
    best = ranking.read(view.picture, fitted[:1])[0]
    covered = np.zeros_like(best.cut.covered)
    covered[:2] = True
    few = replace(best, score=best.score - 1, cut=replace(best.cut, covered=covered))
    assert ranking.margin([best.score, few.score], [best, few], 0) == 1
    assert ranking.challenged([best, few])
    assert not ranking.challenged([best, replace(few, score=best.score - 9)])


def test_the_part_of_a_window_is_what_would_be_laid_there() -> None:
    view, _ = outset(board(4))
    x, y = Axis(60.0, 40.0, 3), Axis(70.0, 38.0, 4)
    wide = panes.lay(view.edges, x, y, panes.FARTHEST)
    narrow = panes.lay(view.edges, x, y, 1)
    assert wide is not None
    assert narrow is not None
    left, top = round((x.origin - wide.x.origin) / x.pitch), round((y.origin - wide.y.origin) / y.pitch)
    found, extent = panes.part(wide, panes.Extent(top, top + 4, left, left + 3), 1)
    assert extent.shape == (4, 3)
    assert found.x.count == narrow.x.count
    for one, other in (
        (found.upright, narrow.upright),
        (found.level, narrow.level),
        (found.mid_level, narrow.mid_level),
    ):
        assert np.allclose(one, other)


def test_rectangles_are_one_board_where_they_end_alike() -> None:
    _, fitted = outset(board(4))
    assert all(fits.same(one, other) == (one is other) for one in fitted for other in fitted)


@pytest.mark.parametrize("seed", range(40, 46))
@pytest.mark.parametrize("light", [1.0, 0.4])
def test_boards_are_never_dull(seed: int, light: float) -> None:
    scene = Scene(Frame(np.asarray(scenes.render(seed).pixels * light, np.uint8)))
    assert not gate.dull(palette(scene.level(scene.level_for(350))))


def test_a_page_with_a_picture_in_it_is_dull_though_something_is_painted() -> None:
    page = np.full((1080, 1920, 3), 250, np.uint8)
    page[:, :300] = (80, 50, 40)
    rng = np.random.default_rng(3)
    page[100:180, 1700:1780] = rng.integers(0, 255, (80, 80, 3))
    small = Scene(Frame(page)).level(3)
    assert len(palette(small))
    assert gate.dull(palette(small))


@pytest.mark.parametrize("shape", [(3, 3), (3, 4), (4, 4), (5, 5), (2, 6)])
def test_what_can_be_solved_is_what_the_solver_says(shape: tuple[int, int]) -> None:
    rng = np.random.default_rng(7)
    solver = plan(puzzles.puzzle(*shape))
    for _ in range(40):
        covered = rng.random(shape) < 0.5
        assert solvable(covered) == (solver.failing(tuple(int(cell) for cell in covered.ravel())) is None)


def test_tiles_read_in_rows_beyond_the_first_reading_may_be_parts_of_the_board() -> None:
    view, fitted = outset(board(4))
    whole = ranking.hopeful(view, fitted)[0]
    covered = whole.cut.covered.reshape(whole.y.count, whole.x.count)[1:]
    below = replace(whole, y=whole.y.cells(1, whole.y.count - 1), cut=replace(whole.cut, covered=covered.ravel()))
    assert ranking.hidden([below, whole])
    assert not ranking.hidden([whole, below])
    bare = whole.cut.covered.copy()
    bare[: whole.x.count] = False
    assert not ranking.hidden([below, replace(whole, cut=replace(whole.cut, covered=bare))])
    assert not ranking.hidden([below, replace(whole, y=replace(whole.y, origin=whole.y.origin + whole.y.pitch / 2))])


@pytest.mark.parametrize("seed", [1, 3, 4])
def test_a_closed_outline_is_shared_out_to_the_same_cells_once(seed: int) -> None:
    scene = board(seed)
    view, _ = outset(scene)
    framed = search._framed(view, palette(scene.level(view.level + 1)))
    assert (4, 4) in [one.extent.shape for one in framed]
    assert not any(fits.same(one, other) for one, other in combinations(framed, 2))
    assert min(one.score for one in framed) >= EDGES_FROM


@pytest.mark.parametrize("seed", [2, 4, 12, 18])
def test_a_board_of_two_rows_is_not_taken_for_parts_of_its_cells(seed: int) -> None:
    scenery = scenes.render(seed, gap=seed % 4, worn=False, states=np.array([[0, 1, 0], [0, 0, 1]]), shape=(2, 3))
    (reading,) = memento.detect(Scene(Frame(scenery.pixels)))
    assert reading.board == scenery.board


@pytest.mark.parametrize(("tiles", "cells", "tells"), [(2, 6, False), (3, 6, True), (5, 6, False), (3, 4, False)])
def test_too_few_tiles_tell_nothing_and_too_few_others_no_more(tiles: int, cells: int, tells: bool) -> None:
    view, fitted = outset(board(4))
    cut = ranking.read(view.picture, fitted[:1])[0].cut
    assert ranking.telling(replace(cut, covered=np.arange(cells) < tiles)) is tells


def test_a_rectangle_past_whose_side_its_tiles_lie_gives_way_to_one_that_has_them() -> None:
    view, fitted = outset(board(4))
    whole = ranking.hopeful(view, fitted)[0]
    top, bottom, left, right = whole.fit.extent
    values = outline(whole.fit.panes, panes.Extent(top, bottom, left + 1, right), 1.0)
    narrow = replace(whole.fit, extent=panes.Extent(top, bottom, left + 1, right), values=values)
    part = ranking.read(view.picture, [narrow])[0]
    assert part.values[ranking.SPILLS] > 0
    best, second = ranking.wider(view, [replace(part, score=whole.score + 1), whole])[:2]
    assert best is whole
    assert ranking.rivals([best, second]) == [best]
    grown = ranking.wider(view, [replace(part, score=whole.score - 1)])[0]
    assert grown.cut.covered.tolist() == whole.cut.covered.tolist()
    assert ranking.wider(view, [whole, part]) == [whole, part]
