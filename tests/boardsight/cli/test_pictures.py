from __future__ import annotations

import io
import json
import random
import shutil
import struct
import sys
import zlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from boardsight.cli import main

FIXTURES = Path(__file__).resolve().parents[3] / "fixtures"
BOARD = FIXTURES / "lights-out" / "lightsoff-9.png"
KEYS = [
    "file", "size", "verdict", "reasons", "puzzle", "board", "states", "confidence", "cells", "goal", "solvable",
    "steps", "cost", "minimum", "solutions", "marked", "ms",
]  # fmt: skip


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.fixture
def shot(tmp_path: Path) -> Path:
    return Path(shutil.copy(BOARD, tmp_path / "shot.png"))


@pytest.fixture
def blank(tmp_path: Path) -> Path:
    path = tmp_path / "blank.png"
    cv2.imwrite(str(path), np.full((120, 160, 3), 77, np.uint8))
    return path


def test_a_picture_is_solved_marked_and_left_alone(shot: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = shot.read_bytes()
    assert main(["solve", str(shot)]) == 0
    out = capsys.readouterr().out
    assert "5×5, sure" in out
    assert "1. r1 c2, 2. r1 c3, 3. r2 c5, 4. r5 c3, 5. r5 c4" in out
    marked = shot.with_name("shot.solved.png")
    assert str(marked) in out
    assert shot.read_bytes() == before
    seen, drawn = cv2.imread(str(shot)), cv2.imread(str(marked))
    assert seen is not None
    assert drawn is not None
    assert drawn.shape[0] >= seen.shape[0]
    assert drawn.shape[1] >= seen.shape[1]


def test_the_json_line(shot: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", str(shot), "--json", "--no-mark"]) == 0
    (line,) = lines(capsys)
    assert list(line)[: len(KEYS)] == KEYS
    assert line["file"] == str(shot)
    assert line["size"] == [900, 640]
    assert line["board"] == "10011/01111/00001/00110/01001"
    assert [cell["state"] for cell in line["cells"]] == [int(sign) for sign in line["board"] if sign != "/"]
    assert [(cell["row"], cell["col"]) for cell in line["cells"]] == [(r, c) for r in range(5) for c in range(5)]
    first, last = line["cells"][0]["center"], line["cells"][24]["center"]
    assert line["steps"][0]["at"] == line["cells"][1]["center"]
    assert first[0] < last[0]
    assert first[1] < last[1]
    assert line["goal"] == "00000/00000/00000/00000/00000"
    assert (line["cost"], line["minimum"], line["solvable"], line["marked"]) == (5, True, True, None)
    assert set(line["ms"]) == {"load", "read", "solve", "mark"}
    assert not shot.with_name("shot.solved.png").exists()


def test_goals_and_swap(shot: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words, board in ((["--goal", "all-1"], "1"), (["--swap"], "0"), (["--swap", "--goal", "all-1"], "1")):
        assert main(["solve", str(shot), "--json", "--no-mark", *words]) == 0
        (line,) = lines(capsys)
        assert set(line["goal"]) == {board, "/"}
        assert line["board"].startswith("01100" if "--swap" in words else "10011")


def test_one_picture_s_fault_does_not_stop_the_others(
    shot: Path, blank: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "broken.png").write_bytes(BOARD.read_bytes()[:600])
    words = [str(blank), str(tmp_path / "gone.png"), str(tmp_path / "broken.png"), str(shot)]
    assert main(["solve", *words, "--json", "--no-mark"]) == 1
    out, err = capsys.readouterr()
    found = [json.loads(line) for line in out.splitlines()]
    assert [line["file"] for line in found] == words
    assert [line["verdict"] for line in found] == ["none", "error", found[2]["verdict"], "sure"]
    assert found[1]["reasons"]
    assert all(line.startswith("boardsight: ") for line in err.splitlines())


def test_no_board(blank: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", str(blank)]) == 3
    assert "no board" in capsys.readouterr().out
    assert not list(blank.parent.glob("*.solved.png"))


def test_an_unsolvable_board_is_drawn_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = np.full((460, 460, 3), 40, np.uint8)
    for row in range(4):
        for col in range(4):
            colour = (60, 220, 250) if (row, col) == (1, 2) else (110, 80, 60)
            cv2.rectangle(picture, (40 + 96 * col, 40 + 96 * row), (124 + 96 * col, 124 + 96 * row), colour, -1)
    cv2.imwrite(str(tmp_path / "x.png"), picture)
    assert main(["solve", str(tmp_path / "x.png"), "--puzzle", "lights-out", "--json"]) in {4, 5}
    (line,) = lines(capsys)
    assert line["solvable"] is False
    assert line["steps"] == []
    assert Path(line["marked"]).exists()


def test_a_goal_that_does_not_fit_the_board(shot: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", str(shot), "--goal", "11/11", "--no-mark"]) == 1
    assert capsys.readouterr().err.startswith("boardsight: --goal 11/11: ")


def test_out_as_folder_and_as_file(shot: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "other"
    other.mkdir()
    shutil.copy(shot, other / "shot.png")
    assert main(["solve", str(shot), str(other / "shot.png"), "--out", str(tmp_path / "out"), "--json"]) == 0
    marked = [line["marked"] for line in lines(capsys)]
    assert len(set(marked)) == 2
    assert all(Path(name).parent == tmp_path / "out" and Path(name).exists() for name in marked)
    assert main(["solve", str(shot), "--out", str(tmp_path / "mine.jpg")]) == 0
    assert (tmp_path / "mine.jpg").read_bytes().startswith(b"\xff\xd8")


def test_a_marked_picture_that_can_not_be_written(
    shot: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "shot.solved.png").mkdir()
    assert main(["solve", str(shot), "--json"]) == 1
    out, err = capsys.readouterr()
    assert json.loads(out)["verdict"] == "sure"
    assert json.loads(out)["marked"] is None
    assert "can't be written" in err
    assert err.count("\n") == 1


def test_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(BOARD.read_bytes())))
    assert main(["solve", "-", "--json"]) == 0
    (line,) = lines(capsys)
    assert line["file"] == "-"
    assert line["marked"] == "stdin.solved.png"
    assert (tmp_path / "stdin.solved.png").exists()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
    assert main(["solve", "-"]) == 1
    assert "standard input is empty" in capsys.readouterr().err


def test_explain_writes_a_contact_sheet(shot: Path, tmp_path: Path) -> None:
    assert main(["solve", str(shot), "--no-mark", "--explain", str(tmp_path / "stages.png")]) == 0
    sheet = cv2.imread(str(tmp_path / "stages.png"))
    assert sheet is not None
    assert sheet.shape[1] >= 480


def test_explain_never_writes_over_the_picture(shot: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = shot.read_bytes()
    assert main(["solve", str(shot), "--explain", str(shot)]) == 2
    assert "is the picture itself" in capsys.readouterr().err
    assert shot.read_bytes() == before


def test_a_fault_of_ours_takes_no_other_picture_with_it(
    shot: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fault(*_: object, **__: object) -> None:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr("boardsight.chain.mark", fault)
    other = Path(shutil.copy(shot, tmp_path / "other.png"))
    assert main(["solve", str(shot), str(other), "--json"]) == 1
    out, err = capsys.readouterr()
    assert [json.loads(line)["board"] is None for line in out.splitlines()] == [False, False]
    assert err.count("please report") == err.count("\n") == 2


def test_no_screen_to_take(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    if sys.platform != "linux":
        pytest.skip("other systems always have a screen")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert main(["solve", "--screen"]) == 1
    err = capsys.readouterr().err
    assert err.startswith("boardsight: ")
    assert err.count("\n") == 1


def damaged(rng: random.Random) -> list[tuple[str, bytes]]:
    """Names and contents of 500 files that are not what they seem."""
    pixels = cv2.resize(cv2.imread(str(BOARD)), (90, 64))
    good = {suffix: cv2.imencode(suffix, pixels)[1].tobytes() for suffix in (".png", ".jpg", ".webp", ".bmp")}
    good[".gif"] = b"GIF89a" + struct.pack("<HHBBB", 8, 8, 0x80, 0, 0) + bytes(6) + b"!\xf9\x04\0\0\0\0\0"
    header = struct.pack(">IIBBBBB", 30000, 30000, 8, 2, 0, 0, 0)
    chunk = struct.pack(">I", 13) + b"IHDR" + header + struct.pack(">I", zlib.crc32(b"IHDR" + header))
    huge = b"\x89PNG\r\n\x1a\n" + chunk
    one = cv2.imencode(".png", np.zeros((1, 1, 3), np.uint8))[1].tobytes()
    files: list[tuple[str, bytes]] = []
    for number in range(500):
        suffix = rng.choice(list(good))
        data = bytearray(good[suffix])
        kind = number % 10
        if kind < 3:
            data = data[: rng.randrange(len(data))]
        elif kind < 6:
            for _ in range(rng.randrange(1, 40)):
                data[rng.randrange(len(data))] = rng.randrange(256)
        elif kind == 6:
            suffix = rng.choice([".png", ".jpg", ".gif", ".webp", ".bmp", ".tiff"])
        elif kind == 7:
            data = bytearray(rng.choice([b"", b"hello\n", huge, one, bytes(100), b"<svg></svg>", b"%PDF-1.7"]))
        elif kind == 8:
            data = bytearray(rng.randbytes(rng.randrange(1, 2000)))
        else:
            data = data + data[: rng.randrange(len(data))]
        files.append((f"{number:03d}{suffix}", bytes(data)))
    return files


def test_500_damaged_files_give_500_clean_lines(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    names = []
    for name, data in damaged(random.Random(7)):
        (tmp_path / name).write_bytes(data)
        names.append(str(tmp_path / name))
    code = main(["solve", *names, "--json", "--no-mark"])
    out, err = capfd.readouterr()
    found = [json.loads(line) for line in out.splitlines()]
    assert code == 1
    assert [line["file"] for line in found] == names
    assert {line["verdict"] for line in found} <= {"sure", "unsure", "none", "error"}
    errors = [line for line in found if line["verdict"] == "error"]
    assert len(errors) > 150
    assert all(len(line["reasons"]) == 1 and "\n" not in line["reasons"][0] for line in errors)
    assert err.splitlines() == [f"boardsight: {line['reasons'][0]}" for line in errors]
    assert not [line["reasons"] for line in errors if "fault of boardsight" in line["reasons"][0]]
