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

from vision.heresy.glyphs import templates

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.scene import Scene

CELL = 40  # pixels of a flattened cell
MARGIN = 16  # pixels around the three cells: a glyph's frame may be larger than its cell
SIDE = 3 * CELL + 2 * MARGIN
COARSE, FINE = 12, 24  # pixels of a glyph's frame in the two steps of the search
SCALES = (0.44, 0.52, 0.61, 0.72, 0.85, 1.0, 1.15)  # frame of a glyph in cells
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
    top = np.percentile(inner.reshape(9, -1), 96, axis=1)
    top = np.maximum(top, max(0.25 * float(np.median(top)), 2.0))
    field = cv2.resize(top.reshape(3, 3).astype(np.float32), (3 * CELL, 3 * CELL), interpolation=cv2.INTER_NEAREST)
    field = cv2.copyMakeBorder(field, MARGIN, MARGIN, MARGIN, MARGIN, cv2.BORDER_REPLICATE)
    ink: NDArray[np.float32] = np.minimum(above / field, np.float32(1))
    return ink


def size_glyphs(ink: NDArray[np.float32]) -> tuple[float, float]:
    """Side of the glyphs' frame in cells on ``ink`` (SIDE×SIDE), and the mean correlation of the best seven cells."""
    quality = [_score(_correlate(ink, scale, COARSE, REACH[0])[0].max(axis=(1, 2))) for scale in SCALES]
    best = int(np.argmax(quality))
    return SCALES[best], quality[best]


def align(ink: NDArray[np.float32], scale: float) -> Aligned:
    """Cut the nine cells of ``ink`` out in a frame of about ``scale`` cells, once for each state supposed."""
    near = [scale * step for step in (0.925, 1.0, 1.08)]
    fine = [_correlate(ink, scale, FINE, REACH[1]) for scale in near]
    pick = int(np.argmax([_score(match.max(axis=(1, 2))) for match, _ in fine]))
    match, windows = fine[pick]
    scale = near[pick]
    patches, top = _best_cuts(match, windows)
    span = round(np.sqrt(match.shape[2]))
    where = match.max(axis=1).argmax(axis=1)
    shift = np.stack([where % span, where // span], axis=1) - span // 2
    return Aligned(patches, top, shift * (scale / FINE), scale, _score(top.max(axis=1)), ink)


def _inner(picture: NDArray[np.float32]) -> NDArray[np.float32]:
    """The middles (72 %) of the nine cells, 9×h×w."""
    cut = round(0.14 * CELL)
    cells = picture[MARGIN:-MARGIN, MARGIN:-MARGIN].reshape(3, CELL, 3, CELL).transpose(0, 2, 1, 3)
    return cells.reshape(9, CELL, CELL)[:, cut:-cut, cut:-cut]


def _score(best: NDArray[np.float32]) -> float:
    return float(np.sort(best)[-VOTERS:].mean())


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


def _correlate(
    ink: NDArray[np.float32], scale: float, size: int, reach: float
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Best correlation of each cell with each state at each shift (9×4×P), and the windows themselves (9×P×size²)."""
    border = max(1, round(reach * size))
    step = scale * CELL / size
    source = cv2.blur(ink, (3, 3)) if step > 2 else ink
    xs, ys = _maps(scale, size, border)
    tiles = cv2.remap(source, xs, ys, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    span = size + 2 * border
    return _match(tiles.reshape(9, span, span), size)


def _match(tiles: NDArray[np.float32], size: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Best correlation with each state at each shift (N×4×P) of the windows in N tiles, and the windows (N×P×size²)."""
    views = np.lib.stride_tricks.sliding_window_view(tiles, (size, size), axis=(1, 2))
    windows = views.reshape(len(tiles), -1, size * size)
    pictures, states = templates(size)
    dots = windows @ pictures.T
    mean = windows.mean(axis=2)
    spread = np.sqrt(np.maximum(np.einsum("cps,cps->cp", windows, windows) / windows.shape[2] - mean**2, 1e-6))
    dots /= spread[..., None] * np.float32(size)
    match = np.stack([dots[:, :, states == state].max(axis=2) for state in range(4)], axis=1)
    return match, windows
