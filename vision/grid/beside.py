"""Beside: whether another block of cells as large stands beside a grid's, off its places, as in plans of seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.homography import inverse, project

if TYPE_CHECKING:
    from vision.grid.cells import Cells
    from vision.scene import Scene

VIEW = 650
"""The view whose outlines are looked at, at most this long (pixels): the coarse one, which shows the whole picture."""
ALIKE = 0.2
"""Outlines of a body's size but for this (logarithm) may be cells."""
ON_LINE = 0.17
"""Steps by which they may stand off a line's middle."""
NEAREST, FARTHEST = 1.17, 2.8
"""Steps from an outer line's middle: nearer ones stand on the grid's own places, farther ones are something else."""


def beside(scene: Scene, one: Cells) -> float:
    """The largest share of the lines of a grid that such a block carries on beyond one side."""
    grid = one.grid
    level = scene.level_for(VIEW)
    found = scene.boxes(level)
    if not len(found):
        return 0.0
    plane = inverse(one.homography) * [2.0**level, 2.0**level, 1.0]
    places = project(plane, found.centers) - 0.5
    # How far beyond the outer lines of one direction, and not beyond those of the other.
    ends = np.array([grid.cols - 1, grid.rows - 1])
    off = np.abs(places - ends / 2) - ends / 2
    near = (off.max(axis=1) > NEAREST) & (off.max(axis=1) < FARTHEST) & (off.min(axis=1) < ON_LINE)
    if not near.any():
        return 0.0
    first, last = found.some(near).spans(plane)
    places = places[near][(np.abs(np.log(np.maximum(last - first, 1e-3) / grid.body)) < ALIKE).all(axis=1)]
    most = 0.0
    for along, lines, count in ((0, grid.rows, grid.cols), (1, grid.cols, grid.rows)):
        line = np.rint(places[:, 1 - along])
        on_line = (np.abs(places[:, 1 - along] - line) < ON_LINE) & (line >= 0) & (line < lines)
        for away in (-places[:, along], places[:, along] - (count - 1)):
            ends = line[on_line & (away > NEAREST) & (away < FARTHEST)]
            most = max(most, len(set(ends.tolist())) / lines)
    return most
