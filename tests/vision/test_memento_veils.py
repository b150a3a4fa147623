"""Tiles with something over them: torn ones are told by the rest of them, hidden ones by the board's algebra."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from calibration import ladder
from calibration.scenes import memento
from vision.frame import Frame
from vision.look import look
from vision.memento import chances, covers, veils

if TYPE_CHECKING:
    from collections.abc import Callable

    from calibration.scenes.scenery import Scenery

BOARD = np.array([[1, 0, 0, 1], [1, 0, 0, 1], [0, 1, 1, 0], [1, 0, 0, 1]], np.int8)
"""The third row flipped, and the two middle columns."""


def vectors(cells: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Looks and distances of n×16×16 grey cells."""
    looks = covers.looks(np.repeat(cells.astype(np.float32)[None, ..., None], 3, -1))
    return looks, covers.distances(looks)


def some_cells() -> np.ndarray:
    """Five tiles, four parts of a picture."""
    rng = np.random.default_rng(3)
    tile = 60 + 8 * rng.random((16, 16))
    tiles = [tile + rng.normal(0, 0.2, (16, 16)) for _ in range(5)]
    return np.stack([*tiles, *(np.kron(40 * rng.random((4, 4)), np.ones((4, 4))) for _ in range(4))])


def test_a_torn_tile_is_a_tile() -> None:
    cells = some_cells()
    cells[2, :7] = 95
    looks, distance = vectors(cells)
    found = veils.cuts(looks, distance, (3, 3))
    whole = [cut for cut in found if cut.covered.tolist() == [True] * 5 + [False] * 4]
    assert whole
    assert whole[0].match[2] < covers.CLEAR < whole[0].match[0]
    assert whole[0].clear.tolist() == [True, True, False, True, True] + [False] * 4


def test_tiles_that_all_hold_a_mark_are_still_alike() -> None:
    cells = some_cells()
    for i in range(5):
        cells[i, 2 + i : 6 + i, :] = 5.0 * i
    looks, distance = vectors(cells)
    assert any(cut.covered.tolist() == [True] * 5 + [False] * 4 for cut in veils.cuts(looks, distance, (3, 3)))


def test_cells_that_flips_make_tiles_of_are_told_though_fewer_are_more_alike() -> None:
    """Two pairs of stones are each nearly one, and all eight hardly nearer to each other than to a cloudy sky."""
    covered = np.array([cell == "0" for cell in "0110" + "1001" + "1001" + "0110"])
    looks = np.zeros((16, 3), np.float32)
    looks[covered, 0] = [0, 1, 5, 6, 11, 16, 21, 26]
    looks[~covered] = [(32 + 6 * i, 8 * i, 0) for i in range(8)]
    found = veils.cuts(np.tile(looks, 36) / 6, covers.distances(looks), (4, 4))
    assert any((cut.covered == covered).all() for cut in found)
    looks[1], looks[0] = looks[0].copy(), looks[1].copy()  # no flips make this
    assert not any(np.count_nonzero(cut.covered) == 8 for cut in veils.cuts(looks, covers.distances(looks), (4, 4)))


@pytest.mark.parametrize(("hurt", "torn"), [([], False), ([2], False), ([0], True), ([9], True), ([1, 10], True)])
def test_only_tiles_can_be_torn(hurt: list[int], torn: bool) -> None:
    covered = np.array([cell == "0" for cell in "0010" + "0111" + "1001" + "1110"])
    vectors = np.random.default_rng(0).normal(0, 20, (16, 36, 3)).astype(np.float32)
    vectors[covered] = 50.0
    vectors[hurt, :18] = 0.0
    cut = covers.Cut(covered, 1.0, 20.0, np.where(covered, 1.0, 0.0))
    assert veils.torn(vectors.reshape(16, -1) / 6, cut, (4, 4)) is torn


def test_a_clear_reading_is_left_alone() -> None:
    chance = np.where(BOARD.ravel() == 1, 1 - chances.PLAIN, chances.PLAIN)
    assert chances.weighed(chance, BOARD.shape) is chance


