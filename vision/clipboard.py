"""The picture on the clipboard."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

from vision.errors import CaptureError
from vision.picture import load

if TYPE_CHECKING:
    from vision.frame import Frame

TOOLS = {
    "wl-paste": ("wl-paste", "--no-newline", "--type", "image/png"),
    "xclip": ("xclip", "-selection", "clipboard", "-target", "image/png", "-out"),
}
WAIT = 5.0
EMPTY = "there is no picture on the clipboard: copy a screenshot first, or give its file"


def paste() -> Frame:
    """The picture on the clipboard, or the picture file copied there.

    Windows and macOS are asked through Pillow; Wayland through ``wl-paste``, X11 through ``xclip``.

    Raises:
        CaptureError: no picture is there, or it can't be asked for.
        PictureError: what is there is not a picture that can be read.
    """
    if sys.platform in ("win32", "darwin"):
        return _by_pillow()
    wayland = bool(os.environ.get("WAYLAND_DISPLAY"))
    if not wayland and not os.environ.get("DISPLAY"):
        raise CaptureError("there is no clipboard here (DISPLAY is not set): give the picture's file instead")
    name = "wl-paste" if wayland else "xclip"
    program = shutil.which(name)
    if program is None:
        package = "wl-clipboard" if wayland else "xclip"
        raise CaptureError(f"the clipboard is read with {name}: install {package}, or give the picture's file")
    try:
        done = subprocess.run(  # noqa: S603  # a fixed command
            [program, *TOOLS[name][1:]], capture_output=True, check=False, timeout=WAIT
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise CaptureError(f"{name} gave no answer: copy the screenshot again, or give its file") from error
    if done.returncode != 0 or not done.stdout:
        raise CaptureError(EMPTY)
    return load(done.stdout)


def _by_pillow() -> Frame:
    import numpy as np  # noqa: PLC0415  # two of four systems need none of this
    from PIL import ImageGrab  # noqa: PLC0415

    from vision.frame import Frame  # noqa: PLC0415

    found = ImageGrab.grabclipboard()
    if isinstance(found, list) and found:
        return load(str(found[0]))
    if found is None or isinstance(found, list):
        raise CaptureError(EMPTY)
    return Frame(np.ascontiguousarray(np.asarray(found.convert("RGB"))[:, :, ::-1]), "clipboard")
