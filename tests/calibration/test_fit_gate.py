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
    pictures = list(values)
    module: dict[str, object] = {}
    exec(fit_gate.text(pictures, board), module)
    weights, below = module["GATE"], module["SHUT_BELOW"]
    assert isinstance(weights, dict)
    assert tuple(weights) == gate.NAMES
    odds = fit_gate.left_out(pictures, board)
    assert isinstance(below, float)
    assert (odds[board] < below).mean() < 0.02
    assert (odds[~board] < below).mean() > 0.9


def test_pictures_have_numbers() -> None:
    scenery = next(iter(fit_gate.boards()))
    values = fit_gate.numbers(scenery)
    assert values is not None
    assert values.shape[1] == len(gate.NAMES)
    assert len(list(islice(fit_gate.others(), 2))) == 2
