"""The ways the four sources solve their puzzles, and two general ones, written afresh to be timed beside ours.

Each keeps what decides its running time: memento goes through all products of moves, the wheels' breadth-first search
remembers no board, heresy sweeps all 4^9 states again and again, lights-out guesses its first row and backtracks.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from solver.puzzle import Puzzle


def memento_product(rows: Sequence[Sequence[int]], best: int) -> tuple[bool, ...] | None:
    """Try every set of at most ``best`` moves (rows, columns, diagonal), turning tiles over and back."""
    tiles = [[bool(tile) for tile in row] for row in rows]
    height, width = len(tiles), len(tiles[0])

    def turn(choice: tuple[bool, ...]) -> None:
        for r in range(height):
            if choice[r]:
                for c in range(width):
                    tiles[r][c] = not tiles[r][c]
        for c in range(width):
            if choice[height + c]:
                for r in range(height):
                    tiles[r][c] = not tiles[r][c]
        if choice[-1]:
            for i in range(min(height, width)):
                tiles[height - 1 - i][i] = not tiles[height - 1 - i][i]

    for choice in product([False, True], repeat=height + width + 1):
        if choice.count(True) > best:
            continue
        turn(choice)
        if all(all(row) for row in tiles):
            return choice
        turn(choice)
    return None


def wheels_search(start: Sequence[int], goal: Sequence[int], rings: Sequence[Sequence[int]]) -> list[tuple[int, bool]]:
    """Breadth-first search that copies a game for each turn and remembers none."""
    target = list(goal)
    queue: list[tuple[list[int], list[tuple[int, bool]]]] = [(list(start), [])]
    while True:
        dots, turns = queue.pop(0)
        for ring, places in enumerate(rings):
            for clockwise in (True, False):
                turned = dots[:]
                order = places if clockwise else places[::-1]
                for place, dot in enumerate(order):
                    turned[dot] = dots[order[place - 1]]
                if turned == target:
                    return [*turns, (ring, clockwise)]
                queue.append((turned, [*turns, (ring, clockwise)]))


def heresy_sweeps(start: Sequence[int], target: int) -> int | None:
    """Fewest hits by sweeping over all states, one more hit a sweep, until the target is met or nothing is new."""
    never = 1 << 30
    linked = [[j for j in range(9) if i // 3 == j // 3 or i % 3 == j % 3] for i in range(9)]
    full = [3 << 2 * i for i in range(9)]
    unit = [1 << 2 * i for i in range(9)]
    goal = sum(target << 2 * i for i in range(9))
    hits = [never] * (1 << 18)
    hits[sum(state << 2 * i for i, state in enumerate(start))] = 0
    met = 1
    while hits[goal] == never:
        after = hits[:]
        for state, cost in enumerate(hits):
            if cost == never:
                continue
            for cell in range(9):
                other = state
                for near in linked[cell]:
                    if other & full[near] == full[near]:
                        other ^= full[near]
                    else:
                        other += unit[near]
                after[other] = min(after[other], cost + 1)
        hits = after
        now = sum(cost != never for cost in hits)
        if now == met:
            return None
        met = now
    return hits[goal]


def invert_backtracking(size: int) -> list[list[int]]:
    """Invert a size×size Lights Out board: guess 0 along the first row, take back the last guess when stuck."""
    grid = [[-1] * size for _ in range(size)]
    guesses: list[tuple[int, int]] = []

    def fill(row: int, col: int) -> bool:
        while row < size:
            if row == 0:
                grid[row][col] = 0
                guesses.append((row, col))
            else:
                above = grid[row - 1][col]
                above += grid[row - 2][col] if row > 1 else 0
                above += grid[row - 1][col - 1] if col else 0
                above += grid[row - 1][col + 1] if col + 1 < size else 0
                grid[row][col] = 1 - above % 2
            row, col = (row, col + 1) if col + 1 < size else (row + 1, 0)
        return all(inverted(r, c) for r in range(size) for c in range(size))

    def inverted(row: int, col: int) -> bool:
        total = grid[row][col]
        for r, c in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
            if 0 <= r < size and 0 <= c < size:
                total += grid[r][c]
        return total % 2 == 1

    solved = fill(0, 0)
    while not solved:
        row, col = guesses.pop()
        grid[row][col] = 1
        row, col = (row, col + 1) if col + 1 < size else (row + 1, 0)
        for r in range(size):
            for c in range(size):
                if (r, c) >= (row, col):
                    grid[r][c] = -1
        solved = fill(row, col)
    return grid


def dense_elimination(size: int, lit: Sequence[int]) -> list[int] | None:
    """One solution by elimination of the dense matrix over GF(2), entry by entry, as small packages do."""
    cells = size * size
    table = []
    for cell in range(cells):
        row = [0] * (cells + 1)
        r, c = divmod(cell, size)
        for y, x in ((r, c), (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
            if 0 <= y < size and 0 <= x < size:
                row[y * size + x] = 1
        row[cells] = lit[cell]
        table.append(row)
    pivots: list[int] = []
    for column in range(cells):
        rank = len(pivots)
        found = next((r for r in range(rank, cells) if table[r][column]), None)
        if found is None:
            continue
        table[rank], table[found] = table[found], table[rank]
        pivot = table[rank]
        for r, row in enumerate(table):
            if r != rank and row[column]:
                table[r] = [a ^ b for a, b in zip(row, pivot, strict=True)]
        pivots.append(column)
    if any(row[cells] for row in table[len(pivots) :]):
        return None
    pressed = [0] * cells
    for rank, column in enumerate(pivots):
        pressed[column] = table[rank][cells]
    return pressed


def constraint_model(puzzle: Puzzle, difference: Sequence[int], seconds: float) -> tuple[int, bool]:
    """Fewest presses of a two-state puzzle by OR-tools' CP-SAT: best found, and whether it is proved.

    Raises:
        ImportError: OR-tools is not installed.
    """
    from ortools.sat.python import cp_model  # noqa: PLC0415  in the dependency group bench

    model = cp_model.CpModel()
    pressed = [model.new_bool_var(move.name) for move in puzzle.moves]
    changing: list[list[cp_model.IntVar]] = [[] for _ in puzzle.cells]
    for variable, move in zip(pressed, puzzle.moves, strict=True):
        for cell in move.cells:
            changing[cell].append(variable)
    for cell, variables in enumerate(changing):
        twice = model.new_int_var(0, len(variables) // 2, f"twice {cell}")
        model.add(sum(variables) == 2 * twice + difference[cell])
    model.minimize(sum(pressed))
    search = cp_model.CpSolver()
    search.parameters.num_workers = 1
    search.parameters.max_time_in_seconds = seconds
    status = search.solve(model)
    return round(search.objective_value), status == cp_model.OPTIMAL
