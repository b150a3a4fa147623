"""The options of ``watch`` and ``windows``, and what they complain about."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from boardsight.cli import main
from boardsight.cli.windows import monitor
from vision.capture import Screen
from vision.windows import Window

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ((), "name one of --window, --monitor, --region, --replay to watch"),
        (("--window", "x", "--monitor", "1"), "not --window and --monitor"),
        (("--monitor", "1", "--overlay"), "--overlay lies over a window"),
        (("--replay", "x.zip", "--record", "y.zip"), "the recording is there already"),
        (("--window", "x", "--every", "1"), "--every"),
        (("--region", "1,2,3"), "--region"),
    ],
)
def test_options_that_make_no_sense(words: tuple[str, ...], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", *words]) == 2
    assert complaint in capsys.readouterr().err


def test_without_a_desktop_every_way_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE"):
        monkeypatch.delenv(name, raising=False)
    for words in (
        ["windows"],
        ["watch", "--window", "x"],
        ["watch", "--monitor", "1"],
        ["solve", "--window", "x"],
        ["solve", "--clipboard"],
    ):
        assert main(words) == 1
        error = capsys.readouterr().err
        assert "DISPLAY is not set" in error
        assert error.count("\n") == 1


def test_the_monitor_of_a_window_is_where_its_middle_is() -> None:
    screens = (Screen(-1280, -200, 3200, 1280), Screen(0, 0, 1920, 1080), Screen(-1280, -200, 1280, 720))
    assert monitor(Window(1, "a", "a", "a", 1, -900, -40, 800, 600), screens) == 2
    assert monitor(Window(1, "a", "a", "a", 1, -300, 0, 800, 600), screens) == 1
    assert monitor(Window(1, "a", "a", "a", 1, -1280, 600, 100, 600), screens) is None
    assert monitor(Window(1, "a", "a", "a", 1, 0, 0, 800, 600, hidden=True), screens) is None


def test_a_profile_that_is_not_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("BOARDSIGHT_CONFIG", str(tmp_path))
    assert main(["watch", "--replay", "x.zip", "--profile", "nowhere"]) == 1
    assert "no profile 'nowhere'" in capsys.readouterr().err
