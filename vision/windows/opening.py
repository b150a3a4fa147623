"""The window system of the desktop at hand."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from vision.errors import CaptureError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vision.windows.window import WindowSystem

EXTRA = "pip install 'boardsight[window]'"
INSTEAD = (
    "run the game under XWayland with DISPLAY set, or take a screenshot with the desktop's own tool and give its file "
    "or --clipboard"
)


@contextmanager
def open_windows() -> Iterator[WindowSystem]:
    """Connect to the desktop's windows.

    Raises:
        CaptureError: there is no desktop, it shows no program another's windows, or a package is missing.
    """
    system = _connect()
    try:
        yield system
    finally:
        system.close()


def _connect() -> WindowSystem:
    if sys.platform in ("win32", "darwin"):
        from vision.windows.desktop import DesktopWindows  # noqa: PLC0415  # only where it is needed

        return DesktopWindows.connect()
    if not os.environ.get("DISPLAY"):
        if os.environ.get("WAYLAND_DISPLAY") or os.environ.get("XDG_SESSION_TYPE") == "wayland":
            raise CaptureError(f"a Wayland desktop shows no program another's windows: {INSTEAD}")
        raise CaptureError("there is no desktop with windows here (DISPLAY is not set): run it on the desktop itself")
    try:
        from vision.windows.x11 import X11Windows  # noqa: PLC0415  # needs python-xlib
    except ImportError as error:
        raise CaptureError(f"windows can be found once python-xlib is there: {EXTRA}") from error
    return X11Windows.connect()
