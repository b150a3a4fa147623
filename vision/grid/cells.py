"""Cells: what each cell of a grid looks like, and the states these looks fall into."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.grid import beyond, covers, cycled, glass, lighting, own_marks, patches, pattern, states
from vision.grid.away import away
from vision.grid.dealt import fewest, hinges
from vision.grid.holes import empty, holes, parted
from vision.grid.inscribed import inscribed
from vision.grid.patches import SIDE
from vision.homography import project
from vision.middle import middle
from vision.share import share

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.covers import Covers
    from vision.grid.extents import Grid
    from vision.grid.patches import Patches
    from vision.grid.states import States
    from vision.scene import Scene

BLOCKS = 4, 9
"""Blocks along a cell by which drawings are compared: coarse ones first, finer ones for strokes of like weight."""
LIKE_OWN = 6.0, 0.3
"""A pixel is the less a cell's own the more it differs from its ring: up to this (Lab), or this share of the states'
difference."""
DRAWN_RATIO, DRAWN_CUT, FAINT_RATIO = 2.5, 16.0, 5.0
"""States told apart by what is drawn must be clearer: digits differ in how much ink they have. Faint ones are this much
more alike."""
UNLIKE, SMOOTH = 2.5, 8.0
"""Light may be uneven where cells of a state differ this much (Lab), though each is smooth."""
STRAINED, CLEAR = 4.0, 2.5
"""It is believed against what the cells show without where these differ this much, or the states are not this clear."""
DIMMED, FEW, BRIGHTER, FAINT = 0.1, 2, 2.5, 2.0
"""Share of a cell's body that light seems to hide where it falls; so many others are as far from their state, but for
this factor, or these themselves hardly are (Lab): a message leaves all others as they are."""
TOLD = 2, 0.3
"""States, and how near to one of them, over how far from the other, a cell is that its look tells of."""
HEADED = 0.5
"""A grid with an outer line in a colour that only that line has is less likely than the same without it."""
BLOTCHED = 0.3
"""A grid is less likely by this where its cells may be blotches of a ground."""
FULL = 0.4
"""Bodies that fill less than this of their place make a grid less likely."""


@dataclass(frozen=True, eq=False)
class Cells:
    """One reading of a grid, not yet judged.

    Attributes:
        grid: where the cells are, in pixels of the level they were found in.
        homography: 3×3, board plane → frame pixels.
        patches: the warped cells.
        source: what told the states apart: ``ring``, ``core``, ``blocks`` or ``words``.
        rings: N×3, the median Lab of every cell's ring.
        states: the states.
        spread: N, median absolute deviation inside each cell's ring, summed over the channels.
        typical: k×P×3, the median ring of each state.
        strain: N, mean distance of each cell's ring from the median ring of its state.
        score: for ranking grids against each other.
        covers: what lies over the board; everything else is then as it would be without. None where nothing does.
        marred: N bool, cells on which something lies: neither their outline nor what is drawn there is their own.
        lit: the states were told from all cells alike, not only from neighbours under uneven light.
        bare: N bool, places where no cell is, told from those of the state that is most like them.
    """

    grid: Grid
    homography: NDArray[np.float64]
    patches: Patches
    source: str
    rings: NDArray[np.float64]
    states: States
    spread: NDArray[np.float64]
    typical: NDArray[np.float32]
    strain: NDArray[np.float64]
    score: float
    covers: Covers | None
    marred: NDArray[np.bool_]
    lit: bool
    bare: NDArray[np.bool_]

    @property
    def count(self) -> int:
        """How many cells."""
        return self.grid.rows * self.grid.cols

    @property
    def board(self) -> NDArray[np.int64]:
        """The states that were read, rows × columns."""
        return self.states.labels.reshape(self.grid.rows, self.grid.cols)

    @cached_property
    def present(self) -> Cells:
        """The cells without the places that seem to have none, to be asked what cells hold: they lie in no rows."""
        missing = holes(self)
        if not missing.any():
            return self
        kept, found = np.flatnonzero(~missing), self.states
        known = np.unique(found.labels[kept])
        return replace(
            self,
            patches=replace(self.patches, own=self.patches.own[kept]),
            rings=self.rings[kept],
            states=replace(
                found,
                labels=np.searchsorted(known, found.labels[kept]),
                looks=found.looks[known],
                strays=tuple(np.flatnonzero(np.isin(kept, found.strays)).tolist()),
                distances=found.distances[kept][:, known],
            ),
            spread=self.spread[kept],
            typical=self.typical[known],
            strain=self.strain[kept],
            marred=self.marred[kept],
            bare=np.zeros(len(kept), np.bool_),
        )

    @cached_property
    def empty(self) -> NDArray[np.bool_]:
        """Which places are plain from side to side, N, see ``vision.grid.holes``."""
        return empty(self)

    @cached_property
    def clicks(self) -> int | None:
        """How many clicks make the pattern, at least, see ``vision.grid.dealt``."""
        return fewest(self.board)

    @cached_property
    def drawings(self) -> NDArray[np.float32]:
        """What the cells of each state show in their places, k×side×side×3, Lab; 0 of a state that none has."""
        found = np.zeros((self.states.count, *self.patches.own.shape[1:]), np.float32)
        for state in np.unique(self.states.labels).tolist():
            found[state] = middle(self.patches.own[self.states.labels == state], axis=0)
        return found

    @cached_property
    def drawn(self) -> NDArray[np.float32]:
        """How much (Lab) each pixel of each cell differs from its ring, N×SIDE²."""
        off = self.patches.planes - self.rings[:, :, None].astype(np.float32)
        return np.asarray(np.sqrt(np.einsum("ijk,ijk->ik", off, off)), np.float32)

    @cached_property
    def foreign(self) -> NDArray[np.float32]:
        """How little each pixel is its cell's own, N×SIDE²: 0 as its ring is, 1 as different as that matters."""
        least = np.float32(max(LIKE_OWN[0], LIKE_OWN[1] * self.states.cut))
        return np.minimum(self.drawn, least) * (1 / least)

    @cached_property
    def inside(self) -> NDArray[np.float32]:
        """The same of the middle of each cell, N×P."""
        return self.drawn.take(np.flatnonzero(self.patches.core), axis=1)

    @cached_property
    def most(self) -> NDArray[np.float32]:
        """How much (Lab) the middle of each cell differs from its ring at most, N."""
        return np.asarray(self.inside.max(axis=1))

    @cached_property
    def content(self) -> NDArray[np.float64]:
        """How much (Lab) the middle of each cell differs from its ring, N."""
        return np.asarray(self.inside.mean(axis=1), np.float64)


