"""Lines of cells that are turned narrower than their fellows."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.memento.axis import Axis
from vision.memento.covers import canonical
from vision.memento.moving import moving
from vision.memento.narrowed import narrowed

COVERED = np.array([[c == "0" for c in row] for row in ("1011", "0100", "1011", "1101")])
SIDE = 32


def board() -> np.ndarray:
    """Cells of a soft picture under plain tiles."""
    rng = np.random.default_rng(5)
    picture = cv2.GaussianBlur(rng.normal(0, 400, (4 * SIDE, 4 * SIDE, 3)).astype(np.float32), (0, 0), 14) + 50
    cells = picture.reshape(4, SIDE, 4, SIDE, 3).transpose(0, 2, 1, 3, 4)
    return np.where(COVERED[..., None, None, None], PLAIN_TILE, cells).astype(np.float32)


def line(axis: int, number: int) -> np.ndarray:
    """One row or column."""
    found = np.zeros((4, 4), bool)
    np.moveaxis(found, axis, 0)[number] = True
    return found


PLAIN_TILE = np.broadcast_to(np.float32([30, 20, -40]), (SIDE, SIDE, 3))


@pytest.mark.parametrize("across", [False, True])
@pytest.mark.parametrize("width", [6, 12])
def test_a_line_that_is_narrower_than_its_fellows_is_turning(across: bool, width: int) -> None:
    cells = board()
    bars = cells.transpose(0, 1, 3, 2, 4) if across else cells
    half = width // 2
    for row, col in zip(*np.nonzero(line(1, 1)), strict=True):
        bars[row, col, :, :half] = bars[row, col, :, -half:] = (5, 0, 0)
    assert narrowed(cells, COVERED)


@pytest.mark.parametrize("off", [0, 1, 2])
def test_its_lines_may_be_a_little_off(off: int) -> None:
    """A seam of another colour lies at one side then."""
    cells = board()
    cells[:, 1, :, :8] = cells[:, 1, :, -8:] = (5, 0, 0)
    cells[:, 1, :, :off] = (40, 12, 20)
    assert narrowed(cells, COVERED)


def test_gaps_of_one_colour_between_all_cells_are_no_bars() -> None:
    cells = board()
    cells[:, :, :3] = cells[:, :, -3:] = cells[:, :, :, :3] = cells[:, :, :, -3:] = (5, 0, 0)
    assert not narrowed(cells, COVERED)


def test_gaps_that_are_seen_beside_one_line_alone_are_no_bars() -> None:
    cells = board()
    cells[:, :, :, :2] = cells[:, :, :, -1:] = (5, 0, 0)
    cells[~COVERED & ~line(1, 1)] = (5, 0, 0)  # a dark picture hides them
    assert not narrowed(cells, COVERED)


@pytest.mark.parametrize(("half", "around", "turning"), [(8, True, True), (2, True, False), (4, False, True)])
def test_where_all_tiles_are_in_one_line_bars_beside_them_are_wide(half: int, around: bool, turning: bool) -> None:
    covered = line(1, 2)
    cells = np.where(covered[..., None, None, None], PLAIN_TILE, board()).astype(np.float32)
    cells[:, 2, :, :half] = cells[:, 2, :, -half:] = (5, 0, 0)
    if around:
        cells[:, 2, :half] = cells[:, 2, -half:] = (5, 0, 0)
    assert narrowed(cells, covered) is turning


def test_a_line_that_is_nearly_at_its_edge_is_turning() -> None:
    cells = board()
    cells[:, 1, :, :14] = cells[:, 1, :, -14:] = (5, 0, 0)
    covered = COVERED.copy()
    covered[:, 1] = False
    assert narrowed(cells, covered)


@pytest.mark.parametrize("bar", [0, 7])
def test_large_cells_show_a_turn_that_has_just_begun(bar: int) -> None:
    rng = np.random.default_rng(7)
    picture = np.full((600, 600, 3), 20, np.uint8)
    picture[60:540, 60:540] = cv2.resize(rng.integers(60, 255, (12, 12, 3), np.uint8), (480, 480))
    for row, col in np.argwhere(COVERED).tolist():
        picture[60 + 120 * row : 180 + 120 * row, 60 + 120 * col : 180 + 120 * col] = (150, 90, 60)
    for row in range(4):
        top = 60 + 120 * row
        picture[top : top + 120, 180 : 180 + bar] = picture[top : top + 120, 300 - bar : 300] = 20
    lines = Axis(60.0, 120.0, 4)
    assert moving(picture, lines, lines, COVERED, canonical(picture, lines, lines, SIDE)) is (bar > 0)


@pytest.mark.parametrize("depth", [0, 3])
def test_bars_of_the_colour_of_the_tiles_are_seen_beside_the_picture(depth: int) -> None:
    """Tiles of the page's own colour hide their gaps, so those of a line are compared with those of the picture."""
    cells = board()
    gap = 1
    for row, col in zip(*np.nonzero(~COVERED), strict=True):
        wide = gap + depth * (col == 1)
        cells[row, col, :, :wide] = cells[row, col, :, -wide:] = PLAIN_TILE[0, 0]
    assert narrowed(cells, COVERED) == (depth > 0)


