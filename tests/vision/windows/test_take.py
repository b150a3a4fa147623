"""One picture of a window: scales, blank pictures, places off the screen, wallpaper in its stead."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from vision.capture import Screen
from vision.errors import CaptureError, WindowGoneError
from vision.windows import Window, opening, take
from vision.windows.desktop import DesktopWindows
from vision.windows.fake import FakeWindows
from vision.windows.take import seamless

if TYPE_CHECKING:
    from numpy.typing import NDArray

GAME = Window(1, "Puzzle 7", "org.gnome.LightsOff", "lightsoff", 411, -900, -40, 120, 90)


def noise(width: int, height: int, seed: int = 1) -> NDArray[np.uint8]:
    return np.random.default_rng(seed).integers(0, 255, (height, width, 3), dtype=np.uint8)


def test_a_window_at_negative_places_is_taken_whole() -> None:
    desktop = FakeWindows()
    desktop.put(GAME, noise(120, 90))
    frame = take(desktop, GAME)
    assert (frame.width, frame.height, frame.source, frame.scale) == (120, 90, "Puzzle 7", 1.0)
    assert np.array_equal(frame.pixels, noise(120, 90))


@pytest.mark.parametrize("scale", [1.25, 1.5, 2.0])
def test_a_scaled_screen_gives_more_pixels_and_says_so(scale: float) -> None:
    desktop = FakeWindows()
    desktop.put(GAME, noise(round(120 * scale), round(90 * scale)))
    assert take(desktop, GAME).scale == pytest.approx(scale)


@pytest.mark.parametrize(
    ("pixels", "words"),
    [
        (np.zeros((90, 120, 3), np.uint8), "“Puzzle 7”: the picture is all black: run the game in a borderless"),
        (np.full((90, 120, 3), 120, np.uint8), "all of one colour: bring the game to the front"),
        (noise(16, 12), "only 16×12 pixels"),
    ],
)
def test_every_blank_picture_has_its_message(pixels: NDArray[np.uint8], words: str) -> None:
    desktop = FakeWindows()
    desktop.put(GAME, pixels)
    with pytest.raises(CaptureError, match=words):
        take(desktop, GAME)


def test_a_window_that_is_gone_is_told() -> None:
    desktop = FakeWindows()
    desktop.put(GAME, noise(120, 90))
    with pytest.raises(WindowGoneError, match="minimised: bring it back"):
        take(desktop, replace(GAME, hidden=True))
    desktop.shut(GAME.handle)
    assert desktop.find(GAME.handle) is None
    with pytest.raises(WindowGoneError, match="closed or minimised"):
        take(desktop, GAME)


class Screens:
    """Two screens, the left one at negative places; ``wall`` all over them, windows drawn on top."""

    def __init__(self, *windows: tuple[int, int, NDArray[np.uint8]]) -> None:
        x = np.linspace(20, 120, 3200)[None, :, None]
        self.pixels = np.broadcast_to(x, (1280, 3200, 4)).astype(np.uint8).copy()
        for left, top, shown in windows:
            height, width = shown.shape[:2]
            self.pixels[top + 200 : top + 200 + height, left + 1280 : left + 1280 + width, :3] = shown

    def screens(self) -> tuple[Screen, ...]:
        return (Screen(-1280, -200, 3200, 1280), Screen(0, 0, 1920, 1080), Screen(-1280, -200, 1280, 720))

    def grab(self, box: Screen) -> NDArray[np.uint8]:
        top, left = box.top + 200, box.left + 1280
        return self.pixels[top : top + box.height, left : left + box.width]


def finder(left: int, top: int, *, minimised: bool = False) -> object:
    """What PyWinCtl offers, for one window."""
    window = SimpleNamespace(
        title="Puzzle 7",
        isMinimized=minimised,
        getHandle=lambda: 5,
        getAppName=lambda: "LightsOff",
        getPID=lambda: 411,
        getClientFrame=lambda: SimpleNamespace(left=left, top=top, right=left + 120, bottom=top + 90),
    )
    return SimpleNamespace(getAllWindows=lambda: [window, SimpleNamespace(title="")])


def test_windows_of_other_systems_are_cut_from_the_screen() -> None:
    desktop = DesktopWindows(finder(-900, -40), Screens((-900, -40, noise(120, 90))))
    (window,) = desktop.windows()
    assert window == Window(5, "Puzzle 7", "LightsOff", "LightsOff", 411, -900, -40, 120, 90)
    assert desktop.find(5) == window
    assert desktop.find(6) is None
    assert desktop.changed(window)
    assert np.array_equal(take(desktop, window).pixels, noise(120, 90))


@pytest.mark.parametrize(("left", "words"), [(1860, "hangs over the screen's edge"), (2000, "is beside the screens")])
def test_windows_off_the_screen_are_told(left: int, words: str) -> None:
    desktop = DesktopWindows(finder(left, 40), Screens())
    with pytest.raises(WindowGoneError, match=words):
        take(desktop, desktop.windows()[0])


def test_wallpaper_in_the_place_of_a_window_is_told() -> None:
    desktop = DesktopWindows(finder(300, 200), Screens())
    with pytest.raises(CaptureError, match=r"only the wallpaper .* Screen Recording"):
        take(desktop, desktop.windows()[0])
    assert not seamless(noise(5, 5))


def test_a_minimised_window_of_another_system_is_told() -> None:
    desktop = DesktopWindows(finder(300, 200, minimised=True), Screens())
    with pytest.raises(WindowGoneError, match="minimised"):
        take(desktop, desktop.windows()[0])


def test_desktops_without_windows_say_what_to_do_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    if opening.sys.platform != "linux":
        pytest.skip("X11 and Wayland")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(CaptureError, match="DISPLAY is not set"), opening.open_windows():
        pass
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    with pytest.raises(CaptureError, match=r"Wayland .* XWayland"), opening.open_windows():
        pass


def test_a_display_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    if opening.sys.platform != "linux":
        pytest.skip("X11")
    pytest.importorskip("Xlib", reason="needs the extra 'window'")
    monkeypatch.setenv("DISPLAY", "nowhere")
    with pytest.raises(CaptureError, match="can't be reached"), opening.open_windows():
        pass
