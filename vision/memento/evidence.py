"""Evidence: what speaks for and against one way to read picture tiles, as named numbers a linear model can weigh."""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.memento import covers, veils
from vision.memento.algebra import checks
from vision.memento.middles import median, quantile

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.memento.covers import Cut
    from vision.memento.panes import Extent, Panes

EDGE_NAMES = (
    "side_min",
    "side_mean",
    "inside",
    "line_max",
    "line_mean",
    "mid_max",
    "cells",
    "aspect",
    "gain",
    "squat",
)
"""What the edges alone say about an extent, whichever cells are covered."""

NAMES = (
    *EDGE_NAMES,
    "unlike",
    "unlike_low",
    "up_up",
    "cov_cov",
    "cov_spread",
    "mid_cov",
    "mid_up",
    "ratio",
    "inner",
    "outer",
    "covered",
    "uncovered",
    "alone",
    "up_texture",
    "cov_texture",
    "spill",
    "spill_any",
    "inside_flow",
    "outside_flow",
    "flat_line",
    "pairs",
    "rim_own",
    "rim_cover",
    "twins",
    "flow_high",
    "flow_sum",
    "torn",
    "parted",
    "flips",
)
"""All that speaks for and against a reading."""


TWIN = 5.0  # Lab: uncovered cells nearer than this show the same thing
CHECKS_MOST = 8  # checks passed beyond these say no more: what could pass them is no board at all, or this one
CUT_OFF = 0.5  # share of a cell outside that shows the tile, from which it is one that the lattice fits badly
STRANGE = 1.5  # rims that differ more than this, measured by the usual, say no more than that they differ
STILL = 1.0  # Lab: differences below this say nothing


@dataclass(frozen=True, slots=True, eq=False)
class Window:
    """A lattice window with its cells reduced, shared by all extents tried in it.

    Attributes:
        panes: the lattice and the support of its sides.
        cells: rows×cols×CELL×CELL×3 Lab.
        vectors: n×d looks of the cells.
        distance: n×n between them.
        texture: n; root mean square deviation inside each cell, Lab.
        seams: looks of the four borders of each cell, rows×cols×4×d, in the order left, right, top, bottom.
    """

    panes: Panes
    cells: NDArray[np.float32]
    vectors: NDArray[np.float32]
    distance: NDArray[np.float64]
    texture: NDArray[np.float64]
    seams: NDArray[np.float32]


def window(picture: NDArray[np.uint8], panes: Panes) -> Window:
    """Cut the cells of ``panes`` out of ``picture``."""
    cells = covers.canonical(picture, panes.x, panes.y)
    vectors = covers.looks(cells)
    rows, cols = cells.shape[:2]
    rim, size = covers.RIM, covers.CELL
    inside = cells[:, :, rim : size - rim, rim : size - rim].reshape(rows * cols, -1, 3)
    away = inside - (np.einsum("ijk->ik", inside) / np.float32(inside.shape[1]))[:, None]
    texture = np.sqrt(np.einsum("ijk,ijk->i", away, away) / np.float32(inside.shape[1])).astype(np.float64)
    strips = (
        cells[:, :, 2:-2, 1] + cells[:, :, 2:-2, 2],
        cells[:, :, 2:-2, -3] + cells[:, :, 2:-2, -2],
        cells[:, :, 1, 2:-2] + cells[:, :, 2, 2:-2],
        cells[:, :, -3, 2:-2] + cells[:, :, -2, 2:-2],
    )
    seams = np.stack([s.reshape(rows, cols, -1) for s in strips], 2)
    seams *= np.float32(0.5)
    return Window(panes, cells, vectors, covers.distances(vectors), texture, seams)


def members(win: Window, extent: Extent) -> NDArray[np.int_]:
    """Indices, row by row, of the cells of ``extent`` among those of the window."""
    cols = win.cells.shape[1]
    rows = np.arange(extent.top, extent.bottom)[:, None] * cols
    return np.asarray((rows + np.arange(extent.left, extent.right)[None]).ravel(), int)


def outline(panes: Panes, extent: Extent, gain: float) -> NDArray[np.float64]:
    """The numbers called ``EDGE_NAMES`` for an extent; ``gain`` is the extent's own score."""
    rows, cols = extent.shape
    upright = panes.upright[extent.top : extent.bottom, extent.left : extent.right + 1]
    level = panes.level[extent.top : extent.bottom + 1, extent.left : extent.right]
    mid_u = panes.mid_upright[extent.top : extent.bottom, extent.left : extent.right]
    mid_l = panes.mid_level[extent.top : extent.bottom, extent.left : extent.right]
    line_u, line_l = (upright.sum(0) / rows).tolist(), (level.sum(1) / cols).tolist()
    sides = (line_u[0], line_u[-1], line_l[0], line_l[-1])
    best = min(*upright[:, 1:-1].max(0).tolist(), *level[1:-1].max(1).tolist())
    inside = sum(line_u[1:-1]) * rows + sum(line_l[1:-1]) * cols
    units = rows * (cols - 1) + cols * (rows - 1)
    return np.array(
        (
            min(sides),
            sum(sides) / 4,
            inside / units,
            best,
            min(*line_u[1:-1], *line_l[1:-1]),
            max(float(mid_u.sum(0).max()) / rows, float(mid_l.sum(1).max()) / cols),
            log(rows * cols),
            abs(log(panes.x.pitch / panes.y.pitch)),
            gain / (rows * cols) ** 0.5,
            float(min(rows, cols) == 2),
        ),
        np.float64,
    )


