"""Fit the weights of ``vision.memento.gate``: which pictures are not worth searching, which not worth reading.

Run ``python -m calibration.fit_gate OUT.py [BOARDS [OTHERS]]``: renders that many boards, plain and worn, and pictures
of other things, and writes a module to put in the place of ``vision/memento/gate_weights.py``. A board counts when its
best reading is right. The model is that of the likelihood in ``calibration.fit_memento``; the gate shuts below what
hardly any board scores that was left out of the fit.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from calibration.corruptions.subject import subject
from calibration.fit_memento import QUANTILES, fit_belief, sample
from calibration.ladder import CORRUPTIONS, MILD
from calibration.scenes import heresy, lights_out, memento, memento_negatives, negatives, not_heresy, wheels
from vision.frame import Frame
from vision.memento import gate
from vision.memento.paint import palette
from vision.memento.search import COARSE, outset
from vision.memento.weights import EDGES_FROM, WEIGHTS
from vision.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from calibration.scenes.scenery import Scenery

    Numbers = NDArray[np.float64]

FIRST_SEED = 700_000
DEFAULT_COUNTS = (600, 440)
WORN = 2  # of three boards so many are worn
FOLDS = 5
SELDOM = 0.002  # share of boards, each scored by a fit without it, that the gate may lose
OTHERS = (memento_negatives, negatives, memento_negatives, lights_out, heresy, not_heresy, wheels)


def boards() -> Iterator[Scenery]:
    """Boards without end, most of them worn."""
    for seed in range(FIRST_SEED, 2 * FIRST_SEED):
        scenery = memento.render(seed)
        rng = np.random.default_rng([7, seed])
        if rng.integers(3) < WORN:
            name = str(rng.choice(sorted(CORRUPTIONS)))
            done = CORRUPTIONS[name](subject(scenery.pixels, scenery.entry()), int(rng.integers(1, MILD + 2)), rng)
            scenery = replace(scenery, pixels=done.pixels, board=done.entry.board, box=done.entry.box)
        yield scenery


def others() -> Iterator[Scenery]:
    """Pictures of other things without end."""
    for seed in range(FIRST_SEED, 2 * FIRST_SEED):
        yield OTHERS[seed % len(OTHERS)].render(seed)


def numbers(scenery: Scenery) -> Numbers | None:
    """What the gate asks of each extent of a picture (rows); None where it is not asked."""
    scene = Scene(Frame(scenery.pixels))
    view, fitted = outset(scene)
    shares = palette(scene.level(view.level + 1))
    if not fitted or fitted[0].score < EDGES_FROM or not len(shares):
        return None
    return np.stack([gate.numbers(shares, view.picture, one) for one in fitted[: gate.ASKED]])


def colours(scenery: Scenery) -> Numbers | None:
    """What the gate asks of the colours of a picture (one row); None where nothing is painted."""
    scene = Scene(Frame(scenery.pixels))
    small = scene.level(scene.level_for(COARSE) + 1)
    shares = palette(small)
    return gate.colours(shares)[None] if len(shares) else None


def readable(scenery: Scenery) -> bool:
    """Whether the best reading of a picture is right."""
    found = sample(scenery)
    return found is not None and bool(found.right[int((found.values @ np.array(list(WEIGHTS.values()))).argmax())])


def fit(pictures: Sequence[Numbers], board: NDArray[np.bool_]) -> tuple[float, Numbers, Numbers]:
    """Base, knots (3×N) and slopes (4×N) of the log odds that the first extent of a picture is of a board."""
    values = np.stack([extents[0] for extents in pictures])
    knots = np.quantile(values, QUANTILES, axis=0)
    base, slopes = fit_belief(values, board.astype(np.float64), knots)
    return base, knots, slopes


def left_out(pictures: Sequence[Numbers], board: NDArray[np.bool_]) -> Numbers:
    """Greatest log odds of each picture's extents, by a fit of the folds it is not in."""
    odds = np.zeros(len(pictures))
    fold = np.random.default_rng(0).integers(FOLDS, size=len(pictures))
    for now in range(FOLDS):
        rest = np.flatnonzero(fold != now).tolist()
        base, knots, slopes = fit([pictures[i] for i in rest], board[rest])
        for i in np.flatnonzero(fold == now).tolist():
            wide = np.concatenate([pictures[i], *(np.maximum(pictures[i] - knot, 0) for knot in knots)], 1)
            odds[i] = base + (wide @ slopes.ravel()).max()
    return odds


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """Numbers of many pictures, a row for each extent or one for the whole, and which pictures show a board."""

    pictures: tuple[Numbers, ...]
    board: NDArray[np.bool_]


def text(plain: Asked, cut: Asked) -> str:
    """The text of a weights module fitted on the colours of pictures, and on the numbers of their extents."""
    lines = ['"""Weights of the gate before a memento reading, fitted on rendered boards and other things."""', ""]
    lines += _table(plain, gate.COLOUR_NAMES, "COLOURS", "DULL_BELOW")
    lines += _table(cut, gate.NAMES, "GATE", "SHUT_BELOW")
    return "\n".join([*lines, ""])


def _table(asked: Asked, names: Sequence[str], called: str, below: str) -> list[str]:
    """The lines of one table of weights, and of what hardly any board is below."""
    base, knots, slopes = fit(asked.pictures, asked.board)
    odds = left_out(asked.pictures, asked.board)
    lowest = float(np.quantile(odds[asked.board], SELDOM))
    stopped = 100 * (odds[~asked.board] < lowest).mean()
    lines = [f"{called}_BASE = {base:.3f}", f"{called} = {{"]
    for i, name in enumerate(names):
        at, by = (", ".join(f"{v:.3f}" for v in some[:, i]) for some in (knots, slopes))
        lines.append(f'    "{name}": (({at}), ({by})),')
    return [
        *lines,
        "}",
        '"""Log odds that it is of a board: for each number its knots, its slope, what each knot passed adds."""',
        f"{below} = {lowest:.2f}",
        f'"""Log odds that hardly any board is below; {stopped:.0f} % of the others are."""',
    ]


def asked(pictures: Iterable[tuple[Numbers | None, bool]]) -> Asked:
    """Those of some pictures that are asked at all."""
    found = [(numbers, board) for numbers, board in pictures if numbers is not None]
    return Asked(tuple(numbers for numbers, _ in found), np.array([board for _, board in found]))


def main(arguments: list[str]) -> None:
    """Render, measure, fit, write."""
    out, counts = Path(arguments[0]), [int(v) for v in arguments[1:]]
    many, refused = (*counts, *DEFAULT_COUNTS[len(counts) :])[:2]
    plain, cut = [], []
    for sceneries, count, board in ((boards(), many, True), (others(), refused, False)):
        for scenery in islice(sceneries, count):
            if not board or readable(scenery):
                plain.append((colours(scenery), board))
                cut.append((numbers(scenery), board))
    out.write_text(text(asked(plain), asked(cut)), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
