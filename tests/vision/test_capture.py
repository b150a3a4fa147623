"""Pictures of the screen: places and clamping with a fake screen, and one real X screen."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from contextlib import contextmanager
from types import SimpleNamespace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from vision import capture
from vision.capture import MssGrabber, Screen, grab_region, grab_screen, open_grabber, screens
from vision.errors import CaptureError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

SCREENS = (Screen(-1280, -200, 3200, 1280), Screen(0, 0, 1920, 1080), Screen(-1280, -200, 1280, 720))


class FakeGrabber:
    """A desktop whose pixels tell their own place; ``scale`` device pixels a unit."""

    def __init__(self, have: tuple[Screen, ...] = SCREENS, scale: int = 1, color: int | None = None) -> None:
        self.have, self.scale, self.color = have, scale, color

    def screens(self) -> tuple[Screen, ...]:
        return self.have

    def grab(self, box: Screen) -> NDArray[np.uint8]:
        around = self.have[0]
        assert around.left <= box.left < box.left + box.width <= around.left + around.width
        assert around.top <= box.top < box.top + box.height <= around.top + around.height
        xs = np.arange(box.width * self.scale) // self.scale + box.left
        ys = np.arange(box.height * self.scale) // self.scale + box.top
        shot = np.zeros((len(ys), len(xs), 4), np.uint8)
        shot[:, :, 0], shot[:, :, 1], shot[:, :, 2] = xs % 256, (ys % 256)[:, None], (xs // 256 + 10)
        if self.color is not None:
            shot[:] = self.color
        return shot


@pytest.fixture(autouse=True)
def _no_wayland(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("WAYLAND_DISPLAY", "XDG_SESSION_TYPE"):
        monkeypatch.delenv(name, raising=False)


def test_each_screen_is_taken_at_its_own_place() -> None:
    frame = grab_screen(2, FakeGrabber())
    assert (frame.width, frame.height, frame.source, frame.scale) == (1280, 720, "screen 2", 1.0)
    assert frame.pixels[0, 0].tolist() == [-1280 % 256, -200 % 256, 5]
    assert frame.pixels.flags.c_contiguous
    assert grab_screen(0, FakeGrabber()).width == 3200
    assert frame.time > 0


def test_scaled_screens_keep_their_scale() -> None:
    frame = grab_region(5, 6, 100, 50, FakeGrabber(scale=2))
    assert (frame.width, frame.height, frame.scale) == (200, 100, 2.0)


def test_a_region_is_cut_at_the_edge_of_the_screens() -> None:
    frame = grab_region(1900, 1000, 200, 200, FakeGrabber())
    assert (frame.width, frame.height, frame.source) == (20 + 0, 80, "region 1900,1000")
    frame = grab_region(-1300, -250, 100, 100, FakeGrabber())
    assert (frame.width, frame.height, frame.source) == (80, 50, "region -1280,-200")


@pytest.mark.parametrize("box", [(1920, 0, 10, 10), (0, 1080, 10, 10), (-1400, 0, 120, 10), (0, -300, 10, 100)])
def test_a_region_beside_the_screens_is_told(box: tuple[int, int, int, int]) -> None:
    with pytest.raises(CaptureError, match="beside the screens: screen 1 is 1920×1080 at 0,0, 2 is 1280×720 at -1280,"):
        grab_region(*box, FakeGrabber())


def test_what_can_not_be_taken_is_told() -> None:
    with pytest.raises(CaptureError, match="is empty"):
        grab_region(0, 0, 0, 10, FakeGrabber())
    for number in (-1, 3):
        with pytest.raises(CaptureError, match=f"no screen {number}: screen 1 is"):
            grab_screen(number, FakeGrabber())
    with pytest.raises(CaptureError, match="no screen is connected"):
        grab_screen(1, FakeGrabber((Screen(0, 0, 10, 10),)))


def test_blank_pictures_are_told_with_the_desktop_s_own_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capture.sys, "platform", "linux")
    with pytest.raises(CaptureError, match="all black"):
        grab_screen(1, FakeGrabber(color=0))
    with pytest.raises(CaptureError, match="one colour"):
        grab_screen(1, FakeGrabber(color=90))
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    with pytest.raises(CaptureError, match="Wayland"):
        grab_screen(1, FakeGrabber(color=0))
    monkeypatch.setattr(capture.sys, "platform", "darwin")
    with pytest.raises(CaptureError, match="Screen Recording"):
        grab_screen(1, FakeGrabber(color=0))
    with pytest.raises(CaptureError, match="9×8 pixels, too small"):
        grab_region(0, 0, 9, 8, FakeGrabber(color=0))


def test_without_a_display_the_message_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    if capture.sys.platform != "linux":
        pytest.skip("only X11 screens can be absent")
    monkeypatch.delenv("DISPLAY", raising=False)
    with pytest.raises(CaptureError, match="DISPLAY is not set"):
        grab_screen()
    monkeypatch.setenv("DISPLAY", ":987")
    with pytest.raises(CaptureError, match="can't be looked at") as caught:
        screens()
    assert "\n" not in str(caught.value)
    monkeypatch.setenv("XDG_SESSION_TYPE", "wayland")
    with pytest.raises(CaptureError, match="Wayland"):
        grab_region(0, 0, 10, 10)


def test_both_generations_of_mss_are_understood() -> None:
    box = {"left": -5, "top": 7, "width": 30, "height": 20}
    pixels = np.arange(30 * 20 * 4, dtype=np.uint32).astype(np.uint8).reshape(20, 30, 4)
    newer = SimpleNamespace(
        monitors=[SimpleNamespace(**box)],
        grab=lambda _: SimpleNamespace(bgra=memoryview(pixels.tobytes()), width=30, height=20),
    )
    older = SimpleNamespace(monitors=[box], grab=lambda _: pixels)
    for mss in (newer, older):
        assert MssGrabber(mss).screens() == (Screen(-5, 7, 30, 20),)
        assert np.array_equal(MssGrabber(mss).grab(Screen(-5, 7, 30, 20)), pixels)


@contextmanager
def x_screen(home: Path) -> Iterator[dict[str, str]]:
    """An X server of our own on a free display, without touching anybody's settings."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x900x24", "-nolisten", "tcp", "-noreset"]
    with subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL) as server:
        try:
            os.close(write)
            with os.fdopen(read) as pipe:
                display = f":{pipe.readline().strip()}"
            yield os.environ | {
                "DISPLAY": display,
                "HOME": str(home),
                "XDG_CONFIG_HOME": str(home),
                "XDG_RUNTIME_DIR": str(home),
                "GSETTINGS_BACKEND": "memory",
            }
        finally:
            server.terminate()


