"""Rest: whether anything is left of a picture beside the boards that are known where a lock or a panel might be."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.scene import Scene

VIEW = 650
"""The view whose outlines are looked at, at most this long (pixels): the coarse one, which shows the whole picture."""
EDGE, LIVELY, CALM, CROWD = 5, 0.5, 0.16, 220
"""Share of the pixels with edges this strong of a picture that is too lively for a table, and for one of small cells;
number of outlines that are too many: looking whether there is one would cost as much as looking for a lock."""
TABLE, MOSTLY = 16, 0.12
"""Cells of a lattice from which it is no lock and no panel; their share of all outlines."""
SMALL = 64
"""Longest side of a part, in pixels of the coarse view, whose cells may be too small for it: larger ones are panels."""
BORDER = 0.02
"""Sides of a board by which its border's outline may be off it."""
MOST = 120
"""So many outlines beside the boards are not looked through."""
LIKE, REACH = 0.5, 7.0
"""Outlines are alike up to this difference (logarithm) of their sides; of one thing up to so many of their sides."""
APART = 0.6
"""Sides by which outlines of two lines are apart."""
NONE = 1e9
"""A place in sides that no outline has."""
LINES, LEAST = 3, 7
"""Lines of a lock's dots or a panel's signs, across and down; so many of them have outlines that are alike."""


def tabled(scene: Scene) -> bool:
    """Whether the plainest thing in a picture is a table of more cells than a lock or a panel has."""
    level = scene.level_for(VIEW)
    if not _plain(scene, level, LIVELY):
        return False
    lattices = scene.lattices(level)
    return bool(lattices) and len(lattices[0].members) >= max(TABLE, MOSTLY * len(scene.boxes(level)))


def dotted(scene: Scene) -> bool:
    """Whether a part of a plain picture may be a table of cells too small to be seen on the coarse view."""
    level = scene.level_for(VIEW)
    if not _plain(scene, level, CALM):
        return False
    left, top, right, bottom = next((block for block in scene.blocks(level) if scene.repeats(block)), (0, 0, 0, 0))
    return 0 < max(right - left, bottom - top) <= SMALL << level


def _plain(scene: Scene, level: int, most: float) -> bool:
    """Whether at ``most`` this share of a picture has edges, and not too many outlines are in it."""
    strength = scene.edges(level)
    if np.count_nonzero(strength >= EDGE) > most * strength.size:
        return False
    return len(scene.boxes(level)) <= CROWD


def bare(scene: Scene, taken: Sequence[tuple[float, float, float, float]]) -> bool:
    """Whether outside some boxes of the frame nowhere many outlines of one size stand in three rows and columns.

    Those of words do, in any text; a lock's dots and a panel's signs are not so wide.
    """
    level = scene.level_for(VIEW)
    found = scene.boxes(level)
    found = found.some(~found.wide)
    free = np.ones(len(found), bool)
    for box in taken:
        sides = np.array(box).reshape(2, 2) / 2.0**level
        slack = 1 + BORDER * float((sides[1] - sides[0]).max())
        inside = (found.centers > sides[0] - slack) & (found.centers < sides[1] + slack)
        free &= ~(inside[:, 0] & inside[:, 1])
    centers, sizes = found.centers[free], found.sizes[free]
    if len(sizes) > MOST:
        return False
    if len(sizes) < LEAST:
        return True
    logs = np.log(sizes)
    apart = (centers - centers[:, None]) / sizes[:, None]
    near = (np.abs(logs - logs[:, None]) < LIKE).all(axis=2) & (np.abs(apart) < REACH).all(axis=2)
    crowd = np.count_nonzero(near, axis=1) >= LEAST
    if not crowd.any():
        return True
    near, apart = near[crowd], apart[crowd]
    rows = _lines(np.where(near, apart[..., 1], NONE)) >= LINES
    return not (rows.any() and (rows & (_lines(np.where(near, apart[..., 0], NONE)) >= LINES)).any())


def _lines(places: NDArray[np.float64]) -> NDArray[np.int64]:
    """How many lines the places in each row of M×N make; those at ``NONE`` don't count."""
    ordered = np.sort(places, axis=1)
    apart = (ordered[:, 1:] - ordered[:, :-1] > APART) & (ordered[:, 1:] < NONE)
    return np.asarray(1 + np.count_nonzero(apart, axis=1), np.int64)
