from __future__ import annotations

import subprocess
import sys

import pytest

from boardsight.cli import main


def one_line(capsys: pytest.CaptureFixture[str]) -> str:
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


def test_help_names_the_commands_and_exit_codes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    out = capsys.readouterr().out
    assert all(word in out for word in ("solve", "exit codes"))


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("boardsight 0.")


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ([], "COMMAND"),
        (["frob"], "invalid choice"),
        (["solve"], "nothing to solve"),
        (["solve", "--frob"], "--frob"),
        (["solve", "x.png", "--puzzle", "chess"], "invalid choice"),
        (["solve", "--region", "1,2,3"], "--region"),
        (["solve", "--region", "1,2,3,0"], "--region"),
        (["solve", "x.png", "--delay", "3"], "--delay is for"),
        (["solve", "--screen", "--delay", "-1"], "--delay"),
        (["solve", "x.png", "--screen"], "can't be used together"),
        (["solve", "--board", "11/11"], "needs --puzzle"),
        (["solve", "--board", "11/1", "--puzzle", "lights-out"], "row 2"),
        (["solve", "--board", "11/11", "--puzzle", "lights-out", "--goal", "all-7"], "--goal all-7"),
        (["solve", "--board", "11/11", "--puzzle", "lights-out", "--out", "x"], "--out"),
        (["solve", "--board", "11/11", "--rule", "nowhere.toml"], "no such rule file"),
        (["solve", "x.png", "y.png", "--explain", "e.png"], "one picture"),
        (["solve", "x.png", "y.png", "--out", "e.png"], "one file"),
        (["solve", "x.png", "--out", "y.png", "--no-mark"], "contradict"),
        (["solve", "-", "-"], "only once"),
    ],
)
def test_wrong_usage_is_one_line_and_code_2(words: list[str], hint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert hint in one_line(capsys)


def test_an_unsolvable_typed_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "--board", "1000/0000/0000/0000", "--puzzle", "lights-out"]) == 5
    assert "can't be reached" in capsys.readouterr().out


def test_a_fault_of_ours_is_one_line_with_a_hint(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fault(*_: object) -> None:
        raise ZeroDivisionError("by\nzero")

    monkeypatch.delenv("BOARDSIGHT_DEBUG", raising=False)
    monkeypatch.setattr("boardsight.typed.solve_typed", fault)
    assert main(["solve", "--board", "11/11", "--puzzle", "lights-out"]) == 1
    assert "please report" in one_line(capsys)
    monkeypatch.setenv("BOARDSIGHT_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        main(["solve", "--board", "11/11", "--puzzle", "lights-out"])


def test_ctrl_c_is_clean(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("boardsight.typed.solve_typed", stop)
    assert main(["solve", "--board", "11/11", "--puzzle", "lights-out"]) == 130
    assert one_line(capsys) == "boardsight: stopped\n"


def test_a_reader_that_leaves_is_no_error() -> None:
    command = [sys.executable, "-m", "boardsight", "solve", "--board", "11/11", "--puzzle", "lights-out", "--json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    complaints = process.stderr.read()
    process.stderr.close()
    assert process.wait() == 1
    assert complaints == b""


def test_a_typed_board_needs_neither_opencv_nor_numpy() -> None:
    code = """
import sys
before = set(sys.modules)
from boardsight.cli import main
for puzzle, board in (("lights-out", "01110/11011/10101/00000/11111"), ("wheels", "101/0101/010/10"),
                      ("memento", "100/000/001"), ("heresy", "222/022/222")):
    for how in ([], ["--json"], ["--order", "row"]):
        assert main(["solve", "--board", board, "--puzzle", puzzle, *how]) == 0
heavy = sorted({"cv2", "numpy", "PIL", "mss", "dataclasses", "typing", "pathlib"} & (set(sys.modules) - before))
assert not heavy, heavy
"""
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)


def test_importing_the_package_loads_nothing_heavy() -> None:
    code = "import sys, boardsight; assert not {'cv2', 'numpy', 'PIL', 'solver'} & set(sys.modules); boardsight.solve"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("puzzle", ["memento", "wheels", "lights-out", "heresy"])
def test_the_module_runs_too(puzzle: str) -> None:
    board = {"wheels": "010/1010/101/01", "heresy": "010/202/030"}.get(puzzle, "100/100/100")
    command = [sys.executable, "-m", "boardsight", "solve", "--board", board, "--puzzle", puzzle]
    assert subprocess.run(command, check=False, capture_output=True).returncode in {0, 5}
