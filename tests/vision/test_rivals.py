"""Which of several readings of one place is believed."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import cv2
import numpy as np
import pytest

from vision.evenness import Evenness
from vision.frame import Frame
from vision.grid import cycled
from vision.grid.doubts import PLAIN
from vision.reading import OVER, CellReading, Reading
from vision.rivals import may_be_tiles, settled, unless_again, unless_pictured, unless_signs, unless_undealt
from vision.scene import Scene
from vision.showing import table

DEALT, OTHER = "1101/0001/0111/1011", "1101/0001/0111/1010"


def read(kind: str, board: str, confidence: float, states: int = 2) -> Reading:
    """An unsure reading of cells ten pixels apart."""
    cells = tuple(
        CellReading(row, col, int(sign), tuple(float(int(sign) == s) for s in range(states)), (10.0 * col, 10.0 * row))
        for row, line in enumerate(board.split("/"))
        for col, sign in enumerate(line)
    )
    matrix = (10.0, 0.0, 0.0, 0.0, 10.0, 0.0, 0.0, 0.0, 1.0)
    return Reading("unsure", ("a doubt",), kind, states, cells, confidence, matrix)


@pytest.mark.parametrize(
    ("tiles", "confidence", "grid", "left"),
    [
        (DEALT, 0.6, "011/110/101", ["memento"]),
        (DEALT, 0.4, "011/110/101", ["memento", "lights-out"]),
        (OTHER, 0.9, "011/110/101", ["memento", "lights-out"]),
        (DEALT, 0.9, "000/000/000", ["memento", "lights-out"]),
    ],
)
def test_doubtful_tiles_that_flips_can_make_lead_a_doubtful_grid(
    tiles: str, confidence: float, grid: str, left: list[str]
) -> None:
    seen = read("memento", tiles, confidence)
    found = settled([seen, read("lights-out", grid, 0.7)], [seen], {})
    assert [one.kind for one in found] == left


@pytest.mark.parametrize(
    ("reasons", "left"),
    [(("one doubt", "another"), ["lights-out"]), (("one doubt",), ["memento", "lights-out"])],
)
def test_tiles_with_several_doubts_are_not_offered_for_other_rows_of_a_sure_grid(
    reasons: tuple[str, ...], left: list[str]
) -> None:
    tiles = replace(read("memento", "1101/0001/0110/1011", 0.9), reasons=reasons)
    grid = replace(read("lights-out", "0100/1101/0110", 0.99), verdict="sure", reasons=())
    assert [one.kind for one in settled([tiles, grid], [], {})] == left


@pytest.mark.parametrize(("shrunk", "left"), [(5, ["lights-out"]), (1, ["memento", "lights-out"])])
def test_tiles_within_one_cell_of_a_grid_are_something_drawn_there(shrunk: int, left: list[str]) -> None:
    seen = read("memento", DEALT, 0.99)
    cells = tuple(replace(cell, center=tuple(place / shrunk for place in cell.center)) for cell in seen.cells)
    matrix = tuple(entry / shrunk for entry in seen.homography[:6]) + seen.homography[6:]
    tiles = replace(seen, verdict="sure", reasons=(), cells=cells, homography=matrix)
    found = settled([tiles, read("lights-out", "011/110/101", 0.7)], [], {})
    assert [one.kind for one in found] == left


@pytest.mark.parametrize(
    ("board", "buttons", "tiles"),
    [
        ("012/120/201", False, True),
        ("01000/11100/01020/00222/00020", False, False),
        ("01000/11100/01020/00222/00020", True, True),
    ],
)
def test_a_grid_of_several_colours_may_be_tiles_unless_clicks_made_it(board: str, buttons: bool, tiles: bool) -> None:
    three = replace(read("lights-out", board, 0.9, 3), verdict="sure", reasons=())
    made = cycled.made(table(three))
    shown = SimpleNamespace(flanked=lambda **_: buttons, lonely=bool, pictured=bool, alike=False, cycled=made)
    drawn = {three.homography: cast("Evenness", shown)}
    assert may_be_tiles(three, drawn) is tiles
    assert (unless_pictured(three, drawn).verdict == "unsure") is buttons


EIGHT = "110110010/100110011/111100111/101111101/010111000/001101101/100011100/111011110/111111100"


@pytest.mark.parametrize(("board", "least"), [("1100/1011/0110/0011", "sure"), (EIGHT, "unsure")])
@pytest.mark.parametrize("ruled", [True, False])
def test_a_pattern_that_no_clicks_make_may_have_a_rule_in_each_cell(board: str, least: str, *, ruled: bool) -> None:
    one = replace(read("lights-out", board, 0.9), verdict="sure", reasons=())
    shown = SimpleNamespace(ruled=lambda: ruled)
    verdict = unless_undealt(one, {one.homography: cast("Evenness", shown)}).verdict
    assert verdict == (least if ruled else "unsure")


@pytest.mark.parametrize(
    ("board", "verdict"), [("000/010/000", "unsure"), ("/".join(["000000", "001000", *["000000"] * 4]), "none")]
)
def test_a_single_odd_cell_may_be_a_part_of_a_picture(board: str, verdict: str) -> None:
    one = replace(read("lights-out", board, 0.9), verdict="sure", reasons=())
    shown = SimpleNamespace(lonely=lambda: True)
    assert unless_pictured(one, {one.homography: cast("Evenness", shown)}).verdict == verdict


@pytest.mark.parametrize(
    ("reasons", "suspects", "aside", "left"),
    [
        (("a doubt",), (), 0, ["memento"]),
        (("a doubt", "another"), (), 0, ["wheels", "memento"]),
        (("a doubt",), (3,), 0, ["wheels", "memento"]),
        (("a doubt",), (), 100, ["wheels", "memento"]),
    ],
)
def test_a_doubtful_lock_on_tiles_in_a_single_doubt_is_printed_there(
    reasons: tuple[str, ...], suspects: tuple[int, ...], aside: float, left: list[str]
) -> None:
    lock = read("wheels", "100/0100/100", 0.9)
    cells = tuple(replace(cell, center=(cell.center[0] + aside, cell.center[1])) for cell in lock.cells)
    tiles = replace(read("memento", DEALT, 0.5), reasons=reasons, suspects=suspects)
    found = settled([replace(lock, cells=cells, homography=()), tiles], [], {})
    assert [one.kind for one in found] == left


@pytest.mark.parametrize(("sign", "left"), [("2", ["lights-out"]), ("1", ["heresy", "lights-out"])])
def test_a_panel_of_one_sign_gives_way_to_the_larger_grid_whose_cells_hold_it(sign: str, left: list[str]) -> None:
    signs = f"222/2{sign}2/222"
    panel = replace(read("heresy", signs, 0.99, 4), verdict="sure", reasons=())
    grid = replace(read("lights-out", DEALT, 0.99), verdict="sure", reasons=())
    assert [one.kind for one in settled([panel, grid], [], {})] == left


@pytest.mark.parametrize(("verdict", "left"), [("unsure", ["lights-out"]), ("none", ["heresy", "lights-out"])])
def test_a_doubtful_panel_does_not_give_way_to_a_grid_that_is_none_itself(verdict: str, left: list[str]) -> None:
    panel = read("heresy", "212/202/122", 0.3, 4)
    grid = replace(read("lights-out", DEALT, 0.7), verdict=verdict)
    assert [one.kind for one in settled([panel, grid], [], {})] == left


@pytest.mark.parametrize(("shrunk", "left"), [(2.0, ["lights-out"]), (0.5, ["heresy", "lights-out"])])
def test_a_doubtful_panel_within_a_larger_grid_is_made_of_parts_of_its_cells(shrunk: float, left: list[str]) -> None:
    seen = read("heresy", "212/202/122", 0.3, 4)
    cells = tuple(
        replace(cell, center=tuple(12 + place / shrunk for place in cell.center)) for cell in seen.cells
    )  # between the grid's cells, or as wide as all of it
    matrix = tuple(entry / shrunk for entry in seen.homography[:6]) + seen.homography[6:]
    matrix = (*matrix[:2], 12.0, *matrix[3:5], 12.0, *matrix[6:])
    panel = replace(seen, cells=cells, homography=matrix)
    found = settled([panel, read("lights-out", DEALT, 0.7)], [], {})
    assert [one.kind for one in found] == left


@pytest.mark.parametrize(
    ("reason", "verdict"),
    [(OVER, "unsure"), ("cells of one state differ", "unsure"), ("some cells fit no state", "sure")],
)
def test_tiles_are_doubted_where_only_wear_keeps_a_grid_of_the_same_cells_from_being_sure(
    reason: str, verdict: str
) -> None:
    tiles = replace(read("memento", "000/100/010", 0.99), verdict="sure", reasons=())
    grid = replace(read("lights-out", "111/011/101", 0.9), reasons=(reason,))
    (found, _) = settled([tiles, grid], [tiles], {})
    assert found.verdict == verdict


@pytest.mark.parametrize(
    ("board", "sure"), [("01101/10010/01101/01101/10010", False), ("00011/10101/11010/10111/00001", True)]
)
def test_tiles_that_no_flips_make_speak_against_no_grid_that_clicks_make(board: str, sure: bool) -> None:
    tiles = read("memento", board, 0.9)
    grid = replace(read("lights-out", board, 0.9), verdict="sure", reasons=())
    found = settled([tiles, grid], [tiles], {})
    assert [one.verdict for one in found if one.kind == "lights-out"] == ["sure" if sure else "unsure"]


@pytest.mark.parametrize(
    ("board", "uneven", "flanked", "verdict"),
    [
        ("211/100/211", False, False, "unsure"),
        ("211/100/211", True, False, "sure"),
        ("211/100/211", False, True, "sure"),
        ("112/200/111", False, False, "sure"),  # a part of the picture is like the tiles
        ("011/100/211", False, False, "sure"),  # one colour is shown once
    ],
)
def test_tiles_are_doubted_where_they_are_one_of_several_even_colours(
    board: str, uneven: bool, flanked: bool, verdict: str
) -> None:
    tiles = replace(read("memento", "100/011/100", 0.99), verdict="sure", reasons=())
    grid = replace(read("lights-out", board, 0.9, 3), homography=(20.0, *tiles.homography[1:]))
    told = SimpleNamespace(
        uneven=lambda: uneven, toned=lambda: False, flanked=lambda *, one_way=False: flanked and one_way
    )
    (found, _) = settled([tiles, grid], [tiles], {grid.homography: told, tiles.homography: told})  # type: ignore[dict-item]
    assert found.verdict == verdict


@pytest.mark.parametrize("uneven", [False, True])
def test_where_clicks_make_any_pattern_cells_of_one_colour_each_are_no_tiles(uneven: bool) -> None:
    board = "1100/1000/0000/0000/0000"  # of a size with no checks, and none of memento's, however it is misread
    tiles = read("memento", board, 0.95)
    grid = replace(read("lights-out", board, 0.9), verdict="sure", reasons=())
    cells = SimpleNamespace(uneven=lambda: uneven, speckled=lambda: True)
    found = settled([tiles, grid], [tiles], {grid.homography: cells})  # type: ignore[dict-item]
    assert [one.verdict for one in found if one.kind == "lights-out"] == ["unsure" if uneven else "sure"]


@pytest.mark.parametrize(
    ("board", "speckled", "flanked", "doubt", "verdict"),
    [
        ("000/100/011", True, False, PLAIN, "sure"),
        ("000/100/011", False, False, PLAIN, "unsure"),
        ("000/100/011", False, True, PLAIN, "sure"),
        ("000/100/011", True, False, OVER, "unsure"),
        ("100/011/100", True, False, OVER, "sure"),  # nothing lies over these that leaves out those between
        ("001/010/100", True, False, PLAIN, "unsure"),
    ],
)
def test_tiles_beside_parts_of_a_picture_are_no_veiled_grid_unless_one_move_may_be_turning_all_of_these(
    board: str, speckled: bool, flanked: bool, doubt: str, verdict: str
) -> None:
    tiles = replace(read("memento", board, 0.99), verdict="sure", reasons=())
    grid = replace(read("lights-out", board, 0.9), reasons=(doubt,))
    grid = replace(grid, homography=(20.0, *grid.homography[1:]))
    told = SimpleNamespace(speckled=lambda: speckled, toned=lambda: False, flanked=lambda: flanked)
    (found, _) = settled([tiles, grid], [tiles], {tiles.homography: told})
    assert found.verdict == verdict


@pytest.mark.parametrize(
    ("toned", "flanked", "verdict"), [(True, False, "unsure"), (True, True, "sure"), (False, False, "sure")]
)
def test_tiles_beside_even_cells_of_several_tones_may_be_lights_unless_buttons_flank_them(
    toned: bool, flanked: bool, verdict: str
) -> None:
    tiles = replace(read("memento", "100/011/100", 0.99), verdict="sure", reasons=())
    told = SimpleNamespace(toned=lambda: toned, flanked=lambda *, one_way: flanked and one_way)
    (found,) = settled([tiles], [tiles], {tiles.homography: told})
    assert found.verdict == verdict


@pytest.mark.parametrize(
    ("buttons", "last", "noise", "verdict"),
    [
        ("both", 0, 6, "unsure"),
        ("none", 0, 6, "sure"),
        ("both", 0, 0, "unsure"),
        ("both", 1, 6, "unsure"),
        ("rows", 0, 6, "unsure"),
        ("rows", 1, 6, "sure"),  # no flips make it
    ],
)
def test_a_grid_beside_whose_lines_buttons_stand_may_be_tiles_over_a_plain_picture(
    buttons: str, last: int, noise: int, verdict: str
) -> None:
    canvas = np.full((420, 420, 3), (200, 214, 218), np.uint8)
    states = [[1, 0, 1], [0, 0, 1], [0, 0, last]]
    for row, line in enumerate(states):
        for col, state in enumerate(line):
            x, y = 102 + 80 * col, 102 + 80 * row
            canvas[y : y + 76, x : x + 76] = (240, 206, 160) if state else (62, 90, 62)
    for place in range(3):
        middle = 140 + 80 * place
        if buttons == "both":
            cv2.fillPoly(canvas, [np.array([(middle - 12, 66), (middle + 12, 66), (middle, 84)])], (70, 90, 60))
        if buttons != "none":
            cv2.fillPoly(canvas, [np.array([(66, middle - 12), (66, middle + 12), (84, middle)])], (70, 90, 60))
    grain = np.random.default_rng(1).normal(0, max(noise, 1e-9), canvas.shape)
    picture = np.clip(canvas + grain, 0, 255).astype(np.uint8)
    cells = tuple(
        CellReading(row, col, state, (0.0, 1.0) if state else (1.0, 0.0), (140.0 + 80 * col, 140.0 + 80 * row))
        for row, line in enumerate(states)
        for col, state in enumerate(line)
    )
    grid = Reading("sure", (), "lights-out", 2, cells, 1.0, (80.0, 0.0, 100.0, 0.0, 80.0, 100.0, 0.0, 0.0, 1.0))
    drawn = {grid.homography: Evenness(Scene(Frame(picture)), grid)}
    assert unless_pictured(grid, drawn).verdict == verdict


@pytest.mark.parametrize(("more", "verdict"), [("0110/1010/0011/1100", "sure"), ("01101/10100/00110/11001", "unsure")])
def test_tiles_are_doubted_where_they_are_a_part_of_a_larger_grid(more: str, verdict: str) -> None:
    tiles = replace(read("memento", "011/100/011", 0.99), verdict="sure", reasons=())
    assert settled([tiles, read("lights-out", more, 0.9)], [tiles], {})[0].verdict == verdict


@pytest.mark.parametrize(("apart", "verdict"), [(0.0, "unsure"), (500.0, "sure")])
def test_what_lies_over_a_grid_may_pass_for_what_tiles_uncover(apart: float, verdict: str) -> None:
    tiles = replace(read("memento", "010/001/111", 0.99), verdict="sure", reasons=())
    grid = replace(read("lights-out", "101/110/110", 0.7), reasons=(OVER, "r3 c2 is covered"))
    cells = tuple(replace(cell, center=(cell.center[0] + apart, cell.center[1])) for cell in grid.cells)
    moved = replace(grid, cells=cells, homography=(10.0, 0.0, apart, 0.0, 10.0, 0.0, 0.0, 0.0, 1.0))
    (seen,) = (one for one in settled([tiles, moved], [tiles], {}) if one.kind == "memento")
    assert seen.verdict == verdict


@pytest.mark.parametrize(("others", "verdict"), [(1, "sure"), (2, "unsure")])
def test_a_board_that_stands_there_again_and_again_may_be_a_cell_of_a_larger_one(others: int, verdict: str) -> None:
    seen = replace(read("lights-out", DEALT, 0.9), verdict="sure", reasons=())
    again = [seen, *[read("lights-out", DEALT, 0.5)] * others, read("lights-out", OTHER, 0.9)]
    assert unless_again(seen, again).verdict == verdict


@pytest.mark.parametrize(
    ("signs", "colours", "verdict"),
    [
        ("203/313/203", "203/313/203", "unsure"),
        ("302/212/221", "110/010/001", "sure"),
        ("322/212/221", "100/010/001", "sure"),
    ],
)
def test_signs_seen_in_the_cells_of_a_grid_count_where_each_colour_has_its_own(
    signs: str, colours: str, verdict: str
) -> None:
    panel = read("heresy", signs, 0.1, 4)
    grid = replace(read("lights-out", colours, 0.99, 4), verdict="sure", reasons=())
    assert unless_signs(grid, [panel, grid]).verdict == verdict
