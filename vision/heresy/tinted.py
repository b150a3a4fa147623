"""Propose, by colour: a picture in which glyphs stand out that are as light as their ground, and only of another hue.

Signs that glow green on gray stone, or red in blue light, hardly show in luma. Where much of a picture differs from
what is around it in hue rather than in light, it is looked at along the way in colour space that these parts differ in
most.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.frame import Frame
from vision.scene import Scene

if TYPE_CHECKING:
    from numpy.typing import NDArray

NEAR = np.ones((3, 3), np.uint8)
FLAT = 0.6  # of a page: its pixels that are like all next to them; on a wall, lit as walls are, few are
AROUND = 15  # pixels of the coarse view: side of the box a pixel is compared with
# From BGR to luma and two differences of colours.
PARTS = np.array([[0.114, 0.587, 0.299], [0, -1, 1], [1, -0.5, -0.5]], np.float32)
COLOURED, RATHER = 6.0, 1.5  # levels that a pixel is off in colour at least; and times as much as in light
SHARE = 0.015  # of the picture that is
ONE = 0.15  # spread of these colours across the way in hue that they differ most in, by that along it: glyphs have one
GAIN, MIDDLE = 1.5, 128.0  # contrast of the new picture, and its gray


def smooth(gray: NDArray[np.uint8], share: float = FLAT) -> bool:
    """Whether a picture (H×W uint8) is a page: most pixels, or more than a ``share``, are like all next to them."""
    steps = cv2.morphologyEx(gray, cv2.MORPH_GRADIENT, NEAR)
    return gray.size - cv2.countNonZero(steps) > share * gray.size


def tinted(scene: Scene, level: int) -> Scene | None:
    """The scene in gray along its strongest difference in hue (coarse ``level``); None where it has none or many."""
    coarse = scene.level(level)
    off = cv2.subtract(coarse, cv2.blur(coarse, (AROUND, AROUND)), dtype=cv2.CV_32F)
    light, *hues = cv2.split(np.abs(cv2.transform(off, PARTS)))
    coloured = np.maximum(*hues) > np.maximum(RATHER * light, np.float32(COLOURED))
    if np.count_nonzero(coloured) < SHARE * coloured.size:
        return None
    parts = off[coloured]
    across, along = np.linalg.eigvalsh(np.cov(parts @ PARTS[1:].T, rowvar=False, bias=True))
    if across > ONE * along:
        return None
    way = GAIN * np.linalg.eigh(parts.T @ parts)[1][:, -1]
    turned = np.append(way, MIDDLE - way @ cv2.mean(coarse)[:3])
    gray = cv2.transform(scene.frame.pixels, turned.astype(np.float32)[None])
    return Scene(Frame(cv2.merge([gray] * 3)), scene.over)
