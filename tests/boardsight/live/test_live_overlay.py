"""The overlay over a real game: seen on the screen, never in our own picture, and no click ever stops at it."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

import mss
import numpy as np
import pytest

from calibration.desktop import wait_for
from vision.look import look

pytest.importorskip("Xlib", reason="needs the extra 'window'")
pytest.importorskip("PySide6.QtWidgets", reason="needs the extra 'overlay' and libegl1", exc_type=ImportError)

from PySide6.QtCore import QLibraryInfo

from boardsight.live.overlay import OverlayError, _loadable
from vision.windows import take
from vision.windows.x11 import X11Windows

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from calibration.desktop import Desktop

pytestmark = pytest.mark.live


@pytest.fixture(autouse=True)
def _qt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")
    try:
        _loadable(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath))
    except OverlayError as error:
        pytest.skip(str(error))


def screen(desktop: Desktop, left: int, top: int, width: int, height: int) -> NDArray[np.uint8]:
    """What a person sees there."""
    with mss.MSS(display=desktop.display) as grabber:
        return np.asarray(grabber.grab((left, top, left + width, top + height)))[:, :, :3]


@pytest.mark.parametrize("compositor", [None, "picom", "xcompmgr"])
def test_marks_lie_over_the_game_and_clicks_fall_through(desktop: Desktop, player: Any, compositor: str | None) -> None:
    if compositor is not None:
        if shutil.which(compositor) is None:
            pytest.skip(f"needs {compositor}")
        desktop.start(*{"picom": ("picom", "--backend", "xrender"), "xcompmgr": ("xcompmgr",)}[compositor])
        desktop.run("sleep", "0.7")
    desktop.start("sgt-flip", "--game", "5x5c#12345", FLIP_TILESIZE="62")
    window = desktop.window(("--class", "sgt-flip"))
    x11 = X11Windows.connect(desktop.display)
    game = x11.find(int(window))
    assert game is not None
    place = (game.left, game.top, game.width, game.height)
    desktop.run("xdotool", "mousemove", "5", "5")
    with player("--window", "sgt-flip", "--goal", "all-1", "--overlay") as person:
        event = person.wait("board")
        bare = take(x11, game)
        wait_for(lambda: marked(desktop, place, bare.pixels))
        with_overlay = take(x11, game)
        assert np.array_equal(with_overlay.pixels, bare.pixels)
        assert look(with_overlay)[0] == look(bare)[0]
        pitch = event["cells"][1]["at"][0] - event["cells"][0]["at"][0]
        for _ in range(3):
            x, y = event["steps"][0]["screen"]
            on_the_mark = x + 0.26 * pitch, y + 0.26 * pitch
            person.click(on_the_mark)
            event = person.wait("step-done", "replanned")
            assert event["event"] == "step-done"
        desktop.run("xdotool", "windowmove", "--sync", window, "600", "80")
        moved = wait_for(lambda: x11.find(int(window)))
        place = (moved.left, moved.top, moved.width, moved.height)
        wait_for(lambda: marked(desktop, place, take(x11, moved).pixels))
    # Our own picture without any overlay is what it was with it.
    assert np.array_equal(take(x11, moved).pixels, screen(desktop, *place)) or compositor is not None
    x11.close()


def marked(desktop: Desktop, place: tuple[int, int, int, int], bare: NDArray[np.uint8]) -> bool:
    """Whether something covers the game, but not much of it (an opaque window would cover all)."""
    share = (np.abs(screen(desktop, *place).astype(int) - bare).max(axis=2) > 8).mean()
    return bool(0.003 < share < 0.2)
