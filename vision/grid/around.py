"""Around a board: whether more of it follows beyond its sides, and whether its end can be seen at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.grid.away import away
from vision.grid.middle import middle
from vision.homography import project

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.cells import Cells
    from vision.scene import Scene

MATCHED = 0.12
"""Share of the difference between two states' drawings by which a place beyond the board may differ from one."""
WIDER = 0.3
"""Cells by which the picture's margin is wider on the other sides of a board that may be cut on one."""
SHADE = 6.0
"""Difference (Lab) by which surroundings are no longer like cells: their edge can be seen."""
LEAST = 12
"""Pixels of a ring that must be seen to tell its look."""


def hidden(one: Cells, shown: NDArray[np.bool_]) -> float:
    """Share of the cells whose body is not wholly in the picture."""
    body = one.patches.ring | one.patches.core
    inner = shown[1:-1, 1:-1]
    return float(1 - inner[:, :, body].all(axis=2).mean())


def beyond(one: Cells, shown: NDArray[np.bool_]) -> float:
    """Share of places just outside one side that look like a cell of the board, the worst side.

    Like a plain cell's colour, or like what the cells of a state show pixel by pixel. What is seen of a place cut by
    the picture's edge counts too. A side whose places all look alike is plain surroundings in a state's colour, not
    more board.
    """
    found = one.states
    if found.count < 2:
        return 0.0
    lab, ring = one.patches.lab, one.patches.ring
    if one.source != "ring":
        ring = ring | one.patches.core
    bodies, within = one.patches.under(ring), np.flatnonzero(ring)
    typical = np.stack([middle(bodies[found.labels == state], axis=0) for state in range(found.count)])
    worst = 0.0
    for line, seen, boxed in (
        (lab[0, 1:-1], shown[0, 1:-1], one.grid.outside[0]),
        (lab[-1, 1:-1], shown[-1, 1:-1], one.grid.outside[1]),
        (lab[1:-1, 0], shown[1:-1, 0], one.grid.outside[2]),
        (lab[1:-1, -1], shown[1:-1, -1], one.grid.outside[3]),
    ):
        visible = seen.reshape(-1, ring.size).take(within, axis=1)
        part = visible.all(axis=0)
        if part.sum() < LEAST:
            part = visible.any(axis=0)
        if part.sum() < LEAST:
            continue
        pixels = line.reshape(len(line), -1, 3).take(within[part], axis=1)
        drawn = typical.take(np.flatnonzero(part), axis=1)
        off = away(pixels[:, None], drawn[None]).mean(axis=2)
        apart = away(drawn[:, None], drawn[None]).mean(axis=2)
        near = off.min(axis=1) < MATCHED * float(apart[~np.eye(found.count, dtype=bool)].min())
        if one.source == "ring":
            look = middle(pixels, axis=1)
            plain = middle(np.abs(pixels - look[:, None]), axis=1).sum(axis=1) <= 8
            colour = away(look[:, None].astype(np.float64), found.looks[None])
            same = (colour.min(axis=1) < 0.3 * found.cut) & plain
            off, near = np.where((same & ~near)[:, None], colour, off), near | same
        if len(set(off.argmin(axis=1)[near].tolist())) >= 2:
            worst = max(worst, float(near.mean()))
        if boxed > 0 and 0 < near.mean() < 1:
            # Even one outlined place in a state's look, beside others that are not, may be a cell of a ragged board.
            worst = 1.0
    return worst


def clipped(scene: Scene, one: Cells) -> bool:
    """Whether the picture may end in the gap before another line of cells.

    It ends no farther from the cells of one side than the next cells would be, and much farther from those of all the
    others: windows are as narrow on more sides than one. It does so on the right or at the foot, where pages run out of
    their window. And one more line makes the board more of a square, as most boards are.
    """
    wide, tall = one.grid.body
    width, height = scene.frame.width, scene.frame.height
    left, top, right, bottom = (
        (1 - wide) / 2,
        (1 - tall) / 2,
        one.grid.cols - (1 - wide) / 2,
        one.grid.rows - (1 - tall) / 2,
    )
    corners = project(one.homography, np.array([[left, top], [right, top], [left, bottom], [right, bottom]]))
    across = (corners[1, 0] - corners[0, 0]) / (right - left)
    down = (corners[2, 1] - corners[0, 1]) / (bottom - top)
    if min(across, down) <= 0:
        return False
    missing = one.grid.rows - one.grid.cols
    margins = [
        ((width - corners[:, 0].max()) / across, 1 - wide if missing > 0 else 0.0),
        ((height - corners[:, 1].max()) / down, 1 - tall if missing < 0 else 0.0),
        (corners[:, 0].min() / across, 0.0),
        (corners[:, 1].min() / down, 0.0),
    ]
    (least, gap), (following, _) = sorted(margins)[:2]
    return bool(least < gap and following > least + WIDER)


def blended(one: Cells, shown: NDArray[np.bool_]) -> bool:
    """Whether half the places beside some side of the board have a state's colour, or can't be seen."""
    if one.source != "ring":
        return False
    lab, ring = one.patches.lab, one.patches.ring
    for side in (np.s_[0, 1:-1], np.s_[-1, 1:-1], np.s_[1:-1, 0], np.s_[1:-1, -1]):
        visible = (shown[side] & ring).all(axis=0)
        if visible.sum() < LEAST:
            return True
        look = middle(lab[side][:, visible], axis=1).astype(np.float64)
        near = away(look[:, None], one.states.looks[None]).min(axis=1) < min(SHADE, 0.3 * one.states.cut)
        if near.mean() >= 0.5:
            return True
    return False
