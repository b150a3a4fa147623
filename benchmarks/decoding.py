"""How well and how fast boards are decoded: misreads repaired, calibration of posteriors, time a board.

Run ``uv run python benchmarks/decoding.py [boards]``; seeded, so that figures repeat. Boards are drawn at random among
the solvable ones. A cell of two states is measured as ±1 plus Gaussian noise, a cell of more states as one score a
state; the noise is set so that the plain reading of a cell is wrong in ``ERROR`` of all cases, and probabilities are
the true ones, as a calibrated reader's would be.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

sys.path[0] = str(Path(__file__).resolve().parent.parent)  # solver.py in this folder would hide the package

from solver import decode
from solver.puzzles import heresy, lights_out, memento, wheels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from solver.puzzle import Puzzle

ERROR = 0.01
BINS = ((0.0, 0.5), (0.5, 0.8), (0.8, 0.9), (0.9, 0.95), (0.95, 0.99), (0.99, 0.999), (0.999, 1.0001))


@dataclass
class Tally:
    """Counts over the boards of one puzzle: first boards as they come, then boards with exactly one misread."""

    plain_right: int = 0
    right: int = 0
    seen: int = 0
    repaired: int = 0
    seconds: float = 0.0


def main() -> None:
    boards = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    chance = np.random.default_rng(20)
    puzzles = {
        "lights-out 4×4": lights_out.puzzle(4, 4),
        "lights-out 5×5": lights_out.puzzle(5, 5),
        "lights-out 9×9": lights_out.puzzle(9, 9),
        "memento 3×3": memento.puzzle(3, 3),
        "memento 3×4": memento.puzzle(3, 4),
        "memento 4×4": memento.puzzle(4, 4),
        "memento 5×5": memento.puzzle(5, 5),
        "memento 8×8": memento.puzzle(8, 8),
        "heresy": heresy.puzzle(),
        "heresy, odd steps only": heresy.puzzle(),
        "wheels": wheels.puzzle(),
    }
    seen: list[tuple[float, bool]] = []
    print(f"{'puzzle':22}  plain right  decoded right  one misread: seen  repaired  CPU µs a board")
    for name, puzzle in puzzles.items():
        tally = measured(puzzle, chance, boards, seen, odd_only="odd" in name)
        print(
            f"{name:22} {tally.plain_right / boards:12.1%} {tally.right / boards:14.2%} {tally.seen / boards:18.1%} "
            f"{tally.repaired / boards:9.2%} {1e6 * tally.seconds / boards / 2:15.0f}"
        )
    print("\nposterior of the best board  boards  mean posterior  share right")
    values = np.array(seen)
    for low, high in BINS:
        chosen = values[(values[:, 0] >= low) & (values[:, 0] < high)]
        if len(chosen):
            mean, right = chosen.mean(axis=0)
            print(f"{low:12.3f} to {min(high, 1.0):5.3f} {len(chosen):15} {mean:15.4f} {right:12.4f}")


def measured(
    puzzle: Puzzle, chance: np.random.Generator, boards: int, seen: list[tuple[float, bool]], *, odd_only: bool
) -> Tally:
    """Read and decode boards; then as many with exactly one misread."""
    tally = Tally()
    spread = noise(puzzle.states)
    for number in range(2 * boards):
        truth = solvable_board(puzzle, chance)
        rows = read(truth, puzzle.states, spread, chance)
        if number >= boards:
            misread(truth, rows, spread, chance, odd_only=odd_only)
        started = time.thread_time()
        found = decode(puzzle, rows)
        tally.seconds += time.thread_time() - started
        right = found.candidates[0].states == tuple(truth.tolist())
        if number < boards:
            tally.plain_right += found.plain == tuple(truth.tolist())
            tally.right += right
            seen.append((found.candidates[0].posterior, right))
        else:
            tally.seen += not found.plain_solvable
            tally.repaired += right
    return tally


def noise(states: int) -> float:
    """The standard deviation at which a plain cell is wrong in ``ERROR`` of all cases."""
    if states == 2:
        return 1 / NormalDist().inv_cdf(1 - ERROR)
    grid = np.linspace(-8, 10, 3601)
    density = np.exp(-(grid**2) / 2) / np.exp(-(grid**2) / 2).sum()
    below = np.array([NormalDist().cdf(value) for value in grid])
    low, high = 0.05, 2.0
    for _ in range(40):  # right where the true state's score, 2 higher in the mean, beats every other
        middle = (low + high) / 2
        wrong = 1 - float((np.interp(grid + 2 / middle, grid, below, right=1.0) ** (states - 1)) @ density)
        low, high = (middle, high) if wrong < ERROR else (low, middle)
    return low


def read(truth: NDArray[np.int64], states: int, spread: float, chance: np.random.Generator) -> NDArray[np.float64]:
    """A calibrated reader's probabilities."""
    scores = spread * chance.standard_normal((len(truth), states))
    if states == 2:
        scores[:, 0] = 0.0
        scores[:, 1] += 2 * truth - 1
    else:
        scores[np.arange(len(truth)), truth] += 2
    odds = np.exp((scores - scores.max(axis=1, keepdims=True)) * 2 / spread**2)
    normal: NDArray[np.float64] = odds / odds.sum(axis=1, keepdims=True)
    return normal


def misread(
    truth: NDArray[np.int64], rows: NDArray[np.float64], spread: float, chance: np.random.Generator, *, odd_only: bool
) -> None:
    """Read cells again until exactly one is wrong, drawn from the reader's own errors."""
    states = rows.shape[1]
    wrong = int(chance.integers(len(truth)))
    for cell in range(len(truth)):
        while True:
            step = (int(rows[cell].argmax()) - int(truth[cell])) % states
            if (step > 0) == (cell == wrong) and (step % 2 == 1 or not odd_only or step == 0):
                break
            rows[cell] = read(truth[cell : cell + 1], states, spread, chance)[0]


def solvable_board(puzzle: Puzzle, chance: np.random.Generator) -> NDArray[np.int64]:
    """A random solvable board."""
    board = np.array(puzzle.goals[0], np.int64)
    if puzzle.family == "permutation":
        return chance.permutation(board)
    for move, times in zip(puzzle.moves, chance.integers(puzzle.states, size=len(puzzle.moves)), strict=True):
        board[list(move.cells)] += times
    return board % puzzle.states


if __name__ == "__main__":
    main()
