"""Facts of a puzzle or of a board: what share is solvable, how hard boards are, how many solutions there are."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import log10
from typing import TYPE_CHECKING

from solver.notation import format_states
from solver.solving import plan, plans, turning_plan, why_unsolvable
from solver.typed import goal_boards

if TYPE_CHECKING:
    from collections.abc import Mapping

    from solver.board import Board
    from solver.distribution import Distribution
    from solver.puzzle import Puzzle

LARGE = 10**15
Json = str | int | float | bool | None | list["Json"] | dict[str, "Json"]


@dataclass(frozen=True, slots=True)
class PuzzleFacts:
    """What is known of all boards of a puzzle, for one goal.

    Attributes:
        puzzle: the rules.
        goal: the goal the costs are counted to.
        boards: how many boards there are; in a puzzle of turns, with the goal's colours.
        solvable: how many of them are solvable (None: not known).
        kernel: how many ways there are to solve a solvable board, each move counted modulo its states (None: turns).
        nullity: independent sets of moves that change nothing (None: turns).
        distribution: boards by least cost (None: too many to go through).
    """

    puzzle: Puzzle
    goal: Board
    boards: int
    solvable: int | None
    kernel: int | None
    nullity: int | None
    distribution: Distribution | None

    @property
    def share(self) -> Fraction | None:
        """The share of boards that are solvable."""
        return None if self.solvable is None else Fraction(self.solvable, self.boards)

    @property
    def most(self) -> int | None:
        """God's number: the moves the hardest board needs."""
        return None if self.distribution is None else len(self.distribution.boards) - 1

    @property
    def mean(self) -> Fraction | None:
        """The mean least cost over the solvable boards."""
        if self.distribution is None:
            return None
        boards = self.distribution.boards
        return Fraction(sum(cost * count for cost, count in enumerate(boards)), sum(boards))

    @property
    def hardest(self) -> tuple[str, ...]:
        """Some of the hardest boards in text notation."""
        if self.distribution is None:
            return ()
        return tuple(format_states(self.puzzle.cells, states) for states in self.distribution.hardest)

    def rows(self) -> tuple[tuple[str, str], ...]:
        """Name and value of each fact, for a table."""
        puzzle = self.puzzle
        found = [
            ("puzzle", f"{puzzle.kind}, rule {puzzle.rule}, {len(puzzle.cells)} cells, {puzzle.states} states"),
            ("moves", str(len(puzzle.moves))),
            ("goal", str(self.goal)),
            ("boards", _known(self.boards)),
            ("solvable boards", _known(self.solvable)),
            ("solvable share", _share(self.share)),
        ]
        if self.kernel is not None:
            found += [("nullity", str(self.nullity)), ("solutions of each", _known(self.kernel))]
        if self.distribution is None:
            return (*found, ("least moves", "too many boards to go through"))
        boards = self.distribution.boards
        found += [
            ("most moves needed", str(self.most)),
            ("mean least moves", _share(self.mean)),
            ("hardest boards", f"{boards[-1]}, such as {self.hardest[0]}"),
        ]
        found += [(f"{cost} moves", str(count)) for cost, count in enumerate(boards) if count]
        found += [(f"{ways} least solutions", str(count)) for ways, count in self.distribution.ways.items()]
        return tuple(found)

    def as_dict(self) -> dict[str, Json]:
        """The facts as JSON values; fractions as text such as ``1/16``, numbers past 10^15 as text such as ``2^81``."""
        found: dict[str, Json] = {
            "puzzle": self.puzzle.kind,
            "rule": self.puzzle.rule,
            "cells": len(self.puzzle.cells),
            "states": self.puzzle.states,
            "moves": len(self.puzzle.moves),
            "goal": str(self.goal),
            "boards": _json(self.boards),
            "solvable": _json(self.solvable),
            "share": None if self.share is None else _fraction(self.share),
            "nullity": self.nullity,
            "kernel": _json(self.kernel),
            "most": self.most,
            "mean": None if self.mean is None else _fraction(self.mean),
            "distribution": None if self.distribution is None else list(self.distribution.boards),
            "least_solutions": None if self.distribution is None else _named(self.distribution.ways),
            "hardest": list(self.hardest),
        }
        return found


