"""Evidence: figures about one reading of a grid that tell a board from everything else that stands in rows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import dist
from typing import TYPE_CHECKING

import numpy as np

from vision.grid import around, content, pattern
from vision.grid.beside import beside
from vision.grid.between import between
from vision.grid.beyond import fringed
from vision.grid.clipped import clipped
from vision.grid.controls import controls
from vision.grid.edged import closed, endless, outlined
from vision.grid.enclosed import enclosed
from vision.grid.holes import even, holes, shaped
from vision.grid.pieces import pieces
from vision.grid.states import midway
from vision.homography import project_few
from vision.middle import median
from vision.share import share

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.cells import Cells
    from vision.grid.extents import Grid
    from vision.scene import Scene

CLOSED = 0.58
"""An outline that fills less of its box is broken, and says nothing about the cell's shape."""
RUNNING = 0.2
"""Share of a state's cells that have no outline, from which another line of them may have none."""
TORN = 0.3
"""A cell is torn between two states when it is not this much nearer to one of them."""
FAINT, LIKE, FLAT = 6.0, 0.3, 0.5
"""States that differ this much (Lab) are apart where cells of one state differ by less, and are as flat, as these."""
FAINTEST, SAME, SAME_ALL = 5.0, 0.1, 0.3
"""So are states that differ this much where the cells of one are the same, on average and all of them, but for these,
however they are shaded: buttons that stay pressed."""
TINTED, TINT = 16, 12.0
"""Cells of a board from which a colour that occurs only once may be a tint, on smaller ones it may be a state; and how
far (Lab) the tint may carry a cell from its state."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Figures about one reading. All are relative to the picture: no colour, size or place is assumed.

    Attributes:
        cells, states: how many.
        longest: cells along the longer side.
        fewest: cells of the rarest state.
        occupancy: share of cells where a box stands; of those that are not ``holes`` where the board is ``shapely``.
        ratio, cut: of the states (``vision.grid.states``).
        strain, worst_strain: mean and largest distance of a ring from its state's typical ring; of the largest, one
            cell in 25 is let off: a pointer may lie on it.
        spread: median over the cells of the deviation inside a ring.
        residual: of the lattice, in steps.
        aspect: column step over row step.
        pitch: the smaller step, frame pixels.
        outside: largest share of taken places just outside one side.
        beyond: largest share of places just outside one side that look like a cell, where several looks occur there.
        clipped: the picture may end just before or in another line of cells.
        hidden: share of cells not wholly in the picture.
        patchy, uneven, writing, recoloured, identical, alight, plain_inside: see ``vision.grid.content``.
        pieces: states whose cells show another state's look in their corners, as pieces on places do.
        symmetric: half a turn, but no mirror, leaves the board as it is: so are most crosswords.
        changes: share of the lines between rows, or between columns, that can be seen; this and the next are only
            looked at where cells are ``merged``.
        drawn: a mirror leaves the board as it is, or its rim is of one state: so are sprites, mazes and codes.
        crossed: all that differs is what one click changes, as on the last board of many a game, and on a plus sign.
        holes: places of the grid that seem to have no cell.
        shapely: the holes make a shape that boards have, and nothing stands outside.
        aisle: some line of the grid is nothing but holes.
        bare: share of a state's cells that have no outline, the barest state.
        fringed: an outer line has hardly any outlines where the others have.
        endless: nothing parts the cells of some state from one another, nor from the page.
        merged: share of cells that have no outline of their own in a framed board of touching cells.
        blended: cells are merged, and the surroundings of some side have a colour of such, or are not in the picture.
        clicked: a state, or two, are just the cells that one click changes: a preview, or a click being drawn.
        midway: a state's colour is a blend of two others'.
        checkered, blocky: exact checkerboard; labels constant on blocks that tile the board.
        lined: one state is just an outer row, an outer column or both.
        ordered: two states, one before the other in reading order.
        cornered: two states, one in a block at a corner.
        parted: of several states those on one side of a line differ from those beyond it, as under a dim cover.
        bars: two states, one before the other in every row, or in every column: bars of a chart.
        outlines: how much the cells' outlines differ in shape between the states (share of the box they fill).
        rival: best score of an overlapping other grid over this one's.
        between: share of the places half way between the cells that show cells too.
        beside: share of the lines that another block of such cells carries on beyond one side.
        strays: cells that fit no state, or one hardly better than another.
        source: what told the states apart.
        lit: the states were told from all cells alike, not only from neighbours under uneven light.
        covered: size of what lies over the board, in places.
        dealt: every cell shows one of two drawings, in a pattern that clicks make and chance seldom does.
        sheeted: the cells are a block in a larger table, the rest of which is all alike.
        split: one gap between lines is wider than all others.
    """

    cells: int
    states: int
    longest: int
    fewest: int
    occupancy: float
    ratio: float
    cut: float
    strain: float
    worst_strain: float
    spread: float
    residual: float
    aspect: float
    pitch: float
    outside: float
    beyond: float
    clipped: bool
    hidden: float
    patchy: int
    uneven: float
    writing: float
    recoloured: bool
    identical: bool
    midway: bool
    pieces: int
    symmetric: bool
    changes: float
    drawn: bool
    crossed: bool
    holes: int
    shapely: bool
    aisle: bool
    bare: float
    fringed: bool
    endless: bool
    merged: float
    blended: bool
    clicked: bool
    checkered: bool
    lined: bool
    ordered: bool
    cornered: bool
    parted: bool
    bars: bool
    outlines: float
    blocky: bool
    rival: float
    between: float
    beside: float
    strays: int
    source: str
    lit: bool = True
    covered: float = 0.0
    dealt: bool = False
    alight: bool = False
    plain_inside: bool = False
    sheeted: bool = False
    split: bool = False

    @property
    def walled(self) -> bool:
        """Whether the board's frame is seen all around, unlike its cells: then these may touch, without outlines."""
        return self.merged > 0 and not self.blended

    @property
    def flat(self) -> bool:
        """Whether faint states are still plainly apart: there is nothing else in the cells, not even noise."""
        plain = self.spread <= FLAT and self.cut >= FAINT and self.strain <= LIKE and self.worst_strain <= 1
        same = self.cut >= FAINTEST and self.strain <= SAME and self.worst_strain <= SAME_ALL
        return self.source == "ring" and (plain or same)


