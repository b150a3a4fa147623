import numpy as np
import pytest

from vision.grid import lattice
from vision.grid.boxes import Boxes
from vision.homography import project


def boxes(points: np.ndarray, size: float | tuple[float, float] = 10.0) -> Boxes:
    return Boxes(points.astype(float), np.full((len(points), 2), size), np.ones(len(points)))


def grid(rows: int, cols: int) -> np.ndarray:
    row, col = np.divmod(np.arange(rows * cols), cols)
    return np.column_stack([col, row]).astype(float)


def test_a_whole_grid_is_one_lattice_with_its_steps() -> None:
    (found,) = lattice.propose(boxes(grid(4, 5) * [14, 16] + 30))
    assert len(found.members) == 20
    assert found.step() == pytest.approx((14, 16))
    assert found.residual < 1e-6


def test_missing_and_stray_boxes_are_survived() -> None:
    points = np.delete(grid(5, 5) * 20 + 50, [3, 7, 18], axis=0)
    stray = np.array([[7.0, 9.0], [61.0, 57.0], [190.0, 31.0]])
    found = lattice.propose(boxes(np.vstack([points, stray]), 12))[0]
    assert len(found.members) == 22
    assert tuple(found.places.max(axis=0) + 1) == (5, 5)


def test_buttons_of_a_cell_s_size_near_whole_steps_do_not_bend_a_board() -> None:
    points = grid(4, 5) * [61.5, 61.5] + [132, 39]
    buttons = np.array([[25.0, 359.0], [82.0, 354.0], [135.0, 354.0], [311.0, 354.0]])
    found = lattice.propose(boxes(np.vstack([points, buttons]), 40))[0]
    assert len(found.members) == 20
    assert found.residual < 1e-6


@pytest.mark.parametrize(("wider", "split"), [(0.0, False), (1.0, False), (5.0, True)])
def test_two_boards_that_nearly_touch_are_split_by_a_wider_gap(wider: float, split: bool) -> None:
    points = grid(8, 5) * 40.5 + 30
    points[points[:, 1] > 150, 1] += wider
    pixels = boxes(np.floor(points), 36)
    assert lattice.propose(pixels)[0].split(pixels) is split


def test_a_turned_grid_is_found_too() -> None:
    angle = np.radians(12)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    found = lattice.propose(boxes(grid(5, 5) * 20 @ turn.T + 80, 14))[0]
    assert len(found.members) == 25
    assert found.residual < 1e-6


def test_perspective_is_fitted_by_a_homography() -> None:
    matrix = np.array([[22.0, 2.0, 60.0], [1.0, 24.0, 60.0], [0.012, 0.02, 1.0]])
    found = lattice.propose(boxes(project(matrix, grid(6, 6)), 14))[0]
    assert len(found.members) == 36
    assert found.residual < 0.02


def test_two_boards_are_two_lattices() -> None:
    found = lattice.propose(boxes(np.vstack([grid(3, 3) * 20 + 20, grid(4, 4) * 20 + [147, 33]]), 14))
    assert sorted(len(one.members) for one in found)[-2:] == [9, 16]


def test_few_boxes_are_no_lattice() -> None:
    assert lattice.propose(boxes(np.array([[0.0, 0.0], [9.0, 0.0], [0.0, 9.0]]))) == []


@pytest.mark.parametrize("larger", [1.45, 2.5])
def test_cells_of_two_sizes_of_a_small_board_none_of_which_has_its_like_beside_in_a_column(larger: float) -> None:
    points = grid(3, 3) * 60 + 50
    sides = np.where(np.array([1, 1, 0, 0, 0, 1, 1, 1, 0], bool), 38 * larger, 38.0)
    found = lattice.propose(Boxes(points, np.column_stack([sides, sides]), np.ones(9)))
    assert (max(len(one.members) for one in found) == 9) == (larger < 2)


def test_wide_boxes_make_a_lattice_where_they_fill_it_and_words_of_a_text_do_not() -> None:
    wide = grid(4, 3) * [90, 30] + 60
    (found,) = lattice.propose(boxes(wide, (70.0, 22.0)))
    assert found.step() == pytest.approx((90, 30))
    words = wide[[0, 2, 4, 7, 9]]
    assert not lattice.propose(boxes(words, (70.0, 22.0)))
    board = grid(3, 3) * 20 + 400
    both = Boxes(
        np.vstack([wide, board]), np.vstack([np.full((12, 2), (70.0, 22.0)), np.full((9, 2), 16.0)]), np.ones(21)
    )
    assert [len(one.members) for one in lattice.propose(both)] == [12, 9]
