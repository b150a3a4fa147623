"""The fit of the gate before memento readings."""

from __future__ import annotations

from itertools import islice

import numpy as np

from calibration import fit_gate
from vision.memento import gate


def test_what_is_fitted_tells_boards_from_others() -> None:
    rng = np.random.default_rng(5)
    board = np.arange(400) % 2 == 0
    values = rng.normal(size=(400, 1, len(gate.NAMES)))
    values[board, :, 0] += 8.0
    pictures = tuple(values)
    module: dict[str, object] = {}
    plain = tuple(one[:, : len(gate.COLOUR_NAMES)] for one in pictures)
    exec(fit_gate.text(fit_gate.Asked(plain, board), fit_gate.Asked(pictures, board)), module)
    weights, below = module["GATE"], module["SHUT_BELOW"]
    assert isinstance(weights, dict)
    assert tuple(weights) == gate.NAMES
    colours = module["COLOURS"]
    assert isinstance(colours, dict)
    assert tuple(colours) == gate.COLOUR_NAMES
    odds = fit_gate.left_out(pictures, board)
    assert isinstance(below, float)
    assert (odds[board] < below).mean() < 0.02
    assert (odds[~board] < below).mean() > 0.9


def test_pictures_have_numbers() -> None:
    scenery = next(iter(fit_gate.boards()))
    values = fit_gate.numbers(scenery)
    assert values is not None
    assert values.shape[1] == len(gate.NAMES)
    colours = fit_gate.colours(scenery)
    assert colours is not None
    assert colours.shape == (1, len(gate.COLOUR_NAMES))
    assert len(list(islice(fit_gate.others(), 2))) == 2
