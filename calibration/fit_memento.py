"""Fit the weights of ``vision.memento``: how extents and readings are ranked, and how likely the first one is right.

Run ``python -m calibration.fit_memento OUT.py [BOARDS [DECOYS]]``: renders that many boards and look-alikes, reads each
with the present weights, and writes a module to put in the place of ``vision/memento/weights.py``. Ranking is a linear
model under a softmax over the candidates of one picture; the likelihood is logistic, each number with three knots.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from calibration.logistic import fit_scaled
from calibration.scenes import memento as boards
from calibration.scenes import memento_negatives as decoys
from vision.frame import Frame
from vision.memento.evidence import NAMES
from vision.memento.judge import WIDEST_MARGIN
from vision.memento.outline import EDGE_NAMES
from vision.memento.ranking import Candidate, margin
from vision.memento.search import LONGEST, search
from vision.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from calibration.scenes.scenery import Scenery

    Numbers = NDArray[np.float64]

FIRST_SEED = 2000
DEFAULT_COUNTS = (300, 400)
PLACED = 0.3  # cells: how far an outline may be off and still be the right one
RANK_RIDGE, BELIEF_RIDGE = 1e-2, 10.0
UNTOLD = ("flips",)  # what the likelihood leaves to the verdict: the algebra's word is weighed there
FEWER = 2.0  # log odds by which boards of two rows or columns are commoner in games than among those rendered
SQUAT = EDGE_NAMES.index("squat")
SELDOM = 0.005  # share of boards that score less than what is taken for the least
QUANTILES = (0.25, 0.5, 0.75)


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """All candidates of one picture: their evidence, whether place and whole reading are right, their margins."""

    values: Numbers
    placed: NDArray[np.bool_]
    right: NDArray[np.bool_]
    candidates: tuple[Candidate, ...]


def sample(scenery: Scenery) -> Sample | None:
    """Read one scene and compare every candidate with the truth."""
    scene = Scene(Frame(scenery.pixels))
    found = tuple(search(scene))
    if not found:
        return None
    scale = 2 ** scene.level_for(LONGEST)
    placed = np.array([_placed(one, scenery, scale) for one in found])
    truth = np.array([sign == "0" for sign in (scenery.board or "").replace("/", "")])
    right = np.array(
        [ok and bool((one.cut.covered == truth).all()) for ok, one in zip(placed, found, strict=True)], bool
    )
    return Sample(np.stack([one.values for one in found]), placed, right, found)


def _placed(one: Candidate, scenery: Scenery, scale: int) -> bool:
    if scenery.kind != "memento" or scenery.board is None or scenery.box is None:
        return False
    rows = scenery.board.split("/")
    if (one.y.count, one.x.count) != (len(rows), len(rows[0])):
        return False
    left, top, right, bottom = (v / scale for v in scenery.box)
    off_x = max(abs(one.x.origin - left), abs(one.x.origin + one.x.count * one.x.pitch - right)) / one.x.pitch
    off_y = max(abs(one.y.origin - top), abs(one.y.origin + one.y.count * one.y.pitch - bottom)) / one.y.pitch
    return max(off_x, off_y) < PLACED


def fit_rank(groups: list[tuple[Numbers, NDArray[np.bool_]]], steps: int = 600) -> Numbers:
    """Weights under which the right candidates of each group get the greatest softmax share (Adam, ridge)."""
    groups = [(values, right) for values, right in groups if right.any()]
    stacked = np.concatenate([values for values, _ in groups])
    spread = stacked.std(0) + 1e-6
    scaled = [((values - stacked.mean(0)) / spread, right) for values, right in groups]
    weights = np.zeros(stacked.shape[1])
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, steps + 1):
        slope = RANK_RIDGE * weights
        for values, right in scaled:
            share = np.exp(values @ weights - (values @ weights).max())
            wanted = share * right
            slope = slope + values.T @ (share / share.sum() - wanted / max(wanted.sum(), 1e-30)) / len(scaled)
        first, second = 0.9 * first + 0.1 * slope, 0.999 * second + 0.001 * slope**2
        weights = weights - 0.05 * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
    return np.asarray(weights / spread, np.float64)


def fit_belief(values: Numbers, right: Numbers, knots: Numbers) -> tuple[float, Numbers]:
    """Base and slopes (1 + knots, numbers) of the log odds that a reading is right (Newton, ridge)."""
    wide = np.concatenate([values, *(np.maximum(values - knot, 0) for knot in knots)], 1)
    weights = fit_scaled(wide, right, BELIEF_RIDGE)
    return float(weights[-1]), weights[:-1].reshape(1 + len(knots), -1)


def fit(samples: Iterable[Sample]) -> str:
    """The text of a weights module fitted on ``samples``."""
    kept = list(samples)
    edges = fit_rank([(one.values[:, : len(EDGE_NAMES)], one.placed) for one in kept])
    ranking = fit_rank([(one.values, one.right) for one in kept])
    edges[SQUAT] += FEWER
    ranking[SQUAT] += FEWER
    values, right, lowest = [], [], []
    for one in kept:
        if one.right.any():
            lowest.append((one.values[one.placed, : len(EDGE_NAMES)] @ edges).max())
        scores = one.values @ ranking
        best = int(scores.argmax())
        lead = margin(scores.tolist(), one.candidates, best)
        values.append(np.append(one.values[best], min(lead, WIDEST_MARGIN)))
        right.append(float(one.right[best]))
    told = [i for i, name in enumerate((*NAMES, "margin")) if name not in UNTOLD]
    table = np.stack(values)[:, told]
    knots = np.quantile(table, QUANTILES, axis=0)
    base, slopes = fit_belief(table, np.array(right), knots)
    lines = ['"""Weights of the evidence for a memento reading, fitted on rendered boards and look-alikes."""', ""]
    for title, names, weights in (("EDGE_WEIGHTS", EDGE_NAMES, edges), ("WEIGHTS", NAMES, ranking)):
        lines += [f"{title} = {{", *(f'    "{n}": {w:.3f},' for n, w in zip(names, weights, strict=True)), "}"]
    lines += [
        f"EDGES_FROM = {np.quantile(lowest, SELDOM):.1f}",
        '"""Score of an extent by its edges alone that hardly any board is below."""',
    ]
    lines += [f"BELIEF_BASE = {base:.3f}", "BELIEF = {"]
    for i, place in enumerate(told):
        at, by = (", ".join(f"{v:.3f}" for v in numbers[:, i]) for numbers in (knots, slopes))
        lines.append(f'    "{(*NAMES, "margin")[place]}": (({at}), ({by})),')
    lines += [
        "}",
        '"""Log odds that a reading is right: for each number its knots, its slope, what each knot passed adds."""',
        "",
    ]
    return "\n".join(lines)


def main(arguments: list[str]) -> None:
    """Render, read, fit, write."""
    out, counts = Path(arguments[0]), [int(v) for v in arguments[1:]]
    many, refused = (*counts, *DEFAULT_COUNTS[len(counts) :])[:2]
    scenes = (boards.render(FIRST_SEED + i) for i in range(many))
    traps = (decoys.render(i) for i in range(refused))
    samples = [one for source in (scenes, traps) for scenery in source if (one := sample(scenery)) is not None]
    out.write_text(fit(samples), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
