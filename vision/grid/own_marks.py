"""Own marks: the numbers that Boardsight draws on cells (``vision.marks``), taken off when its own picture comes back.

They are found by what they are: a disc of one colour with white writing, off the cell's middle, of a known size, and
not the cell's own colour. The opposite side of a cell shows what is below.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.grid.away import away
from vision.grid.patches import SIDE
from vision.marks.plan import CORNER, DISC, TICK, TICK_CORNER
from vision.marks.shapes import BLUE, WHITE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.patches import Patches

CLOSE = 15.0
"""A pixel has the disc's colour when it is this near to it (Lab)."""
INSIDE, BESIDE = 0.65, (1.15, 1.35)
"""A disc without its outlines, and the band around it, over its radius."""
BLUES, INKS, STRAY = 0.2, 0.85, 0.1
"""Share of the disc that has its colour, that has it or is writing; share of the band that may have its colour."""
ROOM = 1.15
"""A mark is taken off with this much around it."""


def find(seen: Patches) -> NDArray[np.bool_]:
    """Which cells bear a number of ours, N bool."""
    blue, white = _inks()
    # Most boards have nothing as blue anywhere near: that is seen from one channel of the square around the disc.
    low, high = (int((0.5 + CORNER + edge * INSIDE * DISC) * SIDE) for edge in (-1, 1))
    square = seen.own[:, low : high + 1, low : high + 1, 2]
    if square.min() > blue[2] + CLOSE or square.max() < blue[2] - CLOSE:
        return np.zeros(len(square), bool)
    disc, band = _disc()
    pixels = seen.under(disc)
    first = away(pixels, blue) < CLOSE
    may = first.mean(axis=1) >= BLUES
    if not may.any():
        return np.asarray(may)
    # Writing and its smooth outline lie between the two colours.
    line = white - blue
    along = ((pixels - blue) @ line) / (line @ line)
    between = away(pixels - blue, along[..., None] * line) < CLOSE
    inked = between & (along > -0.2) & (along < 1.2)
    around = away(seen.under(band), blue) < CLOSE
    return np.asarray(may & (inked.mean(axis=1) >= INKS) & (around.mean(axis=1) <= STRAY))


def without(seen: Patches, marked: NDArray[np.bool_]) -> Patches:
    """The cells with the numbers of ``marked`` (N bool) and the tags of all cells taken off."""
    x, y = _from(-TICK_CORNER)
    tag = np.maximum(np.abs(x), np.abs(y)) < ROOM * TICK / 2
    disc = np.hypot(*_from(CORNER)) < ROOM * DISC
    off = tag | (marked[:, None, None] & disc)
    own = np.where(off[..., None], seen.own[:, :, ::-1], seen.own)
    lab = seen.lab.copy()
    lab[1:-1, 1:-1] = own.reshape(lab[1:-1, 1:-1].shape)
    return replace(seen, lab=lab, own=own)


def _from(corner: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How far right and down each pixel of a cell is from (``corner``, ``corner``) off its middle, in steps."""
    steps = (np.arange(SIDE) + 0.5) / SIDE - 0.5 - corner
    x, y = np.meshgrid(steps, steps)
    return x, y


@cache
def _disc() -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """The pixels of a cell where a number's disc is, and those of the band around it, SIDE×SIDE each."""
    far = np.hypot(*_from(CORNER)) / DISC
    return far < INSIDE, (far > BESIDE[0]) & (far < BESIDE[1])


@cache
def _inks() -> NDArray[np.float32]:
    """The two colours of a number, Lab."""
    line = np.array([BLUE, WHITE], np.float32)[:, ::-1].reshape(1, -1, 3) / np.float32(255)
    return np.asarray(cv2.cvtColor(line, cv2.COLOR_BGR2LAB)[0], np.float32)
