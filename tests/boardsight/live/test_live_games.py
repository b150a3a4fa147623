"""Real games that none of us wrote, played to the win by clicking where the marks say (the clicks are the test's)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from calibration.desktop import wait_for

pytest.importorskip("Xlib", reason="needs the extra 'window'")

from vision.windows import take
from vision.windows.x11 import X11Windows

if TYPE_CHECKING:
    import subprocess

    from calibration.desktop import Desktop

pytestmark = pytest.mark.live

BURST = 5
"""Clicks made in a row on large boards, faster than the game's animation."""


def test_lightsoff_twelve_levels_in_a_row(desktop: Desktop, player: Any) -> None:
    desktop.run("gsettings", "set", "org.gnome.LightsOff", "level", "1")
    desktop.start("lightsoff")
    window = desktop.window(("--class", "lightsoff"))
    with player("--window", "lightsoff") as person:
        for level in range(1, 13):
            event = person.wait("board")
            assert desktop.run("xdotool", "getwindowname", window).strip() == f"Puzzle {level}"
            if level == 3:
                desktop.run("xdotool", "windowmove", "--sync", window, "300", "160")
                event = person.follow(with_place(event, desktop, window))
            if level in (5, 9):
                event = person.follow(event)
                desktop.run(
                    "xdotool", "windowsize", "--sync", window, *(("620", "700") if level == 5 else ("900", "640"))
                )
                event = person.wait("board")
            if level in (4, 8):
                event = person.err(event)
            if level == 6:
                event = person.follow(event)
                desktop.run("xdotool", "windowminimize", window)
                assert "minimised" in person.wait("lost")["reasons"][0]
                desktop.run("xdotool", "windowmap", window)
                event = person.wait("board")
            if level == 7:
                event = person.follow(event)
                cover = desktop.start("sgt-fifteen")
                over = desktop.window(("--class", "sgt-fifteen"))
                desktop.run("xdotool", "windowmove", "--sync", over, "400", "250")
                assert person.silent(0.5)  # our picture of the game never shows what lies over it
                desktop.stop(cover)
            person.play(event)
            wait_for(lambda: desktop.run("xdotool", "getwindowname", window).strip() == f"Puzzle {level + 1}")  # noqa: B023
        assert person.counted("replanned") == person.wrong == 2
        lost = [event["reasons"] for event in person.events if event["event"] == "lost"]
        assert len(lost) == 1, lost
        assert person.counted("solved") == 12


def with_place(event: dict[str, Any], desktop: Desktop, window: str) -> dict[str, Any]:
    """The event's steps where they are now that the window was moved: pictures are of the window, wherever it is."""
    lines = desktop.run("xdotool", "getwindowgeometry", "--shell", window).splitlines()
    place = dict(line.split("=") for line in lines)
    x11 = X11Windows.connect(desktop.display)
    try:
        now = x11.find(int(place["WINDOW"]))
    finally:
        x11.close()
    assert now is not None
    steps = [{**step, "screen": (now.left + step["at"][0], now.top + step["at"][1])} for step in event["steps"]]
    return {**event, "steps": steps}


