"""Signs of a panel: told by their strokes, and a little by their colour.

Signs glow, lie in perspective and are drawn thick and thin, so their pixels are no guide; the directions of their edges
are. These are compared as the eye compares the game's own glyphs (``vision.heresy.classify``): whitened by how much one
and the same glyph varies on a screen, so that a squared distance of about 1 is usual between two pictures of one sign.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.profiles import looks
from calibration.profiles.looks import Fit
from calibration.profiles.profile import SIDE, Profile
from vision.heresy.classify import edges, weights

if TYPE_CHECKING:
    from numpy.typing import NDArray

EXTENTS = (0.66, 0.82)
"""Shares of a cell that are compared: inside the rim of its button, and outside all of a small sign."""
SHIFTS = (-2, -1, 0, 1, 2)
"""Pixels of SIDE by which a sign may sit off its place, either way."""
FARTHEST = 2.0
"""Limits beyond which half of the cells are too far off for a shift to help."""
ROUNDS = 2
STRONG, GRAIN, FAINTEST = 0.95, 0.25, 8.0
"""Share of the pixels that are less than a stroke; share of its contrast that is the ground's grain; grey levels."""
TINT = 8.0
"""Units of Lab by which the mean colour of a sign's cell may differ anyway."""
USUAL, SLACK = 1.25, 1.25
"""Distance that signs learnt from few pictures may have; how much farther than any of those a new one may be."""
WITHIN, LOOSE, LEAST = 1.8, 0.25, 0.3
"""Squared distance beyond which cells are not of one sign; what is then left of a place's quality; the least one."""


def features(cells: NDArray[np.uint8]) -> NDArray[np.float64]:
    """What signs are told by, of N×SIDE×SIDE×3 uint8 BGR: N×99; squared lengths of differences are distances."""
    strokes = edges(ink(cells)) @ weights().whitener.T
    middles = np.ascontiguousarray(cells.astype(np.float32).mean(axis=(1, 2))[None] / np.float32(255))
    tint = cv2.cvtColor(middles, cv2.COLOR_BGR2LAB)[0].astype(np.float64)
    return np.concatenate([strokes, tint / (TINT * np.sqrt(3))], axis=1)


