"""Rendered wheels scenes: told the truth about, repeatable, and read by the detector; look-alikes are refused."""

import numpy as np
import pytest

from calibration.scenes.locks import board, plate
from calibration.scenes.wheels import DOUBTS, render
from calibration.scenes.wheels_decoys import DECOYS
from calibration.score import Outcome, outcome
from vision.detectors.wheels import detect
from vision.frame import Frame
from vision.reading import nothing
from vision.scene import Scene

SMALL = (800, 600)


def judged(scenery):
    readings = detect(Scene(Frame(scenery.pixels)))
    return outcome(readings[0] if readings else nothing("none"), scenery.entry())


def test_a_seed_gives_the_same_picture_and_other_seeds_others():
    one, again, other = (render(seed, style="plate", size=SMALL) for seed in (3, 3, 4))
    assert np.array_equal(one.pixels, again.pixels)
    assert one.board == again.board
    assert not np.array_equal(one.pixels, other.pixels)


def test_truth_says_what_is_drawn():
    scenery = render(5, style="plate", size=SMALL, scale=1.5, roll=0.0, wear=0)
    assert scenery.expect == "read"
    assert scenery.board is not None
    digits = scenery.board.replace("/", "")
    assert digits.count("1") == 6
    for (x, y), digit in zip(scenery.centers, digits, strict=True):
        _, green, red = scenery.pixels[round(y), round(x)].astype(int)
        assert (green > red) == (digit == "1")
    assert {render(seed, size=(320, 240), wear=0).expect for seed in range(30)} == {"read", "not-sure", "none"}


def test_a_lock_has_the_greens_asked_for():
    rng = np.random.default_rng(1)
    assert sum(board(rng, 7)) == 7
    lock = plate(rng, board(rng))
    assert lock.centers.shape == (12, 2)
    assert lock.cover.max() == 255


@pytest.mark.parametrize("style", ["plate", "replica"])
def test_rendered_locks_are_read(style):
    outcomes = [judged(render(seed, style=style, size=SMALL)) for seed in range(700, 710)]
    assert not any(result.bad for result in outcomes)
    assert outcomes.count(Outcome.SURE) >= 9


@pytest.mark.parametrize("style", DOUBTS)
def test_doubtful_locks_are_never_sure(style):
    assert not any(judged(render(seed, style=style, size=SMALL)).bad for seed in range(720, 723))


@pytest.mark.parametrize("style", DECOYS)
def test_look_alikes_are_refused(style):
    outcomes = [judged(render(seed, style=style, size=SMALL)) for seed in range(730, 733)]
    assert not any(result.bad for result in outcomes)
    assert outcomes.count(Outcome.REFUSED) >= 2