# Game, tile size, colours of wrong and right cells (None: the game's own), what happens midway.
BRIGHT: tuple[tuple[str, int, tuple[str, str] | None, str], ...] = (
    ("5x5c#12345", 48, None, "wrong"),
    ("3x3c#5", 62, ("202060", "ffcc33"), ""),
    ("4x4c#7", 40, ("3a3a3a", "5fd38d"), "move"),
    ("4x7c#9", 48, ("803030", "e0e0ff"), ""),
    ("9x9c#4", 40, None, ""),
    ("3x6c#1", 40, ("202060", "ffcc33"), "resize"),
    ("4x3c#3", 62, ("101010", "4080ff"), "wrong"),
    ("6x6c#8", 48, ("3a3a3a", "5fd38d"), "resize"),
    ("2x5c#3", 40, None, ""),
    ("8x5c#3", 40, ("803030", "e0e0ff"), "move"),
    ("5x4c#6", 62, ("402020", "f0a0a0"), ""),
)
DARK: tuple[tuple[str, int, tuple[str, str] | None, str], ...] = (
    ("5x5c#21", 48, ("e8e0c0", "304878"), ""),
    ("4x6c#2", 40, ("ffcc33", "602020"), "wrong"),
    ("6x4c#3", 62, ("c0ffc0", "103010"), "resize"),
    ("7x7c#5", 40, ("f0f0f0", "404040"), ""),
)
NAMED: tuple[tuple[str, int, tuple[str, str] | None, str], ...] = (
    ("2x2c#6", 62, None, ""),
    ("2x2c#11", 48, ("202060", "ffcc33"), ""),
    ("2x3c#1", 62, ("3a3a3a", "5fd38d"), ""),
    ("4x2c#2", 40, None, ""),
    ("3x2c#3", 48, ("101010", "4080ff"), ""),
    ("7x4c#9", 48, ("803030", "e0e0ff"), ""),
)


@pytest.mark.parametrize(
    ("boards", "options"),
    [
        (BRIGHT, ("--goal", "all-1")),
        (DARK, ("--goal", "all-0")),
        (NAMED, ("--goal", "all-1", "--puzzle", "lights-out")),
    ],
    ids=["bright", "dark", "named"],
)
def test_flip(desktop: Desktop, player: Any, boards: tuple[Any, ...], options: tuple[str, ...]) -> None:
    started = [begin(desktop, *boards[0][:3])]
    bars: set[bytes] = set()
    x11 = X11Windows.connect(desktop.display)
    with player("--window", "sgt-flip", *options) as person:
        for number, (game, tile, colours, midway) in enumerate(boards):
            if number:
                desktop.stop(started.pop())
                person.wait("lost")
                started.append(begin(desktop, game, tile, colours))
            window = desktop.window(("--class", "sgt-flip"))
            event = person.wait("board")
            before = status(x11, window)
            rows, columns = event["board"].count("/") + 1, event["board"].index("/")
            assert f"{columns}x{rows}c" == game.partition("#")[0]
            if midway == "wrong":
                event = person.err(person.follow(event))
            if midway == "move":
                desktop.run("xdotool", "windowmove", "--sync", window, "500", "70")
                event = person.follow(with_place(event, desktop, window))
            if midway == "resize":
                event = person.follow(event)
                desktop.run("xdotool", "windowsize", "--sync", window, "600", "720")
                event = person.wait("board")
            person.play(event, BURST if rows * columns > 12 else 1)
            bars.add(wait_for(lambda: completed(x11, window, before)))  # noqa: B023
        assert person.counted("solved") == len(boards)
        assert person.counted("replanned") == person.wrong
        # Nothing was ever lost but the windows that were closed (a new one is not on the screen at once).
        reasons = [reason for event in person.events if event["event"] == "lost" for reason in event["reasons"]]
        assert len(reasons) >= len(boards) - 1
        assert all("waiting for it to open" in reason or "minimised" in reason for reason in reasons)
    x11.close()
    # "COMPLETED!" looks the same every time.
    assert len(bars) == 1


def begin(desktop: Desktop, game: str, tile: int, colours: tuple[str, str] | None) -> subprocess.Popen[bytes]:
    variables = {"FLIP_TILESIZE": str(tile)}
    if colours is not None:
        variables |= {"FLIP_COLOUR_1": colours[0], "FLIP_COLOUR_2": colours[1]}
    return desktop.start("sgt-flip", "--game", game, **variables)


def status(x11: X11Windows, window: str) -> bytes:
    """The picture of the status bar's first letters."""
    now = x11.find(int(window))
    assert now is not None
    return take(x11, now).pixels[-18:-4, 4:34].tobytes()


def completed(x11: X11Windows, window: str, before: bytes) -> bytes | None:
    """The status bar once it says something else than "Moves: ..."."""
    bar = status(x11, window)
    return bar if bar != before else None
