"""Read, first half: the panel flattened, its ink told from its ground, and the frame of the glyphs found.

A glyph's own bounding box is a bad guide: words, frames and a crosshair join it. All nine glyphs of a panel are drawn
in one frame of one size, so the size is searched once for all cells, by correlation with our drawn glyphs.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.heresy.glyphs import LETTERS, templates

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.scene import Scene

CELL = 40  # pixels of a flattened cell
MARGIN = 16  # pixels around the three cells: a glyph's frame may be larger than its cell
SIDE = 3 * CELL + 2 * MARGIN
COARSE, FINE = 12, 24  # pixels of a glyph's frame in the two steps of the search
SCALES = (0.44, 0.52, 0.61, 0.72, 0.85, 1.0, 1.15)  # frame of a glyph in cells
NEAR = 0.925, 1.08  # of the coarse step's scale, also tried in the finer one
REACH = 0.17, 0.12  # of a glyph's frame: how far it may sit off the middle of its cell, in the two steps
SLACK = 3  # pixels of the finer step that a glyph elsewhere may sit off its place
VOTERS = 7  # cells whose mean decides the scale: two may be covered


@dataclass(frozen=True, slots=True, eq=False)
class Aligned:
    """Nine cells cut out in the glyphs' own frame.

    Attributes:
        patches: 9×4×24×24 float32 ink: cell × state supposed × picture, each placed where that state fits best.
        match: 9×4 best correlation of each cell with each state's drawings.
        offset: 9×2 where each cell's best fit sits off the lattice, in cells (x, y).
        scale: side of the glyphs' frame in cells.
        score: mean correlation of the best seven cells.
        ink: SIDE×SIDE float32, the flattened ink.
    """

    patches: NDArray[np.float32]
    match: NDArray[np.float32]
    offset: NDArray[np.float64]
    scale: float
    score: float
    ink: NDArray[np.float32]


def flatten(scene: Scene, homography: NDArray[np.float64], cell: float) -> NDArray[np.uint8]:
    """The panel seen from straight ahead, SIDE×SIDE×3 uint8, from the level just finer than needed."""
    level = max(0, int(np.floor(np.log2(max(cell, 1.0) / CELL))))
    source = scene.level(level)
    into = np.array([[1 / CELL, 0, -MARGIN / CELL], [0, 1 / CELL, -MARGIN / CELL], [0, 0, 1]])
    half = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]])  # pixel index → edge coordinates
    down = np.diag([0.5**level, 0.5**level, 1.0])
    matrix = np.linalg.inv(half) @ down @ homography @ into @ half
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    flat: NDArray[np.uint8] = cv2.warpPerspective(
        source, matrix, (SIDE, SIDE), flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    return flat


def elsewhere(
    scene: Scene, homography: NDArray[np.float64], cell: float, polarity: int, scale: float, *, between: bool
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Sixteen places that hold nothing on a panel, cut out like its cells: patches 16×4×24×24, correlations 16×4.

    They are the places around the nine, or those ``between`` them: a larger table of glyphs goes on there.
    """
    if between:
        pace, own = CELL / 2, [0, 2, 4]
        ink = ink_of(flatten(scene, homography, cell), polarity)
    else:
        pace, own = 3 * CELL / 5, [1, 2, 3]
        outward = homography @ np.array([[5 / 3, 0, -1], [0, 5 / 3, -1], [0, 0, 1]])
        ink = ink_of(flatten(scene, outward, cell * 5 / 3), polarity)
    side = scale * (CELL if between else pace) / FINE
    span = FINE + 2 * SLACK
    local = (np.arange(span) - (span - 1) / 2) * side
    middle = (SIDE - 1) / 2
    lines = (middle + (np.arange(5)[:, None] - 2) * pace + local[None]).ravel().astype(np.float32)
    xs, ys = np.meshgrid(lines, lines)
    tiles = cv2.remap(ink, xs, ys, cv2.INTER_LINEAR).reshape(5, span, 5, span).transpose(0, 2, 1, 3)
    outer = np.ones((5, 5), bool)
    outer[np.ix_(own, own)] = False
    return _best_cuts(*_match(tiles[outer], FINE))


