"""Read, first step: the panel flattened, and its ink told from its ground."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.heresy.frames import bare
from vision.heresy.plates import levelled
from vision.homography import project

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.heresy.lattice import Lattice
    from vision.scene import Scene

CELL = 40  # pixels of a flattened cell
MARGIN = 16  # pixels around the three cells: a glyph's frame may be larger than its cell
SIDE = 3 * CELL + 2 * MARGIN
INTO = np.array([[1 / CELL, 0, -MARGIN / CELL], [0, 1 / CELL, -MARGIN / CELL], [0, 0, 1]])
EDGES = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]])  # pixel index → edge coordinates
EVEN = CELL / 8  # pixels: Gaussian that evens edges out
NEAR = 3.0  # pixels: Gaussian that is the ground of the two edges of a stroke
THIN = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (9, 9))  # wider than strokes, narrower than their halo
BETWEEN, GRAINY = np.ones((3, 3), np.uint8), 0.25  # what is closed between edges; share of them the ground may vary by
CORNERS = np.array([(0.0, 0.0), (SIDE, 0.0), (SIDE, SIDE), (0.0, SIDE)])


def flatten(
    scene: Scene, homography: NDArray[np.float64], cell: float, *, color: bool = False, plates: bool = False
) -> NDArray[np.uint8]:
    """The panel seen from straight ahead, SIDE×SIDE uint8 gray (×3 BGR with ``color``); its ``plates`` on one level.

    It is taken from the level just finer than needed.
    """
    level = max(0, int(np.floor(np.log2(max(cell, 1.0) / CELL))))
    source = scene.level(level)
    down = np.diag([0.5**level, 0.5**level, 1.0])
    matrix = np.linalg.inv(EDGES) @ down @ homography @ INTO @ EDGES
    # Only the part that the panel covers is made gray.
    corners = project(matrix, CORNERS)
    size = np.array([source.shape[1], source.shape[0]])
    left, top = np.clip(np.floor(corners.min(axis=0)) - 2, 0, size - 1).astype(int).tolist()
    right, bottom = np.clip(np.ceil(corners.max(axis=0)) + 3, (left + 1, top + 1), size).astype(int).tolist()
    part = source[top:bottom, left:right]
    if not color:
        part = cv2.cvtColor(part, cv2.COLOR_BGR2GRAY)
    flat: NDArray[np.uint8] = cv2.warpPerspective(
        part,
        np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1.0]]) @ matrix,
        (SIDE, SIDE),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    plain = levelled(flat, CELL, MARGIN) if plates else None
    return flat if plain is None else plain


def unseen(scene: Scene, homography: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which pixels of the flattened panel under ``homography`` are known to be covered (``Scene.over``), SIDE×SIDE."""
    if scene.over is None:
        return np.zeros((SIDE, SIDE), bool)
    matrix = np.linalg.inv(EDGES) @ homography @ INTO @ EDGES
    part = cv2.warpPerspective(
        scene.over.astype(np.uint8), matrix, (SIDE, SIDE), flags=cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
    )
    return np.asarray(cv2.dilate(part, np.ones((3, 3), np.uint8)) > 0)


