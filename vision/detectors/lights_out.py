"""Lights Out: a grid of like cells in two to six looks.

Four stages, each a module of ``vision.grid`` of its own: *propose* boxes and the lattices they form, *fit* how far each
board goes, *read* the cells' looks and states, *judge* whether that may be acted on. They run on a coarse view of the
scene first. As long as nothing sure was found, finer ones follow, but only of the places where the coarse view gives
reason to look closer: a finer view of everything costs many times more and hardly shows more.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.grid.answer import answer
from vision.grid.blurred import blurred
from vision.grid.cells import centers
from vision.grid.closer import MOST
from vision.grid.judge import HOPELESS, LETTERED, OUTSIDE, judge
from vision.grid.lattice import CONVINCING
from vision.grid.overlaid import overlaid
from vision.grid.recall import Memory, learn, recall
from vision.grid.search import outer_box, overlap, rival, search
from vision.overlap import meets
from vision.reading import RANK

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vision.frame import Frame
    from vision.grid.cells import Cells
    from vision.grid.closer import Window
    from vision.grid.judge import Judgement
    from vision.reading import Reading
    from vision.scene import Scene
    from vision.trace import Trace

COARSEST, LONGEST = 650, 1300
"""A board is searched on the first level no longer than ``COARSEST``, then, as long as nothing sure was found, in parts
of the first no longer than ``LONGEST``, then of the finer ones: what is left for them is small."""
DOUBLED, SMALL = 2000, 200
"""A picture that is doubled for the finest search is no longer than the first then. Smaller ones than the second are
doubled twice: the outlines of their cells are single pixels."""
MARGIN = 1.3
"""Cells around a board that is looked at closer."""
BESIDE = 6.0
"""Pixels of the coarse view around a busy block that is looked at closer."""
WIDE, CUT, RATIO = 40.0, 20.0, 4.0
"""Cells narrower than this (pixels of the coarse view), whose states are this far apart (Lab) and this clearly, are
looked at closer though they seem to be no board."""
NARROW = 12.0
"""Pixels of the coarse view: cells this narrow are not clear in it."""
LARGER = 1.5
"""Times as many cells, from which a doubtful grid is offered instead of one that is none."""
LARGE, WIDEST = 24.0, 300
"""Pixels of the middle view: cells this large are as clear there as on a finer one; cells too small for it would be
more than any board has along a side of a busy block that is wider."""
FARTHER, SHORTEST = 2, 60
"""Coarser views of a blurred picture that are searched, and their shorter side, at least."""


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A grid and what was thought of it."""

    cells: Cells
    judgement: Judgement


def detect(scene: Scene, trace: Trace | None = None) -> list[Reading]:
    """Every Lights Out board in the scene, best first; empty where there is none."""
    *_, found = stages(scene, trace)
    return found


def stages(scene: Scene, trace: Trace | None = None) -> Iterator[list[Reading]]:
    """The boards that are sure on the coarse view; if there are none, all that finer ones show too."""
    levels = _levels(scene)
    best = _judged(scene, search(scene, levels[0], trace))
    if len(levels) > 1 and not (best and _rank(best) == 0):
        yield []
        best = _closer(scene, levels, best, trace)
        if not (best and _rank(best) == 0):
            best = _farther(scene, levels[0], best, trace)
    yield [_reading(scene, one) for one in best]


def _closer(scene: Scene, levels: list[int], best: list[Found], trace: Trace | None) -> list[Found]:
    """``best`` of the coarse view, or what finer ones of some windows show."""
    seen = list(best)
    windows = _windows(scene, levels[:2], best)
    for level in levels[1:]:
        if best and _rank(best) == 0:
            break
        closer: list[Found] = []
        open_still: list[Window] = []
        for window in windows:
            here = [_remembered(one, seen) for one in _judged(scene, search(scene, level, trace, window))]
            closer += here
            if _open_still(scene, window, level, here):
                open_still.append(window)
        windows = open_still
        if closer:
            seen += closer
            best = _better(best, closer, middle=level == scene.level_for(LONGEST))
    return best


