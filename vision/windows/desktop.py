"""Windows of Windows and macOS, found through PyWinCtl; their pictures are the screen at the window's place.

Kept thin, and untested on those systems: nobody here has one.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, cast

from vision.capture import MssGrabber, Screen
from vision.errors import CaptureError, WindowGoneError
from vision.windows.take import RIM, seamless
from vision.windows.window import Window

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from vision.capture import Grabber

PER_MONITOR = 2
"""Windows' word for a program that wants true pixels on every screen, whatever its scale."""


class DesktopWindows:
    """``WindowSystem`` over a window finder such as PyWinCtl and a grabber of the screen.

    Args:
        finder: has ``getAllWindows()``, whose windows have PyWinCtl's names.
        grabber: takes pictures of the screen.
    """

    own_content = False

    def __init__(self, finder: Any, grabber: Grabber) -> None:
        self._finder = finder
        self._grabber = grabber
        self._seamed: set[int] = set()

    @classmethod
    def connect(cls) -> DesktopWindows:
        """Connect to the desktop.

        Raises:
            CaptureError: PyWinCtl is not installed.
        """
        if sys.platform == "win32":
            import ctypes  # noqa: PLC0415  # Windows only

            # Else Windows scales our coordinates on screens that are not at 100 %. Fails where it was said before.
            ctypes.windll.shcore.SetProcessDpiAwareness(PER_MONITOR)
        try:
            import pywinctl  # noqa: PLC0415  # an extra
        except ImportError as error:
            words = "windows can be found once PyWinCtl is there: pip install 'boardsight[window]'"
            raise CaptureError(words) from error
        import mss  # noqa: PLC0415

        return cls(pywinctl, MssGrabber(mss.MSS()))

    def windows(self) -> tuple[Window, ...]:
        """All windows with a title."""
        return tuple(self._window(found) for found in self._finder.getAllWindows() if found.title)

    def find(self, handle: int) -> Window | None:
        """The window as it is now; None once it is closed."""
        return next((window for window in self.windows() if window.handle == handle), None)

    def picture(self, window: Window) -> NDArray[np.uint8]:
        """The screen at the window's place, cut at the screen's edges, H×W×4 uint8 BGRA.

        Raises:
            WindowGoneError: all of it is beside the screens.
            CaptureError: the desktop shows the wallpaper in place of windows.
        """
        place = clamped(window, self._grabber.screens()[0])
        if place is None:
            raise WindowGoneError(f"the window “{window.title}” is beside the screens: move it onto one")
        if place != Screen(window.left, window.top, window.width, window.height):
            raise WindowGoneError(f"the window “{window.title}” hangs over the screen's edge: move it onto the screen")
        if window.handle not in self._seamed:
            self._see_edges(window)
        return self._grabber.grab(place)

    def changed(self, window: Window) -> bool:  # noqa: ARG002  # the protocol's
        """Always: nobody says."""
        return True

    def close(self) -> None:
        """Nothing to let go of."""

    def _see_edges(self, window: Window) -> None:
        """Once a window: is it on the picture at all?"""
        wider = Screen(window.left - RIM, window.top - RIM, window.width + 2 * RIM, window.height + 2 * RIM)
        around = clamped(wider, self._grabber.screens()[0])
        if around == wider and seamless(self._grabber.grab(around)):
            raise CaptureError(
                f"only the wallpaper is to be seen where the window “{window.title}” is: allow this program Screen "
                "Recording in the system's settings (macOS: Privacy & Security), then start it again"
            )
        self._seamed.add(window.handle)

    def _window(self, found: Any) -> Window:
        frame = found.getClientFrame()
        name = str(found.getAppName())
        return Window(
            cast("int", found.getHandle()),
            str(found.title),
            name,
            name,
            _number(found.getPID()) if hasattr(found, "getPID") else None,
            int(frame.left),
            int(frame.top),
            int(frame.right - frame.left),
            int(frame.bottom - frame.top),
            hidden=bool(found.isMinimized),
        )


def clamped(box: Window | Screen, screen: Screen) -> Screen | None:
    """The part of a box that lies on the screens; None where none does."""
    left, top = max(box.left, screen.left), max(box.top, screen.top)
    right = min(box.left + box.width, screen.left + screen.width)
    bottom = min(box.top + box.height, screen.top + screen.height)
    return Screen(left, top, right - left, bottom - top) if left < right and top < bottom else None


def _number(value: object) -> int | None:
    return value if isinstance(value, int) else None
