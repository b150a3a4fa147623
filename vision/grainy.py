"""Grainy: photographs of screens, and what they show without the grain and stripes that lie over their flat parts.

A camera's noise, and the moiré of its pixels with a screen's, break up the outlines of cells and make like cells look
unlike. The bilateral filter (Tomasi and Manduchi 1998) takes both off and leaves the edges.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.grid.doubts import BARE, DIFFER, FEW, ROWS, TERMINAL
from vision.planes import planes
from vision.reading import RANK

if TYPE_CHECKING:
    from vision.frame import Frame
    from vision.reading import Reading
    from vision.scene import Scene

SMOOTHED = "read from a copy without the picture's grain: compare each cell"
LINES, AHEAD = 64, (1, 4, 9, 16)
"""Lines of the picture that are looked at; pixels ahead that are the same where it is even."""
ENOUGH, EVEN = 0.02, 0.15
"""Share of the pixels that are neither white nor black in any channel, which says nothing, at least; and share of these
where the picture is even, from which it was drawn and not taken by a camera."""
LONGEST = 900
"""Longest side of the view that is smoothed: what a camera shows of a screen is no sharper."""
DIAMETER, LEVELS, REACH, TIMES = 5, 40.0, 3.0, 3
"""Of the filter: pixels across, levels of a channel and pixels by which it weighs; and how often it is applied."""
DOUBTS = 1
"""Further doubts with which what is seen so is still offered."""
CAMERA, LARGE = {BARE, DIFFER, ROWS}, 25
"""Doubts that a lens and uneven light make, of a grid of so many cells at least: these do not count."""


def grainy(frame: Frame) -> bool:
    """Whether hardly anything in a picture is even for some pixels, as in photographs: what is drawn mostly is."""
    lines = frame.pixels[:: max(1, frame.height // LINES)]
    count = frame.width - max(AHEAD)
    if count < 1:
        return False
    telling = np.ones((len(lines), count), np.bool_)
    even = telling.copy()
    for plane in planes(lines):
        here = plane[:, :count]
        telling &= (here > 0) & (here < 255)
        for step in AHEAD:
            even &= plane[:, step : count + step] == here
    even &= telling
    told = np.count_nonzero(telling)
    return bool(told > ENOUGH * telling.size and np.count_nonzero(even) < EVEN * told)


def smooth(scene: Scene) -> Scene:
    """A view of the scene no longer than ``LONGEST``, without its grain."""
    view = scene.level(level := _level(scene))
    for _ in range(TIMES):
        view = np.asarray(cv2.bilateralFilter(view, DIAMETER, LEVELS, REACH), np.uint8)
    return scene.altered(level, view)


def offered(scene: Scene, seen: list[Reading]) -> list[Reading]:
    """Of what is ``seen`` in the smooth view of a scene that which may be told of the scene itself, never for sure.

    Signs are not: smoothed, many letters look alike.
    """
    plain = [one for one in seen if RANK[one.verdict] < RANK["none"] and _doubts(one) <= DOUBTS]
    plain = [one for one in plain if TERMINAL not in one.reasons]
    return [one.enlarged(2 ** _level(scene)).unsure(SMOOTHED) for one in plain]


def _doubts(reading: Reading) -> int:
    """How many doubts count against what is seen so."""
    if reading.kind != "lights-out" or len(reading.cells) < LARGE:
        return len(reading.reasons)
    return sum(words not in CAMERA and not words.endswith(FEW) for words in reading.reasons)


def _level(scene: Scene) -> int:
    return scene.level_for(LONGEST)