def read(scene: Scene, grid: Grid, scale: float) -> Cells:
    """Read the cells of ``grid``, one pixel of which is ``scale`` frame pixels."""
    homography = grid.matrix * [[scale], [scale], [1.0]]
    cut = patches.cut(scene, homography, (grid.rows, grid.cols), grid.body)
    marred = own_marks.find(cut)
    if marred.any():
        cut, grid = own_marks.without(cut, marred), _without(grid, marred)
    ring, rings, spread = _rings(cut)
    source, found = _states(cut, rings)
    if found.count == 1:
        told = inscribed(scene, homography, (grid.rows, grid.cols), grid.body, cut)
        if told is not None:
            source, found = "words", told
    over = covers.under(scene, homography, cut, grid, (rings, spread))
    if over is None and source == "ring":
        over = covers.find(scene, homography, cut, grid, (rings, spread), found=found)
        if over is not None and _shines(over, found, _strain(ring, found)[1]):
            over = None
    if over is not None:
        marred = marred | (over.hidden > 0)
        cut, grid = over.patches, _without(grid, marred)
        ring, rings, spread = _rings(cut)
        source, found = _states(cut, rings)
    if source == "ring" and (hollow := beyond.bare(grid, cut, found.labels)).any():
        grid = replace(grid, taken=grid.taken & ~hollow, spanned=grid.spanned & ~hollow, framed=False, hollow=True)
    bare = np.zeros(len(rings), np.bool_)
    if found.count >= 2 and source == "ring":
        found, bare = parted(found, cut, (ring, rings), grid.taken) or (found, bare)
    if found.count >= 3 and source == "ring" and not bare.any():
        tinted = pattern.cross(found.labels.reshape(grid.rows, grid.cols))
        found = (tinted and states.without(found, rings, tinted)) or found
        lone = states.lone(found, rings)
        if lone is not None and not cycled.made(found.labels.reshape(grid.rows, grid.cols), few_only=True):
            found = lone
    if source == "ring":
        found = _told(found, (grid.rows, grid.cols))
    typical, strain = _strain(ring, found)
    lit = True
    uneven = np.delete(strain, found.strays).mean()  # what tints a single cell is no light on all of them
    if source == "ring" and over is None and uneven > UNLIKE and middle(spread) <= SMOOTH:
        light = lighting.find(rings, (grid.rows, grid.cols))
        lit = light is None or ((light.states.labels == found.labels).all() and not found.strays)
        if light is not None and (light.common if lit else uneven > STRAINED or found.ratio < CLEAR):
            cut, found = light.taken_off(cut), light.states
            ring, rings, spread = _rings(cut)
            typical, strain = _strain(ring, found)
        else:
            lit = True
            panes = glass.find(cut, rings, found, grid.body)
            if panes is not None:
                cut, found = panes.taken_off(cut, grid.body), panes.states
                ring, rings, spread = _rings(cut)
                typical, strain = _strain(ring, found)
    strain[bare] = 0  # the ground there may be shaded
    return Cells(
        grid,
        homography,
        cut,
        source,
        rings,
        found,
        spread,
        typical,
        strain,
        _score(grid, source, found, strain, bare),
        over,
        marred,
        lit,
        bare,
    )


