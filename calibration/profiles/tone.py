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


def lit(profile: Profile, gain: float, offset: float) -> Profile:
    """The profile with its looks' colours carried over."""
    pixels = np.clip(np.rint(gain * profile.looks.astype(np.float64) + offset), 0, 255)
    return replace(profile, looks=pixels.astype(np.uint8))
