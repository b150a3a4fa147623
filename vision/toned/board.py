"""The likeliest board of a picture in two tones, where its closed rectangles are shared out to cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision import pictured, showing
from vision.grid import pattern
from vision.memento import covers, frames, place
from vision.memento import view as views
from vision.toned import borders, judge
from vision.toned.drawing import drawn

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.memento.axis import Axis
    from vision.reading import Reading
    from vision.scene import Scene
    from vision.toned.judge import Told
    from vision.trace import Trace

REASON = "told by where one picture changes its tones: look whether all cells are read right"
LONGEST = 1000
"""Pixels: such a board is looked for on the first halving this small."""
TRIED, CELLS, SMALLEST = 12, 16, 12.0
"""Ways to share out a closed rectangle that are looked at; cells at least, as fewer prove little; pixels of one."""
TWIN, TWINS = 2.0, 0.5
"""Lab: cells nearer than this look alike; most of them that do in a picture."""
LIKELY = 0.5
"""Least product of the chances of all cells."""
HALF, DOUBT = 0.5, 0.35
"""Chance from which a cell is of a state; that of either from which it is in doubt."""


def read(scene: Scene, trace: Trace | None = None) -> Reading | None:
    """The board of a picture in two tones as Lights Out, never for sure; None where there is none that clicks make.

    Where they make any pattern nothing tells a board from a page, or a shelf, some of whose parts are shaded.
    """
    view = views.whole(scene, scene.level_for(LONGEST))
    off = borders.OFF * (1 + 2**view.level) / 2  # a pixel of a coarse view is several of the frame
    found: list[tuple[float, Axis, Axis, Told]] = []
    for axes in frames.boards(view.edges)[:TRIED]:
        x, y = view.to_frame(*axes)
        if x.count * y.count >= CELLS and min(x.pitch, y.pitch) >= SMALLEST:
            seen = (judge.told(borders.within(scene.frame.pixels, (x, y), (off, apart))) for apart in borders.APART)
            plain = [one for one in seen if one is not None]
            if plain and not _repeated(covers.looks(covers.canonical(view.picture, *axes)), plain[0].chances > HALF):
                found += [(one.says * min(x.pitch, y.pitch), x, y, one) for one in plain]
    if not found:
        return None
    _, x, y, told = max(found, key=lambda one: one[0])
    whole = float(np.maximum(told.chances, 1 - told.chances).prod())
    if trace is not None:
        pixels, lit = scene.frame.pixels, told.chances.reshape(y.count, x.count) > HALF
        trace.note("toned", drawn(pixels, x, y, lit), f"{y.count}×{x.count} cells, right by {whole:.2f}")
    if whole < LIKELY:
        return None
    tiles = place.reading(
        x,
        y,
        told.chances,
        said="unsure",
        reasons=(),
        suspects=tuple(np.flatnonzero(np.minimum(told.chances, 1 - told.chances) > DOUBT).tolist()),
        confidence=whole,
        memory=None,
    )
    board = pictured.lights(tiles, REASON)
    states = showing.table(board)
    return board if showing.passed(board) > 0 and not (pattern.halved(states) or _separable(states)) else None


def _repeated(looks: NDArray[np.float32], lit: NDArray[np.bool_]) -> bool:
    """Whether many cells, by their looks (n×d), look like another in their state."""
    same = (lit[:, None] == lit) & ~np.eye(len(lit), dtype=np.bool_)
    return float((np.where(same, covers.distances(looks), np.inf).min(axis=1) < TWIN).mean()) > TWINS


def _separable(states: NDArray[np.int64]) -> bool:
    """Whether each row is the first or its opposite: so are the squares that a lattice off by half a cell makes."""
    return bool(((states == states[0]).mean(axis=1) % 1 == 0).all())
