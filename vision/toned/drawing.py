"""Drawing: where a picture was seen to change its tones, and in which tone each cell is, on the picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from vision.memento.axis import Axis
    from vision.reading import Reading

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


def told(pixels: NDArray[np.uint8], board: Reading) -> NDArray[np.uint8]:
    """The cells of a board on a picture, a disc in each lively one, a ring in the others."""
    found = pixels.copy()
    for cell in board.cells:
        middle = round(cell.center[0]), round(cell.center[1])
        cv2.circle(found, middle, max(2, round(board.pitch / 8)), UNLIKE[0], -1 if cell.state else UNLIKE[1])
    return found