def _shines(over: Covers, found: States, strain: NDArray[np.float64]) -> bool:
    """Whether what lies over the cells is light: others are lit as much, or none much, and without it are all the same.

    Args:
        over: what lies there.
        found: the states as they are read with it.
        strain: N, how far each cell is from its state then.
    """
    dimmed = over.hidden > DIMMED
    lit = np.sort(strain[~dimmed])[-FEW:].min()
    hides = found.strays or not over.told.all() or over.hidden.max() >= covers.PARTLY[1]
    if hides or strain.max(where=dimmed, initial=0.0) > max(BRIGHTER * lit, FAINT):
        return False
    source, below = _states(over.patches, _rings(over.patches)[1])
    return source == "ring" and below.count == found.count and bool((below.labels == found.labels).all())


def _rings(cut: Patches) -> tuple[NDArray[np.float32], NDArray[np.float64], NDArray[np.float64]]:
    """The rings' pixels, the median of each, and its deviation."""
    planes = cut.planes.take(np.flatnonzero(cut.ring), axis=2)
    rings = planes.min(axis=2)
    spread = np.zeros_like(rings)
    uneven = planes.max(axis=2) != rings  # on a screen most are all of one colour
    if uneven.any():
        half, lanes = planes.shape[2] // 2, planes[uneven]
        rings[uneven] = middles = np.sort(lanes, axis=1)[:, half]
        spread[uneven] = np.sort(np.abs(lanes - middles[:, None]), axis=1)[:, half]
    return cut.under(cut.ring), rings.astype(np.float64), spread.sum(axis=1).astype(np.float64)


def _without(grid: Grid, marred: NDArray[np.bool_]) -> Grid:
    """The grid as it would be without what lies on some cells: they have no outline of their own to be judged by."""
    touched = marred.reshape(grid.taken.shape)
    return replace(grid, taken=grid.taken | touched, fills=np.where(touched, np.nan, grid.fills))


def _states(cut: Patches, rings: NDArray[np.float64]) -> tuple[str, States]:
    """States by the ring, else by the middle or by what is drawn anywhere when these are clear, else by faint rings."""
    found = states.find(rings)
    if found.count >= 2:
        odd = _odd(found)
        rest = _drawn(cut, rings, ~odd) if odd.any() else None
        return ("ring", found) if rest is None else rest
    return _drawn(cut, rings, np.ones(len(rings), bool)) or ("ring", states.shades(rings))


