from __future__ import annotations

import json

import cv2
import numpy as np
import pytest

from boardsight.cli import main

BOARD = "0101/1100/0010/1011"


@pytest.fixture
def place(tmp_path):
    pixels = np.full((300, 300, 3), (30, 26, 24), np.uint8)
    for r, line in enumerate(BOARD.split("/")):
        for c, sign in enumerate(line):
            color = ((70, 60, 50), (60, 210, 250))[int(sign)]
            cv2.rectangle(pixels, (53 + 48 * c, 53 + 48 * r), (94 + 48 * c, 94 + 48 * r), color, -1)
    folder = tmp_path / "pictures"
    folder.mkdir()
    cv2.imwrite(str(folder / "a.png"), pixels)
    truth = [
        {"file": "a.png", "expect": "read", "puzzle": "lights-out", "board": BOARD},
        {"file": "b.png", "expect": "none"},
    ]
    (folder / "truth.json").write_text(json.dumps(truth))
    return folder


def test_a_missing_picture_is_an_error_unless_skipped(place, capsys):
    assert main(["test", str(place), "--jobs", "1"]) == 1
    assert "b.png: is named in the truth file but is not there" in capsys.readouterr().out
    assert main(["test", str(place), "--jobs", "1", "--skip-missing"]) == 0


def test_files_are_written_and_compared(place, tmp_path, capsys):
    words = ["test", str(place), "--jobs", "1", "--skip-missing"]
    base = tmp_path / "base.json"
    outputs = ["--json", str(base), "--junit", str(tmp_path / "j.xml"), "--report", str(tmp_path / "report")]
    assert main([*words, *outputs]) == 0
    assert (tmp_path / "j.xml").read_text().startswith("<?xml")
    assert (tmp_path / "report" / "index.html").exists()
    facts = json.loads(base.read_text())
    facts["pictures"][0]["outcome"] = "MISSED"
    base.write_text(json.dumps(facts))
    capsys.readouterr()
    assert main([*words, "--baseline", str(base)]) == 0
    assert "better: " in capsys.readouterr().out


def test_a_wrong_board_fails_the_run(place):
    truth = json.loads((place / "truth.json").read_text())
    truth[0]["board"] = "1111/1100/0010/1011"
    (place / "truth.json").write_text(json.dumps(truth))
    assert main(["test", str(place), "--jobs", "1", "--skip-missing"]) == 1


def test_a_shot_is_filed(place, tmp_path, capsys):
    mine = tmp_path / "mine"
    assert main(["test", str(mine), "--add", str(place / "a.png"), "--board", BOARD]) == 0
    assert "as it should" in capsys.readouterr().out
    assert main(["test", str(mine), "--jobs", "1"]) == 0


@pytest.mark.parametrize("words", [["--board", "01/10"], ["--note", "x"], ["--puzzle", "wheels", "--skip-missing"]])
def test_options_that_make_no_sense(place, words):
    assert main(["test", str(place), *words]) == 2
