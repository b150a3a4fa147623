from __future__ import annotations

import numpy as np

from vision.heresy.lattice import GRID, Lattice, distinct, refit, same
from vision.homography import project

VIEW = np.array([[22.0, 1.5, 60.0], [-1.0, 20.0, 50.0], [0.01, -0.015, 1.0]])


def test_a_refit_follows_the_glyphs() -> None:
    lattice = Lattice(VIEW, 1, 9, 0.0, 0.0, 0, 0.6)
    offset = np.tile([0.1, -0.05], (9, 1))
    moved = refit(lattice, offset, np.ones(9, bool))
    assert moved is not None
    np.testing.assert_allclose(moved.centers, project(VIEW, GRID + offset), atol=0.05)
    assert refit(lattice, offset, np.arange(9) < 4) is None


def test_lattices_a_cell_apart_are_not_the_same() -> None:
    aside = np.array([[1, 0, 1.0], [0, 1, 0], [0, 0, 1]])
    nudge = np.array([[1, 0, 0.1], [0, 1, 0], [0, 0, 1]])
    one, near, far = (Lattice(VIEW @ shift, 1, 9, 0.0, 0.0, 0, 0.6) for shift in (np.eye(3), nudge, aside))
    assert same(one, near)
    assert not same(one, far)
    assert distinct([one, near, far]) == [one, far]
