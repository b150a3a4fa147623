"""Read, second step: the frame of the glyphs, and each cell cut out in it.

A glyph's own bounding box is a bad guide: words, frames and a crosshair join it. All nine glyphs of a panel are drawn
in one frame of one size, so the size is searched once for all cells, by correlation with our drawn glyphs.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.heresy.flat import CELL, MARGIN, SIDE
from vision.heresy.glyphs import LETTERS, templates

if TYPE_CHECKING:
    from numpy.typing import NDArray

COARSE, FINE = 12, 24  # pixels of a glyph's frame in the two steps of the search
SCALES = np.array([0.44, 0.52, 0.61, 0.72, 0.85, 1.0, 1.15])  # frame of a glyph in cells
PER_MARK = 0.82, 1.75  # frame of a glyph per size of its mark, at least and at most
NEAR = 0.925, 1.0, 1.08  # of the first scale found, tried next
REACH = 0.17, 0.12  # of a glyph's frame: how far it may sit off the middle of its cell, in the two steps
SLACK = 3  # pixels of the finer step that a glyph elsewhere may sit off its place
UNLIKELY = 0.45  # correlation in the coarse step below which a place elsewhere holds no glyph
CLEAR, BLANK = 0.8, 0.5  # correlation in the coarse step above or below which a nearer look changes nothing
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


def size_glyphs(ink: NDArray[np.float32], share: float | None = None) -> tuple[float, float]:
    """Side of the glyphs' frame in cells on ``ink`` (SIDE×SIDE), and the mean correlation of the best seven cells.

    ``share`` is the size of their marks in cells, where it is known.
    """
    likely = SCALES
    if share is not None:
        within = (SCALES / share > PER_MARK[0]) & (SCALES / share < PER_MARK[1])
        likely = SCALES[within] if within.any() else SCALES
    found = _best_scale(ink, likely, REACH[0] / 2)
    return found if found[1] > CLEAR or found[1] < BLANK else _best_scale(ink, likely, REACH[0])


def align(ink: NDArray[np.float32], scale: float) -> Aligned:
    """Cut the nine cells of ``ink`` out in a frame of about ``scale`` cells, once for each state supposed."""
    scale = refine_scale(ink, scale)
    match, windows = _match(tiles_of(ink, scale), FINE)
    patches, top = _best_cuts(match, windows)
    span = round(np.sqrt(match.shape[2]))
    where = match.max(axis=1).argmax(axis=1)
    shift = np.stack([where % span, where // span], axis=1) - span // 2
    score = float(np.sort(top.max(axis=1))[-VOTERS:].mean())
    return Aligned(patches, top, shift * (scale / FINE), scale, score, ink)


def refine_scale(ink: NDArray[np.float32], scale: float) -> float:
    """The side of the glyphs' frame in cells, a little nearer than the first search gave it."""
    return _best_scale(ink, scale * np.array(NEAR), REACH[0] / 2)[0]


def tiles_of(picture: NDArray[np.float32], scale: float) -> NDArray[np.float32]:
    """The nine glyphs' frames on ``picture`` (SIDE×SIDE), with what a shift brings in: 9×30×30."""
    return cells_of(picture, scale, FINE, REACH[1])


def elsewhere(ink: NDArray[np.float32], scale: float, pace: float, own: list[int]) -> NDArray[np.float32]:
    """Places of 5×5 on ``ink``, ``pace`` cells apart, without the rows and columns ``own``: 16×30×30.

    Each is as large as a glyph in a frame of ``scale`` cells, with some pixels around.
    """
    span = FINE + 2 * SLACK
    local = (np.arange(span) - (span - 1) / 2) * (scale * CELL / FINE)
    lines = ((SIDE - 1) / 2 + (np.arange(5)[:, None] - 2) * pace * CELL + local[None]).ravel().astype(np.float32)
    xs, ys = np.meshgrid(lines, lines)
    tiles = cv2.remap(ink, xs, ys, cv2.INTER_LINEAR).reshape(5, span, 5, span).transpose(0, 2, 1, 3)
    outer = np.ones((5, 5), bool)
    outer[np.ix_(own, own)] = False
    return np.asarray(tiles[outer], np.float32)


def cut_likely(tiles: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Those of N ``tiles`` that may show a glyph, cut out like cells: patches M×4×24×24, correlations M×4."""
    half = tiles.shape[1] // 2
    coarse = cv2.resize(tiles.reshape(-1, 2 * half), (half, len(tiles) * half), interpolation=cv2.INTER_AREA)
    dots, spread, _ = _dots(coarse.reshape(-1, half, half), COARSE)
    likely = (dots.max(axis=0) / spread).reshape(len(tiles), -1).max(axis=1) > UNLIKELY
    if not likely.any():
        return np.zeros((0, len(LETTERS), FINE, FINE), np.float32), np.zeros((0, len(LETTERS)), np.float32)
    return _best_cuts(*_match(tiles[likely], FINE))


def _best_scale(ink: NDArray[np.float32], scales: NDArray[np.float64], reach: float) -> tuple[float, float]:
    """Which of ``scales`` fits ``ink`` best in the coarse step, and its mean correlation."""
    tiles = np.concatenate([cells_of(ink, float(scale), COARSE, reach) for scale in scales])
    dots, spread, _ = _dots(tiles, COARSE)
    best = (dots.max(axis=0) / spread).reshape(len(scales), 9, -1).max(axis=2)
    quality = np.sort(best, axis=1)[:, -VOTERS:].mean(axis=1)
    pick = int(quality.argmax())
    return float(scales[pick]), float(quality[pick])


def _best_cuts(
    match: NDArray[np.float32], windows: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """For each tile and state the window that fits best (N×4×24×24), and how well (N×4)."""
    place = match.argmax(axis=2)
    cuts = windows.reshape(*windows.shape[:2], FINE, FINE)[np.arange(len(match))[:, None], place]
    return cuts, match.max(axis=2)


@lru_cache(maxsize=64)
def _maps(scale: float, size: int, border: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Where the nine glyph frames with ``border`` pixels around lie on the flattened panel, stacked downward."""
    span = size + 2 * border
    local = (np.arange(span) - (span - 1) / 2) * (scale * CELL / size)
    middles = MARGIN + (np.arange(3) + 0.5) * CELL - 0.5
    xs = np.tile(middles, 3)[:, None, None] + local[None, None, :]
    ys = np.repeat(middles, 3)[:, None, None] + local[None, :, None]
    xs, ys = np.broadcast_arrays(xs, ys)
    return xs.reshape(-1, span).astype(np.float32), ys.reshape(-1, span).astype(np.float32)


def cells_of(ink: NDArray[np.float32], scale: float, size: int, reach: float) -> NDArray[np.float32]:
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
