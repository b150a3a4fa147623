from __future__ import annotations

import json

import pytest

from calibration.collect import add
from calibration.truth import TruthError, load
from solver.errors import BoardsightError

BOARD = "0101/1100/0010/1011"


def test_a_shot_becomes_a_fixture_and_stays_where_it_was(shot, tmp_path):
    path = shot("My shot.png", BOARD)
    before = path.read_bytes()
    place = tmp_path / "mine"
    name, answer = add(path, place, board=BOARD, source="a game")
    (entry,) = load(place)
    assert (name, entry.board, entry.kind, entry.source) == ("My shot.png", BOARD, "lights-out", "a game")
    assert entry.path.read_bytes() == before == path.read_bytes()
    assert "as it should" in answer


def test_nothing_is_written_over(shot, tmp_path):
    path = shot("a.png", BOARD)
    place = tmp_path / "mine"
    names = [add(path, place, board=BOARD)[0] for _ in range(3)]
    assert names == ["a.png", "a-2.png", "a-3.png"]
    assert len(load(place)) == 3


def test_other_entries_keep_every_key(shot, tmp_path):
    place = tmp_path / "mine"
    add(shot("a.png", BOARD), place, board=BOARD)
    truth = place / "truth.json"
    items = json.loads(truth.read_text())
    items[0]["legend"] = "yellow = 1"
    truth.write_text(json.dumps(items))
    add(shot("b.png", BOARD), place, expect="none")
    assert json.loads(truth.read_text())[0] == items[0]


def test_what_the_eye_reads_otherwise_is_told_but_the_person_is_believed(shot, tmp_path):
    other = "1101/1100/0010/1011"
    _, answer = add(shot("a.png", BOARD), tmp_path / "mine", board=other)
    assert f"not {other}" in answer
    assert load(tmp_path / "mine")[0].board == other


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"expect": "perhaps"}, "choose one of"),
        ({}, "--board"),
        ({"expect": "none", "board": BOARD}, "none"),
        ({"board": "01/1x9", "kind": "heresy"}, "equally long"),
    ],
)
def test_what_makes_no_sense_is_refused(shot, tmp_path, options, words):
    with pytest.raises(BoardsightError, match=words):
        add(shot("a.png", BOARD), tmp_path / "mine", **options)
    assert not (tmp_path / "mine").exists()


def test_a_spoilt_truth_file_is_left_alone(shot, tmp_path):
    place = tmp_path / "mine"
    place.mkdir()
    (place / "truth.json").write_text("{")
    with pytest.raises(TruthError):
        add(shot("a.png", BOARD), place, board=BOARD)
    assert [path.name for path in place.iterdir()] == ["truth.json"]
