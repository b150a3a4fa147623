"""One picture of a window, looked over before anyone searches it for a board."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.errors import CaptureError, WindowGoneError
from vision.frame import Frame
from vision.preflight import trouble

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.windows.window import Window, WindowSystem

RIM = 2
"""Pixels taken round a window to see whether it ends where it should."""
SEAM = 3.0
"""A window's edge differs from what lies beside it by more grey levels than this, in the mean, on some side."""


def take(system: WindowSystem, window: Window) -> Frame:
    """A picture of what a window shows.

    Returns:
        The frame; its source is the window's title, its scale how many pixels the window has for one of the desktop's.

    Raises:
        WindowGoneError: the window is minimised or was closed.
        CaptureError: nothing is to be seen in it; the message says why and what to do.
    """
    if window.hidden:
        raise WindowGoneError(f"the window “{window.title}” is minimised: bring it back, it need not be in front")
    taken = time.monotonic()
    shot = system.picture(window)
    pixels = np.asarray(cv2.cvtColor(shot, cv2.COLOR_BGRA2BGR), np.uint8)
    scale = shot.shape[1] / max(1, window.width)
    frame = Frame(pixels, window.name, scale=scale, time=taken, called=window.called)
    if (words := trouble(frame)) is not None:
        raise CaptureError(f"the window “{frame.source}”: {words}")
    return frame


def seamless(around: NDArray[np.uint8], rim: int = RIM) -> bool:
    """Whether a window's place shows no window: the picture runs on across all four of its edges.

    Some desktops show programs without permission to look the wallpaper only, and say nothing. A real window ends
    somewhere.

    Args:
        around: the window's place with ``rim`` pixels more on every side, H×W×3 or 4 uint8.
        rim: how many.
    """
    gray = around[:, :, :3].astype(np.float32).mean(axis=2)
    if min(gray.shape) < 6 * rim:
        return False
    sides = (gray, gray[::-1], gray.T, gray.T[::-1])
    return all(_step(side[: 3 * rim], rim) <= SEAM for side in sides)


def _step(band: NDArray[np.float32], rim: int) -> float:
    """How much larger the step across the edge is than the steps beside it, in the mean along the edge."""
    steps = np.abs(np.diff(band, axis=0)).mean(axis=1)
    return float(steps[rim - 1] - np.median(steps))