@dataclass(frozen=True, slots=True)
class BoardFacts:
    """What is known of one board.

    Attributes:
        board: the board.
        goal: the goal that is cheapest to reach (the first goal where none can be reached).
        reason: why it is unsolvable, None where it is solvable.
        cost: least moves, or the best found; None where unsolvable.
        lower_bound: no solution is shorter.
        least_solutions: how many solutions are as short, None where not known.
        solutions: how many solutions there are, None where without number or not known.
    """

    board: Board
    goal: Board
    reason: str | None
    cost: int | None
    lower_bound: int | None
    least_solutions: int | None
    solutions: int | None

    def rows(self) -> tuple[tuple[str, str], ...]:
        """Name and value of each fact, for a table."""
        found = [("board", str(self.board)), ("goal", str(self.goal))]
        if self.reason is not None:
            return (*found, ("solvable", f"no: {self.reason}"))
        proved = "proved" if self.cost == self.lower_bound else f"not proved, at least {self.lower_bound}"
        return (
            *found,
            ("solvable", "yes"),
            ("least moves", f"{self.cost} ({proved})"),
            ("least solutions", _known(self.least_solutions)),
            ("solutions", _known(self.solutions)),
        )

    def as_dict(self) -> dict[str, Json]:
        """The facts as JSON values."""
        return {
            "board": str(self.board),
            "goal": str(self.goal),
            "solvable": self.reason is None,
            "reason": self.reason,
            "cost": self.cost,
            "minimum": self.cost is not None and self.cost == self.lower_bound,
            "lower_bound": self.lower_bound,
            "least_solutions": self.least_solutions,
            "solutions": _json(self.solutions),
        }


def analyse(puzzle: Puzzle, goal: str | None = None) -> PuzzleFacts:
    """Facts of all boards of ``puzzle``, with least costs to ``goal`` (None, or several: the first).

    Raises:
        NotationError: the goal can't be understood.
    """
    from solver import distribution  # noqa: PLC0415  it needs numpy

    target = goal_boards(puzzle, goal)[0]
    costs = distribution.of_puzzle(puzzle, target.states)
    if puzzle.family == "permutation":
        boards = turning_plan(puzzle, target.states).arrangements
        return PuzzleFacts(puzzle, target, boards, None if costs is None else sum(costs.boards), None, None, costs)
    worked = plan(puzzle)
    boards = puzzle.states ** len(puzzle.cells)
    solvable = puzzle.states ** len(puzzle.moves) // worked.kernel_size
    return PuzzleFacts(puzzle, target, boards, solvable, worked.kernel_size, len(worked.generators), costs)


def analyse_board(board: Board, goal: str | None = None) -> BoardFacts:
    """Facts of one board, to the cheapest of its goals.

    Raises:
        NotationError: the goal can't be understood.
        BudgetError: a search was stopped; the message says what is proved.
    """
    goals = goal_boards(board, goal)
    found = plans(board, goals)
    if not found:
        reason = why_unsolvable(board, goals[0])
        return BoardFacts(board, goals[0], reason or "no goal can be reached", None, None, None, None)
    best = found[0]
    return BoardFacts(board, best.goal, None, best.cost, best.lower_bound, best.minimum_solutions, best.solutions)


def _known(number: int | None) -> str:
    return "not known" if number is None else str(_json(number))


def _json(number: int | None) -> int | str | None:
    """A number that any reader of JSON takes, else text: huge ones have more digits than Python prints."""
    if number is None or number < LARGE:
        return number
    power = number.bit_length() - 1
    return f"2^{power}" if number == 1 << power else f"about 10^{log10(number):.1f}"


def _fraction(fraction: Fraction) -> str:
    """Exact, as text."""
    if fraction.denominator == 1:
        return str(_json(fraction.numerator))
    return f"{_json(fraction.numerator)}/{_json(fraction.denominator)}"


def _share(fraction: Fraction | None) -> str:
    if fraction is None:
        return "not known"
    text = _fraction(fraction)
    return text if fraction.denominator == 1 or fraction < Fraction(1, LARGE) else f"{text} = {float(fraction):.6g}"


def _named(counts: Mapping[int, int]) -> dict[str, Json]:
    return {str(name): count for name, count in counts.items()}
