"""How a reading stands against the truth."""

from __future__ import annotations

from enum import Enum
from math import hypot
from typing import TYPE_CHECKING

import numpy as np

from solver.notation import parse
from vision.homography import project

if TYPE_CHECKING:
    from calibration.truth import Entry
    from vision.reading import Reading

TOLERANCE = 0.35
"""A cell's centre may be this far from the truth, in cells, before it counts as another place."""


class Outcome(Enum):
    """What became of one picture. The two ``*_SURE`` failures are the defects that must never happen."""

    SURE = "exact and sure"
    EXACT = "exact but unsure"
    WRONG = "wrong, said unsure"
    MISSED = "no board found where there is one"
    REFUSED = "rightly none"
    DOUBTED = "no board there, said unsure"
    WRONG_SURE = "wrong and sure"
    FALSE_SURE = "sure where nothing may be sure"

    @property
    def bad(self) -> bool:
        """True for wrong and sure, in either form."""
        return self in (Outcome.WRONG_SURE, Outcome.FALSE_SURE)


def outcome(reading: Reading, entry: Entry) -> Outcome:
    """Class of the leading ``reading`` of a picture whose truth is ``entry``."""
    sure = reading.verdict == "sure"
    if entry.expect in ("none", "not-sure"):
        if sure:
            return Outcome.FALSE_SURE
        return Outcome.REFUSED if reading.verdict == "none" else Outcome.DOUBTED
    if exact(reading, entry):
        return Outcome.SURE if sure else Outcome.EXACT
    if sure:
        return Outcome.WRONG_SURE
    return Outcome.MISSED if reading.verdict == "none" else Outcome.WRONG


def exact(reading: Reading, entry: Entry) -> bool:
    """Whether puzzle, shape, places and states are right; Lights Out states up to renaming.

    A board of one state is renamed freely too: which colour is lit can't be seen.
    """
    if entry.board is None or reading.kind != entry.kind or not reading.cells or reading.verdict == "none":
        return False
    truth = {
        (row, col): state
        for row, line in enumerate(parse(entry.board))
        for col, state in enumerate(line)
        if state is not None
    }
    if truth.keys() != {(cell.row, cell.col) for cell in reading.cells}:
        return False
    if not placed(reading, entry):
        return False
    pairs = [(truth[cell.row, cell.col], cell.state) for cell in reading.cells]
    if entry.kind == "lights-out":
        distinct = set(pairs)
        return None not in {seen for _, seen in distinct} and (
            len(distinct) == len({seen for _, seen in distinct}) == len({real for real, _ in distinct})
        )
    return all(real == seen for real, seen in pairs)


def placed(reading: Reading, entry: Entry) -> bool:
    """Whether every centre is within ``TOLERANCE`` cells of the truth, as far as the truth knows."""
    error = displacement(reading, entry)
    return error is None or error <= TOLERANCE


def displacement(reading: Reading, entry: Entry) -> float | None:
    """The largest distance between a centre read and its true place, in cells; None where no place is known."""
    cells = sorted(reading.cells, key=lambda cell: (cell.row, cell.col))
    if entry.centers and len(entry.centers) == len(cells):
        pitch = min(
            (hypot(x - entry.centers[0][0], y - entry.centers[0][1]) for x, y in entry.centers[1:]), default=1.0
        )
        return max(
            hypot(cell.center[0] - x, cell.center[1] - y) / pitch
            for cell, (x, y) in zip(cells, entry.centers, strict=True)
        )
    if entry.box is None or entry.kind == "wheels":
        return None
    return min(_off_upright(reading, entry.box), _off_outline(reading, entry.box))


def _off_upright(reading: Reading, box: tuple[float, float, float, float]) -> float:
    """The largest distance of a centre, in cells, from that of a grid that stands upright in ``box``."""
    left, top, right, bottom = box
    down, across = reading.size
    width, height = (right - left) / across, (bottom - top) / down
    return max(
        max(
            abs(cell.center[0] - left - (cell.col + 0.5) * width) / width,
            abs(cell.center[1] - top - (cell.row + 0.5) * height) / height,
        )
        for cell in reading.cells
    )


def _off_outline(reading: Reading, box: tuple[float, float, float, float]) -> float:
    """The largest distance of ``box``'s sides, in cells, from those about the grid: all it tells of one that leans."""
    if not reading.homography:
        return float("inf")
    down, across = reading.size
    corners = np.array([(0.0, 0.0), (across, 0.0), (across, down), (0.0, down)])
    seen = project(np.reshape(reading.homography, (3, 3)), corners)
    cells = np.array([across / (box[2] - box[0]), down / (box[3] - box[1])])
    return float((np.abs([seen.min(axis=0), seen.max(axis=0)] - np.reshape(box, (2, 2))) * cells).max())