def _best_cuts(
    match: NDArray[np.float32], windows: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """For each tile and state the window that fits best (N×4×24×24), and how well (N×4)."""
    place = match.argmax(axis=2)
    cuts = windows.reshape(*windows.shape[:2], FINE, FINE)[np.arange(len(match))[:, None], place]
    return cuts, match.max(axis=2)


def ink_of(flat: NDArray[np.uint8], polarity: int) -> NDArray[np.float32]:
    """How much each pixel of the flattened ``flat`` stands out of its cell's ground, 0..1, strokes near 1."""
    gray = cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY) if flat.ndim == 3 else flat
    small = cv2.resize(gray, (SIDE // 2, SIDE // 2), interpolation=cv2.INTER_AREA)
    ground = cv2.resize(cv2.medianBlur(small, CELL // 2 + 1), (SIDE, SIDE), interpolation=cv2.INTER_LINEAR)
    above = (gray.astype(np.float32) - ground) * np.float32(polarity)
    np.maximum(above, 0, out=above)
    inner = _inner(above)
    values = inner.reshape(9, -1)
    rank = round(0.96 * (values.shape[1] - 1))
    top = np.partition(values, rank, axis=1)[:, rank]
    top = np.maximum(top, max(0.25 * float(np.median(top)), 2.0))
    field = cv2.resize(top.reshape(3, 3).astype(np.float32), (3 * CELL, 3 * CELL), interpolation=cv2.INTER_NEAREST)
    field = cv2.copyMakeBorder(field, MARGIN, MARGIN, MARGIN, MARGIN, cv2.BORDER_REPLICATE)
    ink: NDArray[np.float32] = np.minimum(above / field, np.float32(1))
    return ink


def size_glyphs(ink: NDArray[np.float32]) -> tuple[float, float]:
    """Side of the glyphs' frame in cells on ``ink`` (SIDE×SIDE), and the mean correlation of the best seven cells."""
    tiles = np.concatenate([_tiles(ink, scale, COARSE, REACH[0]) for scale in SCALES])
    dots, spread, _ = _dots(tiles, COARSE)
    best = (dots.max(axis=0) / spread).reshape(len(SCALES), 9, -1).max(axis=2)
    quality = np.sort(best, axis=1)[:, -VOTERS:].mean(axis=1)
    pick = int(quality.argmax())
    return SCALES[pick], float(quality[pick])


def align(ink: NDArray[np.float32], scale: float, first: Aligned | None = None) -> Aligned:
    """Cut the nine cells of ``ink`` out in a frame of about ``scale`` cells, once for each state supposed.

    ``first`` is what ``place`` gave for ``scale`` itself, if it is known already.
    """
    tries = [first or place(ink, scale), *(place(ink, scale * step) for step in NEAR)]
    return max(tries, key=lambda one: one.score)


def place(ink: NDArray[np.float32], scale: float) -> Aligned:
    """Cut the nine cells of ``ink`` out in a frame of just ``scale`` cells, once for each state supposed."""
    match, windows = _match(_tiles(ink, scale, FINE, REACH[1]), FINE)
    patches, top = _best_cuts(match, windows)
    span = round(np.sqrt(match.shape[2]))
    where = match.max(axis=1).argmax(axis=1)
    shift = np.stack([where % span, where // span], axis=1) - span // 2
    score = float(np.sort(top.max(axis=1))[-VOTERS:].mean())
    return Aligned(patches, top, shift * (scale / FINE), scale, score, ink)


def _inner(picture: NDArray[np.float32]) -> NDArray[np.float32]:
    """The middles (72 %) of the nine cells, 9×h×w."""
    cut = round(0.14 * CELL)
    cells = picture[MARGIN:-MARGIN, MARGIN:-MARGIN].reshape(3, CELL, 3, CELL).transpose(0, 2, 1, 3)
    return cells.reshape(9, CELL, CELL)[:, cut:-cut, cut:-cut]


@lru_cache(maxsize=32)
def _maps(scale: float, size: int, border: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Where the nine glyph frames with ``border`` pixels around lie on the flattened panel, stacked downward."""
    span = size + 2 * border
    local = (np.arange(span) - (span - 1) / 2) * (scale * CELL / size)
    middles = MARGIN + (np.arange(3) + 0.5) * CELL - 0.5
    xs = np.tile(middles, 3)[:, None, None] + local[None, None, :]
    ys = np.repeat(middles, 3)[:, None, None] + local[None, :, None]
    xs, ys = np.broadcast_arrays(xs, ys)
    return xs.reshape(-1, span).astype(np.float32), ys.reshape(-1, span).astype(np.float32)


def _tiles(ink: NDArray[np.float32], scale: float, size: int, reach: float) -> NDArray[np.float32]:
    """The nine cells of ``ink`` with what a shift of ``reach`` (of a glyph's frame) brings in: 9×S×S."""
    border = max(1, round(reach * size))
    source = cv2.blur(ink, (3, 3)) if scale * CELL / size > 2 else ink
    xs, ys = _maps(scale, size, border)
    tiles = cv2.remap(source, xs, ys, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    return np.asarray(tiles, np.float32).reshape(9, size + 2 * border, size + 2 * border)


def _dots(
    tiles: NDArray[np.float32], size: int
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    """Dot products of T drawn glyphs with the windows in N tiles at P shifts, T×NP, and the windows, NP×size².

    Between them comes what the products must be divided by to be correlations, NP.
    """
    views = np.lib.stride_tricks.sliding_window_view(tiles, (size, size), axis=(1, 2))
    windows = views.reshape(-1, size * size)
    mean = windows @ np.full(size * size, 1 / size**2, np.float32)
    power = np.einsum("ws,ws->w", windows, windows) / np.float32(size**2)
    spread = np.sqrt(np.maximum(power - mean**2, np.float32(1e-6))) * np.float32(size)
    return np.ascontiguousarray((windows @ templates(size)[0].T).T), spread, windows


def _match(tiles: NDArray[np.float32], size: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Best correlation with each state at each shift (N×4×P) of the windows in N tiles, and the windows (N×P×size²)."""
    dots, spread, windows = _dots(tiles, size)
    best = dots.reshape(len(LETTERS), -1, len(windows)).max(axis=1) / spread
    match = best.reshape(len(LETTERS), len(tiles), -1).transpose(1, 0, 2)
    return match, windows.reshape(len(tiles), -1, size * size)
