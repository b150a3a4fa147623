from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.scenes.heresy import render
from vision.frame import Frame
from vision.heresy.homography import fit_homography
from vision.heresy.judge import judge
from vision.heresy.lattice import GRID, Lattice
from vision.heresy.outlined import borne_out, outlined
from vision.scene import Scene


def _drawn(seed: int) -> tuple[Scene, Lattice, list[int]]:
    """A carved panel, its place a little aside, and its states."""
    drawn = render(seed, look="panel", wear=0, side=0.7, size=(960, 540), cut="relief")
    homography = fit_homography(GRID, np.array(drawn.centers) + 2.0)
    lattice = Lattice(homography, 1, 9, 0.02, 0.0, 0, 0.6)
    return Scene(Frame(drawn.pixels)), lattice, [int(digit) for digit in (drawn.board or "").replace("/", "")]


@pytest.mark.parametrize("seed", [12, 20, 21])
def test_the_edges_alone_tell_the_glyphs_but_not_for_sure(seed: int) -> None:
    scene, lattice, states = _drawn(seed)
    seen, ink = outlined(scene, lattice)
    assert (seen.square.argmin(axis=1) == states).sum() >= 8
    assert ink.shape == (152, 152)
    assert judge(seen).verdict != "sure"


def test_a_look_is_borne_out_by_edges_only_where_these_show_more() -> None:
    scene, lattice, _ = _drawn(12)
    bare = outlined(scene, lattice)
    nothing = borne_out(scene, lattice, None)
    assert nothing is not None
    np.testing.assert_array_equal(nothing[0].square, bare[0].square)
    blank = replace(bare[0], square=np.full((9, 4), 9.0), match=np.zeros((9, 4), np.float32), outlined=False)
    both = borne_out(scene, lattice, (blank, bare[1]))
    assert both is not None
    assert both[0].square.min() < 5


def test_where_nothing_is_there_nothing_is_read() -> None:
    wall = np.full((540, 960, 3), 90, np.uint8)
    lattice = Lattice(np.array([[80, 0, 300], [0, 80, 100], [0, 0, 1.0]]), 1, 9, 0.02, 0.0, 0, 0.6)
    assert judge(outlined(Scene(Frame(wall)), lattice)[0]).verdict == "none"
