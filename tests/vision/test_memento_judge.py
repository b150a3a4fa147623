"""The verdict on a memento reading: what proves the size of its cells."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.scenes import memento
from vision.frame import Frame
from vision.memento import judge
from vision.memento.axis import Axis
from vision.memento.judge import halves, named, stands_out, stepped, two_each, verdict
from vision.memento.panes import Extent, Panes, goes_on
from vision.memento.search import search
from vision.scene import Scene


def board(seen: list[int], lines: int) -> Panes:
    """Square cells, all upright lines seen and these level ones."""
    count = lines - 1
    level = np.zeros((lines, count), np.float32)
    level[seen, 0] = 1
    cells = np.zeros((count, count), np.float32)
    axis = Axis(0, 30, count)
    return Panes(axis, axis, np.ones((count, lines), np.float32), level, cells, cells)


@pytest.mark.parametrize(("seen", "proven"), [([0, 1, 4], True), ([0, 2, 4], False), ([0, 4], False), ([], False)])
def test_lines_seen_prove_the_size_of_cells_where_no_coarser_lattice_has_them(seen: list[int], proven: bool) -> None:
    assert stepped(board(seen, 5)) is proven


def oblong(tiles: str, gap: bool) -> tuple[Panes, np.ndarray]:
    """Cells of two squares side by side, with every line between them seen or only those between tile and picture."""
    covered = np.array([[cell == "0" for cell in row] for row in tiles.split("/")])
    rows, cols = covered.shape
    upright = np.ones((rows, cols + 1), np.float32)
    upright[:, 1:-1] = gap | (covered[:, 1:] != covered[:, :-1])
    none = np.zeros((rows, cols), np.float32)
    level = np.ones((rows + 1, cols), np.float32)
    return Panes(Axis(0, 60, cols), Axis(0, 30, rows), upright, level, none, none), covered


@pytest.mark.parametrize(
    ("tiles", "gap", "doubted"),
    [
        ("1001/1001/0110/1001", False, True),
        ("1001/1001/0110/1001", True, False),  # tiles are parted, halves of them are not
        ("1000/1011/0100/0001", False, False),  # the diagonal was flipped: halves could not be solved
    ],
)
def test_cells_of_two_squares_may_be_two_cells(tiles: str, gap: bool, doubted: bool) -> None:
    assert two_each(*oblong(tiles, gap)) is doubted


@pytest.mark.parametrize(("middle", "doubted"), [(1.0, True), (0.0, False)])
def test_long_cells_with_a_line_through_their_middle_may_be_two(middle: float, doubted: bool) -> None:
    found, covered = oblong("1000/0111/0111", False)
    long = replace(
        found, x=replace(found.x, pitch=1.8 * found.y.pitch), mid_upright=found.mid_upright + np.float32(middle)
    )
    assert two_each(long, covered) is doubted


@pytest.mark.parametrize(("parted", "doubted"), [(0.0, True), (1.0, False)])
def test_tiles_that_nothing_parts_where_others_are_parted_may_be_halves(parted: float, doubted: bool) -> None:
    found, covered = oblong("0110/0110/0011/0011", True)
    found.level[[1, 3]] = parted
    assert halves(found, covered) is doubted


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


def test_an_outline_that_goes_on_straight_may_be_that_of_a_larger_board() -> None:
    found, _ = oblong("1000/1011/0100/0001", True)
    assert goes_on(found, Extent(0, 4, 0, 3)) == [(0, 0, 0, 1)]
    assert not goes_on(found, Extent(0, 4, 0, 4))


def test_one_side_that_goes_on_is_enough_where_it_is_asked_for() -> None:
    found, _ = oblong("1000/1011/0100/0001", True)
    found.level[4, 3] = 0.0  # something lies over the lower of the two
    assert not goes_on(found, Extent(0, 4, 0, 3))
    assert goes_on(found, Extent(0, 4, 0, 3), one=True)


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


def test_rims_that_have_no_relation_close_by_are_none_of_one_picture() -> None:
    cards = {"inside_flow": 0.9}
    assert judge.loose(cards, 1.0, 7, shared=False)
    assert not judge.loose(cards, 0.6, 7, shared=False)
    assert not judge.loose({"inside_flow": 0.3}, 1.0, 7, shared=False)


def test_what_hardly_any_pattern_passes_by_chance_needs_no_picture_that_goes_on() -> None:
    assert not judge.loose({"inside_flow": 0.9}, 1.0, judge.PROVEN, shared=False)


def test_cells_told_by_an_outline_alone_have_to_show_a_picture_that_goes_on() -> None:
    assert judge.loose({"inside_flow": 0.3}, 0.6, 3, shared=True)
    assert not judge.loose({"inside_flow": 0.3}, 0.3, 3, shared=True)
