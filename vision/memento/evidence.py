"""Evidence: what speaks for and against one way to read picture tiles, as named numbers a linear model can weigh."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from vision.memento import covers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.memento.covers import Cut
    from vision.memento.panes import Extent, Panes

NAMES = (
    "side_min",
    "side_mean",
    "unlike",
    "unlike_low",
    "up_up",
    "cov_cov",
    "cov_spread",
    "line_max",
    "line_mean",
    "mid_cov",
    "mid_up",
    "mid_max",
    "ratio",
    "inner",
    "outer",
    "cells",
    "covered",
    "uncovered",
    "alone",
    "up_texture",
    "cov_texture",
    "spill",
    "spill_any",
    "inside_flow",
    "outside_flow",
    "aspect",
    "flat_line",
    "gain",
    "squat",
)


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
    texture = np.sqrt(inside.var(1).sum(1)).astype(np.float64)
    strips = (
        cells[:, :, 2:-2, 1:3].mean(3),
        cells[:, :, 2:-2, -3:-1].mean(3),
        cells[:, :, 1:3, 2:-2].mean(2),
        cells[:, :, -3:-1, 2:-2].mean(2),
    )
    seams = np.stack([s.reshape(rows, cols, -1) for s in strips], 2)
    return Window(panes, cells, vectors, covers.distances(vectors), texture, seams)


def members(win: Window, extent: Extent) -> NDArray[np.int_]:
    """Indices, row by row, of the cells of ``extent`` among those of the window."""
    cols = win.cells.shape[1]
    rows = np.arange(extent.top, extent.bottom)[:, None] * cols
    return np.asarray((rows + np.arange(extent.left, extent.right)[None]).ravel(), int)


def weigh(win: Window, extent: Extent, cut: Cut, gain: float) -> NDArray[np.float64]:
    """The numbers called ``NAMES`` for reading ``extent`` of ``win`` with ``cut``; ``gain``: the extent's own score."""
    rows, cols = extent.shape
    covered = cut.covered.reshape(rows, cols)
    panes = win.panes
    upright = panes.upright[extent.top : extent.bottom, extent.left : extent.right + 1]
    level = panes.level[extent.top : extent.bottom + 1, extent.left : extent.right]
    sides = [upright[:, 0].mean(), upright[:, -1].mean(), level[0].mean(), level[-1].mean()]
    inner_u, inner_l = upright[:, 1:-1], level[1:-1]
    unlike_u, unlike_l = covered[:, 1:] != covered[:, :-1], covered[1:] != covered[:-1]
    unlike = np.concatenate([inner_u[unlike_u], inner_l[unlike_l]])
    both_u, both_l = covered[:, 1:] & covered[:, :-1], covered[1:] & covered[:-1]
    both = np.concatenate([inner_u[both_u], inner_l[both_l]])
    none = np.concatenate([inner_u[~unlike_u & ~both_u], inner_l[~unlike_l & ~both_l]])
    line_best = np.concatenate([inner_u.max(0), inner_l.max(1)])
    line_mean = np.concatenate([inner_u.mean(0), inner_l.mean(1)])
    mid_u = panes.mid_upright[extent.top : extent.bottom, extent.left : extent.right]
    mid_l = panes.mid_level[extent.top : extent.bottom, extent.left : extent.right]
    index = members(win, extent)
    distance = win.distance[np.ix_(index, index)]
    flags = cut.covered
    up = index[~flags]
    down = index[flags]
    spill, spill_any = _spill(win, extent, cut, down)
    inside_flow, outside_flow = _flow(win, extent, covered)
    low = np.sort(unlike)[: max(1, len(unlike) // 4)].mean() if len(unlike) else 0.5
    alone = 1.0
    if len(up) >= 2:
        others = distance[np.ix_(~flags, ~flags)] + np.where(np.eye(len(up)) > 0, np.inf, 0)
        alone = float((others.min(1) > 1.3 * max(cut.inner, covers.FLOOR)).mean())
    pitch = panes.x.pitch / panes.y.pitch
    values = (
        min(sides),
        float(np.mean(sides)),
        unlike.mean() if len(unlike) else 0.5,
        low,
        none.mean() if len(none) else 0.5,
        both.mean() if len(both) else 0.5,
        both.std() if len(both) else 0.25,
        line_best.min(),
        line_mean.min(),
        max(mid_u[covered].mean(), mid_l[covered].mean()) if len(down) else 0.3,
        max(mid_u[~covered].mean(), mid_l[~covered].mean()) if len(up) else 0.3,
        max(mid_u.mean(0).max(), mid_l.mean(1).max()),
        float(np.log(np.clip(cut.ratio, 0.2, 20.0))),
        float(np.log(max(cut.inner, 0.4))),
        float(np.log(np.clip(cut.outer, 0.4, 60.0))),
        float(np.log(rows * cols)),
        float(np.log(1 + len(down))),
        float(np.log(1 + len(up))),
        alone,
        float(np.log(1 + np.median(win.texture[up]))) if len(up) else 2.0,
        float(np.log(1 + np.median(win.texture[down]))) if len(down) else 2.0,
        spill,
        spill_any,
        inside_flow,
        outside_flow,
        abs(float(np.log(pitch))),
        _flat_lines(distance, covered),
        gain / (rows * cols) ** 0.5,
        float(min(rows, cols) == 2),
    )
    return np.array(values, np.float64)


def _spill(win: Window, extent: Extent, cut: Cut, down: NDArray[np.int_]) -> tuple[float, float]:
    """Greatest share of cells just outside one side that look like the covered ones, and whether any does."""
    rows, cols = win.cells.shape[:2]
    if not len(down):
        return 0.0, 0.0
    reach = max(1.5 * cut.inner, 0.25 * min(cut.outer, 20.0), 2 * covers.FLOOR)
    alike = (win.distance[:, down].min(1) <= reach).reshape(rows, cols)
    shares = []
    if extent.left > 0:
        shares.append(alike[extent.top : extent.bottom, extent.left - 1].mean())
    if extent.right < cols:
        shares.append(alike[extent.top : extent.bottom, extent.right].mean())
    if extent.top > 0:
        shares.append(alike[extent.top - 1, extent.left : extent.right].mean())
    if extent.bottom < rows:
        shares.append(alike[extent.bottom, extent.left : extent.right].mean())
    worst = float(max(shares, default=0.0))
    return worst, float(worst > 0)


def _flow(win: Window, extent: Extent, covered: NDArray[np.bool_]) -> tuple[float, float]:
    """How much less the picture changes over shared borders of uncovered neighbours, and over the outline.

    Both are a mean difference between facing borders divided by that between borders of cells drawn apart: near 0 where
    one picture goes on, near 1 where there is no relation.
    """
    part = win.seams[extent.top : extent.bottom, extent.left : extent.right]
    up = ~covered
    pairs = []
    where = np.nonzero(up[:, 1:] & up[:, :-1])
    pairs.append(_apart(part[:, :-1, 1][where], part[:, 1:, 0][where]))
    where = np.nonzero(up[1:] & up[:-1])
    pairs.append(_apart(part[:-1, :, 3][where], part[1:, :, 2][where]))
    facing = np.concatenate(pairs)
    mine = part[up].reshape(-1, part.shape[-1])
    if len(mine) < 8:
        return 0.7, 1.0
    half = len(mine) // 2
    random = _apart(mine[: 2 * half : 2], np.roll(mine[1 : 2 * half : 2], half // 2 + 1, 0)).mean() + 1.0
    inside = float(facing.mean() / random) if len(facing) else 0.7
    outside = []
    rows, cols = win.cells.shape[:2]
    for edge, mine_side, other_side, there in (
        (np.s_[:, 0], 0, 1, (slice(extent.top, extent.bottom), extent.left - 1) if extent.left > 0 else None),
        (np.s_[:, -1], 1, 0, (slice(extent.top, extent.bottom), extent.right) if extent.right < cols else None),
        (np.s_[0], 2, 3, (extent.top - 1, slice(extent.left, extent.right)) if extent.top > 0 else None),
        (np.s_[-1], 3, 2, (extent.bottom, slice(extent.left, extent.right)) if extent.bottom < rows else None),
    ):
        seen = up[edge]
        if there is not None and seen.any():
            outside.append(_apart(part[edge][seen][:, mine_side], win.seams[there][seen][:, other_side]).mean())
    return min(inside, 1.5), min(float(min(outside)) / random if outside else 1.0, 1.5)


def _apart(one: NDArray[np.float32], two: NDArray[np.float32]) -> NDArray[np.float64]:
    """Mean Lab difference of strips."""
    if not len(one):
        return np.zeros(0)
    difference = (one - two).reshape(len(one), -1, 3)
    return np.asarray(np.sqrt((difference.astype(np.float64) ** 2).sum(2)).mean(1))


def _flat_lines(distance: NDArray[np.float64], covered: NDArray[np.bool_]) -> float:
    """Share of the four outer rows and columns whose cells are all uncovered and all alike: a margin or buttons."""
    rows, cols = covered.shape
    places = np.arange(rows * cols).reshape(rows, cols)
    bad = 0
    for line in (places[0], places[-1], places[:, 0], places[:, -1]):
        if not covered.ravel()[line].any() and distance[np.ix_(line, line)].max() < 6:
            bad += 1
    return bad / 4
