"""Judge, at the end: what was seen of a panel as a ``Reading``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.heresy.together import completed
from vision.reading import CellReading, Reading

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vision.heresy.judge import Evidence, Judgement


def reading_of(seen: Evidence, judged: Judgement) -> Reading:
    """What was ``seen`` and how it was ``judged``, for all to read."""
    likely, centers = seen.likely, seen.lattice.centers
    # What can't be read is what shots make of the others, if they leave one way; it stays in doubt.
    whole = completed(seen.states, ~likely) if judged.verdict == "unsure" else None
    states = [int(state) if told else None for state, told in zip(seen.states, likely, strict=True)]
    states = states if whole is None else whole.tolist()
    chances = seen.probabilities if seen.joint is None else seen.joint.shares
    cells = []
    for i in range(9):
        shares = chances[i]
        center = (float(centers[i, 0]), float(centers[i, 1]))
        cells.append(CellReading(i // 3, i % 3, states[i], tuple(float(p) for p in shares), center))
    homography = tuple(float(v) for v in seen.lattice.homography.ravel())
    sure = confidence(cells)
    return Reading(judged.verdict, judged.reasons, "heresy", 4, tuple(cells), sure, homography, judged.suspects)


def confidence(cells: Iterable[CellReading]) -> float:
    """Of a panel: that all its cells are what they were read as."""
    return float(np.prod([cell.confidence for cell in cells]))
