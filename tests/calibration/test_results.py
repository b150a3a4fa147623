from __future__ import annotations

import json
from xml.etree.ElementTree import fromstring

import pytest

from calibration.results import ResultsError, changes, junit, record
from calibration.row import Row
from calibration.score import Outcome

ROWS = [
    Row("a.png", "", Outcome.SURE, expect="read", kind="memento", truth="11/00", board="11/00", total=4, right=4),
    Row("b.png", "", Outcome.WRONG_SURE, expect="hard", kind="memento", truth="11/00", board="10/00", total=4, right=3),
    Row("c.png", problem="c.png: gone & <lost>\x00"),
]


def test_record_holds_figures_and_pictures():
    facts = json.loads(json.dumps(record(ROWS)))
    assert facts["all"]["wrong_sure"] == 1
    assert facts["puzzles"]["memento"]["boards"] == 2
    assert [one["outcome"] for one in facts["pictures"]] == ["SURE", "WRONG_SURE", "ERROR"]


def test_junit_counts_failures_and_errors():
    suite = fromstring(junit(ROWS))
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("3", "1", "1")
    assert [len(case) for case in suite] == [0, 1, 1]


def test_changes_name_what_got_worse_first(tmp_path):
    base = tmp_path / "base.json"
    base.write_text(json.dumps(record([*ROWS, Row("d.png", "", Outcome.SURE)])))
    now = [
        Row("a.png", "", Outcome.EXACT),
        Row("b.png", "", Outcome.SURE),
        Row("e.png", "", Outcome.SURE),
        ROWS[2],
    ]
    assert changes(now, base) == [
        "worse: a.png was exact and sure, now exact but unsure",
        "better: b.png was wrong and sure, now exact and sure",
        "new: e.png is exact and sure",
        "gone: d.png",
    ]


@pytest.mark.parametrize("content", ["", "[]", '{"format": 1}', '{"format": 99, "pictures": []}'])
def test_a_baseline_must_be_ours(tmp_path, content):
    base = tmp_path / "base.json"
    base.write_text(content)
    with pytest.raises(ResultsError, match=r"base\.json"):
        changes(ROWS, base)
