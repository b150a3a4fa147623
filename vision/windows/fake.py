"""A desktop in memory, for tests: windows that can be moved, hidden and closed, over screens of several scales."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from vision.errors import WindowGoneError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.windows.window import Window


class FakeWindows:
    """``WindowSystem`` whose windows are what ``put`` says."""

    own_content = True

    def __init__(self) -> None:
        self._windows: dict[int, Window] = {}
        self._shown: dict[int, NDArray[np.uint8]] = {}
        self._new: set[int] = set()
        self.taken = 0

    def put(self, window: Window, pixels: NDArray[np.uint8] | None = None) -> None:
        """Open a window or change it; ``pixels`` (H×W×3 uint8 BGR) may be of more pixels than the window's size."""
        self._windows[window.handle] = window
        if pixels is not None:
            self._shown[window.handle] = np.dstack([pixels, np.full(pixels.shape[:2], 255, np.uint8)])
            self._new.add(window.handle)

    def move(self, handle: int, left: int, top: int) -> None:
        """Move a window."""
        self._windows[handle] = replace(self._windows[handle], left=left, top=top)

    def shut(self, handle: int) -> None:
        """Close a window."""
        del self._windows[handle]

    def windows(self) -> tuple[Window, ...]:
        """All windows."""
        return tuple(self._windows.values())

    def find(self, handle: int) -> Window | None:
        """The window as it is now."""
        return self._windows.get(handle)

    def picture(self, window: Window) -> NDArray[np.uint8]:
        """What was put; ``WindowGoneError`` where the window was closed."""
        if window.handle not in self._windows:
            raise WindowGoneError(f"the window “{window.title}” was closed or minimised")
        self.taken += 1
        self._new.discard(window.handle)
        return self._shown[window.handle]

    def changed(self, window: Window) -> bool:
        """Whether other pixels were put since the last picture."""
        return window.handle in self._new

    def close(self) -> None:
        """Nothing to let go of."""
