"""Slots: whether something stands in the middle of the place of each cell of one more line beside a board.

So do the cells of a line that turns, which is no row of the lattice then: as long as a cell, or as high, but narrower,
whatever they show and whether they are squeezed or lean. All around them is the ground that the board lies on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.memento.axis import Axis
from vision.memento.covers import canonical

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

SIDE = 24  # pixels a side that a place is reduced to
ASIDE = 0.04  # steps from the board at which places begin: its lines may be a hair off
GROUND, EVEN = 8.0, 0.85  # Lab up to which a pixel is the ground's; share of those in the corners of places that are
LEAST = 0.06  # share of a place that what stands in it takes, at least
MOSTLY = 0.3  # share of its greatest width, or height, from which it is told where it begins and ends
WHOLE, RUNS_ON = 0.95, 0.8  # share of each place along the side from which it may be a band; of the next half place
MIDDLE, AGREE, FULL = 0.09, 0.15, 0.75
"""Places by which it may be out of the middle; by which it may begin and end elsewhere than the others; that it is
either wide or high."""


def standing(picture: NDArray[np.uint8], x: Axis, y: Axis) -> list[Floats]:
    """The tones (n×3 Lab) of what stands in all places of one more row or column, for each side where something does.

    Args:
        picture: H×W×3, with some of what lies around the board.
        x: the upright lines of the board.
        y: its level ones.
    """
    found = []
    for along, across, level in ((x, y, True), (y, x, False)):
        wide = (1 - ASIDE) * across.pitch
        for start in (across.origin - across.pitch, across.end + ASIDE * across.pitch):
            slot = Axis(start, wide, 1)
            if not (_inside(along, picture.shape[level]) and _inside(slot, picture.shape[1 - level])):
                continue
            half = along.pitch / 2
            beyond = (Axis(end, half, 1) for end in (along.origin - half, along.end))
            past = [_places(picture, one, slot, level=level) for one in beyond if _inside(one, picture.shape[level])]
            tones = _standing(_places(picture, along, slot, level=level), past)
            if tones is not None:
                found.append(tones)
    return found


def _inside(axis: Axis, length: int) -> bool:
    """Whether lines lie in a picture of that ``length``."""
    return axis.origin >= 0 and axis.end <= length


def _places(picture: NDArray[np.uint8], along: Axis, slot: Axis, *, level: bool) -> Floats:
    """The places of a ``level`` row of cells, or of a column: n×S×S×3 Lab, from the top, or from the left, first."""
    cells = canonical(picture, *((along, slot) if level else (slot, along)), SIDE)
    return cells[0] if level else cells[:, 0].transpose(0, 2, 1, 3)


def _standing(places: Floats, past: list[Floats]) -> Floats | None:
    """The tones of what stands in n ``places``, and does not run on ``past`` their ends; None where nothing does."""
    ends = slice(0, 2), slice(-2, None)
    corners = np.concatenate([places[:, one, other].reshape(-1, 3) for one in ends for other in ends])
    ground = np.median(corners, axis=0)
    if 1 - _shown(corners, ground).mean() < EVEN:
        return None
    shown = _shown(places, ground)
    if shown.mean(axis=(1, 2)).min() < LEAST:
        return None
    out, along = _ends(shown.mean(axis=2)), _ends(shown.mean(axis=1))
    middle = max(float(np.abs(ends.sum(axis=1) - 1).max()) / 2 for ends in (out, along))
    full = max(float(np.diff(ends).min()) for ends in (out, along))
    if middle > MIDDLE or float(np.ptp(out, axis=0).max()) > AGREE or full < FULL:
        return None
    rows = slice(round(SIDE * float(out[:, 0].max())), round(SIDE * float(out[:, 1].min())))
    whole = float(np.diff(along).min()) >= WHOLE
    if whole and any(_shown(one[:, rows], ground).mean() >= RUNS_ON for one in past):
        return None
    return np.stack([place[there].mean(axis=0) for place, there in zip(places, shown, strict=True)])


def _shown(pixels: Floats, ground: Floats) -> NDArray[np.bool_]:
    """Which pixels, ...×3 Lab, are not the ground's."""
    return np.asarray(np.linalg.norm(pixels - ground, axis=-1) > GROUND)


def _ends(profiles: Floats) -> NDArray[np.float64]:
    """Where what is seen begins and ends, n×2 places, by how much of it there is at each pixel, n×S."""
    there = profiles >= MOSTLY * profiles.max(axis=1, keepdims=True)
    return np.stack((there.argmax(axis=1), SIDE - there[:, ::-1].argmax(axis=1)), axis=1) / SIDE
