"""The most probable *solvable* boards behind a reading: solvability used as an error-correcting code.

A reading gives every cell a probability for each state. Which boards can be solved is known exactly, and most single
misreads make a board unsolvable, so the solvable board of the largest probability is often right where the plain
reading (each cell's likeliest state) is not. Four decoders share the work: a trellis over syndromes
(:mod:`solver.trellis`), moves that don't meet (:mod:`solver.disjoint`), and two approximate ones for what is too large
for both (:mod:`solver.ordered`, :mod:`solver.nearby`). Cells are taken to be misread independently.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, Protocol

import numpy as np

from solver import disjoint, nearby, ordered, syndromes, trellis
from solver.board import Board
from solver.errors import NotationError
from solver.typed import goal_boards

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import ArrayLike, NDArray

    from solver.puzzle import Puzzle

FLOOR = 1e-9
"""No state is less probable than this part of the cell's likeliest: a reader's zero is not a proof."""

APPLY_FROM = 0.99
TRUST_FROM = 1e-3
SUSPECT_FROM = 0.05


@dataclass(frozen=True, slots=True)
class Candidate:
    """A solvable board.

    Attributes:
        states: a state for each cell.
        posterior: its probability, given the reading and that the board is solvable.
        changed: cells (indices) where it differs from the plain reading.
    """

    states: tuple[int, ...]
    posterior: float
    changed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Decoded:
    """What solvability says about a reading.

    Attributes:
        plain: each cell's likeliest state.
        plain_solvable: True where that board is solvable.
        candidates: the most probable solvable boards, best first.
        p_solvable: how probable a solvable board is, given the reading alone.
        exact: False where candidates may be missed and the probabilities are estimates.
        cell_posteriors: for each cell, the probability of each state given that the board is solvable.
    """

    plain: tuple[int, ...]
    plain_solvable: bool
    candidates: tuple[Candidate, ...]
    p_solvable: float
    exact: bool
    cell_posteriors: tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True)
class Advice:
    """What to do with a reading.

    Attributes:
        action: ``keep`` the plain reading; ``offer`` the repair but call the reading unsure; ``apply`` the repair and
            say so.
        states: the board to go on with: the repaired one where ``apply``, else the plain one.
        repaired: the board offered or applied, None where there is none.
        suspects: cells that are probably misread, most probable first.
        reason: one line for a person.
    """

    action: Literal["keep", "offer", "apply"]
    states: tuple[int, ...]
    repaired: tuple[int, ...] | None
    suspects: tuple[int, ...]
    reason: str


class Decoder(Protocol):
    """One way to decode; made once for a puzzle and its goals."""

    @property
    def exact(self) -> bool:
        """Whether no solvable board is missed."""
        ...

    def decode(self, ratios: NDArray[np.float64], plain: NDArray[np.int64], limit: int) -> syndromes.Found:
        """Decode ``ratios`` (cells × states, each row's largest is 1, at ``plain``)."""
        ...


def decode(
    puzzle: Puzzle,
    probabilities: ArrayLike,
    *,
    goal: str | Board | Iterable[Board] | None = None,
    limit: int = 5,
) -> Decoded:
    """The most probable boards from which a goal can be reached.

    Args:
        puzzle: the rules.
        probabilities: cells × states, a probability for each state of each cell; rows are normalised. A row with a
            NaN, or of zeros, stands for a cell that could not be read.
        goal: as ``solver.goal_boards`` takes it, or goal boards; None = the puzzle's own goals.
        limit: how many candidates to list, 1 or more.

    Raises:
        NotationError: wrong shape, a negative or infinite probability, no candidates asked for, or a wrong goal.
    """
    if limit < 1:
        raise NotationError(f"{limit} candidates were asked for: ask for at least one")
    ratios, plain = _ratios(puzzle, probabilities)
    decoder = _decoder(puzzle, _goals(puzzle, goal))
    found = decoder.decode(ratios, plain, limit)
    candidates = tuple(
        Candidate(tuple(states.tolist()), float(posterior), tuple(np.flatnonzero(states != plain).tolist()))
        for states, posterior in found.boards
    )
    return Decoded(
        tuple(plain.tolist()),
        found.plain_solvable,
        candidates,
        found.p_solvable,
        decoder.exact,
        tuple(map(tuple, found.posteriors.tolist())),
    )


def advice(decoded: Decoded, puzzle: Puzzle) -> Advice:
    """What to do: a solvable reading is kept; an unsolvable one is never replaced silently.

    The repair is applied only where the games deal solvable boards, its posterior is at least ``APPLY_FROM``, the
    decoding is exact, and the reading as a whole is believable (a solvable board at least ``TRUST_FROM`` probable).
    """
    plain = decoded.plain
    if decoded.plain_solvable:
        return Advice("keep", plain, None, (), "the board read is solvable")
    if not decoded.candidates:
        return Advice("offer", plain, None, (), "the board read can't be solved, and no likely misread explains it")
    best = decoded.candidates[0]
    doubt: dict[int, float] = {}
    for candidate in decoded.candidates:
        if candidate is best or candidate.posterior >= SUSPECT_FROM:
            for cell in candidate.changed:
                doubt[cell] = doubt.get(cell, 0.0) + candidate.posterior
    suspects = tuple(sorted(doubt, key=lambda cell: -doubt[cell]))
    changes = ", ".join(
        f"r{puzzle.cells[cell].row + 1} c{puzzle.cells[cell].col + 1} reads {plain[cell]}, would be {best.states[cell]}"
        for cell in best.changed
    )
    sure = puzzle.deals_solvable and decoded.exact and best.posterior >= APPLY_FROM and decoded.p_solvable >= TRUST_FROM
    reason = f"the board read can't be solved; {changes} (probability {best.posterior:.3f})"
    return Advice("apply" if sure else "offer", best.states if sure else plain, best.states, suspects, reason)


def _ratios(puzzle: Puzzle, probabilities: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Probabilities as parts of each cell's largest, and the likeliest states."""
    shape = (len(puzzle.cells), puzzle.states)
    try:
        given = np.array(probabilities, np.float64)
    except (TypeError, ValueError) as error:
        raise NotationError(f"probabilities must be numbers, {shape[0]} cells × {shape[1]} states") from error
    if given.shape != shape:
        raise NotationError(
            f"probabilities have the shape {given.shape}, but this puzzle needs {shape[0]} cells × {shape[1]} states"
        )
    given[np.isnan(given).any(axis=1)] = 0.0
    if not np.isfinite(given).all() or (given < 0).any():
        raise NotationError("a probability is negative or infinite: give numbers from 0 to 1, NaN where unread")
    largest = given.max(axis=1, keepdims=True)
    given[largest[:, 0] == 0] = 1.0
    largest[largest == 0] = 1.0
    return np.maximum(given / largest, FLOOR), given.argmax(axis=1)


def _goals(puzzle: Puzzle, goal: str | Board | Iterable[Board] | None) -> tuple[tuple[int, ...], ...]:
    """States of the goals meant."""
    if goal is None or isinstance(goal, str):
        return tuple(board.states for board in goal_boards(puzzle, goal))
    boards = (goal,) if isinstance(goal, Board) else tuple(goal)
    if not boards or any(board.puzzle != puzzle for board in boards):
        raise NotationError("the goals must be boards of the puzzle that is decoded, at least one")
    return tuple(board.states for board in boards)


@lru_cache(maxsize=32)
def _decoder(puzzle: Puzzle, goals: tuple[tuple[int, ...], ...]) -> Decoder:
    """The quickest exact decoder, else an approximate one."""
    code = syndromes.of_puzzle(puzzle, goals)
    lines = disjoint.fitting(puzzle, code)
    if lines is not None:
        return lines
    if trellis.fits(code):
        return trellis.Trellis(code)
    binary = puzzle.family == "additive" and puzzle.states == 2
    return ordered.OrderedStatistics(code) if binary else nearby.Nearby(code)
