"""Lights Out: a grid of like cells in two to six looks.

Four stages, each a module of ``vision.grid`` of its own: *propose* boxes and the lattices they form, *fit* how far each
board goes, *read* the cells' looks and states, *judge* whether that may be acted on.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.grid import boxes, cells, draw, extents, lattice
from vision.grid.answer import answer
from vision.grid.cells import centers
from vision.grid.judge import judge
from vision.grid.lattice import apply
from vision.grid.recall import Memory, learn, recall

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.frame import Frame
    from vision.grid.cells import Cells
    from vision.grid.extents import Grid
    from vision.reading import Reading
    from vision.scene import Scene
    from vision.trace import Trace

LONGEST = 1300
COARSEST, FINEST = 650, 2000
"""A board is searched on the first level no longer than ``COARSEST``, then, as long as nothing sure was found, on the
first no longer than ``LONGEST``, then on the next finer one if that is no longer than ``FINEST``."""
SMALL = 200
"""Smaller pictures are doubled twice for the finer search: the outlines of their cells are single pixels."""
READ_AT_MOST = 6
RIVAL = 0.3
RANK = {"sure": 0, "unsure": 1, "none": 2}


def detect(scene: Scene, trace: Trace | None = None) -> list[Reading]:
    """Every Lights Out board in the scene, best first; empty where there is none."""
    side = max(scene.frame.width, scene.frame.height)
    middle = scene.level_for(LONGEST)
    coarse = scene.level_for(COARSEST)
    fine = middle - 1 if side >= SMALL else middle - 2
    best: list[Reading] = []
    for level in sorted({coarse, middle, fine}, reverse=True):
        if level == fine and side * 0.5**level > FINEST:
            break
        readings = _readings(scene, _search(scene, level, trace))
        # Of two views that leave the same doubt the middle one is believed: it misses little and invents little.
        if readings and (not best or RANK[readings[0].verdict] < RANK[best[0].verdict] + (level == middle)):
            best = readings
        if best and best[0].verdict == "sure":
            break
    return best


def reread(frame: Frame, known: Reading) -> Reading | None:
    """The board ``known`` was read from, in a later frame; None where its place shows something else."""
    return recall(frame.pixels, known, known.memory) if isinstance(known.memory, Memory) else None


def _readings(scene: Scene, candidates: list[Cells]) -> list[Reading]:
    """The best grid's reading, and those of sure boards elsewhere."""
    readings: list[Reading] = []
    for place, one in enumerate(candidates):
        if any(_overlap(one, other) for other in candidates[:place]):
            continue
        if place > 0 and not _promising(one, candidates[0]):
            continue
        verdict, reasons = judge(scene, one, _rival(one, candidates))
        if place == 0 or verdict == "sure":
            reading = answer(one, verdict, reasons)
            if verdict != "none" and one.source == "ring":
                size = one.grid.rows, one.grid.cols
                reading = replace(reading, memory=learn(scene.frame.pixels, reading, size, one.grid.body))
            readings.append(reading)
    return readings


def _promising(one: Cells, best: Cells) -> bool:
    """Whether a grid beside the best one is worth judging: it could be a second board."""
    plain = one.source == "ring" and one.states.count >= 2 and one.grid.occupancy >= 0.8
    return plain and one.count >= 9 and one.score > 0.3 * best.score


def _view(scene: Scene, level: int) -> NDArray[np.uint8]:
    """A level of the scene; below 0 the frame doubled once or twice, for boards of very small cells."""
    if level >= 0:
        return scene.level(level)
    scale = 2**-level
    return np.asarray(cv2.resize(scene.frame.pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC))


def _search(scene: Scene, level: int, trace: Trace | None) -> list[Cells]:
    """Read the most promising grids of one level, best score first."""
    picture = _view(scene, level)
    found = boxes.find(boxes.edges(picture))
    grids = [grid for one in lattice.propose(found)[:12] for grid in extents.grids(one, found)]
    distinct: dict[tuple[float, ...], tuple[float, Grid]] = {}
    for grid in grids:
        key = (grid.rows, grid.cols, *np.rint(apply(grid.matrix, np.array([[0.5, 0.5], [1.5, 1.5]])).ravel() / 4))
        worth = (grid.rows * grid.cols) ** 0.5 * grid.occupancy**1.5 / (1 + 20 * grid.residual)
        if key not in distinct or worth > distinct[key][0]:
            distinct[key] = (worth, grid)
    ranked = sorted(distinct.values(), key=lambda pair: -pair[0])[:READ_AT_MOST]
    read: list[Cells] = []
    for worth, grid in ranked:
        # A grid's score is at most its worth, so most can't matter any more once a good one is read.
        best = max(read, key=lambda one: one.score, default=None)
        if best is None or worth > RIVAL * best.score or grid.rows * grid.cols > best.count:
            read.append(cells.read(scene, grid, 2.0**level))
    read.sort(key=lambda one: -one.score)
    read = _whole(read)
    if trace is not None:
        draw.stages(trace, picture, found, grids, read)
    return read


def _whole(read: list[Cells]) -> list[Cells]:
    """Put the whole board before its parts: a larger grid on the best one's lattice that reads nearly as well."""
    for other in read[1:]:
        best = read[0]
        if other.count <= best.count or not _part(best, other) or other.score < 0.5 * best.score:
            continue
        if other.states.count != best.states.count or len(other.states.strays) > len(best.states.strays):
            continue
        if other.states.cut < 0.6 * best.states.cut or other.states.ratio < 0.5 * best.states.ratio:
            continue
        if other.strain.mean() <= best.strain.mean() + 1:
            read = [other, *[one for one in read if one is not other]]
    return read


def _part(one: Cells, other: Cells) -> bool:
    """Whether ``one``'s cells are some of ``other``'s."""
    places = apply(np.asarray(np.linalg.inv(other.homography), np.float64), centers(one)) - 0.5
    whole = np.rint(places)
    inside = (whole >= 0).all() and (whole[:, 0] < other.grid.cols).all() and (whole[:, 1] < other.grid.rows).all()
    spread = (np.ptp(whole[:, 0]) + 1, np.ptp(whole[:, 1]) + 1)
    return bool(inside and np.abs(places - whole).max() < 0.15 and spread == (one.grid.cols, one.grid.rows))


def _frame_box(one: Cells) -> tuple[float, float, float, float]:
    grid = one.grid
    corners = apply(one.homography, np.array([[0, 0], [grid.cols, 0], [grid.cols, grid.rows], [0, grid.rows]], float))
    left, top = corners.min(axis=0)
    right, bottom = corners.max(axis=0)
    return float(left), float(top), float(right), float(bottom)


def _overlap(one: Cells, other: Cells) -> bool:
    a, b = _frame_box(one), _frame_box(other)
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _rival(one: Cells, candidates: list[Cells]) -> float:
    """The best score, over this one's, of a grid that claims some of the same place but is not a part of this one."""
    a = _frame_box(one)
    slack = 0.3 * min((a[2] - a[0]) / one.grid.cols, (a[3] - a[1]) / one.grid.rows)
    best = 0.0
    for other in candidates:
        if other is one or not _overlap(one, other):
            continue
        b = _frame_box(other)
        if b[0] > a[0] - slack and b[1] > a[1] - slack and b[2] < a[2] + slack and b[3] < a[3] + slack:
            continue
        best = max(best, other.score / max(one.score, 1e-9))
    return best
