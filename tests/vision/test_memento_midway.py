"""Lines of cells on their way from one face to the other."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.memento.midway import midway

COVERED = np.array([[c == "0" for c in row] for row in ("1011", "0100", "1011", "1101")])
SIDE = 32


def board(moving: np.ndarray, share: float, tile: np.ndarray) -> np.ndarray:
    """Cells of a soft picture under tiles; those ``moving`` have turned by a ``share`` into what they are not."""
    rng = np.random.default_rng(5)
    picture = cv2.GaussianBlur(rng.normal(0, 400, (4 * SIDE, 4 * SIDE, 3)).astype(np.float32), (0, 0), 14) + 50
    cells = picture.reshape(4, SIDE, 4, SIDE, 3).transpose(0, 2, 1, 3, 4)
    shown = np.where(COVERED[..., None, None, None], tile, cells).astype(np.float32)
    other = np.where(COVERED[..., None, None, None], cells, tile)
    shown[moving] = (1 - share) * shown[moving] + share * other[moving]
    return shown


def line(axis: int, number: int) -> np.ndarray:
    """One row or column."""
    found = np.zeros((4, 4), bool)
    np.moveaxis(found, axis, 0)[number] = True
    return found


PLAIN_TILE = np.broadcast_to(np.float32([30, 20, -40]), (SIDE, SIDE, 3))
STRIPED_TILE = PLAIN_TILE + np.where(np.arange(SIDE) // 4 % 2, 12, 0)[:, None, None]
DIAGONAL = np.eye(4, dtype=bool)[::-1]


@pytest.mark.parametrize("moving", [line(0, 2), line(1, 0), DIAGONAL], ids=["row", "column", "diagonal"])
@pytest.mark.parametrize("share", [0.25, 0.5, 0.75])
def test_a_line_that_fades_is_seen_by_the_pattern_of_the_tiles(moving: np.ndarray, share: float) -> None:
    tile = STRIPED_TILE.astype(np.float32)
    assert midway(board(moving, share, tile), COVERED & ~moving)
    assert not midway(board(moving, 0.0, tile), COVERED)


def test_tiles_of_a_line_that_all_differ_a_little_from_others_do_not_fade() -> None:
    tile = STRIPED_TILE.astype(np.float32)
    cells = board(DIAGONAL, 0.0, tile)
    cells[1, 1] = 0.8 * tile + 0.2 * tile.mean((0, 1))
    assert not midway(cells, COVERED)


def test_a_line_whose_cells_all_show_as_much_of_a_pattern_that_goes_on_from_tile_to_tile_fades() -> None:
    cells = board(line(0, 2), 0.0, STRIPED_TILE.astype(np.float32))
    moving = line(0, 2)
    cells[moving] = 20 + 0.4 * np.roll(STRIPED_TILE, 4, 0).astype(np.float32)
    cells[2] += 5 * np.arange(4, dtype=np.float32)[:, None, None, None]
    assert midway(cells, COVERED & ~moving)


@pytest.mark.parametrize("share", [0.3, 0.5, 0.88])
def test_a_picture_that_fades_under_plain_tiles_is_seen_by_the_steps_at_its_borders(share: float) -> None:
    assert midway(board(line(0, 2), share, PLAIN_TILE), COVERED)
    assert not midway(board(line(0, 2), 0.0, PLAIN_TILE), COVERED)


def test_a_picture_that_steps_towards_the_tiles_beside_a_line_with_a_plain_tile_does_not_fade() -> None:
    cells = board(line(0, 2), 0.4, PLAIN_TILE)
    assert midway(cells, COVERED)
    cells[2, 1] = PLAIN_TILE
    assert not midway(cells, COVERED)


def test_single_cells_that_show_some_of_a_tile_are_chance() -> None:
    one = np.zeros((4, 4), bool)
    one[0, 0] = one[2, 3] = True
    assert not midway(board(one, 0.4, STRIPED_TILE.astype(np.float32)), COVERED)


def test_a_border_that_tells_nothing_does_not_hide_a_line_that_fades() -> None:
    cells = board(line(0, 2), 0.4, PLAIN_TILE)
    both = np.concatenate((cells, cells[:, ::-1, :, ::-1]), axis=1)
    wide = np.concatenate((both, both), axis=1)
    covered = np.concatenate((COVERED, COVERED[:, ::-1]) * 2, axis=1)
    assert midway(wide, covered)
    wide[3, 3] = wide[2, 3, ::-1]
    assert midway(wide, covered)


def test_cells_that_show_some_of_a_pattern_by_chance_vary_among_themselves() -> None:
    cells = board(DIAGONAL, 0.0, STRIPED_TILE.astype(np.float32))
    pattern = (STRIPED_TILE - STRIPED_TILE.mean((0, 1))).astype(np.float32)
    cells[3, 2] = cells[3, 3, :, ::-1]
    for shares, moves in (((0.1, 0.08, 0.36, 0.12), False), ((0.2, 0.18, 0.26, 0.22), True)):
        shown = cells.copy()
        shown[3] += np.float32(shares)[:, None, None, None] * pattern
        assert midway(shown, COVERED & ~line(0, 3)) is moves


@pytest.mark.parametrize(("veil", "moving"), [(0.0, False), (0.7, True)])
def test_a_plain_veil_on_cells_that_hardly_touch_the_picture_shows_by_what_they_lack(veil: float, moving: bool) -> None:
    """Steps at borders tell nothing where nearly all neighbours are tiles: but nothing dark or bright is left."""
    covered = np.array([[c == "1" for c in row] for row in ("11000", "10100", "01100")])
    colours = np.random.default_rng(3).choice(np.float32([0.02, 0.3, 0.95]), (12, 20, 3))
    picture = cv2.resize(colours, (5 * SIDE, 3 * SIDE), interpolation=cv2.INTER_NEAREST)
    cells = picture.reshape(3, SIDE, 5, SIDE, 3).transpose(0, 2, 1, 3, 4).copy()
    tile = np.float32([0.76, 0.28, 0.3])
    diagonal = np.eye(3, 5, dtype=bool)[::-1]
    cells[diagonal] = veil * tile + (1 - veil) * cells[diagonal]
    cells[covered] = tile
    lab = cv2.cvtColor(cells.reshape(-1, 1, 3), cv2.COLOR_BGR2LAB).reshape(cells.shape)
    assert midway(lab, covered) == moving
