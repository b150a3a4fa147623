"""The overlay: the marks over the game itself, in a window that no click ever reaches (Qt, X11).

* It bypasses the window manager. Managers put even frameless windows into a frame of their own, whose input shape stays
  full, and clicks never come through.
* It wants a compositor (the owner of ``_NET_WM_CM_Sn``, EWMH 1.5) to be transparent. Without one its window is cut out
  along the outlines of the marks instead, and nothing is transparent because nothing else is there.
* It is never in our own pictures: those are of the game's own content, not of the screen.
"""

from __future__ import annotations

import ctypes
import os
import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from solver.board import Solution
from solver.errors import BoardsightError
from vision import marks
from vision.frame import Frame
from vision.marks.layer import dimmed, layer, over, reach
from vision.marks.shapes import Tick

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from boardsight.live.event import Event, Place
    from boardsight.live.follow import Follower
    from boardsight.live.glance import Glance
    from boardsight.result import Result
    from vision.marks.shapes import Marks, Shape

LATER = 0.55
"""How strong the steps after the next one are drawn."""
SOLID = 128
"""Alpha from which a pixel belongs to a window that can't be transparent."""


class OverlayError(BoardsightError):
    """The overlay can't be shown on this desktop."""


class Overlay:
    """Shows the clicks of the plan over the game. One per process, made in its main thread.

    Raises:
        OverlayError: Qt is missing, or the desktop is not one where an overlay works.
    """

    breathing = True

    def __init__(self) -> None:
        if sys.platform in ("win32", "darwin"):
            raise OverlayError("--overlay works on X11 desktops only so far: use --save, or the live panel")
        os.environ.setdefault("QT_QPA_PLATFORM", "xcb")
        try:
            from PySide6 import QtCore, QtGui, QtWidgets  # noqa: PLC0415  # an extra
        except ImportError as error:
            raise OverlayError(f"--overlay needs Qt ({error}): pip install 'boardsight[overlay]'") from error
        _loadable(QtCore.QLibraryInfo.path(QtCore.QLibraryInfo.LibraryPath.PluginsPath))
        self._gui = QtGui
        self._app: Any = QtWidgets.QApplication.instance() or QtWidgets.QApplication(["boardsight"])
        kind = QtCore.Qt.WindowType
        self._label: Any = QtWidgets.QLabel(
            None,
            kind.FramelessWindowHint
            | kind.WindowStaysOnTopHint
            | kind.X11BypassWindowManagerHint
            | kind.WindowTransparentForInput
            | kind.WindowDoesNotAcceptFocus
            | kind.Tool,
        )
        self._label.setAttribute(QtCore.Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self._label.setAttribute(QtCore.Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._label.setAttribute(QtCore.Qt.WidgetAttribute.WA_TranslucentBackground)
        self.composited = composited()
        self._shown: tuple[Result, float] | None = None
        self._corner: tuple[int, int] | None = None
        self._offset = 0, 0

    def update(self, glance: Glance, events: Sequence[Event], follower: Follower, place: Place | None) -> None:  # noqa: ARG002
        """Put the marks where the game is now, or take them away."""
        result = follower.result
        if result is None or not result.clicks or place is None or not isinstance(glance, Frame):
            self._hide()
            return
        if self._shown is None or self._shown[0] is not result or self._shown[1] != place.scale:
            pixels, self._offset = picture(result)
            self._draw(pixels, place.scale)
            self._shown, self._corner = (result, place.scale), None
        if self._corner != (place.left, place.top):
            self._corner = place.left, place.top
            ratio = self._label.devicePixelRatio()
            x, y = (corner + off / place.scale for corner, off in zip(self._corner, self._offset, strict=True))
            self._label.move(round(x / ratio), round(y / ratio))
        if not self._label.isVisible():
            self._label.show()
        self.breathe()

    def breathe(self) -> None:
        """Let Qt answer the desktop."""
        self._app.processEvents()

    def close(self) -> None:
        """Take the overlay away."""
        self._hide()
        self._label.deleteLater()
        self._app.processEvents()

    def _hide(self) -> None:
        self._shown = self._corner = None
        if self._label.isVisible():
            self._label.hide()
            self.breathe()

    def _draw(self, pixels: NDArray[np.uint8], scale: float) -> None:
        height, width = pixels.shape[:2]
        image = self._gui.QImage(
            pixels.tobytes(), width, height, 4 * width, self._gui.QImage.Format.Format_ARGB32_Premultiplied
        )
        drawn = self._gui.QPixmap.fromImage(image)
        drawn.setDevicePixelRatio(scale if scale > 0 else 1.0)
        self._label.setPixmap(drawn)
        self._label.resize(round(width / scale), round(height / scale))
        if not self.composited:
            solid = np.ascontiguousarray(np.where(pixels[:, :, 3] >= SOLID, 255, 0).astype(np.uint8))
            gray = self._gui.QImage(solid.tobytes(), width, height, width, self._gui.QImage.Format.Format_Grayscale8)
            gray.invertPixels()  # Qt's masks are black where a window is
            self._label.setMask(self._gui.QBitmap.fromImage(gray))


def picture(result: Result) -> tuple[NDArray[np.uint8], tuple[int, int]]:
    """The marks of a plan, the next step strongest.

    Returns:
        H×W×4 uint8, BGRA with colours multiplied by alpha, as large as the marks need; and the place (x, y) of its
        upper left corner on the game's picture.
    """
    solution, reading, size = result.solution, result.reading, result.size
    if solution is None or reading is None or size is None:
        raise AssertionError
    every = marks.compute(reading, solution, size, suspects=())
    first = solution.steps[:1]
    after = solution.board
    for step in first:
        after = after.after(step.move, step.times)
    cost = sum(step.times for step in first)
    alone = Solution(solution.board, after, first, cost, False, 0, order_matters=solution.order_matters)  # noqa: FBT003
    next_one = marks.compute(reading, alone, size, suspects=())
    strong, faint = _clicks(next_one), _clicks(every)
    box = reach([*strong, *faint], size)
    return over(dimmed(layer(faint, size, box), LATER), layer(strong, size, box)), box[:2]


def _clicks(drawn: Marks) -> list[Shape]:
    """What to click; what was read is to be seen in the game itself."""
    return [shape for shape in drawn.shapes if not isinstance(shape, Tick)]


def _loadable(plugins: str) -> None:
    """Qt ends the whole process where its X11 part can't be loaded; so see first whether it can.

    Raises:
        OverlayError: a library of the desktop is missing.
    """
    if os.environ["QT_QPA_PLATFORM"] != "xcb":
        return
    try:
        ctypes.CDLL(os.path.join(plugins, "platforms", "libqxcb.so"))  # noqa: PTH118  # what Qt gives is a string
    except OSError as error:
        name = str(error).partition(":")[0]
        raise OverlayError(
            f"--overlay: Qt lacks {name} here; on Debian and Ubuntu: apt install libxcb-cursor0 libxcb-icccm4 "
            "libxcb-keysyms1 libxkbcommon-x11-0 libegl1"
        ) from error


def composited() -> bool:
    """Whether a compositor runs: something owns the selection ``_NET_WM_CM_S`` of the screen."""
    from Xlib.display import Display  # noqa: PLC0415  # an extra

    display = Display()
    try:
        selection = display.intern_atom(f"_NET_WM_CM_S{display.get_default_screen()}")
        return bool(display.get_selection_owner(selection))
    finally:
        display.close()
