from __future__ import annotations

from dataclasses import replace

import pytest

from vision.confidence import between, calibrated
from vision.reading import CellReading, Reading, nothing


@pytest.mark.parametrize(
    ("value", "expected"), [(0.0, 0.2), (0.4, 0.2), (0.5, 0.4), (0.6, 0.6), (0.8, 0.7), (1.0, 0.8)]
)
def test_between_knots_the_map_is_straight_and_beyond_them_level(value, expected):
    assert between(value, (0.4, 0.6, 1.0), (0.2, 0.6, 0.8)) == pytest.approx(expected)


def test_only_the_confidence_changes():
    cells = tuple(CellReading(0, col, 0, (1.0, 0.0), (10.0 * col, 0.0)) for col in range(4))
    for kind in ("lights-out", "memento", "heresy", "wheels"):
        for verdict in ("sure", "unsure"):
            raw = Reading(verdict, (), kind, 2, cells, 0.6)
            assert replace(calibrated(raw), confidence=0.6) == raw
            assert 0.0 <= calibrated(raw).confidence <= 1.0


def test_no_board_stays_as_it_is():
    assert calibrated(nothing("why")) == nothing("why")
