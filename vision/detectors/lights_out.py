"""Lights Out: a grid of like cells in two to six looks.

Four stages, each a module of ``vision.grid`` of its own: *propose* boxes and the lattices they form, *fit* how far each
board goes, *read* the cells' looks and states, *judge* whether that may be acted on. They run on a coarse view of the
scene first, and on finer ones as long as nothing sure was found.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from vision.grid.answer import answer
from vision.grid.cells import centers
from vision.grid.judge import judge
from vision.grid.recall import Memory, learn, recall
from vision.grid.search import overlap, rival, search

if TYPE_CHECKING:
    from vision.frame import Frame
    from vision.grid.cells import Cells
    from vision.grid.judge import Judgement
    from vision.reading import Reading
    from vision.scene import Scene
    from vision.trace import Trace

COARSEST, LONGEST, FINEST = 650, 1300, 2000
"""A board is searched on the first level no longer than ``COARSEST``, then, as long as nothing sure was found, on the
first no longer than ``LONGEST``, then on the next finer one if that is no longer than ``FINEST``."""
SMALL = 200
"""Smaller pictures are doubled twice for the finest search: the outlines of their cells are single pixels."""
RANK = {"sure": 0, "unsure": 1, "none": 2}


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A grid and what was thought of it."""

    cells: Cells
    judgement: Judgement


def detect(scene: Scene, trace: Trace | None = None) -> list[Reading]:
    """Every Lights Out board in the scene, best first; empty where there is none."""
    best: list[Found] = []
    seen: list[Found] = []
    middle = scene.level_for(LONGEST)
    for level in _levels(scene):
        found = [_remembered(one, seen) for one in _judged(scene, search(scene, level, trace))]
        seen += found
        # Of two views that leave the same doubt the middle one is believed: it misses little and invents little.
        if found and (not best or _rank(found) < _rank(best) + (level == middle)):
            best = found
        if best and _rank(best) == 0:
            break
    return [_reading(scene, one) for one in best]


def reread(frame: Frame, known: Reading) -> Reading | None:
    """The board ``known`` was read from, in a later frame; None where its place shows something else."""
    return recall(frame.pixels, known, known.memory) if isinstance(known.memory, Memory) else None


def _levels(scene: Scene) -> list[int]:
    side = max(scene.frame.width, scene.frame.height)
    middle = scene.level_for(LONGEST)
    fine = middle - 1 if side >= SMALL else middle - 2
    levels = [scene.level_for(COARSEST), middle]
    if side * 0.5**fine <= FINEST:
        levels.append(fine)
    return sorted(set(levels), reverse=True)


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
    return found


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
                return replace(one, judgement=other.judgement)
    return one


def _reading(scene: Scene, one: Found) -> Reading:
    reading = answer(one.cells, one.judgement.verdict, one.judgement.reasons)
    if reading.cells and one.cells.source == "ring":
        grid = one.cells.grid
        memory = learn(scene.frame.pixels, reading, (grid.rows, grid.cols), grid.body)
        return replace(reading, memory=memory)
    return reading
