"""Windows of an X11 desktop, through python-xlib.

A window's own content is read, so that neither other windows over it nor our own overlay are in the picture. Without a
compositor the X server keeps no such content; asking it to (``RedirectAutomatic`` of the toplevel frame, Composite
extension, K. Packard, "Composite Extension 0.4") changes nothing that a person sees. The Damage extension says whether
anything was drawn since, so that a still window costs nothing to watch.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np
from Xlib import X, Xatom, error
from Xlib.display import Display
from Xlib.ext import composite, damage

from vision.errors import CaptureError, WindowGoneError
from vision.windows.window import Window

if TYPE_CHECKING:
    from numpy.typing import NDArray

GONE = (error.BadWindow, error.BadDrawable, error.BadMatch)
LOST = (error.ConnectionClosedError, OSError)


class X11Windows:
    """``WindowSystem`` for X11. ``own_content`` is False where the server has no Composite extension."""

    def __init__(self, display: Any) -> None:
        self._display = display
        self._root = display.screen().root
        self._atoms = {name: display.intern_atom(name) for name in ("_NET_CLIENT_LIST", "_NET_WM_NAME", "_NET_WM_PID")}
        self.own_content: bool = display.has_extension("Composite")
        self._damaging: bool = display.has_extension("DAMAGE")
        if self.own_content:
            display.composite_query_version()
        if self._damaging:
            display.damage_query_version()
        self._redirected: set[int] = set()
        self._damages: dict[int, Any] = {}
        self._drawn: set[int] = set()

    @classmethod
    def connect(cls, name: str | None = None) -> X11Windows:
        """Connect to a display, ``DISPLAY`` when None.

        Raises:
            CaptureError: there is none.
        """
        try:
            display = Display(name)
        except (error.DisplayError, OSError) as fault:
            words = " ".join(str(fault).split())[:120]
            raise CaptureError(f"the desktop can't be reached ({words}): run it on the desktop itself") from None
        display.set_error_handler(_quiet)
        return cls(display)

    def windows(self) -> tuple[Window, ...]:
        """All windows that the window manager keeps, oldest first; without a manager, those on the root window."""
        listed = self._root.get_full_property(self._atoms["_NET_CLIENT_LIST"], Xatom.WINDOW)
        handles = list(listed.value) if listed is not None else [child.id for child in self._root.query_tree().children]
        return tuple(window for handle in handles if (window := self.find(int(handle))) is not None)

    def find(self, handle: int) -> Window | None:
        """The window as it is now; None once it is closed."""
        client = self._display.create_resource_object("window", handle)
        try:
            self._hear()
            size = client.get_geometry()
            place = self._root.translate_coords(client, 0, 0)
            hidden = client.get_attributes().map_state != X.IsViewable
            names = client.get_wm_class() or ("", "")
            pid = client.get_full_property(self._atoms["_NET_WM_PID"], Xatom.CARDINAL)
            title = self._title(client)
        except GONE:
            self._forget(handle)
            return None
        except LOST as fault:
            raise _closed(fault) from None
        return Window(
            handle,
            title,
            names[1],
            names[0],
            int(pid.value[0]) if pid is not None and len(pid.value) else None,
            int(place.x),
            int(place.y),
            int(size.width),
            int(size.height),
            hidden,
        )

    def picture(self, window: Window) -> NDArray[np.uint8]:
        """What the window shows, H×W×4 uint8 BGRA.

        Raises:
            WindowGoneError: it was closed, minimised or made smaller meanwhile.
            CaptureError: its pixels are of a form nobody knows.
        """
        client = self._display.create_resource_object("window", window.handle)
        try:
            self._keep(client)
            self._hear()
            self._drawn.discard(window.handle)
            self._listen(client)
            image = client.get_image(0, 0, window.width, window.height, X.ZPixmap, 0xFFFFFFFF)
            # The server reports the first drawing only. One that came between listening and the picture has used that
            # up, so what is heard now means to look once more, though most of it is in the picture already.
            self._hear()
        except GONE:
            raise WindowGoneError(f"the window “{window.title}” was closed or minimised") from None
        except LOST as fault:
            raise _closed(fault) from None
        if len(image.data) != 4 * window.width * window.height:
            raise CaptureError(f"this desktop has pixels of {image.depth} bits: set it to 24 bits (true colour)")
        return np.frombuffer(image.data, np.uint8).reshape(window.height, window.width, 4)

    def changed(self, window: Window) -> bool:
        """Whether anything was drawn in the window since its last picture; True where the server can't tell."""
        if window.handle not in self._damages:
            return True
        try:
            self._hear()
        except LOST as fault:
            raise _closed(fault) from None
        return window.handle in self._drawn

    def close(self) -> None:
        """Let go of the display; what was redirected goes back by itself."""
        with suppress(*LOST):
            self._display.close()

    def _title(self, client: Any) -> str:
        name = client.get_full_property(self._atoms["_NET_WM_NAME"], 0)
        if name is not None and isinstance(name.value, bytes):
            return name.value.decode("utf-8", "replace")
        plain = client.get_wm_name()
        return plain.decode("latin-1") if isinstance(plain, bytes) else plain or ""

    def _keep(self, client: Any) -> None:
        """Have the server keep the content of the frame that the window lies in."""
        if not self.own_content or client.id in self._redirected:
            return
        frame = client
        while True:
            tree = frame.query_tree()
            if tree.parent == 0 or tree.parent.id == tree.root.id:
                break
            frame = tree.parent
        frame.composite_redirect_window(composite.RedirectAutomatic)
        self._display.sync()
        self._redirected.add(client.id)

    def _listen(self, client: Any) -> None:
        """Ask to be told of what is drawn from now on, and of the window's end: its number may be given to another."""
        if not self._damaging:
            return
        if client.id not in self._damages:
            client.change_attributes(event_mask=X.StructureNotifyMask)
            self._damages[client.id] = client.damage_create(damage.DamageReportNonEmpty)
        self._display.damage_subtract(self._damages[client.id], X.NONE, X.NONE)

    def _hear(self) -> None:
        """Take in what the server has told."""
        while self._display.pending_events():
            event = self._display.next_event()
            if event.type == X.DestroyNotify:
                self._forget(event.window.id)
            elif hasattr(event, "damage"):
                self._drawn.add(event.drawable.id)

    def _forget(self, handle: int) -> None:
        self._redirected.discard(handle)
        self._damages.pop(handle, None)


def _quiet(*_: object) -> None:
    """Errors of requests without an answer (a window closed meanwhile) are seen at the next one that has one."""


def _closed(fault: Exception) -> CaptureError:
    return CaptureError(f"the desktop has closed the connection ({' '.join(str(fault).split())[:80]}): start again")
