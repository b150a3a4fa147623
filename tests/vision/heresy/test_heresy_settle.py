"""A lattice that lies aside of what is carved."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.scenes import heresy
from vision.frame import Frame
from vision.heresy.flat import flatten, ink_of
from vision.heresy.homography import fit_homography
from vision.heresy.lattice import GRID, Lattice
from vision.heresy.settle import settled
from vision.scene import Scene


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_lattice_through_shadows_is_moved_onto_the_glyphs(seed: int) -> None:
    scene = heresy.render(seed, look="panel", wear=0, side=0.6, size=(1280, 720), cut="relief")
    centers = np.array(scene.centers)
    cell = float(np.linalg.norm(centers[5] - centers[3])) / 2
    aside = centers + np.random.default_rng(seed).uniform(-0.12, 0.12, (9, 2)) * cell + 0.08 * cell
    lattice = Lattice(fit_homography(GRID, aside), 0, 9, 0.1, 0.2, 0, 0.6)
    found = settled(Scene(Frame(scene.pixels)), lattice)
    before, after = (np.linalg.norm(one.centers - centers, axis=1).max() / cell for one in (lattice, found))
    assert after < 0.5 * before
    assert after < 0.1


def test_a_lattice_where_nothing_fits_better_stays() -> None:
    flat = Scene(Frame(np.full((300, 300, 3), 90, np.uint8)))
    lattice = Lattice(fit_homography(GRID, 50 + 60 * GRID), 0, 9, 0.1, 0.2, 0, 0.6)
    assert np.array_equal(settled(flat, lattice).homography, lattice.homography)


def test_the_gap_between_a_bright_and_a_dark_edge_is_ink_too() -> None:
    picture = np.full((300, 300, 3), 100, np.uint8)
    lattice = Lattice(fit_homography(GRID, GRID * 80 + 30), 0, 9, 0.0, 0.0, 0, 0.6)
    for x in (70, 150, 230):
        for y in (70, 150, 230):
            picture[y - 6 : y - 2, x - 26 : x + 26], picture[y + 2 : y + 6, x - 26 : x + 26] = 140, 60
    flat = flatten(Scene(Frame(picture)), lattice.homography, lattice.cell)
    both, bright, dark = (ink_of(flat, polarity)[74:79, 66:86].mean(axis=1) for polarity in (0, 1, -1))
    assert both.min() > 0.9
    assert max(bright.min(), dark.min()) < 0.5
