"""Where looks come from: a window, a screen, a part of the desktop."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from boardsight.live.event import Place
from boardsight.live.glance import Absence, same
from vision.capture import Screen, grab_region, grab_screen
from vision.errors import CaptureError, WindowGoneError
from vision.windows import choose, take

if TYPE_CHECKING:
    from collections.abc import Callable

    from boardsight.live.glance import Box, Glance
    from vision.capture import Grabber
    from vision.frame import Frame
    from vision.windows import Window, WindowSystem

SEARCH = 0.5
"""Seconds between two searches for a window that is gone."""
TRUST = 1.0
"""Seconds after which a window is looked at even if its system says that nothing was drawn."""
CHANGES = 3
"""A window that someone is resizing may have another size once its picture is taken, a few times in a row."""


class Source(Protocol):
    """Gives looks, timed in seconds from its beginning."""

    @property
    def place(self) -> Place | None:
        """Where on the desktop the last frame was; None where there is no desktop."""
        ...

    def look(self, box: Box | None) -> Glance | None:
        """The next look; None when there are no more.

        A frame in which nothing inside ``box`` changed has the very pixels (the same array) of the one before.
        """
        ...


class WindowSource:
    """A window, wherever it goes; another one of that name once it is closed.

    Args:
        system: the desktop's windows.
        words: which one, as for ``vision.windows.choose``.
        clock: seconds; for tests.

    Raises:
        CaptureError: there is no such window to begin with, or several.
    """

    def __init__(self, system: WindowSystem, words: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._system, self._words, self._clock = system, words, clock
        self._start = clock()
        self._window: Window | None = choose(words, system.windows())
        self._last: Frame | None = None
        self._taken = self._searched = float("-inf")

    @property
    def place(self) -> Place | None:
        """The window's place, without its frame."""
        window = self._window
        if window is None:
            return None
        return Place(window.left, window.top, self._last.scale if self._last is not None else 1.0)

    @property
    def window(self) -> Window | None:
        """The window as it was at the last look; None while there is none."""
        return self._window

    def look(self, box: Box | None) -> Glance:
        """The window now, or why it can't be seen."""
        now = self._clock() - self._start
        window = self._present(now)
        if window is None:
            self._last = None
            return Absence(f"there is no window {self._words!r}: waiting for it to open", now)
        last = self._last
        kept = last is not None and abs(last.width - window.width * last.scale) < 1
        trusted = kept and not window.hidden and now - self._taken < TRUST
        if last is not None and trusted and not self._system.changed(window):
            return replace(last, source=window.name, called=window.called, time=now)
        try:
            frame = self._frame(window)
        except CaptureError as error:
            self._last = None
            return Absence(str(error), now)
        self._taken = now
        pixels = last.pixels if last is not None and same(last.pixels, frame.pixels, box) else frame.pixels
        self._last = replace(frame, pixels=pixels, time=now)
        return self._last

    def _frame(self, window: Window) -> Frame:
        """What the window shows, also where it was changed between being found and being taken."""
        for _ in range(CHANGES):
            try:
                return take(self._system, window)
            except WindowGoneError:
                changed = self._system.find(window.handle)
                if changed is None or changed == window:
                    raise
                self._window = window = changed
        return take(self._system, window)

    def _present(self, now: float) -> Window | None:
        """The window as it is now."""
        if self._window is not None:
            self._window = self._system.find(self._window.handle)
        if self._window is None and now - self._searched >= SEARCH:
            self._searched = now
            try:
                self._window = choose(self._words, self._system.windows())
            except CaptureError:
                return None
        return self._window


class ScreenSource:
    """A whole screen or a part of the desktop.

    Args:
        grabber: takes the pictures.
        what: the number of a screen (0 for all), or left, top, width and height.
        clock: seconds; for tests.

    Raises:
        CaptureError: there is no such screen, or the region is beside the screens.
    """

    def __init__(
        self, grabber: Grabber, what: int | tuple[int, int, int, int], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._grabber, self._what, self._clock = grabber, what, clock
        self._start = clock()
        self._last: Frame | None = None
        have = grabber.screens()
        if isinstance(what, int):
            if not 0 <= what < len(have):
                raise CaptureError(f"there is no screen {what}: there are {len(have) - 1}, and 0 for all of them")
            self._corner = have[what].left, have[what].top
        else:
            self._corner = max(what[0], have[0].left), max(what[1], have[0].top)
            around = Screen(*what)
            if around.left >= have[0].left + have[0].width or around.top >= have[0].top + have[0].height:
                raise CaptureError(f"the region {','.join(map(str, what))} is beside the screens ({have[0]})")

    @property
    def place(self) -> Place:
        """The upper left corner of what is looked at."""
        return Place(*self._corner, self._last.scale if self._last is not None else 1.0)

    def look(self, box: Box | None) -> Glance:
        """The screen now, or why there is nothing to see."""
        now = self._clock() - self._start
        what, last = self._what, self._last
        try:
            frame = (
                grab_screen(what, self._grabber) if isinstance(what, int) else grab_region(*what, grabber=self._grabber)
            )
        except CaptureError as error:
            self._last = None
            return Absence(str(error), now)
        pixels = last.pixels if last is not None and same(last.pixels, frame.pixels, box) else frame.pixels
        self._last = replace(frame, pixels=pixels, time=now)
        return self._last
