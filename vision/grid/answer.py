"""Answer: a judged grid as a ``Reading``, its states in a sensible order, with a probability for every cell."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from vision.grid.away import away
from vision.grid.holes import holes
from vision.homography import project
from vision.reading import COVERED, CellReading, Reading, nothing

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.grid.cells import Cells
    from vision.reading import Verdict

KIND = "lights-out"
STEEPNESS = 24.0
SUSPECT = 0.9
WRITTEN, WHOLE = 0.95, 0.9999
"""Probability that what is written in a cell is read right; and where all of a board is, as it is or not at all: of 43
boards in doubt for being written three quarters were right, hardly fewer of the large ones."""


def answer(one: Cells, verdict: Verdict, reasons: tuple[str, ...], cycle: tuple[int, ...] | None = None) -> Reading:
    """The reading of ``one``; without cells where the verdict is ``none``.

    ``cycle`` is the order in which clicks change the states, where that is known.
    """
    if verdict == "none":
        return nothing(*reasons)
    found = one.states
    kept = np.flatnonzero(~holes(one))
    present = set(found.labels[kept].tolist())
    order = np.array([state for state in cycle or _order(one).tolist() if state in present])
    rank = np.zeros(found.count, np.int64)
    rank[order] = np.arange(len(order))
    count = max(2, len(order))
    probabilities = np.zeros((len(kept), count))
    probabilities[:, : len(order)] = chances(found.distances[kept][:, order], rank[found.labels[kept]])
    untold = np.zeros(len(kept), bool) if one.covers is None else ~one.covers.told[kept]
    probabilities[untold] = 1 / count
    row, col = np.divmod(kept, one.grid.cols)
    middles = project(one.homography, np.stack([col, row], axis=1) + 0.5).tolist()
    labels, chance = rank[found.labels[kept]].tolist(), probabilities.tolist()
    cells = tuple(map(CellReading, row.tolist(), col.tolist(), labels, map(tuple, chance), map(tuple, middles)))
    strays = set(np.flatnonzero(np.isin(kept, found.strays)).tolist()) if found.strays else set()
    confidences = [own[label] for label, own in zip(labels, chance, strict=True)]
    torn = [place for place, confidence in enumerate(confidences) if confidence < SUSPECT]
    words = [
        f"r{cells[place].row + 1} c{cells[place].col + 1} " + (COVERED if untold[place] else "lies between two colours")
        for place in torn
    ]
    if torn and verdict == "sure":
        verdict = "unsure"
    whole = math.prod(confidences)
    return Reading(
        verdict,
        (*reasons, *words[:3]),
        KIND,
        count,
        cells,
        (1.0 if verdict == "sure" else 0.5) * whole,
        tuple((one.homography / one.homography[2, 2]).ravel().tolist()),
        tuple(sorted(strays | set(torn))),
    )


def offered(states: NDArray[np.int64], matrix: NDArray[np.float64], level: int, reason: str) -> Reading:
    """A doubtful reading of two states (rows × columns) that only what is written tells of.

    ``matrix`` (3×3) takes the board plane to pixels of a ``level`` of the scene.
    """
    scale = 2.0**level
    matrix = np.array([[scale, 0.0, -0.5], [0.0, scale, -0.5], [0.0, 0.0, 1.0]]) @ matrix
    row, col = np.divmod(np.arange(states.size), states.shape[1])
    middles = project(matrix, np.column_stack([col, row]) + 0.5).tolist()
    chance = ((WRITTEN, 1 - WRITTEN), (1 - WRITTEN, WRITTEN))
    cells = tuple(
        CellReading(r, c, state, chance[state], (x, y))
        for r, c, state, (x, y) in zip(row.tolist(), col.tolist(), states.ravel().tolist(), middles, strict=True)
    )
    confidence = 0.5 * WHOLE ** len(cells)
    return Reading("unsure", (reason,), KIND, 2, cells, confidence, tuple(matrix.ravel().tolist()))


def distances(looks: NDArray[np.float64], middles: NDArray[np.float64]) -> NDArray[np.float64]:
    """N×k, of each look (N×D) to each state's middle (k×D)."""
    return away(looks[:, None], middles)


def chances(away: NDArray[np.float64], labels: NDArray[np.int64]) -> NDArray[np.float64]:
    """N×k probabilities from distances to the states (N×k): even at half way, certain near a state's look."""
    if away.shape[1] == 1:
        return np.ones_like(away)
    nearest = np.maximum(away.min(axis=1, keepdims=True), 1e-9)
    share = nearest / (nearest + away)
    weight = 1 / (1 + np.exp(STEEPNESS * (0.5 - share)))
    own = np.arange(len(labels)), labels
    weight[own] = np.maximum(weight[own], 0.5)
    return np.asarray(weight / weight.sum(axis=1, keepdims=True))


def _order(one: Cells) -> NDArray[np.int64]:
    """States from dark to lit: by lightness and chroma; with three or more the one nearest the surroundings first.

    Which colour a game calls lit can't be seen in a picture; this is only the sensible guess.
    """
    looks = one.states.looks
    if looks.shape[1] != 3:
        own = [one.rings[one.states.labels == state].mean(axis=0) for state in range(len(looks))]
        looks = np.array(own)
    vivid = looks[:, 0] + 0.6 * np.hypot(looks[:, 1], looks[:, 2])
    order = np.argsort(vivid, kind="stable")
    if len(looks) >= 3:
        around = np.concatenate([one.patches.lab[0].reshape(-1, 3), one.patches.lab[-1].reshape(-1, 3)])
        first = int(np.sqrt(((looks - np.median(around, axis=0)) ** 2).sum(axis=1)).argmin())
        order = np.array([first, *[state for state in order if state != first]])
    return order
