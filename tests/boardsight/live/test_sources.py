"""Looks at windows and screens: still ones cost no picture, gone ones are waited for."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from boardsight.live.event import Place
from boardsight.live.glance import Absence
from boardsight.live.sources import ScreenSource, WindowSource
from vision.capture import Screen
from vision.errors import CaptureError, WindowGoneError
from vision.frame import Frame
from vision.windows import Window
from vision.windows.fake import FakeWindows

if TYPE_CHECKING:
    from numpy.typing import NDArray

GAME = Window(1, "Puzzle 7", "lightsoff", "lightsoff", 411, -900, -40, 120, 90)


def noise(width: int, height: int, seed: int = 1) -> NDArray[np.uint8]:
    return np.random.default_rng(seed).integers(0, 255, (height, width, 3), dtype=np.uint8)


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def frame_of(source: WindowSource | ScreenSource, box: tuple[int, int, int, int] | None = None) -> Frame:
    glance = source.look(box)
    assert isinstance(glance, Frame)
    return glance


def test_a_still_window_may_get_another_title() -> None:
    desktop, clock = FakeWindows(), Clock()
    desktop.put(GAME, noise(120, 90))
    source = WindowSource(desktop, "lightsoff", clock)
    first = frame_of(source)
    desktop.put(replace(GAME, title="Lights Out"))
    clock.now += 0.1
    again = frame_of(source)
    assert desktop.taken == 1
    assert again.pixels is first.pixels
    assert (again.source, again.called) == ("Lights Out", f"Lights Out\n{GAME.app}")


def test_a_still_window_is_not_taken_again_but_now_and_then() -> None:
    desktop, clock = FakeWindows(), Clock()
    desktop.put(GAME, noise(120, 90))
    source = WindowSource(desktop, "lightsoff", clock)
    first = frame_of(source)
    assert (first.time, first.source) == (0.0, "Puzzle 7")
    for _ in range(9):
        clock.now += 0.1
        assert frame_of(source).pixels is first.pixels
    assert desktop.taken == 1
    clock.now += 0.2
    assert frame_of(source).pixels is first.pixels
    assert desktop.taken == 2
    desktop.put(replace(GAME, title="Puzzle 8"), noise(120, 90, 2))
    fresh = frame_of(source)
    assert fresh.source == "Puzzle 8"
    assert fresh.pixels is not first.pixels


class Resized(FakeWindows):
    """A desktop on which windows change between being found and being taken."""

    def __init__(self, *changes: Window) -> None:
        super().__init__()
        self.changes = list(changes)

    def picture(self, window: Window) -> NDArray[np.uint8]:
        if self.changes:
            changed = self.changes.pop(0)
            self.put(changed, noise(changed.width, changed.height))
            raise WindowGoneError("it has another size now")
        return super().picture(window)


def test_a_window_resized_while_it_is_taken_is_taken_again() -> None:
    desktop = Resized(replace(GAME, width=100), replace(GAME, width=80))
    desktop.put(GAME, noise(120, 90))
    source = WindowSource(desktop, "lightsoff", Clock())
    assert frame_of(source).width == 80
    assert source.window is not None
    assert source.window.width == 80


def test_a_window_minimised_while_it_is_taken_is_told_as_that() -> None:
    desktop = Resized(replace(GAME, hidden=True))
    desktop.put(GAME, noise(120, 90))
    glance = WindowSource(desktop, "lightsoff", Clock()).look(None)
    assert isinstance(glance, Absence)
    assert "minimised" in glance.reason


def test_a_window_that_is_never_taken_is_given_up() -> None:
    desktop = Resized(*(replace(GAME, width=100 + n) for n in range(9)))
    desktop.put(GAME, noise(120, 90))
    assert isinstance(WindowSource(desktop, "lightsoff", Clock()).look(None), Absence)


def test_changes_outside_the_box_are_left_out() -> None:
    desktop, clock = FakeWindows(), Clock()
    pixels = noise(120, 90)
    desktop.put(GAME, pixels)
    source = WindowSource(desktop, "lightsoff", clock)
    first = frame_of(source)
    pixels = pixels.copy()
    pixels[80, 100] ^= 255
    desktop.put(GAME, pixels)
    assert frame_of(source, (0, 0, 90, 70)).pixels is first.pixels
    desktop.put(GAME, pixels)
    assert frame_of(source).pixels is not first.pixels


def test_a_window_is_followed_over_screens_of_several_scales() -> None:
    desktop, clock = FakeWindows(), Clock()
    desktop.put(GAME, noise(120, 90))
    source = WindowSource(desktop, "lightsoff", clock)
    source.look(None)
    assert source.place == Place(-900, -40, 1.0)
    desktop.put(replace(GAME, left=200, top=300), noise(180, 135))
    assert frame_of(source).scale == 1.5
    assert source.place == Place(200, 300, 1.5)
    desktop.move(1, 5, 6)
    source.look(None)
    assert source.place == Place(5, 6, 1.5)
    desktop.put(replace(GAME, width=60, height=80), noise(60, 80))
    assert frame_of(source).width == 60


def test_a_closed_window_is_waited_for() -> None:
    desktop, clock = FakeWindows(), Clock()
    desktop.put(GAME, noise(120, 90))
    source = WindowSource(desktop, "lightsoff", clock)
    source.look(None)
    desktop.put(replace(GAME, hidden=True))
    hidden = source.look(None)
    assert isinstance(hidden, Absence)
    assert "minimised" in hidden.reason
    desktop.shut(1)
    gone = source.look(None)
    assert isinstance(gone, Absence)
    assert "waiting for it to open" in gone.reason
    assert source.place is None
    desktop.put(replace(GAME, handle=7), noise(120, 90))
    assert isinstance(source.look(None), Absence)  # not searched for at every look
    clock.now += 0.6
    assert isinstance(source.look(None), Frame)


def test_blank_windows_are_told_and_come_back() -> None:
    desktop, clock = FakeWindows(), Clock()
    desktop.put(GAME, np.zeros((90, 120, 3), np.uint8))
    source = WindowSource(desktop, "lightsoff", clock)
    black = source.look(None)
    assert isinstance(black, Absence)
    assert "all black" in black.reason
    desktop.put(GAME, noise(120, 90))
    assert isinstance(source.look(None), Frame)
    with pytest.raises(CaptureError, match="no window is called"):
        WindowSource(desktop, "tetris", clock)


class Screens:
    def __init__(self) -> None:
        self.pixels = np.dstack([noise(300, 200), np.full((200, 300), 255, np.uint8)])

    def screens(self) -> tuple[Screen, ...]:
        return (Screen(-100, -50, 300, 200), Screen(0, 0, 200, 150), Screen(-100, -50, 100, 200))

    def grab(self, box: Screen) -> NDArray[np.uint8]:
        return self.pixels[box.top + 50 :, box.left + 100 :][: box.height, : box.width]


def test_screens_and_regions_at_negative_places() -> None:
    desktop, clock = Screens(), Clock()
    source = ScreenSource(desktop, 2, clock)
    first = frame_of(source)
    assert source.place == Place(-100, -50, 1.0)
    assert (first.width, first.height) == (100, 200)
    assert frame_of(source).pixels is first.pixels
    source = ScreenSource(desktop, (-120, -60, 80, 60), clock)
    assert (frame_of(source).width, source.place) == (60, Place(-100, -50, 1.0))
    desktop.pixels[:] = 0
    black = source.look(None)
    assert isinstance(black, Absence)
    with pytest.raises(CaptureError, match="no screen 3"):
        ScreenSource(desktop, 3, clock)
    with pytest.raises(CaptureError, match="beside the screens"):
        ScreenSource(desktop, (200, 0, 10, 10), clock)
