"""Our solvers beside the sources' algorithms, an OR-tools model and plain elimination, in one run.

``uv run --group bench python benchmarks/solver.py [--long]``. Prints medians, ratios and the targets; every answer is
compared with its rival's or checked. ``--long`` adds the proofs that take seconds. Times are processor time, so that
other work on the machine disturbs them little. A figure within twice its target is marked ``~``.
"""

from __future__ import annotations

import importlib.util
import platform
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import numpy as np

sys.path[0] = str(Path(__file__).resolve().parent.parent)  # this folder would hide the package solver
from benchmarks import sources
from solver import gridchase, walsh
from solver.coset import minimum
from solver.puzzles import heresy, lights_out, memento, wheels
from solver.solving import plan, turning_plan

if TYPE_CHECKING:
    from collections.abc import Callable

RUNS = 7
RIVAL_SECONDS = 20.0
UNITS = ((1e-3, 1e6, "µs"), (1.0, 1e3, "ms"), (float("inf"), 1.0, "s"))


@dataclass
class Table:
    """Lines of the report, printed as they come."""

    long: bool
    lines: list[str] = field(default_factory=list)

    def add(self, name: str, ours: float, rival: str, theirs: float, *, ratio: float = 0, seconds: float = 0) -> None:
        """One line; ``ratio`` and ``seconds`` are the targets, 0 for none."""
        gain = theirs / ours if theirs else 0.0
        target, met = "", ""
        if ratio:
            target, met = f"≥ {ratio:,.0f}×", mark(ratio / gain)
        if seconds:
            target, met = f"≤ {text(seconds)}", mark(ours / seconds)
        beside = f"{rival}: {text(theirs)}" if theirs else rival
        self.lines.append(
            f"| {name} | {text(ours)} | {beside} | {f'{gain:,.0f}×' if gain else ''} | {target} | {met} |"
        )
        print(self.lines[-1], flush=True)


def text(seconds: float) -> str:
    factor, unit = next((factor, unit) for limit, factor, unit in UNITS if seconds < limit)
    return f"{seconds * factor:.3g} {unit}"


def mark(part: float) -> str:
    """How a figure stands that is this part of its target."""
    return "yes" if part <= 1 else "~" if part <= 2 else "no"


def timed(work: Callable[[], object], *, inner: int = 1, runs: int = RUNS) -> float:
    """Median over ``runs`` of the mean time of ``inner`` calls."""
    found = []
    for _ in range(runs):
        started = time.process_time()
        for _ in range(inner):
            work()
        found.append((time.process_time() - started) / inner)
    return median(found)


def mementos(table: Table) -> None:
    chance = np.random.default_rng(1)
    for size, target in ((3, 0), (5, 0), (8, 50_000)):
        puzzle = memento.puzzle(size, size)
        worked = plan(puzzle)
        ours, theirs = [], []
        for _ in range(RUNS):
            pressed = chance.integers(0, 2, len(puzzle.moves))
            missing = [0] * len(puzzle.cells)
            for move, times in zip(puzzle.moves, pressed, strict=True):
                for cell in move.cells:
                    missing[cell] ^= int(times)
            mask = sum(bit << cell for cell, bit in enumerate(missing))
            least = worked.least_mask(mask).bit_count()
            rows = 1 - np.array(missing).reshape(size, size)
            started = time.process_time()
            choice = sources.memento_product(rows.tolist(), least)
            theirs.append(time.process_time() - started)
            assert choice is not None
            assert sum(choice) == least
            ours.append(timed(lambda worked=worked, mask=mask: worked.least_mask(mask), inner=2000, runs=3))
        table.add(f"memento {size}×{size}", median(ours), "product of moves", median(theirs), ratio=target)


def locks(table: Table) -> None:
    puzzle = wheels.puzzle()
    table.add("wheels, table", timed(lambda: turning_plan.__wrapped__(puzzle, wheels.GOAL).table), "", 0)
    worked = turning_plan(puzzle, wheels.GOAL)
    by_depth = {entry[0]: tuple(board) for board, entry in worked.table.items()}
    starts = {4: (1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0), 5: (0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1), 6: by_depth[6]}
    for depth, start in starts.items():
        ours = timed(lambda start=start: worked.first_moves(start), inner=2000)
        theirs = timed(lambda start=start: sources.wheels_search(start, wheels.GOAL, wheels.RINGS), runs=3)
        assert len(sources.wheels_search(start, wheels.GOAL, wheels.RINGS)) == depth == len(worked.first_moves(start))
        table.add(f"wheels, {depth} turns", ours, "search without memory", theirs, seconds=3e-6)


def panels(table: Table) -> None:
    worked = plan(heresy.puzzle())
    boards = {"222022222": 0, "203313203": 1, "222022223": 0}
    for board, goal in boards.items():
        states = [int(sign) for sign in board]
        missing = [(goal - state) % 4 for state in states]
        ours = timed(lambda missing=missing: worked.least(missing), inner=500)
        started = time.process_time()
        hits = sources.heresy_sweeps(states, goal)
        theirs = time.process_time() - started
        least = worked.least(missing)
        assert hits == (None if least is None else least.cost)
        name = "heresy, unsolvable" if hits is None else f"heresy, {hits} hits"
        table.add(name, ours, "sweeps over 4^9 states", theirs, seconds=20e-6)


