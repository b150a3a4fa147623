"""Finer: where a finer view may show more of a board than a coarse one did, by what was thought of the grids there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.grid.closer import MOST
from vision.grid.doubts import HOPELESS, LETTERED, OUTSIDE, ROWS
from vision.grid.extents import SPARSEST
from vision.grid.lattice import CONVINCING
from vision.grid.search import outer_box
from vision.homography import project
from vision.overlap import meets

if TYPE_CHECKING:
    from vision.grid.cells import Cells
    from vision.grid.closer import Window
    from vision.grid.judge import Judgement
    from vision.grid.lattice import Lattice
    from vision.scene import Scene

MARGIN, FOLLOWED = 1.3, 8.0
"""Cells around a board that is looked at closer; around one that seems to go on."""
BESIDE = 6.0
"""Pixels of the coarse view around a busy block that is looked at closer."""
WIDE, CUT, RATIO = 40.0, 15.0, 4.0
"""Cells narrower than this (pixels of the coarse view), whose states are this far apart (Lab) and this clearly, are
looked at closer though they seem to be no board."""
NARROW = 12.0
"""Pixels of the coarse view: cells this narrow are not clear in it."""
STRAIGHT = 0.02
"""Steps by which what is written in cells is off from their places, at most."""
LARGE, WIDEST = 24.0, 300
"""Pixels of the middle view: cells this large are as clear there as on a finer one; cells too small for it would be
more than any board has along a side of a busy block that is wider."""


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A grid and what was thought of it."""

    cells: Cells
    judgement: Judgement


def windows(scene: Scene, coarse: int, best: list[Found]) -> list[Window]:
    """Where a finer view may show more than the coarse one did, in frame pixels.

    Around boards that were not clear, busy blocks that repeat, and rows and columns of signs.
    """
    scale = 2.0**coarse
    taken: list[Window] = []
    chosen: list[Window] = []
    for one in best:
        left, top, right, bottom = outer_box(one.cells)
        box = round(left), round(top), round(right), round(bottom)
        hopeful = one.judgement.verdict == "none" and (_hopeful(one, coarse) or _paired(scene, coarse, one))
        # Rows and columns this narrow may just be what a finer grid looks like on the coarse view.
        if not hopeful and not (one.judgement.verdict == "none" and (_narrow(one, coarse) or _vague(one))):
            taken.append(box)
        if hopeful or _unclear(one, coarse):
            margin = FOLLOWED if OUTSIDE in one.judgement.reasons or _few(one) else MARGIN
            chosen.append(_around(scene, box, margin * _step(one)))
    for lattice in scene.lattices(coarse):
        if len(chosen) < MOST and _signs(lattice):
            box = _spanned(lattice, scale)
            if not any(meets(box, other) for other in taken):
                chosen.append(_around(scene, box, 0.0))
                taken.append(box)
    busy: list[Window] = []
    for box in scene.blocks(coarse):
        if len(chosen) + len(busy) < MOST and not any(meets(box, board) for board in taken) and scene.repeats(box):
            busy.append(_around(scene, box, BESIDE * scale))
            taken.append(box)
    return chosen + _joined(busy)


def _joined(blocks: list[Window]) -> list[Window]:
    """Blocks that meet made one: they may be parts of a board whose other cells hardly stand out."""
    joined: list[Window] = []
    for block in blocks:
        one = block
        while near := [other for other in joined if meets(one, other)]:
            joined = [other for other in joined if other not in near]
            left, top, right, bottom = zip(one, *near, strict=True)
            one = min(left), min(top), max(right), max(bottom)
        joined.append(one)
    return joined


def _paired(scene: Scene, level: int, one: Found) -> bool:
    """Whether what seems to be no board has more boxes of some one kind than cells: a cell holds two of the real ones.

    Outlines of all cells are hidden on the coarse view then, but for those of every other column or row.
    """
    left, top, right, bottom = (side / 2.0**level for side in outer_box(one.cells))
    for lattice in scene.lattices(level):
        if len(lattice.members) <= one.cells.count:
            return False
        x, y = project(lattice.matrix, lattice.places.mean(axis=0)[None])[0].tolist()
        if left < x < right and top < y < bottom:
            return True
    return False


