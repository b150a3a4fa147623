"""Name the states of a game that wears colours nobody taught: by how light they are.

A theme changes colours, but what is lit mostly stays what is lighter. It is a guess, and said to be one.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from calibration.profiles import looks
from calibration.profiles.profile import GRIDS

if TYPE_CHECKING:
    from calibration.profiles.profile import Profile
    from vision.reading import Reading
    from vision.scene import Scene


def named_by_lightness(scene: Scene, reading: Reading, profile: Profile) -> Reading:
    """The reading, its states named in the order in which the profile's are lighter; as it is where it has others."""
    shown = sorted({cell.state for cell in reading.cells if cell.state is not None})
    if reading.kind not in GRIDS or len(reading.homography) != 9 or len(shown) != profile.states or len(shown) < 2:
        return reading
    matrix = np.array(reading.homography, np.float64).reshape(3, 3)
    cells = looks.lab(looks.cut(scene, matrix, [(cell.col + 0.5, cell.row + 0.5) for cell in reading.cells]))
    states = np.array([-1 if cell.state is None else cell.state for cell in reading.cells])
    here = [float(cells[states == state, ::3].mean()) for state in shown]
    taught = looks.known(profile)[0][:, ::3].mean(axis=1)
    names = dict(zip((shown[i] for i in np.argsort(here)), np.argsort(taught).tolist(), strict=True))
    renamed = []
    for cell in reading.cells:
        chances = [0.0] * profile.states
        for state, name in names.items():
            chances[name] = cell.probabilities[state] if state < len(cell.probabilities) else 0.0
        state = None if cell.state is None else names[cell.state]
        renamed.append(replace(cell, state=state, probabilities=tuple(chances)))
    return replace(reading, states=profile.states, cells=tuple(renamed), memory=None)
