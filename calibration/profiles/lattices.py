"""Further lattices of a picture: what the eye proposed but would not read without knowing the game.

A learnt look, or a labelled board, is evidence that the eye does not have; with it a lattice can be tried that is a
poor guess by itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.grid import boxes, extents, lattice
from vision.grid.search import view
from vision.reading import CellReading, Reading

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from calibration.profiles.profile import Profile
    from vision.grid.extents import Grid
    from vision.scene import Scene

LEVELS = 3
SMALLEST = 120
LATTICES, MOST = 8, 24
SAME_FORM = 0.01
"""By how much, as a share, pictures may be of another form than one that was learnt."""


def further(scene: Scene) -> list[Reading]:
    """Readings without states, one for each grid that the lattices of a few views allow, those that fit best first."""
    finest = -1 if max(scene.frame.width, scene.frame.height) < SMALLEST else 0
    found: dict[tuple[int, ...], tuple[float, Reading]] = {}
    for level in range(finest, finest + LEVELS):
        picture = view(scene, level)
        if min(picture.shape[:2]) < SMALLEST and level > finest:
            break
        outlines = boxes.find(boxes.edges(picture))
        for one in lattice.propose(outlines)[:LATTICES]:
            for grid in extents.grids(one, outlines):
                reading = _reading(grid, 2.0**level)
                (x, y), step = reading.cells[0].center, max(reading.pitch, 1.0)
                key = (grid.rows, grid.cols, round(4 * x / step), round(4 * y / step), round(16 * np.log(step)))
                worth = (grid.rows * grid.cols) ** 0.5 * grid.support**1.5 / (1 + 20 * grid.residual)
                if key not in found or worth > found[key][0]:
                    found[key] = (worth, reading)
    return [reading for _, reading in sorted(found.values(), key=lambda pair: -pair[0])[:MOST]]


def sites(scene: Scene, profile: Profile) -> list[Reading]:
    """Readings without states where boards lay in pictures of this size, or of this form, that were learnt."""
    found = []
    for site in profile.sites:
        across, down = scene.frame.width / site.size[0], scene.frame.height / site.size[1]
        if abs(across / down - 1) > SAME_FORM:
            continue
        shift = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]])
        half = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]])
        matrix = half @ np.diag([across, down, 1.0]) @ shift @ np.reshape(site.homography, (3, 3))
        found.append(blank(matrix, *site.shape, kind=profile.kind))
    return found


def blank(matrix: NDArray[np.float64], rows: int, cols: int, *, kind: str = "lights-out") -> Reading:
    """A reading of a grid whose cells' states are not known; ``matrix`` is 3×3, board plane → pixels."""
    row, col = np.divmod(np.arange(rows * cols), cols)
    points = np.column_stack([col + 0.5, row + 0.5, np.ones(len(row))]) @ matrix.T
    cells = tuple(
        CellReading(int(r), int(c), None, (), (float(x / w), float(y / w)))
        for r, c, (x, y, w) in zip(row, col, points, strict=True)
    )
    return Reading(
        "unsure",
        ("no board was found by the eye alone",),
        kind,
        2,
        cells,
        homography=tuple(float(value) for value in (matrix / matrix[2, 2]).ravel()),
    )


def _reading(grid: Grid, scale: float) -> Reading:
    half = np.array([[1.0, 0.0, -0.5], [0.0, 1.0, -0.5], [0.0, 0.0, 1.0]])
    return blank(half @ np.diag([scale, scale, 1.0]) @ grid.matrix, grid.rows, grid.cols)
