"""What is not worth reading cell by cell."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.scenes import memento as boards
from calibration.scenes import memento_negatives as decoys
from vision.frame import Frame
from vision.memento import gate
from vision.memento.gate_weights import COLOURS, GATE
from vision.memento.paint import palette
from vision.memento.search import outset
from vision.scene import Scene


def shut(pixels: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> bool:
    scene = Scene(Frame(np.ascontiguousarray(pixels, np.uint8)))
    view, fitted = outset(scene)
    return gate.shut(palette(scene.level(view.level + 1)), view.picture, fitted)


def test_every_number_has_its_weights() -> None:
    assert tuple(GATE) == gate.NAMES
    assert tuple(COLOURS) == gate.COLOUR_NAMES


@pytest.mark.parametrize("seed", range(40, 46))
@pytest.mark.parametrize("light", [1.0, 0.4])
def test_the_gate_is_open_for_boards_in_any_light(seed: int, light: float) -> None:
    assert not shut(np.asarray(boards.render(seed, worn=False).pixels * light, np.uint8))


def test_the_gate_is_shut_for_many_other_things_that_stand_in_rows() -> None:
    assert sum(shut(decoys.render(seed).pixels) for seed in range(12)) >= 4


def test_a_picture_of_one_colour_has_numbers_too() -> None:
    scene = Scene(Frame(boards.render(40, worn=False).pixels))
    view, fitted = outset(scene)
    values = gate.numbers(np.ones(1), view.picture, fitted[0])
    assert np.isfinite(values).all()
    assert values[: len(gate.COLOUR_NAMES)].tolist() == [1, 1, 1, 0, 0]


@pytest.mark.parametrize("seed", range(40, 44))
def test_the_likeliest_extents_come_first_and_none_is_far_behind(seed: int) -> None:
    scene = Scene(Frame(boards.render(seed, worn=False).pixels))
    view, fitted = outset(scene)
    shares = palette(scene.level(view.level + 1))
    likely = gate.likely(shares, view.picture, fitted)
    odds = [gate.odds(gate.numbers(shares, view.picture, one)) for one in likely]
    assert likely
    assert odds == sorted(odds, reverse=True)
    assert min(odds) >= max(gate.LIKELY, odds[0] - gate.AMONG)
