"""Name the states of a game that wears colours nobody taught: by their hues, and by how light they are.

A theme changes colours, but what is lit mostly stays what is lighter, or what alone has a colour: a dark page may turn
into a light one. It is a guess, and said to be one.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

from calibration.profiles import looks
from calibration.profiles.profile import GRIDS

if TYPE_CHECKING:
    from calibration.profiles.profile import Profile
    from vision.reading import Reading
    from vision.scene import Scene

LIGHTNESS, HUED = 0.4, 0.7
"""What a difference of lightness counts against one of hue, since themes are dark or light and hues stay; share of it
that states must differ by in hue for that to count at all, where they were taught and here."""
MOST = 5
"""States for which all ways of naming them are tried; more are named by lightness alone."""


def named_by_colour(scene: Scene, reading: Reading, profile: Profile) -> Reading:
    """The reading, its states named as those of the profile that differ alike; as it is where it has others."""
    shown = sorted({cell.state for cell in reading.cells if cell.state is not None})
    if reading.kind not in GRIDS or len(reading.homography) != 9 or len(shown) != profile.states or len(shown) < 2:
        return reading
    matrix = np.array(reading.homography, np.float64).reshape(3, 3)
    cells = looks.lab(looks.cut(scene, matrix, [(cell.col + 0.5, cell.row + 0.5) for cell in reading.cells]))
    states = np.array([-1 if cell.state is None else cell.state for cell in reading.cells])
    here = np.stack([cells[states == state].reshape(-1, 3).mean(axis=0) for state in shown])
    taught = looks.known(profile)[0].reshape(profile.states, -1, 3).mean(axis=1)
    here, taught = (colours - colours.mean(axis=0) for colours in (here, taught))
    hued = all(np.linalg.norm(one[:, 1:]) >= HUED * np.linalg.norm(one[:, 0]) for one in (here, taught))
    # What is farthest apart there is so here, and the same way.
    likeness = (here * (np.array([LIGHTNESS**2, 1.0, 1.0]) if hued else np.array([1.0, 0.0, 0.0]))) @ taught.T
    if len(shown) <= MOST:
        order = max(permutations(range(len(shown))), key=lambda one: float(likeness[range(len(one)), one].sum()))
        names = dict(zip(shown, order, strict=True))
    else:
        ranked = zip((shown[i] for i in np.argsort(here[:, 0])), np.argsort(taught[:, 0]).tolist(), strict=True)
        names = dict(ranked)
    renamed = []
    for cell in reading.cells:
        chances = [0.0] * profile.states
        for state, name in names.items():
            chances[name] = cell.probabilities[state] if state < len(cell.probabilities) else 0.0
        own = None if cell.state is None else names[cell.state]
        renamed.append(replace(cell, state=own, probabilities=tuple(chances)))
    return replace(reading, states=profile.states, cells=tuple(renamed), memory=None)
