"""Which window a person means by a few words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.errors import CaptureError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.windows.window import Window

LISTED = 8


def choose(words: str, windows: Sequence[Window]) -> Window:
    """The window that ``words`` name: its title, its application or its pid, in whole or in part.

    The whole name of an application, a whole title and a pid come before a part of an application's name, and that
    before a part of a title: a terminal often shows the very command that is looking for the game. Upper and lower case
    are the same.

    Raises:
        CaptureError: no window is called that, or several are; the message lists them.
    """
    sought = words.strip().casefold()
    if not sought:
        raise CaptureError("a window needs a name: its title, its application or its pid ('boardsight windows' lists)")
    for tier in (_exactly, _by_app, _by_title):
        found = [window for window in windows if tier(window, sought)]
        if len(found) > 1:
            # A program may keep hidden windows of the same name; what is on the screen is meant.
            found = [window for window in found if not window.hidden] or found
        if len(found) == 1:
            return found[0]
        if found:
            raise CaptureError(
                f"{len(found)} windows are called {words!r}: {_listed(found)}. Name one by its pid or its whole title"
            )
    if not windows:
        raise CaptureError("there is no window: start the game first")
    raise CaptureError(f"no window is called {words!r}. There are: {_listed(windows)}")


def _exactly(window: Window, sought: str) -> bool:
    names = (window.title, window.app, window.program, "" if window.pid is None else str(window.pid))
    return sought in (name.casefold() for name in names) or sought == window.app.casefold().rpartition(".")[2]


def _by_app(window: Window, sought: str) -> bool:
    return sought in window.app.casefold() or sought in window.program.casefold()


def _by_title(window: Window, sought: str) -> bool:
    return sought in window.title.casefold()


def _listed(windows: Sequence[Window]) -> str:
    more = len(windows) - LISTED
    return "; ".join(map(str, windows[:LISTED])) + (f"; and {more} more" if more > 0 else "")
