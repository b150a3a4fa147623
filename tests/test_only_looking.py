"""Boardsight only looks: nothing in its packages can move the mouse, press a key or send a program an event."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("boardsight", "calibration", "solver", "vision")
FORBIDDEN = re.compile(
    r"xtest|fake_input|send_event|warp_pointer|pyautogui|pynput|pydirectinput|SendInput|mouse_event|keybd_event"
    r"|PostMessage|CGEventPost|CGEventCreate|uinput|ydotool|\bwtype\b"
    r"|robotjs|QTest|autopy|pywinauto|\bautoit",
    re.IGNORECASE,
)
SCRIPTED = re.compile(r"xdotool|xte\b|cliclick", re.IGNORECASE)
STAGE = "calibration/desktop.py"
"""The virtual screen for fixtures and live tests: it runs what its caller names, on a screen of its own."""


def sources() -> list[Path]:
    return [
        path
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*"))
        if path.suffix in {".py", ".js", ".html"}
    ]


def test_there_is_something_to_look_through() -> None:
    assert len(sources()) > 50


@pytest.mark.parametrize("package", PACKAGES)
def test_no_input_is_ever_injected(package: str) -> None:
    for path in sources():
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(f"{package}/"):
            continue
        text = path.read_text(encoding="utf-8")
        assert not FORBIDDEN.search(text), name
        if name != STAGE:
            assert not SCRIPTED.search(text), name


def test_windows_are_asked_but_never_told_anything() -> None:
    """The finder of other desktops can also activate, move and close windows; none of that is called."""
    text = (ROOT / "vision/windows/desktop.py").read_text(encoding="utf-8")
    assert not re.search(
        r"\.(activate|close|moveTo|move|resize|resizeTo|minimize|maximize|restore|raiseWindow)\(", text
    )
