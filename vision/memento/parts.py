"""Parts: where in a large plain picture a small board may be.

A board that takes a few hundredths of a screen is too small in a view of the whole, and its colours are lost among the
page's. It is an island there: each that is large and busy enough is looked at as if it were the whole picture.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from vision.islands import islands
from vision.memento.search import LONGEST
from vision.scene import Scene

if TYPE_CHECKING:
    from vision.memento.view import View
    from vision.reading import Reading

Box = tuple[int, int, int, int]

SMALLEST = 96
"""Pixels of the frame: the shorter side of a part, at least."""
LARGEST = 0.7
"""Share of the picture's sides, at most: larger boards are seen well in a view of the whole."""
SLIM = 2.2
"""Sides of a part, the longer to the shorter."""
BUSY = 0.2
"""Share of a part that has edges."""
MOST = 2
LARGE, TAKEN_UP = 48.0, 0.6
"""Pixels of a cell in the finer view of the whole scene, from which it is as plain as in any; share of a part that a
board of such cells takes up."""
MARGIN = 8
"""Pixels of the frame around a part. Its corner is at a multiple of them, so its halved copies are the frame's."""


def parts(scene: Scene) -> list[Box]:
    """Left, top, right, bottom in frame pixels of the parts of a scene that may be a small board, the largest first."""
    seen = islands(scene)
    low, high = seen.boxes[1:, :2], seen.boxes[1:, 2:]
    sides = (high - low) * seen.scale
    frame = np.array([scene.frame.width, scene.frame.height])
    long, short = sides.max(axis=1), sides.min(axis=1)
    good = (short >= SMALLEST) & (long <= SLIM * short) & (sides <= LARGEST * frame).all(axis=1)
    found = []
    for place in np.flatnonzero(good)[np.argsort(-sides[good].prod(axis=1), kind="stable")].tolist():
        (left, top), (right, bottom) = low[place].tolist(), high[place].tolist()
        if np.count_nonzero(seen.labels[top:bottom, left:right]) < BUSY * (right - left) * (bottom - top):
            continue
        corner = (max(0, side * seen.scale - MARGIN) // MARGIN * MARGIN for side in (left, top))
        right, bottom = right * seen.scale + MARGIN, bottom * seen.scale + MARGIN
        found.append((*corner, min(right, scene.frame.width), min(bottom, scene.frame.height)))
    return found[:MOST]


def plain(scene: Scene, part: Box, seen: Reading) -> bool:
    """Whether a board ``seen`` in a view of the whole scene takes up a part, and is as plain as in any view of that."""
    if not seen.cells or seen.pitch < LARGE * 2 ** scene.level_for(LONGEST):
        return False
    (left, top, right, bottom), board = part, seen.outline
    wide, high = min(right, board[2]) - max(left, board[0]), min(bottom, board[3]) - max(top, board[1])
    return max(0.0, wide) * max(0.0, high) >= TAKEN_UP * (right - left) * (bottom - top)


def cut_out(scene: Scene, part: Box) -> Scene:
    """A part as a scene of its own; its levels are parts of those of the whole one."""
    left, top, right, bottom = part
    over = None if scene.over is None else scene.over[top:bottom, left:right]
    return Scene(replace(scene.frame, pixels=scene.frame.pixels[top:bottom, left:right]), over)


def put_back(view: View, part: Box) -> View:
    """A view of a part as one of the whole scene."""
    left, top = (side >> view.level for side in part[:2])
    return replace(view, corner=(view.corner[0] + left, view.corner[1] + top))
