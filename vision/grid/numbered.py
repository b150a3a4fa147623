"""Numbered: boards without lines or gaps, with a number or a word in each cell.

Like neighbours run together there, so that hardly a cell has an outline. But what is written stands in the middle of
the cells, in rows and columns, and all around it a cell is of one colour, up to its neighbours.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.glimpse import glimpse
from vision.grid import states
from vision.grid.answer import offered
from vision.grid.doubts import LETTERED
from vision.grid.extents import MOST
from vision.grid.lattice import CONVINCING
from vision.grid.search import LATTICES
from vision.grid.unbroken import unbroken
from vision.homography import inverse, project
from vision.middle import middle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from vision.grid.boxes import Boxes
    from vision.grid.lattice import Lattice
    from vision.grid.states import States
    from vision.reading import Reading
    from vision.scene import Scene

LONGEST = 2000
"""Pixels of the longer side of a level that is looked at, at most."""
FEWEST = 16
"""Cells of a board, below which these may be keys."""
STRAIGHT, TURNED = 0.04, 0.02
"""Steps by which numbers are off from their places; steps sideways for each step along; both at most."""
HIGH, LONG = 0.5, 0.7
"""A number's height and width in steps, at most."""
SIZED, OFF = (0.6, 1.6), 0.2
"""Heights of numbers, by those of the lattice; steps by which the middle of one is off its place, at most."""
RIM, NEAR = 0.42, 0.15
"""Steps from the middle of a cell to where its colour is looked at, and within which a number would be seen."""
EVEN, FLAT, INK = 2.0, 0.9, 15.0
"""Lab by which a cell differs from itself at its rim, at most; share of the cells that are so; Lab of ink, at least."""
CUT, RATIO = 20.0, 6.0
"""How far (Lab) and how clearly the two colours are apart."""


def numbered(scene: Scene, coarsest: int) -> Reading | None:
    """The largest such board in the scene, never sure; None where there is none.

    Finer levels than the ``coarsest`` are looked at where that shows numbers, but none of more pixels than tell them.
    """
    small: list[Lattice] = []
    for level in range(coarsest, min(coarsest, scene.level_for(LONGEST)) - 1, -1):
        # Slim numbers that a coarser level does not show may be read by the lattice that the others form there.
        small = [*map(_finer, small), *(one for one in scene.lattices(level)[:LATTICES] if _numbers(one))]
        if not small:
            return None
        boards = [board for one in small for board in _boards(scene.level(level), scene.boxes(level), one)]
        if boards:
            matrix, labels = max(boards, key=lambda board: board[1].size)
            lit = labels ^ int(2 * labels.sum() > labels.size)  # of the two the one of fewer cells
            return offered(lit, matrix, level, LETTERED)
    return None


def _finer(lattice: Lattice) -> Lattice:
    """A lattice of a level, on the next finer one."""
    across, down = lattice.body
    return replace(lattice, matrix=np.diag([2.0, 2.0, 1.0]) @ lattice.matrix, body=(2 * across, 2 * down))


def _numbers(lattice: Lattice) -> bool:
    """Whether the members of a lattice are far smaller than its steps, and its rows are level."""
    across, down = lattice.step()
    matrix = lattice.matrix
    level = abs(matrix[1, 0]) <= TURNED * matrix[0, 0] and abs(matrix[0, 1]) <= TURNED * matrix[1, 1]
    small = lattice.body[0] <= LONG * across and lattice.body[1] <= HIGH * down
    return bool(level) and small and len(lattice.members) >= CONVINCING and lattice.residual <= STRAIGHT


