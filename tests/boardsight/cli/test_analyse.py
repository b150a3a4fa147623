from __future__ import annotations

import json
from typing import TYPE_CHECKING

import cv2
import pytest

from boardsight.cli import main

if TYPE_CHECKING:
    from pathlib import Path


def test_heresy_as_the_sources_ask(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "heresy", "--goal", "all-0", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["share"], found["mean"], found["most"]) == ("1/16", "33/4", 15)


def test_the_wheels_and_their_two_start_boards(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "wheels"]) == 0
    table = capsys.readouterr().out
    assert "924" in table
    for board, cost in (("101/0101/010/10", 4), ("010/1010/101/01", 5)):
        assert main(["analyse", "wheels", "--board", board, "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["cost"] == cost


def test_the_inversion_of_5x5(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "lights-out", "--board", "/".join(["00000"] * 5), "--goal", "invert", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["cost"], found["minimum"], found["least_solutions"], found["solutions"]) == (15, True, 4, 4)


def test_an_unsolvable_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "lights-out", "--board", "1000/0000/0000/0000"]) == 5
    assert "no:" in capsys.readouterr().out


def test_the_chart_is_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "wheels.png"
    assert main(["analyse", "wheels", "--chart", str(path)]) == 0
    picture = cv2.imread(str(path))
    assert picture is not None
    assert picture.shape[0] > 300
    assert main(["analyse", "lights-out", "--size", "9x9", "--chart", str(path)]) == 2
    assert "too many boards" in capsys.readouterr().err


def test_rule_files_and_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "my.toml"
    file.write_text('name = "my-game"\nrule = "diagonal"\nsize = [3, 3]\n')
    assert main(["analyse", "--rule", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["puzzle"] == "my-game"
    assert main(["analyse", "--rule", "cross-torus", "--size", "3x3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rule"] == "cross-torus"


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["lights-out", "--size", "5"],
        ["lights-out", "--size", "0x5"],
        ["lights-out", "--size", "100000x100000"],
        ["wheels", "--size", "3x3"],
        ["heresy", "--goal", "all-9"],
        ["lights-out", "--board", "11/11", "--chart", "x.png"],
        ["wheels", "--chart", "x.doc"],
        ["--rule", "gone.toml"],
    ],
)
def test_wrong_usage_is_one_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1
