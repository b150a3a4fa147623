from __future__ import annotations

import numpy as np
import pytest

from calibration.scenes import heresy, not_heresy
from solver.notation import parse

SIZE = (480, 270)


def test_a_seed_draws_the_same_scene_again() -> None:
    one, two = (heresy.render(5, size=SIZE) for _ in range(2))
    assert np.array_equal(one.pixels, two.pixels)
    assert one.board == two.board
    assert not np.array_equal(one.pixels, heresy.render(6, size=SIZE).pixels)


@pytest.mark.parametrize("look", ["panel", "replica"])
def test_the_truth_fits_the_picture(look: heresy.Look) -> None:
    for seed in range(2):
        scene = heresy.render(seed, look=look, size=SIZE)
        height, width = scene.pixels.shape[:2]
        assert scene.kind == "heresy"
        assert scene.states == 4
        assert scene.board is not None
        assert [len(row) for row in parse(scene.board)] == [3, 3, 3]
        assert len(scene.centers) == 9
        assert all(0 < x < width and 0 < y < height for x, y in scene.centers)
        assert scene.expect in ("read", "hard")


def test_strong_wear_is_marked_hard() -> None:
    assert heresy.render(2, look="panel", wear=2, size=SIZE).expect == "hard"
    assert heresy.render(2, look="panel", wear=0, size=SIZE).expect == "read"


@pytest.mark.parametrize("cut", ["relief", "hollow"])
def test_glyphs_may_be_cut_otherwise(cut: heresy.Cut) -> None:
    plain, other = heresy.render(7, look="panel", size=SIZE), heresy.render(7, look="panel", size=SIZE, cut=cut)
    assert other.board == plain.board
    assert not np.array_equal(other.pixels, plain.pixels)


@pytest.mark.parametrize("kind", not_heresy.KINDS)
def test_look_alikes_are_drawn_without_a_board(kind: str) -> None:
    scene = not_heresy.render(3, kind=kind, size=SIZE)
    assert scene.expect == "none"
    assert scene.board is None
    assert scene.pixels.shape == (270, 480, 3)
    assert scene.pixels.std() > 1