@pytest.mark.parametrize("wide", [3, 9])
def test_gaps_through_which_a_slope_of_colours_shows_are_no_bars(wide: int) -> None:
    """What lies behind has one colour along a row, and another along the next; a turning row's gaps are wider."""
    cells = board()
    for row in range(4):
        depth = wide if row == 1 else 3
        behind = (95 - 28 * row, -10 + 9 * row, 25 - 20 * row)
        cells[row, :, :, :3] = cells[row, :, :, -3:] = behind
        cells[row, :, :, :depth] = cells[row, :, :, -depth:] = behind
    assert narrowed(cells, COVERED) is (wide > 3)


def test_cells_of_a_line_may_turn_one_after_the_other() -> None:
    """Each bar ends elsewhere, and in the rim of its tile that is nearly of the colour behind."""
    cells = board()
    for col in range(4):
        bar = 8 + 2 * col
        cells[2, col] = (50, -10, 20)
        cells[2, col, :bar] = cells[2, col, -bar:] = (5, 0, 0)
    assert narrowed(cells, COVERED)


def test_gaps_are_no_bars_where_clouds_are_behind_those_of_other_lines() -> None:
    cells = board()
    clouds = np.broadcast_to(np.linspace(45, 90, 32, dtype=np.float32)[:, None, None] * (1, 0, 0), (4, 4, 32, 32, 3))
    for part in (np.s_[:, :, :4], np.s_[:, :, -4:], np.s_[:, :, :, :4], np.s_[:, :, :, -4:]):
        cells[part] = clouds[part]
        cells[0][part[1:]] = (70, -5, -40)
    assert not narrowed(cells, COVERED)
    cells[0, :, :, :7] = cells[0, :, :, -7:] = (70, -5, -40)
    assert narrowed(cells, COVERED)


@pytest.mark.parametrize(("rims", "turning"), [(False, True), (True, False)])
def test_what_turns_may_leave_a_hole_of_another_colour_than_the_gaps(rims: bool, turning: bool) -> None:
    """Cards have rims too, but all of them."""
    cells = board()
    for part in (np.s_[:, :, :2], np.s_[:, :, -2:], np.s_[:, :, :, :2], np.s_[:, :, :, -2:]):
        cells[part] = (25, 18, -28)
    assert not narrowed(cells, COVERED)
    within = cells[:, :, 2:-2, 2:-2]
    hole = (70, 0, 0)
    within[0, :, :, :6] = within[0, :, :, -6:] = hole
    if rims:
        for row, col in np.argwhere(~COVERED):
            within[row, col, :, :6] = within[row, col, :, -6:] = hole
    assert narrowed(cells, COVERED) is turning