def _farther(scene: Scene, level: int, best: list[Found], trace: Trace | None) -> list[Found]:
    """``best`` of the coarse and finer views, or what coarser ones of a blurred picture show."""
    shortest = min(scene.frame.width, scene.frame.height)
    if not blurred(scene.edges(level), scene.edges(level + 1)):
        return best
    for coarser in range(level + 1, level + 1 + FARTHER):
        if shortest >> coarser < SHORTEST:
            break
        lattices = scene.lattices(coarser)
        if not lattices or len(lattices[0].members) < CONVINCING:
            continue
        here = _judged(scene, search(scene, coarser, trace))
        if here and (not best or _rank(here) < _rank(best) or _wider(here[0], best[0])):
            best = [_remembered(one, best) for one in here]
        if best and _rank(best) == 0:
            break
    return best


def _wider(one: Found, other: Found) -> bool:
    """Whether a grid is as little in doubt as another one in its place, and larger: blurred outlines are missed."""
    alike = one.judgement.verdict == other.judgement.verdict == "unsure" and len(one.judgement.reasons) <= 2
    return (
        alike
        and one.cells.count > other.cells.count
        and one.cells.score > other.cells.score
        and overlap(one.cells, other.cells)
    )


def _better(best: list[Found], closer: list[Found], *, middle: bool) -> list[Found]:
    """What to believe of two views: the one that leaves less doubt.

    Of two views of one place that leave the same doubt the middle one is believed: it misses little and invents little.
    """
    closer.sort(key=lambda one: (RANK[one.judgement.verdict], -one.cells.score))
    closer = [one for place, one in enumerate(closer) if place == 0 or one.judgement.verdict == "sure"]
    if not best or _rank(closer) < _rank(best):
        return closer
    if OUTSIDE in set(closer[0].judgement.reasons) - set(best[0].judgement.reasons):
        return best  # what goes on outside may be there already
    same = overlap(closer[0].cells, best[0].cells) or closer[0].cells.score > best[0].cells.score
    return closer if middle and same and _rank(closer) == _rank(best) else best


def _windows(scene: Scene, levels: list[int], best: list[Found]) -> list[Window]:
    """Where a finer view may show more than the coarse one did, in frame pixels.

    Around boards that were not clear, and busy blocks that repeat. Small pictures are searched whole.
    """
    width, height = scene.frame.width, scene.frame.height
    coarse, finer = levels
    if max(width, height) * 0.5**finer <= COARSEST:
        return [(0, 0, width, height)]
    scale = 2.0**coarse
    taken: list[Window] = []
    windows: list[Window] = []
    for one in best:
        left, top, right, bottom = outer_box(one.cells)
        box = round(left), round(top), round(right), round(bottom)
        hopeful = one.judgement.verdict == "none" and _hopeful(one, coarse)
        # Rows and columns this narrow may just be what a finer grid looks like on the coarse view.
        if not hopeful and (one.judgement.verdict != "none" or not _narrow(one, coarse)):
            taken.append(box)
        if hopeful or _unclear(one, coarse):
            windows.append(_around(scene, box, MARGIN * _step(one)))
    for box in scene.blocks(coarse):
        if len(windows) < MOST and not any(meets(box, board) for board in taken) and scene.repeats(box):
            windows.append(_around(scene, box, BESIDE * scale))
    return windows


def _step(one: Found) -> float:
    left, top, right, bottom = outer_box(one.cells)
    return max((right - left) / one.cells.grid.cols, (bottom - top) / one.cells.grid.rows)


def _narrow(one: Found, level: int) -> bool:
    return _step(one) < NARROW * 2.0**level


def _hopeful(one: Found, level: int) -> bool:
    """Whether what seems to be no board has cells not large enough to be seen well, in plainly different colours."""
    found = one.cells.states
    coloured = one.cells.source == "ring" and found.count >= 2 and found.cut >= CUT and found.ratio >= RATIO
    return coloured and _step(one) < WIDE * 2.0**level and not HOPELESS & set(one.judgement.reasons)


def _unclear(one: Found, level: int) -> bool:
    """Whether a finer view of the same cells may settle the doubts."""
    judgement = one.judgement
    return judgement.unclear or (_narrow(one, level) and judgement.verdict == "unsure" and not judgement.grave)


