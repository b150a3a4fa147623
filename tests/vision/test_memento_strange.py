"""Tiles of a line that show what no other tile does."""

from __future__ import annotations

import numpy as np
import pytest

from vision.memento.strange import askew, strange

COVERED = np.array([[True, True, False], [True, False, True], [False, True, True]])


@pytest.mark.parametrize("axis", [2, 3])
def test_tiles_of_a_line_that_are_narrower_are_turning_and_those_off_by_a_pixel_are_not(axis: int) -> None:
    cells = np.full((3, 3, 32, 32, 3), 90.0, np.float32)
    tile = np.full((32, 32, 3), 40.0, np.float32)
    tile[8:24, 8:24] = 60.0  # an ornament
    cells[COVERED] = tile
    assert not strange(cells, COVERED)
    cells[0, 0], cells[0, 1] = np.roll(tile, 1, 0), np.roll(tile, -1, 1)
    assert not strange(cells, COVERED)
    sides = np.moveaxis(cells, axis, 2)
    sides[1, [0, 2], :5] = sides[1, [0, 2], -5:] = 80.0
    assert strange(cells, COVERED)


def test_one_strange_tile_among_others_of_its_lines_is_none_of_a_move() -> None:
    cells = np.full((3, 3, 32, 32, 3), 40.0, np.float32)
    cells[2, 1, :12, :12] = 90.0
    assert not strange(cells, np.ones((3, 3), bool))


def test_tiles_of_a_line_that_have_nearly_faded_in_are_strange_where_all_others_are_the_same() -> None:
    cells = np.full((4, 3, 32, 32, 3), 40.0, np.float32)
    covered = np.array([[True, False, True], [True, True, True], [False, True, False], [True, False, True]])
    cells[~covered] = 90.0
    assert not strange(cells, covered)
    cells[1] += 0.4
    assert strange(cells, covered)


@pytest.mark.parametrize(("bright", "turning"), [(8.0, False), (30.0, True)])
def test_light_that_falls_in_from_beyond_an_outer_line_does_not_turn_it(bright: float, turning: bool) -> None:
    """What turns on its inner edge is gone from there, too, but all at once."""
    cells = np.full((3, 3, 32, 32, 3), 90.0, np.float32)
    cells[COVERED] = 40.0
    cells[0, :, :, :, 0] += bright * np.clip(np.linspace(1.0, -0.2, 32), 0, 1)[:, None] ** 2
    assert strange(cells, COVERED) is turning


@pytest.mark.parametrize(("size", "told"), [(32, strange), (64, askew)])
def test_fine_lines_that_fall_otherwise_between_the_pixels_of_a_line_are_not_strange(size, told) -> None:
    """They are whole there, and half on either side of where they are in the other tiles."""
    cells = np.full((4, 4, size, size, 3), 90.0, np.float32)
    covered = np.repeat([[True], [True], [True], [False]], 4, axis=1)
    whole = np.full((size, size, 3), 40.0, np.float32)
    whole[4], whole[-5] = 60.0, 60.0
    halved = (whole + np.roll(whole, 1, axis=0)) / 2
    cells[covered] = halved
    cells[0] = whole
    assert not told(cells, covered)
    cells[0, :, 2:9] = cells[0, :, -9:-2] = 70.0
    assert told(cells, covered)


@pytest.mark.parametrize("line", [np.s_[1, :], np.s_[:, 0]])
def test_tiles_of_a_line_whose_sides_lean_are_askew_and_those_off_by_a_pixel_are_not(line: tuple[int | slice]) -> None:
    cells = np.full((3, 3, 64, 64, 3), 90.0, np.float32)
    tile = np.full((64, 64, 3), 90.0, np.float32)
    tile[2:-2, 2:-2] = 40.0
    covered = np.ones((3, 3), bool)
    covered[2, 2] = False
    cells[covered] = tile
    cells[0, 1] = np.roll(tile, 1, 0)
    assert not askew(cells, covered)
    leaning = tile.copy()
    for row in range(64):
        leaning[row, : 2 + row // 10] = leaning[row, 62 - row // 10 :] = 90.0
    cells[line] = leaning
    assert askew(cells, covered)


@pytest.mark.parametrize(("row", "ahead"), [(1, False), (2, False), (2, True)])
def test_a_row_that_lies_a_little_off_or_borders_on_a_frame_is_not_askew(row: int, ahead: bool) -> None:
    """One of its sides is strange, or faintly the one inwards where the other borders on what is around the board."""
    cells = np.full((3, 3, 64, 64, 3), 90.0, np.float32)
    covered = np.ones((3, 3), bool)
    covered[0, 2] = covered[1, 0] = covered[2, 1] = False
    cells[covered] = 40.0
    cells[row, covered[row], -7:] = 90.0
    if ahead:
        cells[row, covered[row], :7] = 90.0
    assert askew(cells, covered) is ahead


@pytest.mark.parametrize("by", [-2, 2])
def test_an_outer_column_laid_a_little_off_is_not_askew_and_one_that_is_narrower_is(by: int) -> None:
    """Its rim outwards shows what is around the board, which ends where the tile does."""
    cells = np.full((4, 3, 64, 64, 3), 90.0, np.float32)
    tile = np.full((64, 64, 3), 90.0, np.float32)
    tile[4:-4, 4:-4] = 40.0
    covered = np.ones((4, 3), bool)
    covered[1, 1] = covered[2, 0] = False
    cells[covered] = tile
    cells[:, 2] = np.roll(tile, by, 1)
    assert not askew(cells, covered)
    narrower = tile.copy()
    narrower[:, :7] = narrower[:, -7:] = 90.0
    cells[:, 2] = narrower
    assert askew(cells, covered)


def test_a_pointer_on_the_only_tile_of_a_line_does_not_turn_it() -> None:
    cells = np.full((3, 3, 32, 32, 3), 40.0, np.float32)
    covered = np.array([[True, True, False], [True, True, False], [True, True, True]])
    cells[~covered] = 90.0
    cells[2, 2, 4:12, 5:11] = 95.0
    assert not strange(cells, covered)
    cells[2, 2, :, 5:11] = 95.0
    assert strange(cells, covered)


@pytest.mark.parametrize("turned", [False, True])
def test_a_frame_around_the_line_between_does_not_turn_those_beside_it(turned: bool) -> None:
    """It lies over the rims of the outer lines that face it; were one turning, its outer rim would show that, too."""
    cells = np.full((3, 3, 64, 64, 3), 90.0, np.float32)
    covered = np.ones((3, 3), bool)
    covered[1, 1] = covered[2, 0] = False
    cells[covered] = 40.0
    cells[0, :, -7:] = 90.0
    if turned:
        cells[0, :, :7] = 90.0
    assert askew(cells, covered) is turned
