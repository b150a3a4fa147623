"""What memento's own algebra says for a reading: few patterns of tiles can be made by flipping whole lines.

Of all patterns on R×C cells only one in 2**checks can be brought to one face by lines, 1 in 256 on 4×4, 1 in 32768 on
5×5. Anything else that looks like tiles (cards, icons, windows) passes that by chance or by being striped.
"""

from __future__ import annotations

from functools import lru_cache, reduce
from itertools import combinations, product
from math import log
from operator import xor
from typing import TYPE_CHECKING

import numpy as np

from solver.puzzles import memento
from solver.solving import plan

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

ALGEBRA_PLAIN = 7
"""Checks from which the algebra answers every test that only asks whether this is a memento board."""
MOST_CELLS = 400
MOST_MISREAD = 2
"""Misread cells that are looked for: in what is otherwise plain more are rare."""


@lru_cache(maxsize=64)
def lines(rows: int, cols: int) -> tuple[NDArray[np.bool_], ...]:
    """The lines that a move flips, each rows × columns, True in its cells; not to be written to."""
    found = []
    for move in memento.puzzle(rows, cols).moves:
        line = np.zeros(rows * cols, np.bool_)
        line[list(move.cells)] = True
        found.append(line.reshape(rows, cols))
    return tuple(found)


def in_line(cells: NDArray[np.bool_]) -> bool:
    """Whether one move flips all of some ``cells``, rows × columns."""
    return any(not (cells & ~line).any() for line in lines(*cells.shape))


def checks(covered: NDArray[np.bool_]) -> int:
    """How many parity checks a pattern passes that chance would fail half the time each.

    Args:
        covered: rows × columns, True where a tile lies.

    Returns:
        The number of independent checks where the board can be solved; 0 where it can't, and where its rows or its
        columns are all alike, or where it is one diagonal and nothing else: stripes and the rims of shades pass every
        check and are common.
    """
    rows, cols = covered.shape
    if covered.size > MOST_CELLS or not solvable(covered):
        return 0
    if (covered == covered[0]).all() or (covered == covered[:, :1]).all():
        return 0
    if rows == cols and any((one == one[0, 0]).all() for one in (covered ^ eye for eye in _diagonals(rows))):
        return 0
    return len(_parity(rows, cols))


def _diagonals(side: int) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    eye = np.eye(side, dtype=np.bool_)
    return eye, eye[:, ::-1]


def solvable(covered: NDArray[np.bool_]) -> bool:
    """Whether flipping whole lines can turn the pattern to one face; boards too large to ask count as such."""
    if covered.size > MOST_CELLS:
        return True
    sums = _parity(*covered.shape) @ covered.ravel().astype(np.int32)
    return not (sums & 1).any()


def longer(covered: NDArray[np.bool_], above: int, below: int, before: int, after: int) -> bool:
    """Whether flips can make the pattern with so many open rows and columns more around it: hardly any but stripes."""
    return solvable(np.pad(covered, ((above, below), (before, after))))


def ended(covered: NDArray[np.bool_]) -> bool:
    """Whether flips can make the pattern, but with no open line or two more along any of its sides."""
    more = product(range(3), repeat=4)
    return solvable(covered) and not any(any(ends) and longer(covered, *ends) for ends in more)


def shorter(covered: NDArray[np.bool_]) -> bool:
    """Whether flips can make the pattern as well without an open row or column at one of its ends."""
    ends = ((covered[0], covered[1:]), (covered[-1], covered[:-1]))
    sides = ((covered[:, 0], covered[:, 1:]), (covered[:, -1], covered[:, :-1]))
    return any(not line.any() and rest.size > 0 and solvable(rest) for line, rest in ends + sides)


def misread(covered: NDArray[np.bool_], open_cells: Sequence[int] = ()) -> bool:
    """Whether an unsolvable pattern is so near to a solvable one that the checks it fails tell which cells are misread.

    Patterns farther from all that flips can make are no memento's. One cell can be told from 3×4 up, two from 5×5: as
    many as have failing checks (syndromes) all different. Where there are ``open_cells``, some of these were.
    """
    rows, cols = covered.shape
    if solvable(covered):
        return True
    failing = _packed(_parity(rows, cols) @ covered.ravel().astype(np.int32))
    if not open_cells:
        return failing in _told(rows, cols)
    return _spanned(failing, [_syndromes(rows, cols)[cell] for cell in open_cells])


def _spanned(target: int, parts: list[int]) -> bool:
    """Whether ``target`` is the exclusive or of some of the ``parts`` (Gaussian elimination over two elements)."""
    basis: list[int] = []
    for part in parts:
        if rest := _reduced(part, basis):
            basis.append(rest)
            basis.sort(reverse=True)
    return not _reduced(target, basis)


def _reduced(value: int, basis: list[int]) -> int:
    for one in basis:
        value = min(value, value ^ one)
    return value


@lru_cache(maxsize=64)
def _syndromes(rows: int, cols: int) -> tuple[int, ...]:
    """The checks that each cell fails alone, as bits of a number."""
    return tuple(_packed(check) for check in _parity(rows, cols).T)


@lru_cache(maxsize=64)
def _told(rows: int, cols: int) -> frozenset[int]:
    """Syndromes of the misreads that a board tells from each other."""
    cells = _syndromes(rows, cols)
    told: set[int] = set()
    for many in range(1, MOST_MISREAD + 1):
        failing = [reduce(xor, some) for some in combinations(cells, many)]
        if len({0, *told, *failing}) <= len(told) + len(failing):
            break
        told.update(failing)
    return frozenset(told)


def _packed(sums: NDArray[np.int32]) -> int:
    """Odd sums as the bits of a number."""
    return int.from_bytes(np.packbits(sums & 1).tobytes(), "big")


@lru_cache(maxsize=64)
def _parity(rows: int, cols: int) -> NDArray[np.int32]:
    """The independent checks of a board, one a row, 1 at each of its cells: even sums where it can be solved."""
    checks = plan(memento.puzzle(rows, cols)).checks
    table = np.zeros((len(checks), rows * cols), np.int32)
    for row, check in zip(table, checks, strict=True):
        row[[cell for cell, _ in check.terms]] = 1
    return table


def chequered(covered: NDArray[np.bool_]) -> bool:
    """Whether neighbours always differ: chess boards pass every check too."""
    return bool((covered[:, 1:] != covered[:, :-1]).all() and (covered[1:] != covered[:-1]).all())


def banded(covered: NDArray[np.bool_]) -> bool:
    """Whether the tiles fill the first or the last rows, or columns, and nothing else: a sky does so too."""
    for rows in (covered, covered.T):
        if (rows == rows[:, :1]).all() and np.count_nonzero(rows[1:, 0] != rows[:-1, 0]) == 1:
            return True
    return False


def slanting(covered: NDArray[np.bool_]) -> bool:
    """Whether the tiles are those of a diagonal and no others: bands of light lie so, too."""
    diagonal = np.eye(*covered.shape, dtype=np.bool_)
    return bool((covered == diagonal).all() or (covered == diagonal[::-1]).all())


def may_be_halved(covered: NDArray[np.bool_]) -> bool:
    """Whether flips can make the pattern as well with every cell cut in two, side by side or one above the other."""
    return any(solvable(np.repeat(covered, 2, axis)) for axis in (0, 1))


def odds(passed: int) -> float:
    """Natural log odds that ``passed`` checks are worth: each halves what chance can do."""
    return passed * log(2.0)
