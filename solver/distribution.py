"""How many boards need how many moves: the exact distribution of least costs, by going through all of them.

Two states: every sum of moves has one representative that avoids the kernel's pivots; its least cost is the lightest
word of its coset. More states: every vector of times is looked at, so each coset is met once a kernel word. Without a
kernel the solution is unique and the distribution a power of (1 + t + ... + t^(k-1)). Turns: the table of distances.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import islice, product
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from solver.coset import independent
from solver.solving import plan, turning_plan

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from solver.puzzle import Puzzle

MAX_WORK = 1 << 28
"""Representatives × kernel words looked at, at most."""
MAX_TURNED = 400_000
"""Boards of a puzzle of turns, at most."""
MAX_MOVES = 400
"""Moves of a puzzle whose solutions are unique, at most."""
HARDEST = 8
CHUNK = 1 << 18


@dataclass(frozen=True, slots=True)
class Distribution:
    """Boards by least cost, to one goal.

    Attributes:
        boards: ``boards[c]`` boards need c moves; their sum is the number of solvable boards.
        ways: number of least solutions → number of boards that have so many.
        hardest: states of some boards that need the most moves, at most ``HARDEST``.
    """

    boards: tuple[int, ...]
    ways: dict[int, int]
    hardest: tuple[tuple[int, ...], ...]


def of_puzzle(puzzle: Puzzle, goal: Sequence[int]) -> Distribution | None:
    """The distribution of least costs to ``goal``; None where there are too many boards to go through."""
    if puzzle.family == "permutation":
        return _turned(puzzle, tuple(goal))
    worked = plan(puzzle)
    if worked.kernel_size == 1:
        return _unique(puzzle, goal) if len(puzzle.moves) <= MAX_MOVES else None
    k, moves = puzzle.states, len(puzzle.moves)
    if k == 2:
        pivots = _pivots(worked.generators)
        if moves > 60 or 1 << moves > MAX_WORK:
            return None
        return _binary(puzzle, goal, pivots)
    if k**moves * worked.kernel_size * moves > MAX_WORK:
        return None
    return _modular(puzzle, goal, worked.generators)


def _unique(puzzle: Puzzle, goal: Sequence[int]) -> Distribution:
    """Every vector of times is the only solution of its board."""
    boards = [1]
    for _ in puzzle.moves:
        grown = [0] * (len(boards) + puzzle.states - 1)
        for times in range(puzzle.states):
            for cost, count in enumerate(boards):
                grown[cost + times] += count
        boards = grown
    most = np.full((1, len(puzzle.moves)), puzzle.states - 1)
    return Distribution(tuple(boards), {1: sum(boards)}, _boards(puzzle, goal, most))


def _binary(puzzle: Puzzle, goal: Sequence[int], words: Sequence[int]) -> Distribution:
    """Two states; ``words`` is a basis of the kernel in which each word owns its highest bit."""
    moves = len(puzzle.moves)
    owned = [word.bit_length() - 1 for word in words]
    free = [move for move in range(moves) if move not in owned]
    kernel = np.zeros(1, np.uint64)
    for word in words:
        kernel = np.concatenate([kernel, kernel ^ np.uint64(word)])
    costs = np.zeros(moves + 1, np.int64)
    ways: Counter[int] = Counter()
    hardest = np.zeros(0, np.uint64)
    for chosen in _chunks(free):
        least = _weight(chosen)
        times = np.ones(len(chosen), np.int64)
        for word in kernel[1:]:
            weight = _weight(chosen ^ word)
            times = np.where(weight < least, 1, times + (weight == least))
            least = np.minimum(weight, least)
        before = int(np.flatnonzero(costs).max(initial=0))
        costs += np.bincount(least, minlength=moves + 1)
        ways.update(dict(enumerate(np.bincount(times).tolist())))
        top = int(least.max())
        if top >= before:
            found = chosen[least == top][:HARDEST]
            hardest = np.concatenate([hardest, found])[:HARDEST] if top == before else found
    most = (hardest[:, None] >> np.arange(moves, dtype=np.uint64) & np.uint64(1)).astype(np.int64)
    boards = tuple(np.trim_zeros(costs, "b").tolist())
    return Distribution(
        boards, {way: count for way, count in sorted(ways.items()) if count}, _boards(puzzle, goal, most)
    )


def _pivots(generators: Sequence[tuple[Sequence[int], int]]) -> list[int]:
    """The kernel as masks of moves, each owning its highest bit alone."""
    words = independent([sum(1 << move for move, times in enumerate(word) if times) for word, _ in generators])
    words.sort()
    for place, word in enumerate(words):
        high = 1 << word.bit_length() - 1
        words = [
            other ^ words[place] if other & high and number != place else other for number, other in enumerate(words)
        ]
    return words


def _chunks(free: Sequence[int]) -> Iterator[NDArray[np.uint64]]:
    """Every sum of the moves ``free`` as masks, ``CHUNK`` at a time."""
    inner = np.zeros(1, np.uint64)
    low = min(len(free), CHUNK.bit_length() - 1)
    for move in free[:low]:
        inner = np.concatenate([inner, inner | np.uint64(1 << move)])
    for number in range(1 << len(free) - low):
        outer = sum(1 << move for place, move in enumerate(free[low:]) if number >> place & 1)
        yield inner | np.uint64(outer)


def _weight(masks: NDArray[np.uint64]) -> NDArray[np.intp]:
    """Number of bits set, by the usual sums of fields (numpy 1 has no instruction for it)."""
    one, two, four = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333), np.uint64(0x0F0F0F0F0F0F0F0F)
    sums = masks - (masks >> np.uint64(1) & one)
    sums = (sums & two) + (sums >> np.uint64(2) & two)
    sums = sums + (sums >> np.uint64(4)) & four
    weight: NDArray[np.intp] = (sums * np.uint64(0x0101010101010101) >> np.uint64(56)).astype(np.intp)
    return weight


def _modular(puzzle: Puzzle, goal: Sequence[int], generators: Sequence[tuple[Sequence[int], int]]) -> Distribution:
    """More states: the least cost of every vector of times, each coset met once a kernel word."""
    k, moves = puzzle.states, len(puzzle.moves)
    size = prod(order for _, order in generators)
    times = np.arange(k**moves)[:, None] // k ** np.arange(moves) % k
    times = times.astype(np.uint8)
    least = np.full(len(times), k * moves, np.int64)
    count = np.zeros(len(times), np.int64)
    first = np.ones(len(times), np.bool_)
    for turns in product(*(range(order) for _, order in generators)):
        word = sum(
            (turn * np.array(word) for turn, (word, _) in zip(turns, generators, strict=True)),
            np.zeros(moves, np.int64),
        )
        other = (times + (word % k).astype(np.uint8)) % k
        cost = other.sum(axis=1, dtype=np.int64)
        count = np.where(cost < least, 1, count + (cost == least))
        least = np.minimum(cost, least)
        if any(turns):
            first &= other @ k ** np.arange(moves) > np.arange(len(times))
    costs = np.bincount(least) // size
    ways = np.bincount(count) // size
    hardest = times[(least == least.max()) & first][:HARDEST]
    return Distribution(
        tuple(costs.tolist()),
        {way: number for way, number in enumerate(ways.tolist()) if number},
        _boards(puzzle, goal, hardest.astype(np.int64)),
    )


def _boards(puzzle: Puzzle, goal: Sequence[int], times: NDArray[np.int64]) -> tuple[tuple[int, ...], ...]:
    """The boards that each row of times brings to ``goal``."""
    found = []
    for row in times.tolist():
        states = list(goal)
        for move, count in zip(puzzle.moves, row, strict=True):
            for cell in move.cells:
                states[cell] -= count
        found.append(tuple(state % puzzle.states for state in states))
    return tuple(found)


def _turned(puzzle: Puzzle, goal: tuple[int, ...]) -> Distribution | None:
    worked = turning_plan(puzzle, goal)
    if worked.arrangements > MAX_TURNED:
        return None
    table = worked.table
    costs = Counter(entry[0] for entry in table.values())
    ways = Counter(entry[1] for entry in table.values())
    top = max(costs)
    hardest = islice((tuple(board) for board, entry in table.items() if entry[0] == top), HARDEST)
    return Distribution(tuple(costs[cost] for cost in range(top + 1)), dict(sorted(ways.items())), tuple(hardest))
