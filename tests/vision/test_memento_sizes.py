"""The size of a memento board's cells: what proves it, and what a tile shows of it."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.memento.axis import Axis
from vision.memento.panes import Panes
from vision.memento.sizes import Tile, paired, parts, stepped, tile, two_each


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


@pytest.mark.parametrize(
    ("long", "across", "third", "doubted"),
    [(3.0, 0, False, True), (3.0, 1, True, True), (3.0, 1, False, False), (4.0, 1, False, True)],
)
def test_cells_longer_than_two_squares_may_be_three_unless_a_tile_is_plainly_one(
    long: float, across: int, third: bool, doubted: bool
) -> None:
    found, covered = oblong("01/01/10/10/10/01", True)
    longer = replace(found, x=Axis(found.x.origin, long * found.y.pitch, found.x.count))
    assert two_each(longer, covered, Tile(across=across, down=1, thirds=(third, True))) is doubted


@pytest.mark.parametrize(("many", "across", "third"), [(1, 1, False), (2, 2, False), (3, 1, True)])
def test_a_tile_of_two_repeats_after_half_and_one_of_three_after_a_third(many: int, across: int, third: bool) -> None:
    fine = np.zeros((32, 96, 3), np.float32)
    for left in range(0, 96, 96 // many):
        fine[:, left : left + 10], fine[:, left + 10 : left + 20] = 30, -20
    seen = tile(np.stack([cv2.resize(fine, (32, 32), interpolation=cv2.INTER_AREA)] * 4))
    assert (seen.across, seen.thirds[0]) == (across, third)


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
    assert parts(found, covered) is doubted


def test_long_cells_are_no_two_where_a_tile_is_plainly_one() -> None:
    found, covered = oblong("1001/1001/0110/1001", False)
    assert two_each(found, covered, Tile(across=0, down=1))
    assert not two_each(found, covered, Tile(across=1, down=0))


@pytest.mark.parametrize("within", [0.0, 1.0])
def test_parts_of_larger_cells_are_told_by_lines_that_part_the_picture_only_there(within: float) -> None:
    found, covered = oblong("001111/110000/001111/110000", True)
    found.upright[:, 1::2][~covered[:, ::2]] = within  # the tiles have a pattern, lines and all
    assert parts(found, covered) is (within < 1)


def test_nine_in_one_need_lines_everywhere_even_where_no_two_larger_cells_are_alike() -> None:
    covered = np.kron(np.indices((2, 2)).sum(0) % 2, np.ones((3, 3), int)).astype(bool)
    found, _ = oblong("/".join("".join(str(1 - int(v)) for v in row) for row in covered), True)
    assert not parts(found, covered)
    found.level[1, ~covered[0]] = found.level[2, ~covered[0]] = 0.0
    found.level[4, ~covered[3]] = found.level[5, ~covered[3]] = 0.0
    assert parts(found, covered)


def test_signs_beside_all_columns_tell_that_these_are_no_parts_of_larger_ones() -> None:
    covered = np.array([[mark == "0" for mark in row] for row in ["1100", "1100", "0011", "0011"]])
    none, level = np.zeros((4, 3), np.float32), np.ones((5, 4), np.float32)
    level[1:-1][~covered[:-1]] = 0.0  # nothing parts the picture
    found = Panes(Axis(0, 60, 4), Axis(0, 60, 4), level.T, level, none.T, none)
    assert parts(found, covered)
    assert not parts(found, covered, (True, False))


@pytest.mark.parametrize(("height", "doubted"), [(40, True), (60, False)])
def test_halves_of_squarer_cells_need_a_line_where_none_lies_beside_its_like(height: int, doubted: bool) -> None:
    covered = np.array([[mark == "0" for mark in row] for row in ["010", "010", "101", "101", "010", "010"]])
    seen, none = np.ones((6, 4), np.float32), np.zeros((6, 3), np.float32)
    level = np.ones((7, 3), np.float32)
    level[1::2] = 0
    found = Panes(Axis(0, 60, 3), Axis(0, height, 6), seen, level, none, none)
    assert parts(found, covered) is doubted
    assert not parts(replace(found, level=np.ones((7, 3), np.float32)), covered)


@pytest.mark.parametrize(("middle", "doubted"), [(1.0, True), (0.1, False)])
def test_cells_that_nothing_parts_from_their_like_are_told_by_lines_through_the_picture(
    middle: float, doubted: bool
) -> None:
    covered = np.array([[mark == "0" for mark in row] for row in ["00111", "00111", "11000", "11000"]])
    seen, cells = np.ones((4, 6), np.float32), np.where(covered, 0, middle).astype(np.float32)
    level = np.ones((5, 5), np.float32)
    level[[1, 3]] = np.where(covered[[1, 3]], 0.0, 0.8)
    found = Panes(Axis(0, 65, 5), Axis(0, 60, 4), seen, level, cells, cells)
    assert parts(found, covered) is doubted
    assert not parts(replace(found, x=Axis(0, 60, 5)), covered)


def test_stripes_are_no_larger_cells() -> None:
    found, covered = oblong("0000/1111/0000/0000", False)
    assert not parts(found, covered)


def framed(signs: int, off: int = 0) -> np.ndarray:
    """Four tiles, each with so many frames side by side, seen in cells that lie ever farther ``off``."""
    one = np.full((32, 32 // signs, 3), 50, np.float32)
    one[3:-3, 3:-3] = 80
    return np.stack([np.roll(np.tile(one, (1, signs, 1)), shift * off, 1) for shift in range(4)])


def test_a_tile_is_one_where_it_does_not_repeat_and_two_where_it_does() -> None:
    seen = [tile(framed(many)) for many in (1, 2)]
    assert [(one.across, one.down) for one in seen] == [(1, 1), (2, 1)]


def test_nothing_tells_of_how_many_squares_a_plain_tile_is() -> None:
    plain = np.full((4, 32, 32, 3), 50, np.float32)
    assert tile(plain) == Tile()
    shaded = plain + np.linspace(-20, 20, 32, dtype=np.float32)[:, None, None]
    assert tile(shaded).across == 0  # all along it is the same: any two parts of it are


def test_tiles_that_lie_elsewhere_in_each_cell_are_not_alike() -> None:
    assert tile(framed(1)).alike
    assert not tile(framed(1, off=5)).alike


def test_a_pair_of_tiles_is_one_only_where_flips_can_not_make_both() -> None:
    stripes, turned = np.array([[1, 0, 1]] * 3, bool), np.eye(3, dtype=bool)[::-1]
    assert paired(stripes, Tile(across=2, down=1))
    assert not paired(stripes, Tile(across=1, down=1))
    assert not paired(turned, Tile(across=2, down=1))
