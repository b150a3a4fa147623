"""Outline: what the edges alone say about an extent, as named numbers a linear model can weigh."""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

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
