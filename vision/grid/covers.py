"""Covers: what lies over some cells of a board, a message, a pointer or a hand, and what can still be seen of them.

The states are first told from the cells that show whole. What they look like, pixel by pixel and with the gap around
them, is then held against every other cell: pixels that show no state are covered. A cell that is partly covered has
the state of its visible part; the covered pixels are painted as that state looks, so that every later stage sees a
board without the cover.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from vision.grid import patches
from vision.grid.away import away
from vision.grid.covered import CLOSE, FINER, covered_pixels
from vision.grid.whole import FEWEST, RIM, SHARE, around, hopeless, states_of
from vision.middle import median, middle
from vision.share import share

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.extents import Grid
    from vision.grid.patches import Patches
    from vision.grid.states import States
    from vision.scene import Scene

WIDEST, DEVIATIONS = 0.35, 4.0
"""A pixel shows a state when it is nearer to it than ``CLOSE`` or this many deviations (Lab); at most this share of the
distance between the states."""
MODELS = 15
"""Cells of each state that show how it looks, at most."""
LARGE = 144
"""Cells of a board too large for a closer look."""
PARTLY = 0.06, 0.92
"""Some cell must be covered for a share between these: a cell covered just as far as its border is another cell."""
TOLD = 12
"""Visible pixels that tell a cell's state."""
MIXED = 0.15
"""At most this share of them may show only another state."""
PLAIN = 0.7
"""Share of a cell's visible pixels that must show its state."""
TOUCHED = 0.02
"""Share of a place that is hidden where something lies over it."""
MOST = 0.4
"""Share of the board that may be covered."""
TELLING = 0.5
"""States differ at a pixel that tells them apart by this share of their distance."""
MUCH = 0.2
"""Share of a cell's body that is known to be hidden from which it is read by the rest alone."""
VEIL = 3.0
"""States seen through a cover differ at least this much (Lab)."""


@dataclass(frozen=True, slots=True, eq=False)
class Covers:
    """A board that something lies over.

    Attributes:
        patches: its cells, painted as they would look without.
        hidden: N, share of each cell's body that can't be seen.
        told: N bool, the cell's visible part, or what shines through, tells its state.
        size: of what lies there, in places.
    """

    patches: Patches
    hidden: NDArray[np.float64]
    told: NDArray[np.bool_]
    size: float


