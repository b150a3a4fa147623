"""The picture on the clipboard, with programs that stand in for the desktop's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from vision import clipboard
from vision.errors import CaptureError

if TYPE_CHECKING:
    from pathlib import Path


def program(folder: Path, name: str, script: str) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


@pytest.mark.skipif(clipboard.sys.platform != "linux", reason="X11 and Wayland")
@pytest.mark.parametrize(("variable", "name"), [("DISPLAY", "xclip"), ("WAYLAND_DISPLAY", "wl-paste")])
def test_the_desktop_s_program_is_asked(
    variable: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for other in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(other, raising=False)
    with pytest.raises(CaptureError, match="no clipboard here"):
        clipboard.paste()
    monkeypatch.setenv(variable, "0")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CaptureError, match=f"read with {name}: install"):
        clipboard.paste()
    program(tmp_path, name, "exit 1")
    with pytest.raises(CaptureError, match="no picture on the clipboard"):
        clipboard.paste()
    pixels = np.random.default_rng(1).integers(0, 255, (40, 50, 3), dtype=np.uint8)
    cv2.imwrite(str(tmp_path / "copied.png"), pixels)
    program(tmp_path, name, f'exec /bin/cat "{tmp_path}/copied.png"')
    assert np.array_equal(clipboard.paste().pixels, pixels)
