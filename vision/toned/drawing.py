"""Drawing: where a picture was seen to change its tones, on the picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from vision.memento.axis import Axis

LIKE, UNLIKE = ((0, 200, 255), 1), ((0, 0, 255), 3)
"""Colour (BGR) and pixels of borders over which it goes on, and of those over which it changes."""


def drawn(pixels: NDArray[np.uint8], x: Axis, y: Axis, lit: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """The borders of cells on a picture; ``lit`` is rows × columns."""
    found = pixels.copy()
    for axis, (own, along) in enumerate(((x, y), (y, x))):
        states = lit if axis else lit.T
        for line in range(1, own.count):
            for cell in range(along.count):
                ink, wide = UNLIKE if states[line, cell] != states[line - 1, cell] else LIKE
                at = round(own.origin + line * own.pitch)
                ends = [round(along.origin + (cell + part) * along.pitch) for part in (0, 1)]
                first, last = ((end, at) if axis else (at, end) for end in ends)
                cv2.line(found, first, last, ink, wide)
    cv2.rectangle(found, (round(x.origin), round(y.origin)), (round(x.end), round(y.end)), *LIKE)
    return found
