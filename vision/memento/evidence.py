"""Evidence: what speaks for and against one way to read picture tiles, as named numbers a linear model can weigh."""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING, Any

import numpy as np

from vision.algebra import checks
from vision.memento import covers, emblem, seams, veils
from vision.memento.outline import EDGE_NAMES
from vision.middle import quantile
from vision.share import share

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.memento.covers import Cut
    from vision.memento.panes import Extent, Panes
    from vision.memento.window import Part

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

TOLD_FIRST = 12
"""How many of ``NAMES`` after those of the edges are told at once."""
AT_ONCE = (*NAMES[: len(EDGE_NAMES) + TOLD_FIRST], "torn", "parted")
"""What costs little: the rest is only asked of a reading that may be the best one or its rival."""
TWIN = 5.0  # Lab: uncovered cells nearer than this show the same thing
CHECKS_MOST = 8  # checks passed beyond these say no more: what could pass them is no board at all, or this one
COV_COV = NAMES.index("cov_cov")
PARTED = 0.8  # support of lines between tiles from which each of them has its own sides
SIDED = 0.3  # least support of the three outer sides of a cell outside that is one of these
CUT_OFF = 0.5  # share of a cell outside that shows the tile, from which it is one that the lattice fits badly


def at_once(panes: Panes, extent: Extent, cut: Cut, edges: NDArray[np.float64]) -> NDArray[np.float64]:
    """The numbers called ``AT_ONCE`` for reading ``extent`` with ``cut``; ``edges`` are its ``outline``."""
    covered = cut.covered.reshape(extent.shape)
    inner_u = panes.upright[extent.top : extent.bottom, extent.left + 1 : extent.right]
    inner_l = panes.level[extent.top + 1 : extent.bottom, extent.left : extent.right]
    mid_u = panes.mid_upright[extent.top : extent.bottom, extent.left : extent.right]
    mid_l = panes.mid_level[extent.top : extent.bottom, extent.left : extent.right]
    support = np.concatenate((inner_u.ravel(), inner_l.ravel()))
    tiles = covered.astype(np.int8)
    count = np.concatenate(((tiles[:, 1:] + tiles[:, :-1]).ravel(), (tiles[1:] + tiles[:-1]).ravel()))
    unlike, both, none = support[count == 1], support[count == 2], support[count == 0]
    low = float(np.sort(unlike)[: max(1, len(unlike) // 4)].mean()) if len(unlike) else 0.5
    flags = cut.covered
    down = int(np.count_nonzero(flags))
    up = len(flags) - down
    return np.array(
        (
            *edges,
            float(unlike.sum()) / len(unlike) if len(unlike) else 0.5,
            low,
            float(none.sum()) / len(none) if len(none) else 0.5,
            float(both.sum()) / len(both) if len(both) else 0.5,
            both.std() if len(both) else 0.25,
            max(mid_u[covered].sum(), mid_l[covered].sum()) / down if down else 0.3,
            max(mid_u[~covered].sum(), mid_l[~covered].sum()) / up if up else 0.3,
            log(min(max(cut.ratio, 0.2), 20.0)),
            log(max(cut.inner, 0.4)),
            log(min(max(cut.outer, 0.4), 60.0)),
            log(1 + down),
            log(1 + up),
            np.count_nonzero(cut.match[flags] < covers.CLEAR) / down,
            float(cut.match[flags].min() - cut.match[~flags].max()) if up else 0.5,
        ),
        np.float64,
    )


def weigh(part: Part, cut: Cut, told: NDArray[np.float64]) -> NDArray[np.float64]:
    """The numbers called ``NAMES`` for reading ``part`` with ``cut``; ``told`` are those told at once."""
    flags = cut.covered
    covered = flags.reshape(part.extent.shape)
    texture = part.texture
    inside, outside = seams.flow(part, ~covered)
    continuing = np.minimum(np.maximum(-np.log(inside), -1.0), 1.5)
    alone, twins = 1.0, 0.0
    rest = np.flatnonzero(~flags)
    if len(rest) >= 2:
        others = part.distance[rest[:, None], rest]
        np.fill_diagonal(others, np.inf)
        nearest = others.min(1)
        alone = np.count_nonzero(nearest > 1.3 * max(cut.inner, covers.FLOOR)) / len(rest)
        twins = np.count_nonzero(nearest < TWIN) / len(rest)
    spill = max(spilled(part, cut, told))
    many = len(EDGE_NAMES) + TOLD_FIRST
    return np.array(
        (
            *told[:many],
            alone,
            log(1 + quantile(texture[~flags], 0.5)) if len(rest) else 2.0,
            log(1 + quantile(texture[flags], 0.5)) if len(rest) < len(flags) else 2.0,
            spill,
            float(spill > 0),
            quantile(inside, 0.5) if len(inside) else 0.7,
            outside,
            _flat_lines(part.distance, covered),
            log(1 + len(inside)),
            *seams.rims(part.seams, covered),
            twins,
            quantile(inside, 0.8) if len(inside) else 0.9,
            log(1 + max(float(continuing.sum()), 0.0)),
            *told[many:],
            min(checks(covered), CHECKS_MOST),
        ),
        np.float64,
    )


def spilled(part: Part, cut: Cut, told: NDArray[np.float64]) -> list[float]:
    """Share of the cells just outside each side that look like the covered ones: left, right, above, below.

    Where each tile is parted from the next, by the numbers ``told`` at once, those outside have sides too: else the
    page has their colour.
    """
    win, extent = part.window, part.extent
    rows, cols = win.cells.shape[:2]
    tiled = part.index[cut.covered]
    if not len(tiled):
        return [0.0] * 4
    reach = max(1.5 * cut.inner, 0.25 * min(cut.outer, 20.0), 2 * covers.FLOOR)
    # A tilted board's next tile is cut at its rim: the rest of it tells.
    tiles = np.zeros(len(win.vectors), bool)
    tiles[part.index[cut.clear]] = True
    cut_off = veils.match(veils.blocks(win.vectors), tiles) >= CUT_OFF
    alike = (win.distance[:, tiled].min(1) <= reach) | cut_off
    alike = emblem.shows(win.cells.reshape(-1, *win.cells.shape[2:]), tiles, alike).reshape(rows, cols)
    left, right, above, below = (alike,) * 4
    if told[COV_COV] >= PARTED:
        upright, level = win.panes.upright, win.panes.level
        across, down = upright[:, :-1] + upright[:, 1:], level[:-1] + level[1:]
        left, right = (alike & ((down + far) / 3 >= SIDED) for far in (upright[:, :-1], upright[:, 1:]))
        above, below = (alike & ((across + far) / 3 >= SIDED) for far in (level[:-1], level[1:]))
    top, bottom, begin, end = extent
    sides = (
        left[top:bottom, max(0, begin - 1) : begin],
        right[top:bottom, end : end + 1],
        above[max(0, top - 1) : top, begin:end],
        below[bottom : bottom + 1, begin:end],
    )
    return [share(side) for side in sides]


def _flat_lines(distance: NDArray[np.float64], covered: NDArray[np.bool_]) -> float:
    """Share of the four outer rows and columns whose cells are all uncovered and all alike: a margin or buttons."""
    places = np.arange(covered.size).reshape(covered.shape)
    bad = 0
    for line, tiles in zip(_rim(places), _rim(covered), strict=True):
        if not tiles.any() and distance[line[:, None], line].max() < 6:
            bad += 1
    return bad / 4


def _rim(table: NDArray[Any]) -> tuple[NDArray[Any], ...]:
    return table[0], table[-1], table[:, 0], table[:, -1]
