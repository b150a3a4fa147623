"""Which window is meant."""

from __future__ import annotations

import pytest

from vision.errors import CaptureError
from vision.windows import Window, choose

GAME = Window(1, "Puzzle 7", "org.gnome.LightsOff", "lightsoff", 411, -900, 40, 810, 656)
FLIP = Window(2, "Flip", "sgt-flip", "sgt-flip", 412, 0, 0, 288, 350)
OTHER = Window(3, "Flip", "sgt-flip", "sgt-flip", 413, 300, 0, 288, 350)
SHELL = Window(4, "boardsight watch --window lightsoff", "XTerm", "xterm", 414, 0, 0, 600, 400)
HIDDEN = Window(5, "Flip", "sgt-flip", "sgt-flip", 415, 0, 0, 288, 350, hidden=True)


@pytest.mark.parametrize("words", ["Puzzle 7", "puzzle", "lightsoff", "LightsOff", "org.gnome", "411", " gnome "])
def test_title_application_and_pid_all_name_a_window(words: str) -> None:
    assert choose(words, [SHELL, GAME, FLIP]) is GAME


def test_a_title_that_quotes_the_command_loses_to_the_application() -> None:
    assert choose("lightsoff", [SHELL, GAME]) is GAME
    assert choose("boardsight", [SHELL, GAME]) is SHELL


def test_a_hidden_window_of_the_same_name_is_not_meant() -> None:
    assert choose("flip", [HIDDEN, FLIP]) is FLIP
    assert choose("flip", [HIDDEN, GAME]) is HIDDEN


def test_several_windows_are_listed() -> None:
    with pytest.raises(CaptureError, match=r"2 windows are called 'flip'.*pid 412.*pid 413.*by its pid") as caught:
        choose("flip", [FLIP, OTHER, GAME])
    assert "\n" not in str(caught.value)
    assert choose("413", [FLIP, OTHER, GAME]) is OTHER


def test_no_window_of_that_name_lists_what_there_is() -> None:
    with pytest.raises(CaptureError, match=r"no window is called 'tetris'. There are: “Puzzle 7”.*at -900,40"):
        choose("tetris", [GAME])
    with pytest.raises(CaptureError, match="start the game first"):
        choose("tetris", [])
    with pytest.raises(CaptureError, match="needs a name"):
        choose("  ", [GAME])
    with pytest.raises(CaptureError, match="and 4 more"):
        choose("tetris", [GAME] * 12)