def grids(table: Table) -> None:
    for size in (5, 8, 10):
        worked = plan(lights_out.puzzle(size, size))
        lit = np.ones((size, size), np.uint8)
        ours = timed(lambda worked=worked, lit=lit: worked.least_array(lit), inner=2000)
        theirs = timed(lambda size=size: sources.invert_backtracking(size), runs=3)
        name = f"lights-out {size}×{size} inverted, least, array to array"
        table.add(name, ours, "backtracking", theirs, seconds=5e-6 if size == 5 else 0)
    for size in (5, 14, 25):
        lit = np.ones((size, size), np.uint8)
        ours = timed(lambda lit=lit: gridchase.solve_grid(lit), inner=20)
        flat = [1] * (size * size)
        theirs = timed(lambda size=size, flat=flat: sources.dense_elimination(size, flat), runs=1)
        table.add(f"lights-out {size}×{size}, one solution, plan included", ours, "dense elimination", theirs)
    if importlib.util.find_spec("ortools") is not None:
        sources.constraint_model(lights_out.puzzle(2, 2), [1] * 4, 1.0)  # its import is not timed
    for size in (5, 9):
        puzzle = lights_out.puzzle(size, size)
        worked = plan(puzzle)
        mask = (1 << size * size) - 1
        ours = timed(lambda worked=worked, mask=mask: worked.least_mask(mask), inner=200)
        name = f"lights-out {size}×{size}, least"
        if importlib.util.find_spec("ortools") is None:
            table.add(name, ours, "CP-SAT: OR-tools is not installed", 0)
            continue
        started = time.process_time()
        best, proved = sources.constraint_model(puzzle, [1] * size * size, RIVAL_SECONDS)
        theirs = time.process_time() - started
        assert best == worked.least_mask(mask).bit_count() or not proved
        table.add(name, ours, "CP-SAT" if proved else "CP-SAT, not proved", theirs)


def large(table: Table) -> None:
    chance = np.random.default_rng(2)
    for size, target in ((1000, 5e-3), (1999, 0), (2000, 0), (10_000, 0.4)):
        pressed = chance.integers(0, 2, (size, size), dtype=np.uint8)
        lit = changed(pressed)
        ours = timed(lambda lit=lit: gridchase.solve_grid(lit), runs=3 if size > 2000 else RUNS)
        assert np.array_equal(changed(gridchase.solve_grid(lit)), lit)
        name = f"lights-out {size}×{size}, one solution, array to array"
        table.add(name, ours, f"nullity {gridchase.nullity(size, size)}", 0, seconds=target)


def changed(pressed: np.ndarray) -> np.ndarray:
    lit = pressed.copy()
    lit[1:] ^= pressed[:-1]
    lit[:-1] ^= pressed[1:]
    lit[:, 1:] ^= pressed[:, :-1]
    lit[:, :-1] ^= pressed[:, 1:]
    return lit


def proofs(table: Table) -> None:
    known = {9: 25, 14: 56, 16: 104, 19: 141, 30: 376, 33: 469, 47: 971, 39: 561}
    targets = {19: 5e-3, 30: 20e-3, 39: 30.0}
    compiled = walsh.COMPILED_FROM
    for size, least in known.items():
        made = gridchase.plan(size, size)
        first = gridchase.join_rows(gridchase.solve_rows([(1 << size) - 1] * size, made), size)
        kernel = gridchase.kernel_masks(made)
        if made.nullity > compiled and not table.long:
            continue
        for numba in (False, True):
            if numba and (made.nullity <= compiled or importlib.util.find_spec("numba") is None):
                continue
            walsh.COMPILED_FROM = compiled if numba else 99
            if numba:
                minimum(first, kernel, size * size)  # compiles
            runs = RUNS if made.nullity <= compiled else 1
            ours = timed(lambda f=first, k=kernel, n=size: minimum(f, k, n * n), runs=runs)
            found = minimum(first, kernel, size * size) if runs > 1 else None
            assert found is None or (found.weight, found.proved) == (least, True)
            name = f"lights-out {size}×{size} all lit, least {least} proved{', numba' if numba else ''}"
            table.add(
                name, ours, f"nullity {made.nullity}", 0, seconds=3.0 if numba and size == 39 else targets.get(size, 0)
            )
    walsh.COMPILED_FROM = compiled


def main() -> None:
    table = Table(long="--long" in sys.argv[1:])
    print(f"Python {platform.python_version()}, numpy {np.__version__}, {platform.machine()}\n")
    print("| task | ours | beside | ratio | target | met |\n|---|---|---|---|---|---|")
    for part in (mementos, locks, panels, grids, large, proofs):
        part(table)


if __name__ == "__main__":
    main()