def weigh(win: Window, extent: Extent, cut: Cut, edges: NDArray[np.float64]) -> NDArray[np.float64]:
    """The numbers called ``NAMES`` for reading ``extent`` of ``win`` with ``cut``; ``edges`` are its ``outline``."""
    covered = cut.covered.reshape(extent.shape)
    panes = win.panes
    inner_u = panes.upright[extent.top : extent.bottom, extent.left + 1 : extent.right]
    inner_l = panes.level[extent.top + 1 : extent.bottom, extent.left : extent.right]
    mid_u = panes.mid_upright[extent.top : extent.bottom, extent.left : extent.right]
    mid_l = panes.mid_level[extent.top : extent.bottom, extent.left : extent.right]
    support = np.concatenate([inner_u.ravel(), inner_l.ravel()])
    count = np.concatenate(
        [
            (covered[:, 1:].astype(int) + covered[:, :-1]).ravel(),
            (covered[1:].astype(int) + covered[:-1]).ravel(),
        ]
    )
    unlike, both, none = support[count == 1], support[count == 2], support[count == 0]
    low = float(np.sort(unlike)[: max(1, len(unlike) // 4)].mean()) if len(unlike) else 0.5
    index = members(win, extent)
    distance = win.distance[np.ix_(index, index)]
    flags = cut.covered
    up, down = index[~flags], index[flags]
    spill = _spill(win, extent, cut, down)
    seams = win.seams[extent.top : extent.bottom, extent.left : extent.right]
    flow = _flow(seams, ~covered)
    continuing = np.minimum(np.maximum(-np.log(flow), -1.0), 1.5) if len(flow) else np.zeros(1)
    alone, twins = 1.0, 0.0
    if len(up) >= 2:
        others = distance[np.ix_(~flags, ~flags)]
        np.fill_diagonal(others, np.inf)
        alone = float((others.min(1) > 1.3 * max(cut.inner, covers.FLOOR)).mean())
        twins = float((others.min(1) < TWIN).mean())
    return np.array(
        (
            *edges,
            unlike.sum() / len(unlike) if len(unlike) else 0.5,
            low,
            none.sum() / len(none) if len(none) else 0.5,
            both.sum() / len(both) if len(both) else 0.5,
            both.std() if len(both) else 0.25,
            max(mid_u[covered].sum(), mid_l[covered].sum()) / len(down) if len(down) else 0.3,
            max(mid_u[~covered].sum(), mid_l[~covered].sum()) / len(up) if len(up) else 0.3,
            log(min(max(cut.ratio, 0.2), 20.0)),
            log(max(cut.inner, 0.4)),
            log(min(max(cut.outer, 0.4), 60.0)),
            log(1 + len(down)),
            log(1 + len(up)),
            alone,
            log(1 + quantile(win.texture[up], 0.5)) if len(up) else 2.0,
            log(1 + quantile(win.texture[down], 0.5)) if len(down) else 2.0,
            spill,
            float(spill > 0),
            quantile(flow, 0.5) if len(flow) else 0.7,
            _leak(win, extent, covered),
            _flat_lines(distance, covered),
            log(1 + len(flow)),
            *_rims(seams, covered),
            twins,
            quantile(flow, 0.8) if len(flow) else 0.9,
            log(1 + max(float(continuing.sum()), 0.0)),
            float((cut.match[flags] < covers.CLEAR).mean()),
            float(cut.match[flags].min() - cut.match[~flags].max()) if len(up) else 0.5,
            min(checks(covered), CHECKS_MOST),
        ),
        np.float64,
    )


def _spill(win: Window, extent: Extent, cut: Cut, down: NDArray[np.int_]) -> float:
    """Greatest share of cells just outside one side that look like the covered ones."""
    rows, cols = win.cells.shape[:2]
    if not len(down):
        return 0.0
    reach = max(1.5 * cut.inner, 0.25 * min(cut.outer, 20.0), 2 * covers.FLOOR)
    # A tilted board's next tile is cut at its rim: the rest of it tells.
    tiles = np.zeros(len(win.vectors), bool)
    tiles[down[cut.clear[cut.covered]]] = True
    cut_off = veils.match(veils.blocks(win.vectors), tiles) >= CUT_OFF
    alike = ((win.distance[:, down].min(1) <= reach) | cut_off).reshape(rows, cols)
    shares = []
    if extent.left > 0:
        shares.append(alike[extent.top : extent.bottom, extent.left - 1].mean())
    if extent.right < cols:
        shares.append(alike[extent.top : extent.bottom, extent.right].mean())
    if extent.top > 0:
        shares.append(alike[extent.top - 1, extent.left : extent.right].mean())
    if extent.bottom < rows:
        shares.append(alike[extent.bottom, extent.left : extent.right].mean())
    return float(max(shares, default=0.0))


def _flow(seams: NDArray[np.float32], up: NDArray[np.bool_]) -> NDArray[np.float64]:
    """How well one picture goes on over the border of each pair of uncovered neighbours.

    The difference of the two rims that face each other is divided by that between the same rim and those of cells
    elsewhere: near 0 where one picture goes on, near 1 where there is no relation.
    """
    places = np.full(up.shape, -1)
    places[up] = np.arange(up.sum())
    ratios = []
    strips = seams[up]
    for mine, facing, one, two in (
        (1, 0, places[:, :-1], places[:, 1:]),
        (3, 2, places[:-1], places[1:]),
    ):
        there = (one >= 0) & (two >= 0)
        if len(strips) < 4 or not there.any():
            continue
        apart = _apart(strips[:, mine], strips[:, facing])
        first, second = one[there], two[there]
        usual = (apart[first].sum(1) - apart[first, second] - apart[first, first]) / (len(strips) - 2)
        ratios.append((apart[first, second] + STILL) / (usual + STILL))
    return np.minimum(np.concatenate(ratios), STRANGE) if ratios else np.zeros(0)


def _leak(win: Window, extent: Extent, covered: NDArray[np.bool_]) -> float:
    """The same over the outline, least of the four sides: low where the picture goes on outside."""
    rows, cols = win.cells.shape[:2]
    part = win.seams[extent.top : extent.bottom, extent.left : extent.right]
    strips = part[~covered]
    if len(strips) < 4:
        return 1.0
    ratios = []
    for edge, mine, facing, there in (
        (np.s_[:, 0], 0, 1, (slice(extent.top, extent.bottom), extent.left - 1) if extent.left > 0 else None),
        (np.s_[:, -1], 1, 0, (slice(extent.top, extent.bottom), extent.right) if extent.right < cols else None),
        (np.s_[0], 2, 3, (extent.top - 1, slice(extent.left, extent.right)) if extent.top > 0 else None),
        (np.s_[-1], 3, 2, (extent.bottom, slice(extent.left, extent.right)) if extent.bottom < rows else None),
    ):
        seen = ~covered[edge]
        if there is None or not seen.any():
            continue
        own, other = part[edge][seen][:, mine], win.seams[there][seen][:, facing]
        apart = np.sqrt(((own - other) ** 2).mean(1) * 3)
        usual = _apart(own, strips[:, facing])
        ratios.append((apart.sum() / apart.size + STILL) / (usual.sum() / usual.size + STILL))
    return min(float(min(ratios, default=1.0)), 1.5)


def _apart(one: NDArray[np.float32], two: NDArray[np.float32]) -> NDArray[np.float64]:
    """Root mean square Lab differences between all strips of ``one`` and all of ``two``."""
    a, b = one.astype(np.float64), two.astype(np.float64)
    products = cv2.gemm(a, b, 1.0, None, 0.0, flags=cv2.GEMM_2_T)
    squares = (a**2).sum(1)[:, None] + (b**2).sum(1)[None] - 2 * products
    return np.asarray(np.sqrt(np.maximum(squares, 0) * 3 / a.shape[1]))


def _rims(seams: NDArray[np.float32], covered: NDArray[np.bool_]) -> tuple[float, float]:
    """How far the rims of uncovered cells are from each other's, and from a tile's: near 0 for cards and for slots."""
    rims = seams.reshape(*covered.shape, -1)
    up = rims[~covered]
    if len(up) < 2 or not covered.any():
        return 2.0, 2.0
    own = _apart(up, up)
    np.fill_diagonal(own, np.inf)
    tile = median(rims[covered])[None]
    near = np.sort(_apart(up, tile)[:, 0])[len(up) // 4]
    return log(1 + quantile(own.min(1), 0.5)), log(1 + float(near))


def _flat_lines(distance: NDArray[np.float64], covered: NDArray[np.bool_]) -> float:
    """Share of the four outer rows and columns whose cells are all uncovered and all alike: a margin or buttons."""
    rows, cols = covered.shape
    places = np.arange(rows * cols).reshape(rows, cols)
    bad = 0
    for line in (places[0], places[-1], places[:, 0], places[:, -1]):
        if not covered.ravel()[line].any() and distance[np.ix_(line, line)].max() < 6:
            bad += 1
    return bad / 4
