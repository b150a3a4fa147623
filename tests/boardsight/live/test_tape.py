"""Recordings: what was seen comes back the same, small, and nothing in a stranger's file is believed."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from boardsight.cli import main
from boardsight.live.follow import Follower
from boardsight.live.glance import Absence
from boardsight.live.tape import Recorder, TapeError, TapeSource
from boardsight.live.watch import watch
from boardsight.plan import Wish

if TYPE_CHECKING:
    from collections.abc import Callable

    from boardsight.live.event import Event
    from boardsight.live.glance import Glance

BOARD, NEXT, DARK = "01000/11100/01010/00111/00010", "01000/11100/01000/00000/00000", "00000/00000/00000/00000/00000"


class Keep:
    """A show that keeps the events."""

    breathing = False

    def __init__(self) -> None:
        self.events: list[Event] = []

    def update(self, glance: Glance, events: Any, follower: Follower, place: object) -> None:
        self.events += events

    def breathe(self) -> None:
        raise AssertionError


def played(film: Any, drawn: Callable[..., Any]) -> list[Glance]:
    looks: list[Glance] = [*film(drawn(BOARD), 40), *film(drawn(NEXT), 12)]
    looks.append(Absence("the window is minimised", film.now))
    return [*looks, *film(drawn(DARK), 12)]


def told(events: list[Event]) -> list[tuple[Any, ...]]:
    return [(event.kind, event.done, event.reasons) for event in events]


def test_a_replay_says_what_was_said_live(film: Any, drawn: Callable[..., Any], tmp_path: Path) -> None:
    looks = played(film, drawn)
    follower, path = Follower(Wish()), tmp_path / "tape.zip"
    events: list[Event] = []
    with Recorder(path) as recorder:
        for glance in looks:
            recorder.add(glance)
            events += follower.look(glance)
    assert [event.kind for event in events] == ["board", "step-done", "lost", "solved"]
    keep = Keep()
    with TapeSource(path) as source:
        watch(source, Follower(Wish()), [keep], every=0.0)
    assert told(keep.events) == told(events)
    assert [event.time for event in keep.events] == pytest.approx([event.time for event in events], abs=0.06)
    assert path.stat().st_size < 12_000
    with zipfile.ZipFile(path) as kept:
        assert len(kept.namelist()) == 4


def test_the_command_replays_without_a_display(
    film: Any, drawn: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    path = tmp_path / "tape.zip"
    with Recorder(path) as recorder:
        for glance in played(film, drawn):
            recorder.add(glance)
    assert main(["watch", "--replay", str(path), "--json", "--save", str(tmp_path / "shown")]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["event"] for line in lines][:3] == ["board", "step-done", "lost"]
    assert lines[0]["steps"][0]["screen"] is None
    assert lines[0]["steps"][0]["at"] is not None
    assert lines[1]["made"] == 1
    assert min(path.name for path in (tmp_path / "shown").iterdir()) == "0001-board.solved.png"
    assert main(["watch", "--replay", str(path)]) == 0
    assert "clicks left" in capsys.readouterr().out


def test_a_real_game_recorded_here_is_followed_again() -> None:
    """sgt-flip, 4×4: two clicks of the plan, a wrong one, minimised and brought back, played to the end."""
    keep = Keep()
    with TapeSource(Path(__file__).with_name("flip-4x4.zip")) as source:
        watch(source, Follower(Wish("all-1")), [keep], every=0.0)
    kinds = [event.kind for event in keep.events]
    ending = ["board", "step-done", "step-done", "step-done", "solved"]
    assert kinds == ["board", "step-done", "step-done", "replanned", "lost", "lost", *ending]
    boards = [str(event.result.board) for event in keep.events if event.result is not None]
    assert boards[:4] == ["0010/1010/0011/1101", "1100/1110/0011/1101", "1111/1111/0011/1101", "0011/0111/0011/1101"]
    assert boards[-1] == "1111/1111/1111/1111"
    assert keep.events[-1].made == 5


def contents(**changes: object) -> str:
    return json.dumps({"version": 1, "looks": [[0.0, 1, "game", 1.0]]} | changes)


@pytest.mark.parametrize(
    "files",
    [
        {},
        {"tape.json": "{"},
        {"tape.json": contents(version=2)},
        {"tape.json": contents(looks=[[0.0, "../x", "game", 1.0]])},
        {"tape.json": contents(looks=[[float("nan"), 1, "game", 1.0]])},
        {"tape.json": contents(looks=[[0.0, -1, "game", 1.0]])},
        {"tape.json": contents(looks=[[0.0, 1, "game", 0]])},
        {"tape.json": contents(looks=[[True, 1, "game", 1.0]])},
        {"tape.json": contents(), "../000001.png": "x"},
        {"tape.json": contents(), "evil.py": "x"},
        {"tape.json": "[" * 100_000},
    ],
)
def test_strangers_files_are_refused(files: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "tape.zip"
    with zipfile.ZipFile(path, "w") as stranger:
        for name, text in files.items():
            stranger.writestr(name, text)
    with pytest.raises(TapeError, match="not a recording"):
        TapeSource(path)


@pytest.mark.parametrize("picture", [None, b"no png"])
def test_broken_pictures_are_told(picture: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "tape.zip"
    with zipfile.ZipFile(path, "w") as stranger:
        stranger.writestr("tape.json", contents())
        if picture is not None:
            stranger.writestr("000001.png", picture)
    with TapeSource(path) as source, pytest.raises(Exception, match=r"missing or broken|not a picture") as caught:
        source.look(None)
    assert "\n" not in str(caught.value)


def test_files_that_are_no_recording_are_told(tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "text.zip").write_text("hello")
    with pytest.raises(TapeError, match="not a recording"):
        TapeSource(tmp_path / "text.zip")
    assert main(["watch", "--replay", str(tmp_path / "none.zip")]) == 1
    assert "No such file" in capsys.readouterr().err
    with pytest.raises(TapeError, match="name a file that can be written"):
        Recorder(tmp_path / "no" / "tape.zip")
