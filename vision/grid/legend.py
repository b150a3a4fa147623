"""Legend: samples of the states' colours beside a grid, as plans of seats and charts explain theirs.

A row of samples that ends in the colour it begins with explains nothing but in what order clicks change them.
"""

from __future__ import annotations

import math
from itertools import combinations
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.homography import project_few

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.cells import Cells
    from vision.grid.states import States
    from vision.scene import Scene

VIEW = 700
"""The view that is looked at, at most this long (pixels)."""
NEAR = 6
"""Levels of each channel by which a sample may differ from its state."""
REACH, MARGIN = 12.0, 0.05
"""Cells around the grid that are looked at; that its own edge takes."""
SMALLEST, LARGEST = 3, 0.8
"""Pixels of that view along a sample's inside, at least; cells along it, at most."""
SQUARE, FULL = 0.25, 0.6
"""How far a sample's sides may differ, as a share; how much of its box it fills."""
FEW = 2
"""Samples of one state, at most: more are another board's cells."""
SPREAD = 0.05
"""Share of what is looked at, at most: more is the page, not a sample."""
TWO = 2
"""States that follow each other in whatever order."""
APART = 1.5
"""Sides of a sample from one to the next, at least: its name stands between."""


def explained(scene: Scene, one: Cells) -> bool:
    """Whether two states or more have a sample of their colour each near the grid, in one line and of one size."""
    found = list(_found(scene, one).values())
    return _cycle(found) is None and any(
        _pair(a, b) for here, there in combinations(found, 2) for a in here for b in there
    )


def order(scene: Scene, one: Cells) -> tuple[int, ...] | None:
    """The states of a grid in the order in which clicks change them, where samples of all near the grid tell it."""
    found = _found(scene, one) if one.states.count > TWO else {}
    cycle = _cycle(list(found.values())) if found and len(found) == one.states.count else None
    return None if cycle is None else tuple(list(found)[place] for place in cycle)


def _found(scene: Scene, one: Cells) -> dict[int, NDArray[np.int32]]:
    """Samples near a grid, N×4 for each state that has one or a few; none where fewer than two states may have them."""
    if one.source != "ring" or one.states.count < 2:
        return {}
    level = scene.level_for(VIEW)
    picture = scene.level(level)
    rows, cols = one.grid.rows, one.grid.cols
    corners = project_few(one.homography, [(0, 0), (cols, 0), (cols, rows), (0, rows)])
    x, y = zip(*corners, strict=True)
    low, high, upper, lower = (side / 2.0**level for side in (min(x), max(x), min(y), max(y)))
    step = min((high - low) / cols, (lower - upper) / rows)
    reach, edge = REACH * step, MARGIN * step
    left, top = max(0, int(low - reach)), max(0, int(upper - reach))
    near = picture[top : int(lower + reach), left : int(high + reach)]
    own = (
        slice(max(0, int(upper - edge) - top), math.ceil(lower + edge) - top),
        slice(max(0, int(low - edge) - left), math.ceil(high + edge) - left),
    )
    masks: dict[int, NDArray[np.uint8]] = {}
    for place, colour in enumerate(_colours(one.states)):
        alike = cv2.inRange(near, np.maximum(colour - NEAR, 0), np.minimum(colour + NEAR, 255))
        alike[own] = 0
        if 0 < cv2.countNonZero(alike) <= SPREAD * alike.size:
            masks[place] = alike
        if len(masks) + one.states.count - place - 1 < 2:
            return {}
    found = {state: _samples(alike, LARGEST * step) for state, alike in masks.items()}
    return {state: samples for state, samples in found.items() if 0 < len(samples) <= FEW}


def _colours(found: States) -> NDArray[np.float64]:
    """BGR of each state (k×3), 0 to 255."""
    bgr = cv2.cvtColor(found.looks.astype(np.float32).reshape(1, -1, 3), cv2.COLOR_LAB2BGR)[0]
    return np.asarray(np.rint(bgr * 255), np.float64)


def _samples(alike: NDArray[np.uint8], largest: float) -> NDArray[np.int32]:
    """Left, top, width and height of the square patches of a mask, N×4."""
    left, top, width, height = cv2.boundingRect(alike)  # labels are costly where there is nothing to label, too
    part = alike[top : top + height, left : left + width]
    _, _, found, _ = cv2.connectedComponentsWithStats(part, connectivity=4)
    box, area = found[1:, :4] + np.array([left, top, 0, 0], np.int32), found[1:, 4]
    wide, tall = box[:, 2], box[:, 3]
    short, long = np.minimum(wide, tall), np.maximum(wide, tall)
    square = (long - short <= np.maximum(1, SQUARE * long)) & (short >= SMALLEST) & (long <= largest)
    return np.asarray(box[square & (area >= FULL * wide * tall)])


def _cycle(found: list[NDArray[np.int32]]) -> tuple[int, ...] | None:
    """In what order the samples, N×4 of each state, follow each other in a line till the first comes again, alone.

    They are of one size and evenly apart.
    """
    if sorted(map(len, found)) != [1] * (len(found) - 1) + [FEW]:
        return None
    samples = np.concatenate(found)
    places = samples[:, :2] + samples[:, 2:] / 2
    along = int(np.ptp(places[:, 1]) > np.ptp(places[:, 0]))
    ordered = np.argsort(places[:, along])
    steps = np.diff(places[ordered, along])
    level = np.ptp(places[:, 1 - along]) <= 1 and np.ptp(samples[:, 2:]) <= max(1, SQUARE * samples[:, 2:].max())
    states = np.repeat(np.arange(len(found)), [len(one) for one in found])[ordered].tolist()
    whole = level and np.ptp(steps) <= max(2.0, SQUARE * steps.mean()) and states[0] == states[-1]
    return tuple(states[:-1]) if whole else None


def _pair(one: NDArray[np.int32], other: NDArray[np.int32]) -> bool:
    """Whether two samples are of one size and in one line, with room for a name between them."""
    side = max(one[2:].max(), other[2:].max())
    alike = np.abs(one[2:] - other[2:]).max() <= max(1, SQUARE * side)
    off = np.abs(one[:2] + one[2:] / 2 - other[:2] - other[2:] / 2)
    return bool(alike and off.min() <= 1 and off.max() >= APART * side)
