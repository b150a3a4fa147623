from __future__ import annotations

import numpy as np
import pytest

from vision.heresy.blobs import Blobs
from vision.heresy.homography import fit_homography
from vision.heresy.lattice import GRID, RING
from vision.heresy.nine import lattices
from vision.homography import project

VIEW = np.array([[22.0, 1.5, 60.0], [-1.0, 20.0, 50.0], [0.01, -0.015, 1.0]])


def marks(places: np.ndarray, side: float = 13.0, level: int = 1) -> Blobs:
    boxes = np.concatenate([places, np.full((len(places), 2), side)], axis=1).astype(np.float32)
    return Blobs(level, 1, boxes, (200, 240), np.zeros((200, 240), np.uint8))


def test_a_homography_is_recovered_from_points() -> None:
    np.testing.assert_allclose(fit_homography(GRID, project(VIEW, GRID)), VIEW, rtol=1e-6, atol=1e-6)


def test_points_not_held_do_not_count() -> None:
    pixels = project(VIEW, GRID)
    pixels[4] += 50
    held = np.arange(9) != 4
    np.testing.assert_allclose(fit_homography(GRID, pixels, held), VIEW, rtol=1e-6, atol=1e-6)


def test_points_on_a_line_fix_nothing() -> None:
    row = np.array([(x, 5.0) for x in range(9)])
    assert not np.isfinite(fit_homography(GRID, row, np.arange(9) < 3)).all()


def test_nine_marks_in_perspective_are_a_lattice() -> None:
    found = lattices(marks(project(VIEW, GRID)))
    assert found[0].hits == 9
    np.testing.assert_allclose(found[0].centers, project(VIEW, GRID) * 2, atol=0.3)


@pytest.mark.parametrize("gone", [0, 1, 5, 8])
def test_a_mark_may_be_missing(gone: int) -> None:
    found = lattices(marks(np.delete(project(VIEW, GRID), gone, axis=0)))
    assert found[0].hits == 8
    np.testing.assert_allclose(found[0].centers, project(VIEW, GRID) * 2, atol=0.5)


def test_clutter_does_not_hide_the_lattice() -> None:
    rng = np.random.default_rng(0)
    clutter = rng.uniform(5, 195, (40, 2))
    apart = np.linalg.norm(clutter[:, None] - project(VIEW, GRID)[None], axis=2).min(axis=1) > 12
    found = lattices(marks(np.concatenate([project(VIEW, GRID), clutter[apart]])))
    assert min(np.abs(fit.centers - project(VIEW, GRID) * 2).max() for fit in found) < 0.5


def test_a_larger_table_shows_in_the_ring() -> None:
    flat = np.array([[20.0, 0, 70], [0, 20, 60], [0, 0, 1]])
    found = lattices(marks(project(flat, np.concatenate([GRID, RING]))))
    middle = [fit for fit in found if np.abs(fit.centers - project(flat, GRID) * 2).max() < 1]
    assert middle[0].ring == 16


def test_few_or_stray_marks_are_no_lattice() -> None:
    assert lattices(marks(project(VIEW, GRID)[:6])) == []
    assert lattices(marks(np.array([(10.0 * i, 7.0 * i) for i in range(1, 12)]))) == []
