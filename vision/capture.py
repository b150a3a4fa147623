"""Pictures of the screen, through python-mss.

Coordinates are those of the desktop: the main screen starts at (0, 0), others may lie at negative ones.
mss takes whole screens and regions on Windows, macOS and X11. It can't see a Wayland desktop.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, cast

import cv2
import numpy as np

from vision.errors import CaptureError
from vision.frame import Frame
from vision.preflight import SMALLEST, trouble

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

INSTEAD = "save a screenshot with your desktop's own tool and give that file"


@dataclass(frozen=True, slots=True)
class Screen:
    """One screen of the desktop, or the box around all of them: place and size in desktop coordinates."""

    left: int
    top: int
    width: int
    height: int

    def __str__(self) -> str:
        return f"{self.width}×{self.height} at {self.left},{self.top}"


class Grabber(Protocol):
    """Where pictures of the screen come from."""

    def screens(self) -> tuple[Screen, ...]:
        """The box around all screens first, then each of them."""
        ...

    def grab(self, box: Screen) -> NDArray[np.uint8]:
        """The pixels of a box inside the screens, H×W×4 uint8 BGRA; more than the box has where pixels are scaled."""
        ...


class MssGrabber:
    """mss behind ``Grabber``; what differs between its versions stays in here."""

    def __init__(self, mss: Any) -> None:
        self._mss = mss

    def screens(self) -> tuple[Screen, ...]:
        """The box around all screens first, then each of them."""
        sides = ("left", "top", "width", "height")
        return tuple(  # version 10 gives dictionaries, version 11 objects
            Screen(*(int(screen[side] if isinstance(screen, Mapping) else getattr(screen, side)) for side in sides))
            for screen in self._mss.monitors
        )

    def grab(self, box: Screen) -> NDArray[np.uint8]:
        """The pixels of ``box``, without a copy: the memory belongs to the shot and is not written to again."""
        shot = self._mss.grab((box.left, box.top, box.left + box.width, box.top + box.height))
        if hasattr(shot, "__array_interface__"):
            return np.asarray(shot)
        return np.frombuffer(shot.bgra, np.uint8).reshape(shot.height, shot.width, 4)


@contextmanager
def open_grabber() -> Iterator[Grabber]:
    """Connect to the screen for one or more pictures.

    Raises:
        CaptureError: there is no screen, or it can't be looked at; also for faults while it is open.
    """
    import mss  # noqa: PLC0415 - reading files needs no screen
    from mss.exception import ScreenShotError  # noqa: PLC0415

    make = getattr(mss, "MSS", None) or mss.mss  # the second name is all there is before 10.2
    try:
        with make() as connection:
            yield MssGrabber(connection)
    except (ScreenShotError, OSError) as fault:
        raise CaptureError(_no_screen(str(fault))) from None


def screens(grabber: Grabber | None = None) -> tuple[Screen, ...]:
    """The screens there are: number 0 is the box around all of them, then one each from 1.

    Raises:
        CaptureError: no screen can be looked at.
    """
    if grabber is None:
        with open_grabber() as opened:
            return opened.screens()
    return grabber.screens()


def grab_screen(number: int = 1, grabber: Grabber | None = None) -> Frame:
    """Take a picture of a whole screen.

    Args:
        number: from 1; 0 for all screens in one picture.
        grabber: where to take it from; the real screen when None.

    Raises:
        CaptureError: no such screen, no screen at all, or nothing to see on it.
    """
    if grabber is None:
        with open_grabber() as opened:
            return grab_screen(number, opened)
    have = grabber.screens()
    if not 0 <= number < len(have):
        raise CaptureError(f"there is no screen {number}: {_listed(have)}")
    return _take(grabber, have[number], f"screen {number}")


def grab_region(x: int, y: int, w: int, h: int, grabber: Grabber | None = None) -> Frame:
    """Take a picture of a part of the desktop; what hangs over the edge of the screens is cut off.

    Args:
        x: left edge in desktop coordinates; may be negative where a screen is.
        y: upper edge.
        w: width.
        h: height.
        grabber: where to take it from; the real screen when None.

    Raises:
        CaptureError: the region is empty or beside the screens, no screen at all, or nothing to see.
    """
    if w <= 0 or h <= 0:
        raise CaptureError(f"the region {x},{y},{w},{h} is empty: give x,y,width,height with a size above 0")
    if grabber is None:
        with open_grabber() as opened:
            return grab_region(x, y, w, h, opened)
    have = grabber.screens()
    around = have[0]
    left, right = max(x, around.left), min(x + w, around.left + around.width)
    top, bottom = max(y, around.top), min(y + h, around.top + around.height)
    if left >= right or top >= bottom:
        raise CaptureError(f"the region {x},{y},{w},{h} is beside the screens: {_listed(have)}")
    return _take(grabber, Screen(left, top, right - left, bottom - top), f"region {left},{top}")


def _take(grabber: Grabber, box: Screen, source: str) -> Frame:
    taken = time.monotonic()
    shot = grabber.grab(box)
    pixels = cast("NDArray[np.uint8]", cv2.cvtColor(shot, cv2.COLOR_BGRA2BGR))
    frame = Frame(pixels, source, scale=shot.shape[1] / box.width, time=taken)
    if (words := trouble(frame)) is not None:
        blank = max(frame.width, frame.height) >= SMALLEST
        raise CaptureError(f"{source}: {(blank and _hint()) or words}")
    return frame


def _listed(have: tuple[Screen, ...]) -> str:
    each = ", ".join(f"{number} is {screen}" for number, screen in enumerate(have[1:], 1))
    return f"screen {each}" if each else "no screen is connected"


def _hint() -> str | None:
    """Why this desktop gives blank pictures, where it is known to."""
    if _wayland():
        return f"a Wayland desktop shows its pictures to no other program: {INSTEAD}"
    if sys.platform == "darwin":
        return "the picture is blank: allow this program Screen Recording in System Settings, Privacy & Security"
    return None


def _no_screen(fault: str) -> str:
    if _wayland():
        return f"a Wayland desktop shows its pictures to no other program: {INSTEAD}"
    if sys.platform not in ("win32", "darwin") and not os.environ.get("DISPLAY"):
        return f"there is no screen to look at (DISPLAY is not set): run it on the desktop, or {INSTEAD}"
    words = " ".join(fault.split())[:120] or "unknown fault"
    return f"the screen can't be looked at ({words}): {INSTEAD}"


def _wayland() -> bool:
    return sys.platform not in ("win32", "darwin") and (
        os.environ.get("XDG_SESSION_TYPE") == "wayland" or bool(os.environ.get("WAYLAND_DISPLAY"))
    )
