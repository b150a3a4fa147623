"""A window of another program, and what a window system has to offer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Window:
    """One window, as it was at the moment of asking.

    Attributes:
        handle: the window system's number for it.
        title: what its title bar says; GNOME's Lights Off is called ``Puzzle 7``, so better go by ``app``.
        app: the application (the class on X11).
        program: another name of it (the instance on X11); often the same.
        pid: the process it belongs to; None where that is not known.
        left, top, width, height: what it shows, without its frame, in desktop coordinates (may be negative).
        hidden: minimised, or on another desktop: there is no picture to take.
    """

    handle: int
    title: str
    app: str
    program: str
    pid: int | None
    left: int
    top: int
    width: int
    height: int
    hidden: bool = False

    @property
    def name(self) -> str:
        """What people know it by."""
        return self.title or self.app

    @property
    def called(self) -> str:
        """All that may tell which game it shows: its title and its application, a line each."""
        return f"{self.title}\n{self.app}"

    def __str__(self) -> str:
        where = "hidden" if self.hidden else f"{self.width}×{self.height} at {self.left},{self.top}"
        return f"“{self.title}” ({self.app}, pid {self.pid if self.pid is not None else 'unknown'}), {where}"


class WindowSystem(Protocol):
    """A way to list windows and take their pictures."""

    @property
    def own_content(self) -> bool:
        """Whether pictures show the window itself, whatever lies over it; else the screen at the window's place."""
        ...

    def windows(self) -> tuple[Window, ...]:
        """All windows that a person would call one."""
        ...

    def find(self, handle: int) -> Window | None:
        """The window as it is now; None once it is closed."""
        ...

    def picture(self, window: Window) -> NDArray[np.uint8]:
        """What the window shows, H×W×4 uint8 BGRA; larger than the window's size where its pixels are scaled.

        Raises:
            WindowGoneError: it was closed or minimised meanwhile.
            CaptureError: it can't be looked at.
        """
        ...

    def changed(self, window: Window) -> bool:
        """Whether the window may show something new since its last picture; True where that can't be told."""
        ...

    def close(self) -> None:
        """Let go of the connection."""
        ...