def test_the_algebra_settles_a_hidden_cell() -> None:
    chance = np.where(BOARD.ravel() == 1, 1 - chances.PLAIN, chances.PLAIN)
    chance[1] = chances.HIDDEN
    settled = chances.weighed(chance, BOARD.shape)
    assert settled[1] < 0.01
    assert ((settled > 0.5) == (BOARD.ravel() == 1)).all()


def test_a_board_that_no_flips_make_is_not_made_another() -> None:
    odd = BOARD.copy()
    odd[0, 0] ^= 1
    odd[2, 3] ^= 1
    chance = np.where(odd.ravel() == 1, 1 - chances.PLAIN, chances.PLAIN)
    chance[5] = 0.2
    settled = chances.weighed(chance, odd.shape)
    assert ((settled > 0.5) == (odd.ravel() == 1)).all()


def scene(seed: int) -> Scenery:
    return memento.render(seed, states=BOARD, shape=(4, 4), style="bevel", painting="portrait", gap=2, worn=False)


@pytest.mark.parametrize("wear", ["pointer", "own marks", "toast"])
def test_what_lies_over_some_cells_leaves_the_others(wear: str) -> None:
    drawn = scene(11)
    frame, _ = ladder.worn(lambda: (Frame(drawn.pixels), drawn.entry("covered")), wear, 2, 1)
    (reading, *_) = look(frame)
    assert (reading.kind, reading.board) == ("memento", drawn.board)


def tiles_under(text: str, light: Callable[[np.ndarray, np.ndarray], np.ndarray]) -> tuple[np.ndarray, covers.Cut]:
    """Blocks of 4×4 cells, 0 for tiles, darker by a ``light`` that is told where they are, x and y; and their cut."""
    covered = np.array([cell == "0" for cell in text])
    blocks = np.random.default_rng(0).normal(0, 20, (16, 36, 3)).astype(np.float32)
    blocks[covered] = 50.0
    y, x = np.divmod(np.arange(24 * 24), 24)
    falls = light(x, y).reshape(4, 6, 4, 6).transpose(0, 2, 1, 3).reshape(16, 36, 1)
    return (blocks - falls).astype(np.float32), covers.Cut(covered, 0.5, 30.0, covered.astype(np.float64))


def test_light_that_falls_smoothly_over_tiles_hides_none() -> None:
    lit, cut = tiles_under("0010" + "0111" + "1001" + "0000", lambda x, y: ((x - 12) ** 2 + (y - 12) ** 2) / 8)
    assert not veils.torn(lit.reshape(16, -1) / 6, cut, (4, 4))
    lit[0, :18] = 5.0
    assert veils.torn(lit.reshape(16, -1) / 6, cut, (4, 4))


def test_light_that_grows_one_way_is_told_by_fewer_tiles() -> None:
    text = "0110" + "1011" + "1111" + "1001"
    lit, cut = tiles_under(text, lambda x, y: (x + y) / 2)
    assert not veils.torn(lit.reshape(16, -1) / 6, cut, (4, 4))
    lit, cut = tiles_under(text, lambda x, y: (x + y) / 4)
    lit[0, :18] = 5.0
    assert veils.torn(lit.reshape(16, -1) / 6, cut, (4, 4))


def test_nothing_lies_over_most_tiles_they_are_of_several_kinds() -> None:
    covered = np.array([cell == "0" for cell in "0010" + "0111" + "1001" + "1110"])
    vectors = np.random.default_rng(0).normal(0, 20, (16, 36, 3)).astype(np.float32)
    vectors[covered] = 50.0
    tiles = np.flatnonzero(covered)
    vectors[tiles[1::3], :18] = 0.0
    vectors[tiles[2::3], 18:] = 0.0
    cut = covers.Cut(covered, 1.0, 20.0, np.where(covered, 1.0, 0.0))
    cut.match[np.setdiff1d(tiles, tiles[::3])] = 0.5
    looks = vectors.reshape(16, -1) / 6
    assert veils.several(looks, cut, (4, 4))
    assert not veils.torn(looks, cut, (4, 4))
