"""What every stage of the detectors saw, as one contact sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.trace import Trace

COLUMNS = 3
CELL_WIDTH, CELL_HEIGHT, CAPTION = 480, 300, 44
PAPER, INK, GREY = (250, 250, 250), (30, 30, 30), (110, 110, 110)
FONT = cv2.FONT_HERSHEY_SIMPLEX


def sheet(trace: Trace) -> NDArray[np.uint8]:
    """Lay out the notes of a trace in the order the stages ran, three a row.

    Returns:
        H×W×3 uint8 BGR.
    """
    notes = trace.notes or [("no stage ran", np.full((8, 8, 3), 250, np.uint8), "")]
    columns = min(COLUMNS, len(notes))
    rows = -(-len(notes) // columns)
    paper = np.full((rows * (CELL_HEIGHT + CAPTION), columns * CELL_WIDTH, 3), PAPER, np.uint8)
    for number, (stage, picture, words) in enumerate(notes):
        row, column = divmod(number, columns)
        left, top = column * CELL_WIDTH, row * (CELL_HEIGHT + CAPTION)
        _text(paper, f"{number + 1}. {stage}", (left + 8, top + 17), INK, 0.5)
        _text(paper, words, (left + 8, top + 36), GREY, 0.4)
        _paste(paper, picture, left, top + CAPTION)
    return paper


def _paste(paper: NDArray[np.uint8], picture: NDArray[np.uint8], left: int, top: int) -> None:
    """Fit a picture into its place, enlarging small ones by whole factors so that their pixels stay visible."""
    height, width = picture.shape[:2]
    room_x, room_y = CELL_WIDTH - 12, CELL_HEIGHT - 8
    scale = min(room_x / width, room_y / height)
    if scale > 1:
        scale = float(max(1, int(scale)))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_NEAREST if scale >= 1 else cv2.INTER_AREA)
    colour = cv2.cvtColor(small, cv2.COLOR_GRAY2BGR) if small.ndim == 2 else small
    paper[top : top + size[1], left + 6 : left + 6 + size[0]] = colour


def _text(
    paper: NDArray[np.uint8], words: str, at: tuple[int, int], colour: tuple[int, int, int], scale: float
) -> None:
    """One line, cut where its place ends; OpenCV's letters are ASCII only."""
    plain = words.replace("×", "x").encode("ascii", "replace").decode()
    while plain and cv2.getTextSize(plain, FONT, scale, 1)[0][0] > CELL_WIDTH - 16:
        plain = plain[:-4] + "..." if len(plain) > 4 else ""
    cv2.putText(paper, plain, at, FONT, scale, colour, 1, cv2.LINE_AA)