def gather(scene: Scene, one: Cells, shown: NDArray[np.bool_] | None, rival: float = 0.0) -> Evidence:
    """Measure all but ``writing``, ``recoloured``, ``identical``, ``alight``, ``dealt`` and ``plain_inside``.

    Args:
        scene: the picture.
        one: a grid in it.
        shown: which pixels of its places are in the picture (``patches.shown``).
        rival: the score of an overlapping grid over this one's.
    """
    found, outside = one.states, around.sides(one, shown)
    others = controls(one, outside)
    lines = [None if other else line for line, other in zip(outside, others, strict=True)]
    grid = outlined(one)
    labels = one.board
    unoutlined = _unoutlined(labels, grid)
    running = found.looks[np.flatnonzero(np.bincount(labels.ravel()))[unoutlined > RUNNING]]
    shut_in = enclosed(one, shown, running)
    if not grid.framed and (shut_in or closed(one, outside)):
        grid = replace(grid, framed=True)
    missing = holes(one).reshape(labels.shape)
    # Some boards lack them. So does a part of a board of another shape, but there more cells stand outside.
    shapely = shaped(missing, labels) and not any(line.any() for line in grid.outside)
    counts = np.bincount(labels[~missing], minlength=found.count)
    strain = one.strain[~missing.ravel()]
    states = np.flatnonzero(counts)
    across, down = _steps(one)
    shapes = _shapes(one)
    merged = 1 - share(grid.taken) if grid.framed else 0.0
    return Evidence(
        cells=one.count,
        states=len(states),
        longest=max(grid.rows, grid.cols),
        fewest=int(counts[states].min()),
        occupancy=share(grid.taken[~missing]) if shapely or (missing.any() and even(missing)) else grid.occupancy,
        ratio=found.ratio,
        cut=found.cut,
        strain=float(strain.mean()),
        worst_strain=float(np.sort(strain)[-1 - max(1, len(strain) // 25)]),
        spread=median(one.present.spread),
        residual=grid.residual,
        aspect=across / down,
        pitch=min(across, down),
        outside=max(0.0 if other else share(line) for line, other in zip(grid.outside, others, strict=True)),
        beyond=0.0 if grid.sheeted else around.beyond(one.present, lines),
        clipped=clipped(scene, one, shown),
        hidden=around.hidden(one, shown),
        patchy=content.patchy(one.present),
        uneven=content.uneven(one.present),
        writing=0.0,
        recoloured=False,
        identical=False,
        midway=midway(found.looks[states]),
        pieces=pieces(one, shapes, states),
        symmetric=pattern.symmetric(labels),
        changes=pattern.parted_lines(labels, grid.taken) if merged else 1.0,
        drawn=merged > 0 and (pattern.mirrored(labels) or pattern.rimmed(labels)),
        crossed=merged > 0 and pattern.cross(labels) is not None,
        holes=int(np.count_nonzero(missing)),
        shapely=shapely,
        aisle=bool(missing.all(axis=0).any() or missing.all(axis=1).any()),
        bare=float(unoutlined.max()),
        fringed=fringed(grid),
        endless=endless(one, grid, missing if shapely else None),
        merged=merged,
        blended=merged > 0 and not shut_in and around.blended(scene, one, outside, running),
        clicked=len(states) > 2 and pattern.clicked(labels),
        checkered=pattern.checkered(labels),
        lined=pattern.lined(labels),
        ordered=pattern.ordered(labels),
        cornered=pattern.cornered(labels),
        parted=pattern.parted(labels),
        bars=pattern.bars(labels) or pattern.bars(labels.T),
        outlines=_outlines(shapes),
        blocky=pattern.blocky(labels),
        rival=0.0 if grid.sheeted else rival,
        between=between(scene, one),
        beside=0.0 if grid.sheeted else beside(scene, one),
        sheeted=grid.sheeted,
        split=grid.split,
        strays=_strays(one, missing.ravel()),
        source=one.source,
        lit=one.lit,
        covered=0.0 if one.covers is None else one.covers.size,
    )


def _steps(one: Cells) -> tuple[float, float]:
    rows, cols = one.grid.rows, one.grid.cols
    here, right, below = project_few(one.homography, [(0.5, 0.5), (cols - 0.5, 0.5), (0.5, rows - 0.5)])
    return dist(here, right) / (cols - 1), dist(here, below) / (rows - 1)


def _strays(one: Cells, missing: NDArray[np.bool_]) -> int:
    """Cells far from every state, those that are ``missing`` apart.

    Of not too few cells one in 25 may be tinted a little. Not much: some games colour the cell under the pointer alike,
    whatever its state.
    """
    found = one.states
    strays = [stray for stray in found.strays if not missing[stray]]
    if found.count < 2:
        return len(strays)
    nearest = np.sort(found.distances, axis=1)
    torn = (nearest[:, 0] > TORN * nearest[:, 1]) & ~missing
    allowed = max(1, one.count // 25) if one.count >= TINTED else 0
    much = len(strays) > allowed or nearest[strays, 0].max(initial=0.0) > TINT
    return len(strays) if much else int(torn.sum())


def _unoutlined(labels: NDArray[np.int64], grid: Grid) -> NDArray[np.float64]:
    """Share of the cells of each state that have no outline."""
    counts = np.bincount(labels.ravel())
    return np.bincount(labels.ravel(), weights=~grid.taken.ravel())[counts > 0] / counts[counts > 0]


def _outlines(typical: NDArray[np.float64]) -> float:
    """Largest difference between two states' typical outline: round pieces on square places are no cells."""
    known = typical[np.isfinite(typical)]
    return float(np.ptp(known)) if known.size else 0.0


def _shapes(one: Cells) -> NDArray[np.float64]:
    """Typical share of its box that an outline of each state fills; nan for states without closed outlines."""
    fills = one.grid.fills.ravel()
    closed = [fills[(one.states.labels == state) & (fills >= CLOSED)] for state in range(one.states.count)]
    return np.array([median(own) if own.size else np.nan for own in closed])
