from __future__ import annotations

import numpy as np
import pytest

from vision.heresy.blobs import Blobs
from vision.heresy.lattice import GRID, Lattice
from vision.heresy.partial import aside, partial
from vision.homography import project

PLACE = np.array([[40, 3, 60], [-2, 38, 50], [0.0001, 0.0002, 1.0]])


def marks(hidden: tuple[int, ...], strangers: tuple[tuple[float, float], ...] = ()) -> tuple[Blobs, np.ndarray]:
    """Marks in all cells but the hidden ones, all like glyphs."""
    at = np.array([*np.delete(project(PLACE, GRID), hidden, axis=0), *strangers])
    boxes = np.concatenate([at, np.full((len(at), 2), 25.0)], axis=1).astype(np.float32)
    return Blobs(0, 1, boxes, (240, 320), np.zeros((240, 320), np.uint8)), np.full(len(at), 0.9, np.float32)


@pytest.mark.parametrize("hidden", [(4,), (1, 4), (3, 4, 5), (1, 4, 7), (0, 4, 8), (1, 3, 4)])
def test_the_lattice_stands_on_what_is_left(hidden: tuple[int, ...]) -> None:
    found = partial(*marks(hidden, ((300.0, 20.0),)))
    assert np.abs(found[0].centers - project(PLACE, GRID)).max() < 5
    assert found[0].hits == 9 - len(hidden)


def test_four_marks_are_too_few() -> None:
    assert partial(*marks((0, 1, 2, 4, 5))) == []


def test_a_page_full_of_marks_is_passed_over() -> None:
    boxes = np.array([(x, y, 20, 20) for x in range(20, 300, 40) for y in range(20, 220, 40)], np.float32)
    many = Blobs(0, 1, boxes, (240, 320), np.zeros((240, 320), np.uint8))
    assert partial(many, np.full(len(boxes), 0.9, np.float32)) == []


def test_a_window_a_line_off_is_moved_back() -> None:
    lattice = Lattice(PLACE, 1, 9, 0.0, 0.0, 0, 0.7)
    moved = aside(lattice, (6, 7, 8))
    assert moved is not None
    assert np.allclose(moved.centers, project(PLACE, GRID - [0, 1]))
    assert aside(lattice, (0, 4)) is None
