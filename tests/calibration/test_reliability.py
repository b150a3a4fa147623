from __future__ import annotations

import pytest

from calibration.reliability import Said, bins, expected_error, said, table
from calibration.row import Row
from calibration.score import Outcome


def readings(*pairs: tuple[float, bool]) -> list[Said]:
    return [Said("memento", "sure", confidence, right) for confidence, right in pairs]


def test_error_is_the_mean_gap_weighed_by_readings():
    perfect = readings(*[(0.5, True), (0.5, False)] * 10)
    assert expected_error(perfect) == pytest.approx(0.0)
    # Twenty claims of 0.5 that are all right, and twenty of 1.0 that are.
    assert expected_error(readings(*[(0.5, True)] * 20, *[(1.0, True)] * 20)) == pytest.approx(0.25)
    assert expected_error([]) == 0.0


def test_bins_hold_their_edges_and_leave_none_out():
    found = bins(readings((0.0, False), (0.1, True), (0.95, True), (1.0, True), (0.999, False)))
    assert sum(one.count for one in found) == 5
    assert [(one.low, one.count) for one in found] == [(0.0, 1), (0.1, 1), (0.95, 1), (0.99, 2)]
    assert "| 0.99–1 | 2 |" in table(readings((1.0, True), (0.999, False)))


def test_only_readings_that_name_a_board_count():
    rows = [
        Row("a", outcome=Outcome.SURE, seen="memento", verdict="sure", confidence=0.9, expect="read"),
        Row("b", outcome=Outcome.DOUBTED, seen="memento", verdict="unsure", confidence=0.2, expect="none"),
        Row("c", outcome=Outcome.REFUSED, verdict="none", expect="none"),
        Row("d", problem="gone"),
    ]
    assert [(one.confidence, one.right) for one in said(rows)] == [(0.9, True), (0.2, False)]