def _odd(found: States) -> NDArray[np.bool_]:
    """Cells one of a kind where all others are of one kind: what the pointer is on may be lit up, and no state."""
    counts = np.bincount(found.labels, minlength=found.count)
    single = (counts == 1)[found.labels]
    return single if (counts > 1).sum() == 1 else np.zeros(len(single), bool)


def _drawn(cut: Patches, rings: NDArray[np.float64], told: NDArray[np.bool_]) -> tuple[str, States] | None:
    """States of the cells ``told`` by what is drawn in them; the others, tinted, have the state most like theirs."""
    core = middle(cut.under(cut.core), axis=1).astype(np.float64)
    inside = states.find(core[told])
    clear = inside.ratio >= DRAWN_RATIO and inside.cut >= DRAWN_CUT
    if inside.count >= 2 and (clear or inside.ratio >= FAINT_RATIO):
        return "core", states.widened(inside, core - rings, told)
    inner = cut.inner()
    for side in BLOCKS:
        blocks = _blocks(inner, side)
        drawn = states.find(blocks[told])
        if drawn.count >= 2 and drawn.ratio >= DRAWN_RATIO:
            tint = np.tile(rings / side, side**2)
            return "blocks", states.widened(drawn, blocks - tint, told)
    return None


def _blocks(inner: NDArray[np.float32], side: int) -> NDArray[np.float64]:
    """What is drawn in each cell (N×SIDE×SIDE×3) as ``side`` × ``side`` blocks, in units of Lab, N×(3·side²)."""
    step = SIDE // side
    first = (SIDE - step * side) // 2
    trimmed = inner[:, first : first + step * side, first : first + step * side]
    column = np.ascontiguousarray(trimmed).reshape(-1, step * side, 3)
    blocks = cv2.resize(column, (side, side * len(inner)), interpolation=cv2.INTER_AREA)
    return np.asarray(blocks, np.float64).reshape(len(inner), -1) / side


def _told(found: States, size: tuple[int, int]) -> States:
    """The two states, the one cell that fits neither having that without which no clicks make the pattern."""
    if found.count != TOLD[0] or len(found.strays) != 1:
        return found
    (stray,) = found.strays
    nearest, farther = np.sort(found.distances[stray])
    other = found.labels.copy()
    other[stray] = 1 - other[stray]
    if nearest <= TOLD[1] * farther or not hinges(other.reshape(size), stray):
        return found
    return replace(found, labels=other)


def _strain(ring: NDArray[np.float32], found: States) -> tuple[NDArray[np.float32], NDArray[np.float64]]:
    """The median ring of each state, k×P×3, and the mean distance of each cell's ring (N×P×3) from its state's, N."""
    typical = np.zeros((found.count, *ring.shape[1:]), np.float32)
    for state in range(found.count):
        own = found.labels == state
        if own.any():
            typical[state] = middle(ring[own], axis=0)
    return typical, away(ring, typical[found.labels]).mean(axis=1).astype(np.float64)


def _score(grid: Grid, source: str, found: States, strain: NDArray[np.float64], bare: NDArray[np.bool_]) -> float:
    separation = found.cut / (found.cut + 6.0) if found.count >= 2 else 0.1
    trust = 1.0 if source == "ring" else 0.4
    support, missing = grid.support, bare.reshape(grid.taken.shape)
    if not (missing.all(axis=0).any() or missing.all(axis=1).any()):  # such lines lie beside a board
        support = min(1.0, support / (1 - share(bare)))  # no outline is missing where there is no cell
    shape = float(support**1.5 * np.sqrt(grid.rows * grid.cols) / (1 + 20 * grid.residual))
    shape *= min(1.0, grid.body[0] * grid.body[1] / FULL) * (BLOTCHED if grid.blotched else 1.0)
    if found.count > 2 and pattern.lined(found.labels.reshape(grid.rows, grid.cols)):
        shape *= HEADED
    return separation * trust * shape / (1 + float(strain.mean()) / 6.0)


def centers(one: Cells) -> NDArray[np.float64]:
    """Centres of all cells in frame pixels, (rows·cols)×2, row by row."""
    row, col = np.divmod(np.arange(one.count), one.grid.cols)
    return project(one.homography, np.column_stack([col + 0.5, row + 0.5]))
