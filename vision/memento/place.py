"""Cells told by the look of a tile, and the reading made of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.memento import covers
from vision.memento.lit import unlit
from vision.middle import medians, quantile
from vision.reading import CellReading, Reading, Verdict

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.memento.axis import Axis
    from vision.memento.recall import Memory

STEEPNESS = 8.0  # log odds of a cell for each e-fold of distance from a tile
FEWEST = 3  # face-up cells that are told to be all alike
GROUND = 9  # pixels a side of the surroundings that fine detail is told from
DETAIL, OWN = (
    4.0,
    0.5,
)  # Lab, root mean square of plain detail; usual correlation of two cells' up to which it is theirs
TONES, SOFT, DRAWN_LIKE = 4.0, 5, 0.7
"""Lab by which a tile differs from the usual one, at least; pixels a side over which cells are softened that may be a
little off; the usual correlation of what is drawn in them, if that is one and the same: they are the tiles then."""
DRAWN_ALIKE = 0.8  # how far they are from the usual one at most, by what is drawn in it, where that is in all of them


def tile_look(
    vectors: NDArray[np.float32], covered: NDArray[np.bool_], clear: NDArray[np.bool_]
) -> tuple[NDArray[np.float32], float]:
    """The look of a tile, by the ``clear`` ones, and the distance at which a cell is as likely covered as not."""
    tile = medians(vectors[clear])
    away = np.sqrt(((vectors - tile) ** 2).sum(1))
    inner = max(float(away[clear].max()), covers.FLOOR)
    outer = float(away[~covered].min()) if (~covered).any() else max(4 * inner, 8.0)
    return tile, float(np.sqrt(inner * max(outer, 1.05 * inner)))


def spread(vectors: NDArray[np.float32], covered: NDArray[np.bool_]) -> float:
    """How far face-up cells are from each other, as a share of their distance from a tile (medians)."""
    up = vectors[~covered]
    if len(up) < 2 or not covered.any():
        return 1.0
    apart = up - medians(vectors[covered])
    away = quantile(np.sqrt(np.einsum("ij,ij->i", apart, apart)), 0.5)
    distance = covers.distances(up)
    between = distance[~np.tri(len(up), dtype=bool)]
    return quantile(between, 0.5) / max(away, covers.FLOOR)


def one_look(
    vectors: NDArray[np.float32],
    covered: NDArray[np.bool_],
    cells: NDArray[np.float32],
    shape: tuple[int, int] | None = None,
) -> bool:
    """Whether face-up cells, three at least, look as much the same as tiles do: then they may as well be these.

    Sampled a little off, cells in which much is drawn differ more than even ones. Pages of a book are alike but for
    their fine detail: there each cell has its own. Tiles are no less alike for the light that falls on them.

    Args:
        vectors: n×d looks of the cells.
        covered: n, True for tiles.
        cells: n×S×S×3 Lab, the same in finer detail.
        shape: rows and columns; None where they are not known.
    """
    up = vectors[~covered]
    if len(up) < FEWEST:
        return False
    drawn = medians(up).reshape(-1, 3)
    drawn = drawn - drawn.mean(axis=0)
    least = max(covers.FLOOR, DRAWN_ALIKE * float(np.linalg.norm(drawn)))
    alike = _widest(vectors, ~covered, shape) <= max(_widest(vectors, covered, shape), least)
    return (alike and not _detailed(cells[~covered])) or _swapped(cells, covered)


def _swapped(cells: NDArray[np.float32], covered: NDArray[np.bool_]) -> bool:
    """Whether tiles differ in colour and face-up cells (n×S×S×3 Lab) have one drawing: these are the tiles then."""
    tones = cells[covered].mean((1, 2))
    if float(np.sqrt(((tones - medians(tones)) ** 2).sum(1)).max()) < TONES:
        return False
    soft = np.stack([cv2.blur(one, (SOFT, SOFT)) for one in cells[~covered]])
    fine, sizes = _fine(soft)
    if sizes.min() < DETAIL:
        return False
    return _usual_likeness(fine) >= DRAWN_LIKE


def _detailed(cells: NDArray[np.float32]) -> bool:
    """Whether each cell (n×S×S×3 Lab) has plainly some fine detail, and that its own."""
    fine, sizes = _fine(cells)
    return float(sizes.min()) >= DETAIL and _usual_likeness(fine) <= OWN


def _fine(cells: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The fine detail of each cell (n×S×S×3 Lab) without its rim, n×d, and how much it is: root mean square, Lab."""
    rim = cells.shape[1] // 8
    inside = np.ascontiguousarray(cells[:, rim:-rim, rim:-rim])
    fine = np.stack([one - cv2.blur(one, (GROUND, GROUND)) for one in inside]).reshape(len(cells), -1)
    return fine, np.sqrt(np.einsum("ij,ij->i", fine, fine) * (3 / fine.shape[1]))


def _usual_likeness(fine: NDArray[np.float32]) -> float:
    """The usual correlation of two of n fine details, n×d."""
    unit = fine / np.sqrt(np.einsum("ij,ij->i", fine, fine))[:, None]
    like = cv2.mulTransposed(unit, aTa=False)
    return quantile(like[~np.eye(len(like), dtype=bool)], 0.5)


def _widest(vectors: NDArray[np.float32], some: NDArray[np.bool_], shape: tuple[int, int] | None) -> float:
    """How far ``some`` cells are from the usual one of these at most, Lab, however light falls on them."""
    off = vectors[some] - medians(vectors[some])
    if shape is not None:
        off = unlit(off.reshape(len(off), -1, 3), np.flatnonzero(some), shape).reshape(off.shape)
    return float(np.sqrt(np.einsum("ij,ij->i", off, off).max()))


def uncovered(away: NDArray[np.float32], border: float) -> NDArray[np.float64]:
    """Probability of each cell to show the picture, from its distance to the look of a tile."""
    odds = STEEPNESS * np.log(np.maximum(away.astype(np.float64), 0.3 * covers.FLOOR) / border)
    return np.asarray(1 / (1 + np.exp(-np.clip(odds, -12, 12))))


def matrix(x: Axis, y: Axis) -> NDArray[np.float64]:
    """3×3, from the plane of a board with these lines, in cells, to the middles of the frame's pixels."""
    return np.array([(x.pitch, 0.0, x.origin - 0.5), (0.0, y.pitch, y.origin - 0.5), (0.0, 0.0, 1.0)])


def reading(
    x: Axis,
    y: Axis,
    probability: NDArray[np.float64],
    *,
    said: Verdict,
    reasons: tuple[str, ...],
    suspects: tuple[int, ...],
    confidence: float,
    memory: Memory | None,
) -> Reading:
    """A reading of the lattice ``x``, ``y`` in frame pixels; ``probability`` of each cell to be face up, row by row."""
    cells = tuple(
        CellReading(
            row,
            col,
            int(p >= 0.5),
            (1 - p, p),
            (x.origin + (col + 0.5) * x.pitch - 0.5, y.origin + (row + 0.5) * y.pitch - 0.5),
        )
        for row in range(y.count)
        for col in range(x.count)
        for p in (float(probability[row * x.count + col]),)
    )
    homography = tuple(matrix(x, y).ravel().tolist())
    return Reading(said, reasons, "memento", 2, cells, confidence, homography, suspects, memory)
