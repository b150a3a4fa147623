"""Fit the weights of ``vision.plausible``: is a grid in doubt a board, or another thing of the world?

Run ``python -m calibration.fit_plausible FOLDER...`` on folders with truth files, of screenshots of many games and of
other programs. Beside them it draws boards and other things, most of them worn by a rung of the ladder, and wears the
fixtures; these boards weigh less, for there are more of them and they are less various. It notes every grid in doubt,
fits a logistic model on the doubts and figures of the boards among them and of what is none, measures it on programs
that were left out of the fit, and writes the weights. No doubt speaks for a board: the least telling weigh nothing. The
constant is such that few boards of the folders score below zero. Grids read wrong teach nothing.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from calibration.evaluate import Task, each, tasks
from calibration.fit_confidence import FIXTURES, drawn
from calibration.ladder import STRENGTHS, rungs, worn
from calibration.logistic import fit_scaled
from calibration.score import exact
from calibration.truth import load
from vision.look import search
from vision.plausible import FILE, figures, said
from vision.refused import uniform
from vision.trace import Trace

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

SEED, BOARDS, OTHERS, WORN = 720_000, 700, 300, 300
"""Of everything drawn; how many boards and other things are drawn, and fixtures worn."""
DRAWN = 0.05
"""Weight of a board that was drawn, or of a fixture, to one of the folders and to other things."""
STIFF = 5.0
"""Weight of the square of the weights, of figures with deviation one."""
FOLDS = 8
LOST = 0.05
"""Share of the folders' boards in doubt that may score below zero."""
FEWEST = 3
"""Examples in which a doubt is found, at least, for it to have a weight."""


@dataclass(frozen=True, slots=True)
class Example:
    """A grid in doubt: of which program, what is seen of it, whether it is a board, and whether it was made up."""

    game: str
    figures: dict[str, float]
    doubts: frozenset[str]
    board: bool
    made: bool = False

    @property
    def weight(self) -> float:
        """How much it counts in the fit."""
        return DRAWN if self.made and self.board else 1.0


def examples(task: Task, *, made: bool = False) -> list[Example]:
    """The grids in doubt of one picture: those read right, and any where there is no board."""
    frame, entry = task.make()
    trace = Trace()
    search(frame, trace=trace)
    found = {}
    for reading, pixels in trace.doubted:
        if reading.kind != "lights-out" or reading.verdict != "unsure" or uniform(reading):
            continue
        board = exact(reading, entry)
        if board or entry.board is None:
            seen = figures(reading, pixels)
            found[reading.homography] = Example(entry.game, seen, frozenset(said(reading)), board, made)
    return list(found.values())


def made_up() -> list[Task]:
    """Boards and other things that are drawn, and fixtures, worn."""
    steps = list(rungs(STRENGTHS))
    filed = tasks(entry for entry in load(FIXTURES) if entry.path.parent.name == "lights-out")
    found = []
    for number in range(BOARDS + OTHERS + WORN):
        rng = np.random.default_rng([SEED, number])
        name, strength = steps[rng.integers(len(steps))]
        if number < BOARDS + OTHERS:
            module = "lights_out" if number < BOARDS else "negatives"
            task = Task(f"{module}-{SEED + number}", partial(drawn, module, SEED + number))
        else:
            task = filed[rng.integers(len(filed))]
        clean = BOARDS <= number < BOARDS + OTHERS and number % 2 == 0
        found.append(task if clean else Task(task.name, partial(worn, task.make, name, strength, SEED + number)))
    return found


def columns(seen: Sequence[Example], names: Sequence[str], doubts: Sequence[str]) -> NDArray[np.float64]:
    """What the model sees of examples, N×(figures + doubts)."""
    rows = [[one.figures[name] for name in names] + [float(doubt in one.doubts) for doubt in doubts] for one in seen]
    return np.array(rows, np.float64)


def fitted(seen: Sequence[Example], names: Sequence[str], doubts: Sequence[str]) -> NDArray[np.float64]:
    """Weights for examples, of doubts none above zero, the constant such that few of the folders' boards score less."""
    table, boards = columns(seen, names, doubts), np.array([one.board for one in seen])
    made, weight = np.array([one.made for one in seen]), np.array([one.weight for one in seen])
    used = np.ones(table.shape[1], bool)
    weights = fit_scaled(table, boards, STIFF, weight)
    while (weights[len(names) : -1] > 0).any():
        used[len(names) :] &= weights[len(names) : -1] <= 0
        weights = np.zeros(len(weights))
        weights[np.append(used, True)] = fit_scaled(table[:, used], boards, STIFF, weight)
    weights[-1] -= np.quantile((table @ weights[:-1] + weights[-1])[boards & ~made], LOST)
    return weights


def left_out(seen: Sequence[Example], names: Sequence[str], doubts: Sequence[str]) -> NDArray[np.float64]:
    """The score of each example by weights that were fitted on other programs."""
    games = sorted({one.game for one in seen})
    part = dict(zip(games, np.random.default_rng(SEED).permutation(len(games)) % FOLDS, strict=True))
    out = np.zeros(len(seen))
    for fold in range(FOLDS):
        weights = fitted([one for one in seen if part[one.game] != fold], names, doubts)
        tested = [index for index, one in enumerate(seen) if part[one.game] == fold]
        if tested:
            out[tested] = columns([seen[index] for index in tested], names, doubts) @ weights[:-1] + weights[-1]
    return out


def collect(todo: Iterable[Task], *, made: bool) -> list[Example]:
    """The examples of all tasks, on all cores."""
    return [one for found in each(partial(examples, made=made), todo) for one in found]


def main(folders: Sequence[str]) -> None:
    """Read, fit, measure, write."""
    if not folders:
        sys.exit("name folders with truth files of screenshots, of boards and of other programs")
    given = collect((task for folder in folders for task in tasks(load(folder))), made=False)
    learn([*given, *collect(made_up(), made=True)])


def learn(seen: Sequence[Example]) -> None:
    """Fit, measure, write."""
    names = list(seen[0].figures)
    every = sorted({doubt for one in seen for doubt in one.doubts})
    doubts = [doubt for doubt in every if sum(doubt in one.doubts for one in seen) >= FEWEST]
    scores = left_out(seen, names, doubts)
    facts: dict[str, object] = {"fitted_by": "calibration/fit_plausible.py"}
    for side, board in (("boards", True), ("other things", False)):
        for place, made in (("of the folders", False), ("made up", True)):
            part = [scores[index] < 0 for index, one in enumerate(seen) if (one.board, one.made) == (board, made)]
            facts[f"{side} {place}"] = len(part)
            sys.stdout.write(f"{side} {place}, left out of the fit: {sum(part)} of {len(part)} below zero\n")
    weights = [round(float(weight), 3) for weight in fitted(seen, names, doubts)]
    facts["constant"] = weights[-1]
    facts["figures"] = dict(zip(names, weights, strict=False))
    facts["doubts"] = {doubt: weight for doubt, weight in zip(doubts, weights[len(names) :], strict=False) if weight}
    FILE.write_text(json.dumps(facts, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
