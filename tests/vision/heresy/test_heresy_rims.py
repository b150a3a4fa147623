from __future__ import annotations

import numpy as np

from vision.heresy.blobs import Blobs
from vision.heresy.lattice import GRID
from vision.heresy.rims import rims
from vision.homography import project

VIEW = np.array([[24.0, 1.5, 60.0], [-1.0, 23.0, 50.0], [0.005, -0.01, 1.0]])


def marks(places: np.ndarray, sides: np.ndarray) -> Blobs:
    boxes = np.concatenate([places, sides], axis=1).astype(np.float32)
    return Blobs(1, -1, boxes, (200, 240), np.zeros((200, 240), np.uint8))


def test_nine_marks_of_one_size_are_plates_among_others() -> None:
    rng = np.random.default_rng(2)
    others = rng.uniform(0, 200, (12, 2)), rng.uniform(6, 12, (12, 2))
    places = np.concatenate([project(VIEW, GRID), others[0]])
    found = rims([marks(places, np.concatenate([np.full((9, 2), 19.0), others[1]]))])
    assert len(found) == 1
    assert found[0].plates
    np.testing.assert_allclose(found[0].centers, project(VIEW, GRID) * 2, atol=0.5)


def test_marks_of_all_sizes_are_no_plates() -> None:
    sides = np.repeat(np.linspace(9, 21, 9)[:, None], 2, axis=1)
    assert rims([marks(project(VIEW, GRID), sides)]) == []


def test_a_larger_table_is_none() -> None:
    places = np.array([(x + 0.5, y + 0.5) for y in range(5) for x in range(6)])
    assert rims([marks(project(np.diag([24.0, 24.0, 1.0]), places), np.full((30, 2), 19.0))]) == []