def _boards(
    picture: NDArray[np.uint8], boxes: Boxes, lattice: Lattice
) -> Iterator[tuple[NDArray[np.float64], NDArray[np.int64]]]:
    """Boards whose cells' middles are places of a lattice: board plane → pixels (3×3), and states (rows × columns)."""
    places = project(inverse(lattice.matrix), boxes.centers)
    place = np.rint(places).astype(np.int64)
    own = (np.abs(places - place) <= OFF).all(axis=1) & (boxes.sizes[:, 0] <= LONG * lattice.step()[0])
    own &= (boxes.sizes[:, 1] >= SIZED[0] * lattice.body[1]) & (boxes.sizes[:, 1] <= SIZED[1] * lattice.body[1])
    place = place[own]
    low = place.min(axis=0, initial=0)
    size = place.max(axis=0, initial=0) - low + 1
    if size.max() > MOST:
        return
    taken = np.zeros((int(size[1]), int(size[0])), np.bool_)
    taken[tuple((place - low).T[::-1])] = True
    for rows, cols in unbroken(taken):
        height, width = rows.stop - rows.start, cols.stop - cols.start
        shift = np.array(
            [[1.0, 0.0, cols.start + low[0] - 0.5], [0.0, 1.0, rows.start + low[1] - 0.5], [0.0, 0.0, 1.0]]
        )
        matrix = lattice.matrix @ shift
        if height * width < FEWEST or (read := _states(picture, matrix, height, width)) is None:
            continue
        if not _goes_on(picture, matrix, read, height, width):
            yield matrix, read.labels.reshape(height, width)


def _states(picture: NDArray[np.uint8], matrix: NDArray[np.float64], rows: int, cols: int) -> States | None:
    """The two states of cells that are of one colour at their rim; None where they are not, or of other numbers."""
    row, col = np.divmod(np.arange(rows * cols), cols)
    rim = [(x, y) for x in (-RIM, 0.0, RIM) for y in (-RIM, 0.0, RIM) if x or y]
    seen = _lab(picture, matrix, np.column_stack([col, row]) + 0.5, np.array(rim))
    if seen is None:
        return None
    looks = middle(seen, axis=1)
    even = np.abs(seen - looks[:, None]).max(axis=(1, 2)) <= EVEN
    found = states.find(looks.astype(np.float64))
    clear = found.count == 2 and found.cut >= CUT and found.ratio >= RATIO
    return found if clear and even.mean() >= FLAT else None


def _goes_on(picture: NDArray[np.uint8], matrix: NDArray[np.float64], read: States, rows: int, cols: int) -> bool:
    """Whether most places of some line beside a block are of its cells' colours, too, with something written there.

    A number may be too slim to be seen as one.
    """
    line, column = np.arange(cols) + 0.5, np.arange(rows) + 0.5
    beside = [np.column_stack([line, np.full(cols, y)]) for y in (-0.5, rows + 0.5)]
    beside += [np.column_stack([np.full(rows, x), column]) for x in (-0.5, cols + 0.5)]
    at = np.linspace(-NEAR, NEAR, 9)
    middles = np.stack(np.meshgrid(at, at), axis=-1).reshape(-1, 2)
    for places in beside:
        ground = _lab(picture, matrix, places, np.array([(-RIM, 0.0), (RIM, 0.0)]))
        inside = _lab(picture, matrix, places, middles)
        if ground is None or inside is None:
            continue
        looks = ground.mean(axis=1)
        alike = np.linalg.norm(looks[:, None] - read.looks, axis=2).min(axis=1) < CUT / 2
        inked = (np.linalg.norm(inside - looks[:, None], axis=2) >= INK).any(axis=1)
        if (alike & inked).mean() > 0.5:
            return True
    return False


def _lab(
    picture: NDArray[np.uint8], matrix: NDArray[np.float64], places: NDArray[np.float64], around: NDArray[np.float64]
) -> NDArray[np.float32] | None:
    """Lab of M points ``around`` N ``places`` of a plane, N×M×3; None where some are beside the picture."""
    points = (places[:, None] + around).reshape(-1, 2)
    spots = project(matrix, points)
    if spots.min() < 0 or (spots >= picture.shape[1::-1]).any():
        return None
    seen = glimpse(picture, matrix, points).reshape(len(places), len(around), 3)
    return np.asarray(cv2.cvtColor(seen.astype(np.float32) / 255, cv2.COLOR_BGR2LAB))
