"""The same game under another light: a theme, a dimmed page, a filter for the night.

Colours are taken to be carried over by one gain and one offset, the same for all channels. Two numbers can't make one
game's colours into another's, nor exchange two states.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.profiles import looks
from calibration.profiles.profile import SIDE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from calibration.profiles.profile import Profile

GAINS = (0.6, 0.7, 0.8, 0.9, 1.1, 1.25, 1.4)
LOWEST, HIGHEST, MOST = 0.5, 1.7, 60.0
"""Gains and offsets (in grey levels) beyond which it would be another game."""
ROUNDS, BLOCK = 3, 4
FARTHER, APART = 4.0, 0.3
"""A cell is odd that is so many times as far from its look as half of them are, and so many spreads more."""


def adapted(profile: Profile, cells: NDArray[np.uint8]) -> Profile | None:
    """The profile with its looks as they are under the light of these cells; None where no light explains them.

    Args:
        profile: as it was learnt.
        cells: N×SIDE×SIDE×3 uint8 BGR.
    """
    # Blocks of a few pixels tell the light as well as all pixels do.
    seen, known = _blocks(cells), _blocks(profile.looks)
    spread = _blocks(looks.known(profile)[1].reshape(-1, SIDE, SIDE, 3)).reshape(len(known), -1)

    def compared(gain: float, offset: float) -> looks.Fit:
        return looks.compare_with(_lab(seen), _lab(np.clip(gain * known + offset, 0, 255)), spread)

    light = min(((gain, 0.0) for gain in GAINS), key=lambda one: float(np.median(compared(*one).away)))
    for _ in range(ROUNDS):
        states = compared(*light).states
        if len(set(states.tolist())) < 2:
            return None  # one colour could be any other in the right light
        gain, offset = _line(known[states].reshape(-1), seen.reshape(-1))
        if not LOWEST <= gain <= HIGHEST or abs(offset) > MOST:
            return None
        light = gain, offset
    return lit(profile, *light)


def _line(x: NDArray[np.float64], y: NDArray[np.float64]) -> tuple[float, float]:
    """Slope and height at 0 of the line through points that errs least; a level one where all lie at one place."""
    away = x - x.mean()
    slope = float(away @ (y - y.mean()) / max(float(away @ away), 1e-9))
    return slope, float(y.mean() - slope * x.mean())


def _blocks(pictures: NDArray[np.uint8] | NDArray[np.float64]) -> NDArray[np.float64]:
    """Means of blocks of ``BLOCK`` pixels, this way and that, of N×SIDE×SIDE×3."""
    side = SIDE // BLOCK
    return np.asarray(pictures.reshape(-1, side, BLOCK, side, BLOCK, 3).mean(axis=(2, 4)))


def _lab(blocks: NDArray[np.float64]) -> NDArray[np.float64]:
    """N×D in Lab, of N×H×W×3 in grey levels of blue, green and red."""
    tall = np.ascontiguousarray(blocks.reshape(len(blocks), -1, 3), np.float32) / np.float32(255)
    return np.asarray(cv2.cvtColor(tall, cv2.COLOR_BGR2LAB), np.float64).reshape(len(blocks), -1)


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
