"""Inscribed: two states of cells in one colour, told by what is written or drawn there: a word, another or none."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.grid import patches, states
from vision.grid.content import HINT
from vision.grid.unlike import unlike
from vision.middle import middle, quantile
from vision.share import share

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.cells import Cells
    from vision.grid.patches import Patches
    from vision.grid.states import States
    from vision.scene import Scene

SIDE, FINE, BLUR = 36, 72, 1.0
"""Pixels along a cell, enough to tell a digit's strokes, and those of a small one; by so many they are blurred, as
letters lie between pixels."""
DRAWN, SEVERAL, STROKE = 4.0, 2, 5.0
"""How much (Lab) something drawn differs from the mean of all cells, at least; so many cells hold it. How much its
strokes do when they are blurred."""

MOSTLY, PLAINLY = 0.97, 2.0
"""Quantile of the pixels in the middle of cells by which (Lab) two signs differ so, at least."""
CLUES = 0.5
"""Share of the cells from which blank ones are a puzzle's with clues in the others, of several kinds."""


def inscribed(
    scene: Scene, homography: NDArray[np.float64], size: tuple[int, int], body: tuple[float, float], cut: Patches
) -> States | None:
    """The states of cells that hold one of a few drawings, or one and nothing; None where they hold others or none.

    A few numbers among blank cells are clues of other puzzles.

    Args:
        scene: the picture.
        homography: 3×3, board plane → frame pixels.
        size: rows and columns of the grid.
        body: share of a place, across and down, that its cell fills.
        cut: the cells, coarser.
    """
    coarse = cut.under(cut.core)
    off = np.abs(coarse - coarse.mean(axis=0)).max(axis=(1, 2))
    if np.count_nonzero(off > DRAWN) < SEVERAL:
        return None
    inside = _inside(scene, homography, size, body, SIDE)
    found = _parted(inside)
    return None if found is not None and found.count > 2 and share(_blank(inside)) > CLUES else found


def signed(scene: Scene, one: Cells) -> bool:
    """Whether the cells of one state hold one of a few signs each, which several hold: they may be more states.

    What only differs from column to column, or from row to row, may be drawn a part of a pixel off its place.

    Args:
        scene: the picture.
        one: its cells.
    """
    own = (np.flatnonzero(one.states.labels == state) for state in range(one.states.count))
    written = [some for some in own if len(some) >= 2 * SEVERAL and (one.most[some] > HINT).all()]
    if not written:
        return False
    inside = _inside(scene, one.homography, (one.grid.rows, one.grid.cols), one.grid.body, FINE)
    for some in written:
        signs = _parted(inside[some])
        lines = np.divmod(some, one.grid.cols)
        if signs is None:
            continue
        if all(_mixed(signs.labels, line) for line in lines) or _plainly(one, some, signs.labels):
            return True
    return False


def _plainly(one: Cells, some: NDArray[np.intp], labels: NDArray[np.int64]) -> bool:
    """Whether the drawings of ``some`` cells' signs differ, wherever between pixels each begins."""
    shown = one.patches.own[some]
    signs = [middle(shown[labels == label], axis=0) for label in range(int(labels.max()) + 1)]
    return any(
        quantile(unlike(sign[None], other)[:, one.patches.core], MOSTLY) > PLAINLY
        for sign, other in permutations(signs, 2)
    )


def _mixed(labels: NDArray[np.int64], lines: NDArray[np.int64]) -> bool:
    """Whether in some line there are several labels."""
    return any(len(np.unique(labels[lines == line])) > 1 for line in np.unique(lines))


def _inside(
    scene: Scene, homography: NDArray[np.float64], size: tuple[int, int], body: tuple[float, float], side: int
) -> NDArray[np.float64]:
    """The middles of the cells, ``side`` pixels each, N×P×3, blurred."""
    fine, core = patches.cores(scene, homography, size, body, side)
    return np.stack([cv2.GaussianBlur(cell, (0, 0), BLUR) for cell in fine])[:, core].astype(np.float64)


def _blank(inside: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which cells hold nothing, N."""
    return np.asarray((np.ptp(inside, axis=1) < DRAWN).all(axis=1))


def _parted(inside: NDArray[np.float64]) -> States | None:
    """States of cells by what is drawn in them, N×P×3; None where they hold others."""
    varied = np.abs(inside - inside.mean(axis=0)).max(axis=(0, 2)) > STROKE
    looks = inside[:, varied].reshape(len(inside), -1)
    return states.parted(looks / np.sqrt(np.count_nonzero(varied))) if varied.any() else None
