"""Gridded: lattices of the grids that closed outlines make, where straight edges suggest none that holds.

Before chequers, planks and other scenery of straight edges the tiles' own outlines are still closed.
"""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from vision.grid import extents, merged
from vision.homography import project_few
from vision.memento.axis import Axis, unlike

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vision.grid.extents import Grid
    from vision.scene import Scene

FEWEST, MOST = 3, 9
"""Rows and columns."""
LATTICES = 4
"""Lattices of a level taken."""
LEANS = 0.03
"""Steps by which a side of a cell may lean."""


def lattices(scene: Scene, level: int) -> list[tuple[Axis, Axis]]:
    """Upright lattices, x and y, in pixels of a level, of grids that boxes on it make, each once."""
    found: list[tuple[Axis, Axis]] = []
    for x, y in _upright(scene, level):
        if all(
            (x.count, y.count) != (one.count, other.count) or unlike(x, one) or unlike(y, other) for one, other in found
        ):
            found.append((x, y))
    return found


def _upright(scene: Scene, level: int) -> Iterator[tuple[Axis, Axis]]:
    """Those of the grids that do not lean."""
    boxes = scene.boxes(level)
    some = scene.lattices(level)[:LATTICES]
    grids = [grid for one in some for sparse in (False, True) for grid in extents.grids(one, boxes, sparse=sparse)]
    for grid in (*grids, *merged.grids(boxes.some(~boxes.wide))):
        if min(grid.rows, grid.cols) >= FEWEST and max(grid.rows, grid.cols) <= MOST:
            axes = _axes(grid)
            if axes is not None:
                yield axes


def _axes(grid: Grid) -> tuple[Axis, Axis] | None:
    """The lines of a grid, x and y; None where it leans."""
    rows, cols = grid.rows, grid.cols
    (left, top), (right, across), (down, below) = project_few(grid.matrix, [(0, 0), (cols, 0), (0, rows)])
    wide, high = hypot(right - left, across - top) / cols, hypot(down - left, below - top) / rows
    if abs(across - top) > LEANS * high * cols or abs(down - left) > LEANS * wide * rows:
        return None
    return Axis(left, wide, cols), Axis(top, high, rows)
