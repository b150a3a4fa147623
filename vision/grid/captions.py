"""Captions: small writing in large cells, of which the views that cells are read and labels are sought on show little.

Rooms, pads, lockers and keys have a number or a word in one corner or along one side. It is looked for in the picture
as it is: a few cells of each state, each against another one. Cells of a game hold the same, or nothing.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.grid.content import gradients
from vision.middle import median

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.cells import Cells
    from vision.scene import Scene

SMALLEST, SIDE = 40, 96
"""Pixels along a cell's body, at least; along a cell of the view that is looked at, at least where it is no smaller."""
TURNED = 0.02
"""Steps sideways for each step along, at most."""
INNER = 0.9
"""Share of a cell's body that is looked at: its outline is not."""
ENOUGH, FEWEST = 6, 3
"""Cells of a state that are looked at, at most and at least."""
STROKE, NOISE = 16, 12.0
"""Levels by which writing differs from what is around it; levels for each Lab of noise."""
LEAST, SHARE = 4, 0.04
"""Pixels by which two are unlike, at least; share of the pixels around writing."""
LOW, SMALL, LONGER = 0.5, 4, 2
"""Share of a cell's height that writing takes, at most; pixels that it has, up and down; pixels by which one is longer
than another."""
SLANTED = 0.315
"""Share of the strokes that run neither level nor upright, in half of the cells: less in diagrams."""
MANY = 0.6
"""Share of the cells that hold writing, and of the pairs of them that hold other writing."""
AROUND = np.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]], np.uint8)


def captioned(scene: Scene, one: Cells) -> bool:
    """Whether in most cells of a state something small is written, another in each; some of them are looked at."""
    (right, aslant, left), (askew, down, top), _ = (one.homography / one.homography[2, 2]).tolist()
    body = one.grid.body
    if min(right * body[0], down * body[1]) < SMALLEST or abs(askew) > TURNED * right or abs(aslant) > TURNED * down:
        return False
    level = max(0, math.floor(math.log2(max(1.0, min(right, down) / SIDE))))
    scale = 0.5**level
    width, height = int(right * body[0] * INNER * scale), int(down * body[1] * INNER * scale)
    picture = scene.level(level)
    for state in range(one.states.count):
        own = np.flatnonzero((one.states.labels == state) & ~one.marred)
        if len(own) < FEWEST:
            continue
        own = own[np.arange(min(ENOUGH, len(own))) * (len(own) - 1) // (min(ENOUGH, len(own)) - 1)]
        row, col = np.divmod(own, one.grid.cols)
        x = np.rint((left + (col + 0.5) * right + (row + 0.5) * aslant) * scale - width / 2).astype(int).tolist()
        y = np.rint((top + (row + 0.5) * down + (col + 0.5) * askew) * scale - height / 2).astype(int).tolist()
        cells = [picture[b : b + height, a : a + width] for a, b in zip(x, y, strict=True) if min(a, b) >= 0]
        cells = [cell for cell in cells if cell.shape[:2] == (height, width)]
        least = max(STROKE, int(NOISE * median(one.spread[own])))
        if len(cells) >= FEWEST and _written(cells, least):
            return True
    return False


def _written(cells: list[NDArray[np.uint8]], least: int) -> bool:
    """Whether most of these cells are plain but for something small, which is another in each."""
    written: list[NDArray[np.uint8]] = []
    for place, cell in enumerate(cells):
        found = _stroked(cell, least)
        written += [] if found is None else [found]
        if len(written) + len(cells) - place - 1 < max(FEWEST, MANY * len(cells)):
            return False
    if median(np.array([_slanted(one) for one in written])) < SLANTED:
        return False
    unlike = sum(_unlike(written[here], written[here - 1], least) for here in range(len(written)))
    return unlike >= MANY * len(written)


def _stroked(cell: NDArray[np.uint8], least: int) -> NDArray[np.uint8] | None:
    """The part of a cell (H×W×3) where there are edges; None where there are none or from top to bottom."""
    light = cv2.cvtColor(cell, cv2.COLOR_BGR2GRAY)
    steep = cv2.subtract(cv2.dilate(light, AROUND), cv2.erode(light, AROUND)) > least
    tall, wide = np.flatnonzero(steep.any(axis=1)), np.flatnonzero(steep.any(axis=0))
    if not len(tall) or not SMALL <= tall[-1] + 1 - tall[0] <= LOW * len(cell):
        return None
    return cell[tall[0] : tall[-1] + 1, wide[0] : wide[-1] + 1]


def _slanted(ink: NDArray[np.uint8]) -> float:
    """Share of the gradient energy of writing (H×W×3) that is neither level nor upright."""
    energy, aslant = gradients(cv2.cvtColor(ink, cv2.COLOR_BGR2GRAY))
    return float(aslant.sum()) / max(float(energy.sum()), 1e-6)


def _unlike(one: NDArray[np.uint8], other: NDArray[np.uint8], least: int) -> bool:
    """Whether two pieces of writing are not the same, but for where between the pixels they begin."""
    off = abs(one.shape[0] - other.shape[0]), abs(one.shape[1] - other.shape[1])
    if max(off) > LONGER:
        return True
    height, width = min(one.shape[0], other.shape[0]), min(one.shape[1], other.shape[1])
    one, other = one[:height, :width], other[:height, :width]
    ink = _off(one, other, least) | _off(other, one, least)
    return bool(np.count_nonzero(ink) >= max(LEAST, SHARE * ink.size))


def _off(one: NDArray[np.uint8], other: NDArray[np.uint8], least: int) -> NDArray[np.bool_]:
    """Where a cell (H×W×3) is brighter or darker in some channel than another one shows around there."""
    off = cv2.max(cv2.subtract(one, cv2.dilate(other, AROUND)), cv2.subtract(cv2.erode(other, AROUND), one))
    return np.asarray((off > least).any(axis=2))