def share_of_cells(part: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Which share of each of the nine cells is in ``part`` (SIDE×SIDE), 9."""
    cells = part[MARGIN:-MARGIN, MARGIN:-MARGIN].reshape(3, CELL, 3, CELL)
    shares: NDArray[np.float64] = cells.mean(axis=(1, 3)).ravel()
    return shares


def ground_of(flat: NDArray[np.uint8]) -> NDArray[np.float32]:
    """The ground that glyphs lie on at each pixel of ``flat``, as gray: a median over half a cell."""
    small = cv2.resize(flat, (SIDE // 2, SIDE // 2), interpolation=cv2.INTER_AREA)
    wide = cv2.resize(cv2.medianBlur(small, CELL // 2 + 1), (SIDE, SIDE), interpolation=cv2.INTER_LINEAR)
    return np.asarray(wide, np.float32)


def near_ground_of(flat: NDArray[np.uint8]) -> NDArray[np.float32]:
    """What is just around each pixel of ``flat``: where light and wall change within a cell, only edges differ."""
    return np.asarray(cv2.GaussianBlur(flat.astype(np.float32), (0, 0), NEAR), np.float32)


def wide_ground_of(flat: NDArray[np.uint8], polarity: int) -> NDArray[np.float32]:
    """All of ``flat`` but what is bright (``polarity`` 1) or dark (-1) and thin: its opening, or closing.

    What stands out of that is a top-hat (Meyer 1979). What glows has a halo, wider than its strokes, that makes all
    glyphs alike; a plate has a tone of its own.
    """
    wide = cv2.morphologyEx(flat, cv2.MORPH_OPEN if polarity > 0 else cv2.MORPH_CLOSE, THIN)
    return np.asarray(cv2.GaussianBlur(wide.astype(np.float32), (0, 0), 1), np.float32)


def ink_at(flat: NDArray[np.uint8], lattice: Lattice) -> NDArray[np.float32]:
    """``ink_of`` of ``flat`` as the ``lattice`` says it is to be looked at."""
    ground = wide_ground_of(flat, lattice.polarity) if lattice.thin else None
    return ink_of(flat, lattice.polarity, ground, framed=lattice.framed)


def ink_of(
    flat: NDArray[np.uint8], polarity: int, ground: NDArray[np.float32] | None = None, *, framed: bool = False
) -> NDArray[np.float32]:
    """How much each pixel of ``flat`` (SIDE×SIDE gray) stands out of its ``ground``, 0..1, strokes near 1.

    A ``polarity`` of 0 takes what is brighter and what is darker. Cells that are ``framed`` lose their frames.
    """
    carved = None if polarity else _between(flat, framed=framed)
    if carved is not None:
        above = carved
    else:
        above = above_ground(flat, polarity, ground)
        above = bare(above, CELL, MARGIN) if framed else above
    top = strongest(above)
    top = np.maximum(top, max(0.25 * float(np.median(top)), 2.0))
    field = cv2.resize(top.reshape(3, 3).astype(np.float32), (3 * CELL, 3 * CELL), interpolation=cv2.INTER_NEAREST)
    field = cv2.copyMakeBorder(field, MARGIN, MARGIN, MARGIN, MARGIN, cv2.BORDER_REPLICATE)
    ink: NDArray[np.float32] = np.minimum(above / field, np.float32(1))
    return ink


def above_ground(
    flat: NDArray[np.uint8], polarity: int, ground: NDArray[np.float32] | None = None
) -> NDArray[np.float32]:
    """By how many levels each pixel of ``flat`` is brighter (``polarity`` 1), darker (-1) or either (0) than ground."""
    rest = flat - (ground_of(flat) if ground is None else ground)
    above = np.maximum(rest * np.float32(polarity), np.float32(0)) if polarity else np.abs(rest)
    return np.asarray(above, np.float32)


def _between(flat: NDArray[np.uint8], *, framed: bool) -> NDArray[np.float32] | None:
    """How much edges stand out of ``flat`` (SIDE×SIDE gray), and the strokes between them; None on a grainy ground.

    A bright and a dark edge even out, so that a mean is a nearer ground to them than a median.
    """
    above = np.abs(flat - cv2.GaussianBlur(flat.astype(np.float32), (0, 0), EVEN))
    if float(np.median(_inner(above))) > GRAINY * float(np.median(strongest(above))):
        return None
    above = bare(above, CELL, MARGIN) if framed else above
    return np.asarray(cv2.morphologyEx(above, cv2.MORPH_CLOSE, BETWEEN), np.float32)


def strongest(above: NDArray[np.float32]) -> NDArray[np.float32]:
    """How much the strokes of each of the nine cells stand out, 9."""
    values = _inner(above).reshape(9, -1)
    rank = round(0.96 * (values.shape[1] - 1))
    return np.asarray(np.partition(values, rank, axis=1)[:, rank])


def contrast(flat: NDArray[np.uint8], polarity: int) -> NDArray[np.float64]:
    """By how much the strokes of the nine cells of ``flat`` stand out, 9, as logarithms of gray levels."""
    return np.log(np.maximum(strongest(above_ground(flat, polarity)).astype(np.float64), 1.0))


def _inner(picture: NDArray[np.float32]) -> NDArray[np.float32]:
    """The middles (72 %) of the nine cells, 9×h×w."""
    cut = round(0.14 * CELL)
    cells = picture[MARGIN:-MARGIN, MARGIN:-MARGIN].reshape(3, CELL, 3, CELL).transpose(0, 2, 1, 3)
    return cells.reshape(9, CELL, CELL)[:, cut:-cut, cut:-cut]