def _open_still(scene: Scene, window: Window, level: int, here: list[Found]) -> bool:
    """Whether a still finer view of a window may show more than ``here``, what was found in it on a level.

    Cells that are large there already have sharp outlines. Where nothing was found only cells too small for the level
    are left, and a busy block much wider than these is more likely a picture or a text.
    """
    if here:
        clear = _step(here[0]) >= LARGE * 2.0**level
        said = here[0].judgement
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


def reread(frame: Frame, known: Reading) -> Reading | None:
    """The board ``known`` was read from, in a later frame; None where its place shows something else."""
    return recall(frame.pixels, known, known.memory) if isinstance(known.memory, Memory) else None


def _levels(scene: Scene) -> list[int]:
    """The levels to be searched, the coarsest first: down to the frame itself, doubled as long as it is small."""
    side = max(scene.frame.width, scene.frame.height)
    if side < SMALL:
        return [0, -2]
    finest = -1 if 2 * side <= DOUBLED else 0
    return sorted({scene.level_for(COARSEST), *range(scene.level_for(LONGEST), finest - 1, -1)}, reverse=True)


def _rank(found: list[Found]) -> int:
    return RANK[found[0].judgement.verdict]


def _judged(scene: Scene, candidates: list[Cells]) -> list[Found]:
    """The best grid, and sure ones elsewhere in the picture."""
    found: list[Found] = []
    for place, one in enumerate(candidates):
        if any(overlap(one, other) for other in candidates[:place]):
            continue
        if place > 0 and not _promising(one, candidates[0]):
            continue
        judgement = judge(scene, one, rival(one, candidates))
        if place == 0 or judgement.verdict == "sure":
            found.append(Found(one, judgement))
    if found and found[0].judgement.verdict == "none" and len(found) == 1:
        found = _larger(scene, found[0], candidates) or found
    return found


def _larger(scene: Scene, best: Found, candidates: list[Cells]) -> list[Found]:
    """A doubtful board that a smaller grid, which is none, outshone: cells all alike never score high."""
    for one in candidates:
        if one.count >= max(LARGER * best.cells.count, 9) and one.source == "ring" and one.grid.occupancy >= 0.8:
            judgement = judge(scene, one, 0.0)
            return [Found(one, judgement)] if judgement.verdict == "unsure" and len(judgement.reasons) == 1 else []
    return []


def _promising(one: Cells, best: Cells) -> bool:
    """Whether a grid beside the best one is worth judging: it could be a second board."""
    plain = one.source == "ring" and one.states.count >= 2 and one.grid.occupancy >= 0.8
    return plain and one.count >= 9 and one.score > 0.3 * best.score


def _remembered(one: Found, seen: list[Found]) -> Found:
    """A grave doubt about a grid on one view stands, whatever another view of the same cells shows."""
    for other in seen:
        if other.judgement.grave and RANK[other.judgement.verdict] > RANK[one.judgement.verdict]:
            a, b = one.cells, other.cells
            if (a.grid.rows, a.grid.cols) != (b.grid.rows, b.grid.cols):
                continue
            here, there = centers(a), centers(b)
            step = float(np.hypot(*(here[1] - here[0])))
            if np.abs(here - there).max() < 0.35 * step:
                return replace(one, judgement=_doubted(one.judgement, other.judgement))
    return one


def _doubted(closer: Judgement, coarse: Judgement) -> Judgement:
    """What to think of cells that a coarse view gravely doubts: they are none unless a closer one shows no doubt."""
    return replace(coarse, verdict="unsure") if closer.verdict == "sure" else coarse


def _reading(scene: Scene, one: Found) -> Reading:
    """A grid as it is told; where it seems to be none only for what lies over it, its place is told too."""
    if one.judgement.verdict == "none" and overlaid(one.cells, one.judgement):
        return replace(answer(one.cells, "unsure", one.judgement.reasons), verdict="none")
    reading = answer(one.cells, one.judgement.verdict, one.judgement.reasons)
    if reading.cells and one.cells.source == "ring":
        grid = one.cells.grid
        memory = learn(scene.frame.pixels, reading, (grid.rows, grid.cols), grid.body)
        return replace(reading, memory=memory)
    return reading