def find(
    scene: Scene,
    homography: NDArray[np.float64],
    seen: Patches,
    grid: Grid,
    looks: tuple[NDArray[np.float64], NDArray[np.float64]],
    *,
    found: States,
) -> Covers | None:
    """What lies over the cells; None where nothing does, or where it can't be told.

    Args:
        scene: the picture.
        homography: 3×3, board plane → frame pixels.
        seen: the warped cells.
        grid: where they are.
        looks: the look of each cell's ring (N×3) and its deviation (N).
        found: the states of these rings.
    """
    rings, spread = looks
    taken = grid.taken.ravel()
    if taken.sum() < max(FEWEST, SHARE * len(taken)):
        return None
    whole = taken & (spread <= 4 + 2 * median(spread[taken]))
    if whole.all() and found.count <= 2 and not found.strays:
        return None
    if not whole.all() and around(~whole.reshape(grid.taken.shape)) is None:
        return None
    if _rimless(grid, np.zeros(len(taken))):
        return None
    told = states_of(rings, whole, grid)
    part = None if told is None else around(~whole.reshape(grid.taken.shape))
    if told is None or part is None:
        return None
    finer = FINER if len(whole) <= LARGE else 1
    size = grid.rows, grid.cols
    models, labels = _models(np.flatnonzero(whole), told)
    typical, loose = _typical(seen.own[models], labels, told)
    unlike = ~_shows(seen.own[part], typical, loose).any(axis=1)
    if hopeless(np.asarray(unlike), _telling(typical, told.cut), part, grid):
        return None
    fine = patches.places(scene, homography, size, finer * patches.SIDE, np.concatenate([models, part]))
    typical, loose = _typical(fine[: len(models)], labels, told)
    body = _telling(typical, told.cut)
    if not body.any():
        return None
    inner = fine[len(models) :]
    shows = _shows(inner, typical, loose)
    rows = len(np.unique(part // grid.cols))
    covered = covered_pixels(np.asarray(shows.any(axis=1)), inner, (rows, len(part) // rows), told.looks)
    hidden = np.zeros(len(whole))
    hidden[part] = covered[:, body].mean(axis=1)
    partly = (hidden > PARTLY[0]) & (hidden < PARTLY[1])
    # What lies in one place alone is its cell's own.
    if (covered.mean(axis=(1, 2)) > TOUCHED).sum() < 2:
        return None
    if not partly.any() or hidden.mean() > MOST or _rimless(grid, hidden):
        return None
    labels, known = _read(inner, covered, body, shows, told)
    lab, own = seen.lab.copy(), seen.own.copy()
    fresh = np.where(covered[..., None], typical[labels], inner)
    small = fresh.reshape(len(part), patches.SIDE, finer, patches.SIDE, finer, 3).mean(axis=(2, 4))
    touched = covered.any(axis=(1, 2))
    row, col = np.divmod(part[touched], grid.cols)
    lab[row + 1, col + 1] = own[part[touched]] = small[touched]
    clear = np.ones(len(whole), bool)
    clear[part] = known
    return Covers(replace(seen, lab=lab, own=own), hidden, clear, float(covered.mean() * len(part)))


def under(
    scene: Scene,
    homography: NDArray[np.float64],
    seen: Patches,
    grid: Grid,
    looks: tuple[NDArray[np.float64], NDArray[np.float64]],
) -> Covers | None:
    """The same where it is known what can't be seen (``Scene.over``); None where that hides no good part of a cell."""
    unseen = patches.unseen(scene, homography, (grid.rows, grid.cols))
    if unseen is None:
        return None
    rings, spread = looks
    touched = unseen.mean(axis=(1, 2)) > TOUCHED
    whole = grid.taken.ravel() & ~touched
    if whole.any():
        whole &= spread <= 4 + 2 * np.median(spread[whole])
    told = states_of(rings, whole, grid)
    if told is None:
        return None
    models, labels = _models(np.flatnonzero(whole), told)
    typical, loose = _typical(seen.own[models], labels, told)
    body = _telling(typical, told.cut)
    part = np.flatnonzero(touched)
    hidden = np.zeros(len(whole))
    hidden[part] = unseen[part][:, body].mean(axis=1)
    if hidden.max() < MUCH or hidden.mean() > MOST:
        return None
    inner, covered = seen.own[part], unseen[part]
    labels, known = _told(covered, body, _shows(inner, typical, loose))
    labels[~known] = int(np.bincount(told.labels).argmax())
    fresh = np.where(covered[..., None], typical[labels], inner)
    lab, own = seen.lab.copy(), seen.own.copy()
    row, col = np.divmod(part, grid.cols)
    lab[row + 1, col + 1] = own[part] = fresh
    clear = np.ones(len(whole), bool)
    clear[part] = known
    return Covers(replace(seen, lab=lab, own=own), hidden, clear, float(covered.mean() * len(part)))


def _rimless(grid: Grid, hidden: NDArray[np.float64]) -> bool:
    """Whether hardly a cell of some outer line is seen: it may not be there at all."""
    seen = grid.taken & (hidden < PARTLY[0]).reshape(grid.taken.shape)
    return min(share(seen[0]), share(seen[-1]), share(seen[:, 0]), share(seen[:, -1])) < RIM


def _models(whole: NDArray[np.int64], told: States) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Cells of each state, spread over the board, that show how it looks; and their states."""
    chosen = []
    for state in range(told.count):
        own = np.flatnonzero(told.labels == state)
        if len(own) > MODELS:
            own = own[np.linspace(0, len(own) - 1, MODELS).astype(np.int64)]
        chosen.append(own)
    places = np.concatenate(chosen)
    return whole[places], told.labels[places]


def _typical(
    cells: NDArray[np.float32], labels: NDArray[np.int64], told: States
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """What each state looks like, k×side×side×3, and how far a pixel of it may be from that, k×side×side."""
    typical, loose = [], []
    for state in range(told.count):
        own = cells[labels == state]
        look = middle(own, axis=0)
        apart = away(own, look)
        typical.append(look)
        loose.append(np.clip(DEVIATIONS * middle(apart, axis=0), CLOSE, max(CLOSE, WIDEST * told.cut)))
    return np.array(typical), np.array(loose, np.float32)


def _telling(typical: NDArray[np.float32], cut: float) -> NDArray[np.bool_]:
    """Which pixels of a place tell the states apart: those of the cells' bodies, side×side."""
    pairs = [away(a, b) for a, b in combinations(typical, 2)]
    return np.asarray(np.min(pairs, axis=0) > TELLING * cut)


def _shows(inner: NDArray[np.float32], typical: NDArray[np.float32], loose: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which pixels of which cell show which state, N×k×side×side."""
    return np.stack([away(inner, look) < most for look, most in zip(typical, loose, strict=True)], axis=1)


def _read(
    inner: NDArray[np.float32],
    covered: NDArray[np.bool_],
    body: NDArray[np.bool_],
    shows: NDArray[np.bool_],
    told: States,
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """The state of each cell by what of it can be seen, or else shines through, and whether that tells it."""
    labels, known = _told(covered, body, shows)
    return _through(inner, covered & body, labels, known, told)


def _told(
    covered: NDArray[np.bool_], body: NDArray[np.bool_], shows: NDArray[np.bool_]
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """The state of each cell by what of it can be seen, and whether that tells it."""
    visible = ~covered & body
    count = visible.sum(axis=(1, 2))
    share = (shows & visible[:, None]).sum(axis=(2, 3)) / np.maximum(count, 1)[:, None]
    labels = share.argmax(axis=1)
    best = shows[np.arange(len(shows)), labels]
    other = (shows.any(axis=1) & ~best & visible).sum(axis=(1, 2)) / np.maximum(count, 1)
    known = (count >= TOLD) & (share.max(axis=1) >= PLAIN) & (other <= MIXED)
    known |= ~covered[:, body].any(axis=1)
    return labels, known


def _through(
    inner: NDArray[np.float32],
    covered: NDArray[np.bool_],
    labels: NDArray[np.int64],
    known: NDArray[np.bool_],
    told: States,
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """States of cells that are wholly covered, as they shine through; the commonest where nothing does."""
    much = covered.sum(axis=(1, 2)) >= TOLD
    unknown = np.flatnonzero(~known)
    labels, known = labels.copy(), known.copy()
    if not len(unknown):
        return labels, known
    veiled = np.full((len(inner), 3), np.nan)
    for cell in np.flatnonzero(much):
        veiled[cell] = middle(inner[cell][covered[cell]], axis=0)
    looks = {
        state: np.median(veiled[own], axis=0)
        for state in range(told.count)
        if (own := much & known & (labels == state)).any()
    }
    commonest = int(np.bincount(told.labels).argmax())
    for cell in unknown:
        labels[cell] = commonest
        far = {state: float(np.linalg.norm(veiled[cell] - look)) for state, look in looks.items()}
        ranked = sorted(far, key=lambda state: far[state])
        if len(ranked) >= 2 and np.linalg.norm(looks[ranked[0]] - looks[ranked[1]]) > VEIL:
            labels[cell] = ranked[0]
            known[cell] = far[ranked[0]] < 0.3 * far[ranked[1]]
        elif len(ranked) == 1 and told.count == 2:
            labels[cell] = ranked[0] if far[ranked[0]] < 2 * VEIL else 1 - ranked[0]
    return labels, known
