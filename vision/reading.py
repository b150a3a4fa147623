"""What was seen: the one type that flows from the eye to everything else."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import repeat
from math import dist
from typing import Literal

from solver.notation import format_states

Verdict = Literal["sure", "unsure", "none"]
RANK: dict[Verdict, int] = {"sure": 0, "unsure": 1, "none": 2}
"""The surest first."""
OVER = "something lies over the board"
"""The reason of a reading past what hides a part of it."""
COVERED = "is covered"
"""The end of a reason that names one cell of it that is hidden."""
SAMPLE = "a larger board beside it is not read plainly: this may be a sample of it, or its goal"
"""The reason of a reading that would lead if the board itself were not in doubt."""
LOOSE = ("lights-out", "memento")
"""Puzzles of no look of their own, as a lock or a panel has: any two-coloured table in the background is a grid."""


@dataclass(frozen=True, slots=True)
class CellReading:
    """What one cell shows.

    Attributes:
        row, col: 0-based place in the text notation.
        state: the most probable state, or None where the cell can't be read.
        probabilities: one for each state, summing to 1.
        center: (x, y) of the cell's centre in frame pixels.
    """

    row: int
    col: int
    state: int | None
    probabilities: tuple[float, ...]
    center: tuple[float, float]

    @property
    def confidence(self) -> float:
        """Probability of the state that was read (0.0 where none was)."""
        return 0.0 if self.state is None else self.probabilities[self.state]


@dataclass(frozen=True, slots=True)
class Reading:
    """What was seen in a frame.

    Attributes:
        verdict: ``sure``, ``unsure`` (see ``reasons`` and ``suspects``) or ``none`` (no board; see ``reasons``).
        reasons: in words, why it is not ``sure``; empty when it is.
        kind: which puzzle, None where there is no board.
        states: how many states the cells were found to have (k).
        cells: in notation order; empty where there is no board.
        confidence: probability that the whole board is read right.
        homography: board plane → frame pixels, 3×3 row by row. On the board plane the centre of a grid's (row, col) is
            (col + 0.5, row + 0.5); of a wheels dot see ``solver.puzzles.wheels``.
        suspects: indices of cells to look at.
        memory: what the detector wants back to re-read the same place quickly; nobody else looks into it.
        profile: the name of the profile that named the states; None where none did.
        buttons: (move's name, (x, y) in frame pixels): where a profile knows that a move is made.
    """

    verdict: Verdict
    reasons: tuple[str, ...] = ()
    kind: str | None = None
    states: int = 0
    cells: tuple[CellReading, ...] = ()
    confidence: float = 0.0
    homography: tuple[float, ...] = ()
    suspects: tuple[int, ...] = ()
    memory: object | None = field(default=None, compare=False, repr=False)
    profile: str | None = None
    buttons: tuple[tuple[str, tuple[float, float]], ...] = ()

    def unsure(self, *reasons: str) -> Reading:
        """The same reading, unsure for these reasons, too."""
        return replace(self, verdict="unsure", reasons=(*self.reasons, *reasons))

    def enlarged(self, times: int) -> Reading:
        """A reading of a reduced view, in a frame so many times as large."""
        cells = tuple(replace(one, center=(one.center[0] * times, one.center[1] * times)) for one in self.cells)
        homography = (*(times * one for one in self.homography[:6]), *self.homography[6:])
        return replace(self, cells=cells, homography=homography, memory=None)

    @property
    def board(self) -> str | None:
        """The board in text notation, ``?`` for cells that can't be read; None where there is no board."""
        if not self.cells:
            return None
        cols = 0 if self.kind == "wheels" else self.size[1]
        return format_states(self.cells, [cell.state for cell in self.cells], cols=cols)

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns of a grid with cells."""
        return 1 + max(cell.row for cell in self.cells), 1 + max(cell.col for cell in self.cells)

    @property
    def pitch(self) -> float:
        """Typical distance between neighbouring cell centres in frame pixels (0.0 without cells)."""
        if len(self.cells) < 2:
            return 0.0
        here, *others = [cell.center for cell in self.cells]
        return min(map(dist, repeat(here), others))

    @property
    def middles(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of the middles of the outer cells in frame pixels."""
        xs = [cell.center[0] for cell in self.cells]
        ys = [cell.center[1] for cell in self.cells]
        return min(xs), min(ys), max(xs), max(ys)

    @property
    def outline(self) -> tuple[float, float, float, float]:
        """The same with the outer half of the outer cells."""
        left, top, right, bottom = self.middles
        half = self.pitch / 2
        return left - half, top - half, right + half, bottom + half


def leading(reading: Reading) -> tuple[int, bool, bool, float]:
    """For sorting: surer before less sure, puzzles with a look of their own first, then larger or likelier ones.

    Of sure boards the larger leads, of unsure ones the likelier; what may be a sample of another one comes last.
    """
    sure = reading.verdict == "sure"
    left, top, right, bottom = reading.middles if reading.cells else (0.0, 0.0, 0.0, 0.0)
    size = (right - left) * (bottom - top)
    order = -size if sure else -reading.confidence
    return RANK[reading.verdict], SAMPLE in reading.reasons, reading.kind in LOOSE, order


def nothing(*reasons: str) -> Reading:
    """A reading that says there is no board, and why."""
    return Reading("none", reasons)
