from __future__ import annotations

import json

import cv2
import numpy as np
import pytest

from boardsight.cli import main

BOARDS = ("0101/1100/0010/1011", "1110/0001/0110/1000", "0010/0101/0011/1011")
COLORS = ((90, 220, 245), (110, 70, 40))  # the lit ones are the dark ones: nobody could guess


@pytest.fixture
def shots(tmp_path):
    paths = []
    for number, board in enumerate(BOARDS):
        pixels = np.full((300, 300, 3), (30, 26, 24), np.uint8)
        for r, line in enumerate(board.split("/")):
            for c, sign in enumerate(line):
                place = (53 + 48 * c, 53 + 48 * r), (94 + 48 * c, 94 + 48 * r)
                cv2.rectangle(pixels, *place, COLORS[int(sign)], -1)
        paths.append(str(tmp_path / f"{number}.png"))
        cv2.imwrite(paths[-1], pixels)
    return paths


def learn(shots, *words):
    return main(["learn", *shots[:2], "--board", *BOARDS[:2], "--name", "my game", *words])


def solved(capsys, *words):
    capsys.readouterr()
    main(["solve", "--json", "--no-mark", *words])
    return json.loads(capsys.readouterr().out)


def test_a_learnt_game_is_read_by_its_names_and_its_goal(shots, capsys):
    before = solved(capsys, shots[2])
    assert (before["board"] == BOARDS[2], before["profile"]) == (False, None)
    assert learn(shots, "--goal", "all-1") == 0
    after = solved(capsys, shots[2])
    assert (after["board"], after["profile"], after["verdict"]) == (BOARDS[2], "my game", "sure")
    assert set(after["goal"]) == {"1", "/"}
    assert solved(capsys, shots[2], "--profile", "none")["profile"] is None
    assert set(solved(capsys, shots[2], "--goal", "all-0")["goal"]) == {"0", "/"}


def test_profiles_are_managed(shots, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["profiles"]) == 0
    assert "no profiles yet" in capsys.readouterr().out
    learn(shots)
    assert learn(shots) == 1
    assert learn(shots, "--replace") == 0
    assert main(["profiles", "show", "my game"]) == 0
    assert 'kind = "lights-out"' in capsys.readouterr().out
    assert main(["profiles", "export", "my game"]) == 0
    assert main(["profiles", "remove", "my game"]) == 0
    assert main(["profiles", "import", "my game.zip", "--name", "again"]) == 0
    assert main(["profiles", "list"]) == 0
    assert "again: lights-out 4×4, 2 states" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [
        ["profiles", "show"],
        ["profiles", "show", "a", "b"],
        ["profiles", "remove", "a", "--replace"],
        ["learn", "a.png", "--name", "x"],
        ["learn", "a.png", "--name", "x", "--board", "01/10", "--buttons", "row 1"],
    ],
)
def test_wrong_usage(words):
    assert main(words) == 2


def test_a_batch_by_profile_asks_for_the_names(shots, tmp_path):
    truth = [
        {"file": f"{number}.png", "expect": "read", "puzzle": "lights-out", "board": board}
        for number, board in enumerate(BOARDS)
    ]
    (tmp_path / "truth.json").write_text(json.dumps(truth))
    learn(shots)
    assert main(["test", str(tmp_path), "--jobs", "1", "--profile", "my game"]) == 0
    assert main(["test", str(tmp_path), "--jobs", "1", "--profile", "other"]) == 1
