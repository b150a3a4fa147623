"""Ruled: a letter or a number at every row and at every column, as plates, plans and charts have.

Some boards have them, too. Longer names are found by ``vision.grid.titles`` and ``vision.grid.named``.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.grid.named import marked
from vision.middle import medians

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.cells import Cells
    from vision.scene import Scene

TURNED = 0.03
"""Steps sideways for each step along, at most."""
CLEAR, REACH = 0.06, 1.4
"""Steps from the board that its own edge takes, and in which signs are looked for."""
STEP = 48
"""Pixels from line to line in the view that is looked at, at least where they are as many in the picture."""
INK = 40
"""Levels by which some channel of writing differs from the page."""
LINES, SHARE = 4, 0.8
"""Lines of a board, at least; share of them that have a sign."""
SMALL, TALL, LONG = 3, 0.66, 0.9
"""Pixels of a sign, at least; steps along its line's breadth and across, at most."""
MIDDLE = 0.16
"""Steps by which a sign may be off the middle of its line."""
FORM, OFF = 16, 0.05
"""Side to which signs are brought to be compared; share of their own pixels by which two are unlike."""
GAP = 0.1
"""Steps between two things that stand side by side, at least."""
MANY = 0.6
"""Share of the signs that are unlike the one before, at the rows or at the columns: at the others some are."""


def ruled(scene: Scene, one: Cells) -> bool:
    """Whether a sign stands at each row and at each column, not all of them the same."""
    rows, cols = one.grid.rows, one.grid.cols
    (right, aslant, left), (askew, down, top), _ = (one.homography / one.homography[2, 2]).tolist()
    if min(rows, cols) < LINES or abs(askew) > TURNED * right or abs(aslant) > TURNED * down:
        return False
    level = max(0, math.floor(math.log2(max(1.0, min(right, down) / STEP))))
    picture, scale = scene.level(level), 0.5**level
    x, y = (left, left + cols * right), (top, top + rows * down)
    upright = max(
        _unlike(*_near(picture, scale, side, y), rows, right * scale) if marked(scene, side[1], y, rows, SHARE) else 0.0
        for side in enumerate(_sides(x, right))
    )
    if not upright:
        return False
    turned = np.swapaxes(picture, 0, 1)
    lengthwise = max(_unlike(*_near(turned, scale, side, x), cols, down * scale) for side in enumerate(_sides(y, down)))
    return lengthwise > 0 and max(upright, lengthwise) >= MANY


def _sides(ends: tuple[float, float], step: float) -> list[tuple[float, float]]:
    """From where to where signs are looked for, before and after a board with these ends."""
    return [(ends[0] - REACH * step, ends[0] - CLEAR * step), (ends[1] + CLEAR * step, ends[1] + REACH * step)]


def _near(
    picture: NDArray[np.uint8], scale: float, side: tuple[int, tuple[float, float]], along: tuple[float, float]
) -> tuple[NDArray[np.uint8] | None, NDArray[np.uint8] | None]:
    """What stands on a side (0 or 1 for before or after the board, and from where to where), and its nearer half."""
    after, across = side
    strip = _part(picture, scale, across, along)
    if strip is None:
        return None, None
    half = strip.shape[1] // 2
    return strip, strip[:, :half] if after else strip[:, half:]


def _part(
    picture: NDArray[np.uint8], scale: float, across: tuple[float, float], down: tuple[float, float]
) -> NDArray[np.uint8] | None:
    """Part of a picture; None where it is not all in the picture, or hardly any of it beside the board."""
    first, last = max(0, round(across[0] * scale)), min(picture.shape[1], round(across[1] * scale))
    upper, lower = round(down[0] * scale), round(down[1] * scale)
    if last - first < SMALL or upper < 0 or lower > picture.shape[0]:
        return None
    return picture[upper:lower, first:last]


def _unlike(strip: NDArray[np.uint8] | None, near: NDArray[np.uint8] | None, lines: int, across: float) -> float:
    """Share of the signs that are unlike the one before, where most lines of a strip hold one each; else 0.

    They stand on the page that is ``near`` the board: farther off there may be a margin of another colour.
    """
    if strip is None or near is None:
        return 0.0
    page = medians(near[::3, ::3].reshape(-1, 3).astype(np.float32))
    ink = cv2.inRange(np.ascontiguousarray(strip), page - INK, page + INK) == 0
    return max(_told(band, lines, across) for band in _bands(ink, GAP * across))


def _bands(ink: NDArray[np.bool_], gap: float) -> list[NDArray[np.bool_]]:
    """All of a strip, and what stands in it side by side: ticks, signs, a title."""
    wide = np.flatnonzero(ink.any(axis=0))
    parts = np.split(wide, np.flatnonzero(np.diff(wide) > gap) + 1)
    return [ink, *[ink[:, part[0] : part[-1] + 1] for part in parts if len(parts) > 1]]


def _told(ink: NDArray[np.bool_], lines: int, across: float) -> float:
    """Share of the signs that are unlike the one before, where most lines hold one each; else 0."""
    ends = [round(line * len(ink) / lines) for line in range(lines + 1)]
    found: list[NDArray[np.float32]] = []
    for line, (upper, lower) in enumerate(pairwise(ends), start=1):
        if (form := _form(ink[upper:lower], across)) is not None:
            found.append(form)
        elif len(found) + lines - line < SHARE * lines:
            return 0.0
    return sum(float(np.abs(a - b).mean()) > OFF for a, b in pairwise(found)) / (len(found) - 1)


def _form(ink: NDArray[np.bool_], across: float) -> NDArray[np.float32] | None:
    """The sign in a line of a strip, scaled to a square, and stronger where it is narrow; None where there is none."""
    tall = np.flatnonzero(ink.any(axis=1))
    if not len(tall) or tall[0] == 0 or tall[-1] == len(ink) - 1:
        return None
    wide = np.flatnonzero(ink.any(axis=0))
    height, width = tall[-1] + 1 - tall[0], wide[-1] + 1 - wide[0]
    off = abs((tall[0] + tall[-1] + 1) / 2 - len(ink) / 2)
    if max(height, width) < SMALL or height > TALL * len(ink) or width > LONG * across or off > MIDDLE * len(ink):
        return None
    part = ink[tall[0] : tall[-1] + 1, wide[0] : wide[-1] + 1].astype(np.float32)
    square = np.zeros((max(part.shape), max(part.shape)), np.float32)
    square[: part.shape[0], : part.shape[1]] = part
    form = cv2.resize(square, (FORM, FORM), interpolation=cv2.INTER_AREA)
    return np.asarray(form * (square.size / part.size), np.float32)
