"""Solution: a board beside another one that shows which of its cells to click, or what it is to become.

Solvers, hints and levels draw such. It is as large, so nothing else tells which of the two is meant.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.grid import pattern
from vision.showing import table
from vision.worded import heading

if TYPE_CHECKING:
    from vision.reading import Reading
    from vision.scene import Scene

SHOWN = "it may only show which cells of the board beside it are to be clicked"
AIM = "it may only show what the board beside it is to become"
WORDS = {"solution": SHOWN, "target": AIM, "goal": AIM}
"""What is written above such a board, and what it shows."""
ALIKE = 0.8
"""Length along a board's side, over that of another one, from which they are of one size."""


def doubted(scene: Scene, readings: list[Reading]) -> list[Reading]:
    """The readings of one picture; sure ones are not where they seem to be another sure one's solution.

    Clicks on the cells of one state solve that, or it is written above them alone.
    """
    sure = [one for one in readings if one.verdict == "sure" and one.kind == "lights-out"]
    if len(sure) < 2:
        return readings
    shown = [(one, SHOWN) for one in sure if any(_twins(one, other) and _solves(one, other) for other in sure)]
    if not shown:
        twins = [one for one in sure if any(_twins(one, other) for other in sure)]
        told = [(one, why) for one in twins if (why := _headed(scene, one))]
        shown = told if len(told) < len(twins) else []
    return [next((one.unsure(why) for other, why in shown if one is other), one) for one in readings]


def _headed(scene: Scene, board: Reading) -> str | None:
    """What a board shows by what is written above it; None where none of that is."""
    text = heading(scene, board)
    return next((why for word, why in WORDS.items() if any(text.words(word, small=False))), None)


def _twins(one: Reading, other: Reading) -> bool:
    """Whether two boards have as many rows and columns, and one size."""
    if one is other or table(one).shape != table(other).shape:
        return False
    sides = [(right - left, bottom - top) for left, top, right, bottom in (one.outline, other.outline)]
    return all(ALIKE <= a / b <= 1 / ALIKE for a, b in zip(*sides, strict=True))


def _solves(clicks: Reading, board: Reading) -> bool:
    """Whether clicks on the cells of one state make all cells of the other board alike."""
    pressed, states = table(clicks), table(board)
    if min(pressed.min(), states.min()) < 0 or max(pressed.max(), states.max()) > 1:
        return False
    turns = pattern.clicks(*states.shape)
    return any(np.ptp(states.ravel() ^ (turns[pressed.ravel() == lit].sum(axis=0) % 2)) == 0 for lit in (0, 1))