def _signs(lattice: Lattice) -> bool:
    """Whether one small thing stands at every place of some rows and columns, as what is written in cells does.

    Lines between cells that are as thin as these are large are lost on the coarse view.
    """
    small = max(size / step for size, step in zip(lattice.body, lattice.step(), strict=True)) < SPARSEST
    return small and lattice.residual < STRAIGHT and lattice.whole and len(lattice.members) >= CONVINCING


def _spanned(lattice: Lattice, scale: float) -> Window:
    """What the members of a lattice span with a step around them, in frame pixels."""
    low, high = lattice.places.min(axis=0) - 1, lattice.places.max(axis=0) + 1
    corners = project(lattice.matrix, np.array([low, high, (low[0], high[1]), (high[0], low[1])])) * scale
    first, last = corners.min(axis=0).astype(np.int64).tolist(), corners.max(axis=0).astype(np.int64).tolist()
    return first[0], first[1], last[0], last[1]


def _steps(one: Found) -> tuple[float, float]:
    left, top, right, bottom = outer_box(one.cells)
    return (right - left) / one.cells.grid.cols, (bottom - top) / one.cells.grid.rows


def _step(one: Found) -> float:
    return max(_steps(one))


def _narrow(one: Found, level: int) -> bool:
    return min(_steps(one)) < NARROW * 2.0**level


def _hopeful(one: Found, level: int) -> bool:
    """Whether what seems to be no board has cells not large enough to be seen well, in plainly different colours."""
    return _coloured(one) and min(_steps(one)) < WIDE * 2.0**level and not HOPELESS & set(one.judgement.reasons)


def _coloured(one: Found) -> bool:
    found = one.cells.states
    return found.count >= 2 and found.cut >= CUT and found.ratio >= RATIO


def _vague(one: Found) -> bool:
    """Whether what seems to be no board is a few cells, all alike: hardly a thing that is known by that."""
    return one.cells.states.count == 1 and one.cells.count < CONVINCING


def _few(one: Found) -> bool:
    """Whether these may be the few cells of a board that stand out on the coarse view."""
    return one.judgement.verdict == "unsure" and one.cells.count < CONVINCING and _coloured(one)


def _unclear(one: Found, level: int) -> bool:
    """Whether a finer view of the same cells may settle the doubts."""
    judgement = one.judgement
    mild = judgement.verdict == "unsure" and not judgement.grave
    cropped = mild and OUTSIDE in judgement.reasons  # the outlines of the others may be what is blurred
    crooked = mild and ROWS in judgement.reasons  # these may be outlines of different things in the cells
    return judgement.unclear or cropped or crooked or (mild and _narrow(one, level)) or _few(one)


def open_still(scene: Scene, window: Window, level: int, here: list[Found]) -> bool:
    """Whether a still finer view of a window may show more than ``here``, what was found in it on a level.

    Cells that are large there already have sharp outlines. Where nothing was found only cells too small for the level
    are left, and a busy block much wider than these is more likely a picture or a text.
    """
    if here:
        said = here[0].judgement
        # Outlines that shine are as large as what they shine on, and off it.
        clear = min(_steps(here[0])) >= LARGE * 2.0**level and not _few(here[0]) and said.reasons != (ROWS,)
        # Outlines may have run together on this view; what is read from the frame itself stays as it is.
        together = said.verdict == "none" and LETTERED not in said.reasons and _hopeful(here[0], level)
        return not clear and (together or _unclear(here[0], level) or _narrow(here[0], level))
    left, top, right, bottom = window
    whole = window == (0, 0, scene.frame.width, scene.frame.height)
    return whole or max(right - left, bottom - top) <= WIDEST * 2.0**level


def _around(scene: Scene, box: Window, margin: float) -> Window:
    wide = round(margin)
    left, top, right, bottom = box
    right, bottom = min(scene.frame.width, right + wide), min(scene.frame.height, bottom + wide)
    return max(0, left - wide), max(0, top - wide), right, bottom
