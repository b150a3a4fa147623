"""Drawing: what was read, on the picture it was read in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.memento.ranking import Candidate


def drawn(picture: NDArray[np.uint8], ranked: list[Candidate]) -> NDArray[np.uint8]:
    """The first readings drawn on the picture: outline and grid, a dot in each covered cell."""
    drawn = picture.copy()
    for one, ink in list(zip(ranked, ((0, 0, 255), (0, 200, 255)), strict=False))[::-1]:
        for i in range(one.x.count + 1):
            at = round(one.x.origin + i * one.x.pitch)
            cv2.line(drawn, (at, round(one.y.origin)), (at, round(one.y.origin + one.y.count * one.y.pitch)), ink)
        for i in range(one.y.count + 1):
            at = round(one.y.origin + i * one.y.pitch)
            cv2.line(drawn, (round(one.x.origin), at), (round(one.x.origin + one.x.count * one.x.pitch), at), ink)
        for cell in np.flatnonzero(one.cut.covered):
            row, col = divmod(int(cell), one.x.count)
            centre = (one.x.origin + (col + 0.5) * one.x.pitch, one.y.origin + (row + 0.5) * one.y.pitch)
            cv2.circle(drawn, (round(centre[0]), round(centre[1])), 4, ink, -1)
    return drawn
