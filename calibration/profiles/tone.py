"""The same game under another light: a theme, a dimmed page, a filter for the night.

Colours are taken to be carried over by one gain and one offset, the same for all channels. Two numbers can't make one
game's colours into another's, nor exchange two states.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from calibration.profiles import looks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from calibration.profiles.profile import Profile

GAINS = (0.6, 0.7, 0.8, 0.9, 1.1, 1.25, 1.4)
LOWEST, HIGHEST, MOST = 0.5, 1.7, 60.0
"""Gains and offsets (in grey levels) beyond which it would be another game."""
ROUNDS = 3
FARTHER, APART = 4.0, 0.3
"""A cell is odd that is so many times as far from its look as half of them are, and so many spreads more."""


def adapted(profile: Profile, cells: NDArray[np.uint8]) -> Profile | None:
    """The profile with its looks as they are under the light of these cells; None where no light explains them.

    Args:
        profile: as it was learnt.
        cells: N×SIDE×SIDE×3 uint8 BGR.
    """
    seen = looks.lab(cells)

    def away(one: Profile) -> float:
        return float(np.median(looks.compare(seen, one).away))

    start = min((lit(profile, gain, 0.0) for gain in GAINS), key=away)
    for _ in range(ROUNDS):
        states = looks.compare(seen, start).states
        if len(set(states.tolist())) < 2:
            return None  # one colour could be any other in the right light
        known = profile.looks[states].reshape(-1).astype(np.float64)
        gain, offset = np.polyfit(known, cells.reshape(-1).astype(np.float64), 1)
        if not LOWEST <= gain <= HIGHEST or abs(offset) > MOST:
            return None
        start = lit(profile, float(gain), float(offset))
    return start


def retinted(profile: Profile, cells: NDArray[np.float64], fit: looks.Fit) -> dict[int, int]:
    """Cells far from the rest that are a state after all, in a light of their own: a pointer may tint what is below it.

    Args:
        profile: whose looks ``fit`` compares.
        cells: N×D, as ``looks.lab`` gives them.
        fit: how all the cells compare.

    Returns:
        The state of each such cell by its number, where that is another than the nearest look says.
    """
    odd = np.flatnonzero(fit.away > FARTHER * float(np.median(fit.away)) + APART)
    if not 0 < len(odd) <= max(1, len(cells) // 10):
        return {}
    away, states = fit.away[odd], fit.states[odd].copy()
    half = away / 2
    for gain in GAINS:
        other = looks.compare(cells[odd], lit(profile, gain, 0.0))
        nearer = (other.away < away) & (other.away < half)
        away, states = np.where(nearer, other.away, away), np.where(nearer, other.states, states)
    return {int(i): int(state) for i, state in zip(odd, states, strict=True) if state != fit.states[i]}


def lit(profile: Profile, gain: float, offset: float) -> Profile:
    """The profile with its looks' colours carried over."""
    pixels = np.clip(np.rint(gain * profile.looks.astype(np.float64) + offset), 0, 255)
    return replace(profile, looks=pixels.astype(np.uint8))
