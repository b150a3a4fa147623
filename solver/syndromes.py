"""Which boards are solvable, as a code: every cell and state has a label in a group, and the labels add up to a goal's.

Additive puzzles: a label holds the cell's share of each check, so a board's sum is its syndrome. Permutation puzzles:
turns carry states around their orbits, so the labels count each state within each orbit (modulo one more than its
size, which never wraps).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import factorial, prod
from typing import TYPE_CHECKING

import numpy as np

from solver.permutation import TABLE_STATES
from solver.solving import plan, turning_plan

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from solver.puzzle import Puzzle


@dataclass(frozen=True, slots=True, eq=False)
class Code:
    """The solvable boards of a puzzle with its goals.

    Attributes:
        moduli: of the cyclic groups whose product is the group of labels.
        labels: cells × states × groups.
        goals: the sums of solvable boards, one a row, without repeats.
        representatives: a goal board for each row of ``goals``.
        exact: False where a board may pass and yet be unsolvable.
    """

    moduli: tuple[int, ...]
    labels: NDArray[np.int64]
    goals: NDArray[np.int64]
    representatives: NDArray[np.int64]
    exact: bool

    @property
    def size(self) -> int:
        """Number of labels there can be."""
        return prod(self.moduli)

    def syndrome(self, states: NDArray[np.int64]) -> NDArray[np.int64]:
        """The sum of the labels of a board."""
        total: NDArray[np.int64] = self.labels[np.arange(len(states)), states].sum(axis=0) % np.array(
            self.moduli, np.int64
        )
        return total

    def solvable(self, states: NDArray[np.int64]) -> bool:
        """Whether the board's sum is a goal's."""
        return bool((self.goals == self.syndrome(states)).all(axis=1).any())


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """What a decoder found.

    Attributes:
        boards: (states, posterior), best first.
        p_solvable: probability of a solvable board, given the reading alone.
        posteriors: cells × states, given that the board is solvable.
        plain_solvable: whether the plain reading is solvable.
    """

    boards: list[tuple[NDArray[np.int64], float]]
    p_solvable: float
    posteriors: NDArray[np.float64]
    plain_solvable: bool


def of_puzzle(puzzle: Puzzle, goals: Sequence[Sequence[int]]) -> Code:
    """The code of the boards from which one of ``goals`` can be reached."""
    if puzzle.family == "additive":
        moduli, labels = _checks(puzzle)
        exact = True
    else:
        moduli, labels = _counts(puzzle)
        exact = all(_counts_suffice(puzzle, tuple(goal)) for goal in goals)
    boards = np.array(goals, np.int64)
    every = np.arange(len(puzzle.cells))
    sums = np.array([labels[every, board].sum(axis=0) % moduli for board in boards], np.int64)
    distinct, first = np.unique(sums.reshape(len(boards), -1), axis=0, return_index=True)
    return Code(tuple(moduli.tolist()), labels, distinct, boards[first], exact)


def estimate(
    code: Code,
    ratios: NDArray[np.float64],
    plain: NDArray[np.int64],
    seen: Iterable[tuple[tuple[int, int], ...]],
    limit: int,
) -> Found:
    """Probabilities as shares among the solvable boards seen, each given as changes (cell, state) of ``plain``."""
    weighed = [(float(np.prod([ratios[change] for change in changes])), changes) for changes in seen]
    weighed.sort(key=lambda entry: (-entry[0], entry[1]))
    total = sum(weight for weight, _ in weighed)
    posteriors = np.zeros_like(ratios)
    posteriors[np.arange(len(plain)), plain] = 1.0
    boards: list[tuple[NDArray[np.int64], float]] = []
    for weight, changes in weighed:
        states = plain.copy()
        for cell, state in changes:
            states[cell] = state
            posteriors[cell, state] += weight / total
            posteriors[cell, plain[cell]] -= weight / total
        if len(boards) < limit:
            boards.append((states, weight / total))
    p_solvable = total * float(np.exp(-np.log(ratios.sum(axis=1)).sum()))
    return Found(boards, min(p_solvable, 1.0), np.clip(posteriors, 0.0, 1.0), code.solvable(plain))


def _checks(puzzle: Puzzle) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    checks = plan(puzzle).checks
    moduli = np.array([check.modulus for check in checks], np.int64)
    factors = np.zeros((len(puzzle.cells), len(checks)), np.int64)
    for number, check in enumerate(checks):
        for cell, factor in check.terms:
            factors[cell, number] = factor
    return moduli, np.arange(puzzle.states)[None, :, None] * factors[:, None, :] % moduli


def _counts(puzzle: Puzzle) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    orbits = _orbits(puzzle)
    kinds = puzzle.states - 1
    moduli = np.repeat([len(orbit) + 1 for orbit in orbits], kinds).astype(np.int64)
    labels = np.zeros((len(puzzle.cells), puzzle.states, len(moduli)), np.int64)
    for number, orbit in enumerate(orbits):
        for state in range(1, puzzle.states):
            labels[orbit, state, number * kinds + state - 1] = 1
    return moduli, labels


def _orbits(puzzle: Puzzle) -> list[list[int]]:
    """Cells that moves can carry to one another."""
    orbit = list(range(len(puzzle.cells)))
    for move in puzzle.moves:
        names = {orbit[cell] for cell in move.cells}
        orbit = [min(names) if name in names else name for name in orbit]
    return [[cell for cell, name in enumerate(orbit) if name == first] for first in sorted(set(orbit))]


def _counts_suffice(puzzle: Puzzle, goal: tuple[int, ...]) -> bool:
    """Whether every board with the goal's counts can reach it; False where there are too many to look."""
    arrangements = 1
    for orbit in _orbits(puzzle):
        colours = [goal[cell] for cell in orbit]
        arrangements *= factorial(len(orbit)) // prod(factorial(colours.count(state)) for state in set(colours))
    return arrangements <= TABLE_STATES and len(turning_plan(puzzle, goal).table) == arrangements
