"""The likeliest board of a picture in two tones, where its closed rectangles are shared out to cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision import pictured, showing
from vision.grid import dealt
from vision.memento import covers, frames, place
from vision.memento import view as views
from vision.toned import borders, judge
from vision.toned.drawing import drawn
from vision.toned.states import regular

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
HALF, DOUBT, OPEN = 0.5, 0.35, 0.25
"""Chance from which a cell is of a state; that of either from which it is in doubt, and from which clicks settle it."""
VARIED = 3.0
"""Lab: least by which the borders of cells of a state differ where clicks make any pattern."""


def read(scene: Scene, trace: Trace | None = None, *, unchecked: bool = False) -> Reading | None:
    """The board of a picture in two tones as Lights Out, never for sure; None where there is none that clicks make.

    Where they make any pattern nothing tells a board from a page, or a shelf, some of whose parts are shaded. It is
    offered ``unchecked`` only, if the picture shows something else in every cell.
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
    chances = agreed(told.chances, (y.count, x.count))
    tiles = place.reading(
        x,
        y,
        chances,
        said="unsure",
        reasons=(),
        suspects=tuple(np.flatnonzero(np.minimum(chances, 1 - chances) > DOUBT).tolist()),
        confidence=whole,
        memory=None,
    )
    board = pictured.lights(tiles, REASON)
    states, passed = showing.table(board), showing.passed(board)
    shown = passed > 0 or (unchecked and passed == 0 and told.varied >= VARIED)
    return board if shown and not regular(states) else None


def agreed(chances: NDArray[np.float64], size: tuple[int, int]) -> NDArray[np.float64]:
    """Chances of cells to be lit, those of the likeliest doubtful cell turned if clicks make the pattern only so."""
    lit = (chances > HALF).astype(np.int64).reshape(size)
    if dealt.checks(lit) >= 0:
        return chances
    doubt = np.minimum(chances, 1 - chances)
    for cell in np.argsort(-doubt)[: np.count_nonzero(doubt > OPEN)].tolist():
        other = lit.copy()
        other.flat[cell] ^= 1
        if dealt.checks(other) > 0:
            turned = chances.copy()
            turned[cell] = HALF + (HALF - DOUBT) * (0.5 if other.flat[cell] else -0.5)
            return turned
    return chances


def _repeated(looks: NDArray[np.float32], lit: NDArray[np.bool_]) -> bool:
    """Whether many cells, by their looks (n×d), look like another in their state."""
    same = (lit[:, None] == lit) & ~np.eye(len(lit), dtype=np.bool_)
    return float((np.where(same, covers.distances(looks), np.inf).min(axis=1) < TWIN).mean()) > TWINS
