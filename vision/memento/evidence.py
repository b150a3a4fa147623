"""Evidence: what speaks for and against one way to read picture tiles, as named numbers a linear model can weigh."""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING

import numpy as np

from vision.memento import covers, seams, veils
from vision.memento.algebra import checks
from vision.memento.middles import quantile
from vision.memento.outline import EDGE_NAMES
from vision.memento.window import members

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.memento.covers import Cut
    from vision.memento.panes import Extent
    from vision.memento.window import Window

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
    rims = win.seams[extent.top : extent.bottom, extent.left : extent.right]
    flow = seams.flow(rims, ~covered)
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
            seams.leak(win, extent, covered),
            _flat_lines(distance, covered),
            log(1 + len(flow)),
            *seams.rims(rims, covered),
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


def _flat_lines(distance: NDArray[np.float64], covered: NDArray[np.bool_]) -> float:
    """Share of the four outer rows and columns whose cells are all uncovered and all alike: a margin or buttons."""
    rows, cols = covered.shape
    places = np.arange(rows * cols).reshape(rows, cols)
    bad = 0
    for line in (places[0], places[-1], places[:, 0], places[:, -1]):
        if not covered.ravel()[line].any() and distance[np.ix_(line, line)].max() < 6:
            bad += 1
    return bad / 4