@pytest.mark.live
def test_a_real_x_screen_showing_lightsoff(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = shutil.which("lightsoff", path=f"{os.environ['PATH']}:/usr/games")
    if shutil.which("Xvfb") is None or game is None:
        pytest.skip("needs Xvfb and lightsoff")
    tmp_path.chmod(0o700)
    with x_screen(tmp_path) as environment:
        monkeypatch.setenv("DISPLAY", environment["DISPLAY"])
        assert screens()[1:] == (Screen(0, 0, 1280, 900),)
        with pytest.raises(CaptureError, match="all black"):
            grab_screen()
        command = [game]
        if shutil.which("dbus-run-session"):
            command = ["dbus-run-session", "--", game]
        with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL, start_new_session=True) as window:
            try:
                frame = _settled()
                assert (frame.width, frame.height, frame.source) == (1280, 900, "screen 1")
                with open_grabber() as grabber:
                    region = grab_region(100, 50, 5000, 600, grabber)
                assert (region.width, region.height) == (1180, 600)
                assert np.array_equal(region.pixels, frame.pixels[50:650, 100:])
            finally:
                os.killpg(window.pid, 15)


def _settled() -> capture.Frame:
    """The screen once it shows a window and keeps still."""
    until = time.monotonic() + 20
    last = None
    while time.monotonic() < until:
        try:
            frame = grab_screen()
        except CaptureError:
            frame = None
        if frame is not None and last is not None and np.array_equal(frame.pixels, last.pixels):
            return frame
        last = frame
        time.sleep(0.3)
    raise AssertionError("the game's window never came or never kept still")
