"""Read, where cells have frames: the lines that all cells share taken off, which no glyph has.

A frame cut as deep as the glyph within it is as much ink. It is told by its place: long straight lines near the rims,
at the same place in nearly every cell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

LONG, HEART = 0.7, 0.6  # cells: length of a frame's side at least; middle part of a cell where no frame runs
WITHOUT = 2  # cells that may lack a line of it
FAINT, STRONG = 0.3, 95  # share of the panel's strong ink (per cent of its pixels that are weaker), below which is none


def bare(above: NDArray[np.float32], cell: int, margin: int) -> NDArray[np.float32]:
    """``above``, what stands out of a flattened panel, without the frames of its cells.

    Args:
        above: S×S, three cells and a margin around them each way.
        cell: side of a cell in pixels.
        margin: width of the margin in pixels.
    """
    length, inner = round(LONG * cell) | 1, slice(margin, -margin)
    rim = (np.abs((np.arange(len(above)) - margin) / cell % 1 - 0.5) > HEART / 2).astype(np.float32)
    # Lines may be off the axes by a pixel or two.
    lying, standing = np.ones((1, length), np.uint8), np.ones((length, 1), np.uint8)
    across = cv2.morphologyEx(cv2.dilate(above, standing[:3]), cv2.MORPH_OPEN, lying)
    along = cv2.morphologyEx(cv2.dilate(above, lying[:, :3]), cv2.MORPH_OPEN, standing)
    lines = np.maximum(across * rim[:, None], along * rim[None])
    near = cv2.dilate(lines, np.ones((3, 3), np.uint8))[inner, inner].reshape(3, cell, 3, cell).transpose(0, 2, 1, 3)
    shared = np.tile(np.sort(near.reshape(9, cell, cell), axis=0)[WITHOUT], (3, 3))
    off = np.zeros_like(above)
    framed = shared > FAINT * np.percentile(above[inner, inner], STRONG)
    off[inner, inner] = np.where(framed, lines[inner, inner], np.float32(0))
    return np.asarray(np.maximum(above - off, np.float32(0)), np.float32)