def ink(cells: NDArray[np.uint8]) -> NDArray[np.float32]:
    """How much each pixel differs from its cell's ground in any colour, 0 to about 1: N×SIDE×SIDE."""
    colours = cells.astype(np.float32)
    flat = colours.reshape(len(cells), -1, 3)
    ground = np.sort(flat, axis=1)[:, flat.shape[1] // 2]
    away = np.sqrt(((colours - ground[:, None, None]) ** 2).sum(axis=3))
    ranked = np.sort(away.reshape(len(cells), -1), axis=1)
    full = np.maximum(ranked[:, int(STRONG * ranked.shape[1])], FAINTEST)[:, None, None]
    return np.asarray(np.clip((away / full - GRAIN) / (1 - GRAIN), 0.0, 1.2), np.float32)


def parted(cells: NDArray[np.uint8], states: NDArray[np.int64]) -> float:
    """How well labels (N) part cells: mean squared distance between the signs, by that within them."""
    seen = features(cells)
    shown = sorted(set(states.tolist()))
    middles = {state: seen[states == state].mean(axis=0) for state in shown}
    within = sum(float(((seen[i] - middles[int(state)]) ** 2).sum()) for i, state in enumerate(states))
    within /= max(1, len(states) - len(shown))
    if len(shown) < 2:
        return 1 / (LEAST + within) * (1.0 if within < WITHIN else LOOSE)
    middle = seen.mean(axis=0)
    across = float(np.mean([((middles[int(state)] - middle) ** 2).sum() for state in states]))
    return across / (LEAST + within) * (1.0 if within < WITHIN else LOOSE)


def learnt(name: str, cells: NDArray[np.uint8], states: NDArray[np.int64], count: int, extent: float) -> Profile:
    """A profile of signs.

    Args:
        name: of the profile.
        cells: N×SIDE×SIDE×3 uint8 BGR.
        states: N.
        count: of the states; some may be shown nowhere.
        extent: share of a cell that the pictures show.
    """
    cells = aligned(cells, states)
    unseen = tuple(state for state in range(count) if state not in states)
    pictures = np.zeros((count, *cells.shape[1:]), np.uint8)
    for state in set(states.tolist()):
        pictures[state] = np.rint(cells[states == state].mean(axis=0)).astype(np.uint8)
    spreads = np.full(pictures.shape, looks.WIDEST, np.uint8)
    bare = Profile(name, "heresy", pictures, spreads, 1.0, (0.0,) * count, unseen=unseen, extent=extent)
    away = np.sqrt(_squares(cells, bare)[np.arange(len(cells)), states].max())
    limit = round(max(USUAL, SLACK * float(away)), 3)
    return Profile(name, "heresy", pictures, spreads, limit, (0.0,) * count, unseen=unseen, extent=extent)


def apart(profile: Profile) -> float:
    """The least distance between two signs of a profile; infinite where one was shown."""
    known = features(profile.looks)
    shown = [state for state in range(profile.states) if state not in profile.unseen]
    pairs = ((one, other) for one in shown for other in shown if one < other)
    return min((float(np.linalg.norm(known[one] - known[other])) for one, other in pairs), default=float("inf"))


def compare(cells: NDArray[np.uint8], profile: Profile) -> Fit:
    """Compare cells (N×SIDE×SIDE×3 uint8 BGR) with the signs of a profile, each where it fits best nearby."""
    known = features(profile.looks)
    rough = ((features(cells)[:, None] - known[None]) ** 2).sum(axis=2).min(axis=1)
    if np.sqrt(np.median(rough)) > FARTHEST * profile.limit:
        return Fit(np.zeros(len(cells), np.int64), np.sqrt(rough), np.full((len(cells), profile.states), 0.5))
    square = _squares(cells, profile)
    states = square.argmin(axis=1)
    rows = np.arange(len(cells))
    away = np.sqrt(square[rows, states])
    apart = ((known[:, None] - known[None]) ** 2).sum(axis=2)[states]
    between = np.where(
        np.isfinite(square), 0.5 * (1 + (square[rows, states][:, None] - square) / np.maximum(apart, 1e-9)), 0.0
    )
    between[rows, states] = 0.0
    if profile.unseen:
        states = np.where(away > profile.limit, profile.unseen[0], states)
    return Fit(states, away, np.maximum(between, 0.0))


def _squares(cells: NDArray[np.uint8], profile: Profile) -> NDArray[np.float64]:
    """Squared distance of each cell from each sign, N×k; infinite from those never shown."""
    moved = shifted(cells)
    seen = features(moved.reshape(-1, *cells.shape[1:])).reshape(len(cells), moved.shape[1], -1)
    known = features(profile.looks)
    square = np.stack([((seen - one) ** 2).sum(axis=2).min(axis=1) for one in known], axis=1)
    square[:, list(profile.unseen)] = np.inf
    return np.asarray(square)


def shifted(cells: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Cells moved by each of ``SHIFTS`` both ways, rims repeated: N×M×SIDE×SIDE×3."""
    reach = max(SHIFTS)
    wide = np.pad(cells, ((0, 0), (reach, reach), (reach, reach), (0, 0)), mode="edge")
    places = [(reach + y, reach + x) for y in SHIFTS for x in SHIFTS]
    return np.stack([wide[:, y : y + SIDE, x : x + SIDE] for y, x in places], axis=1)


def aligned(cells: NDArray[np.uint8], states: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Labelled cells, each moved to where it is most like the others of its state."""
    choices = shifted(cells)
    seen = features(choices.reshape(-1, *cells.shape[1:])).reshape(len(cells), choices.shape[1], -1)
    taken = np.full(len(cells), len(SHIFTS) ** 2 // 2)
    rows = np.arange(len(cells))
    for _ in range(ROUNDS):
        for i, state in enumerate(states):
            others = np.flatnonzero((states == state) & (rows != i))
            if len(others):
                taken[i] = ((seen[i] - seen[others, taken[others]].mean(axis=0)) ** 2).sum(axis=1).argmin()
    return np.ascontiguousarray(choices[rows, taken])
