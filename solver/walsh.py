"""The weights of all members of a coset at once, by a blocked Walsh-Hadamard transform.

Number the members of x0 + K by the coefficients c of a basis of K. A move i is used by member c when
x0_i + <u_i, c> is odd, where bit j of u_i says whether basis word j uses it. Summing (-1)^(x0_i) over the moves with
u_i = u gives a table F(u), and its Walsh-Hadamard transform W(c) obeys: weight of member c = (moves - W(c)) / 2. So the
largest W gives the minimum, how often it occurs, and a member that reaches it, at about one addition a member.

The table is never held whole. The lowest bits of c are transformed, the next bits lie side by side in memory so that
additions run over long stretches, and the highest bits are walked in a loop.
Source of the transform: Fino and Algazi, "Unified matrix treatment of the fast Walsh-Hadamard transform" (1976).
"""

from __future__ import annotations

import importlib.util
import random
import time
from typing import TYPE_CHECKING

import numpy as np

from solver.coset import CosetMinimum, information_set

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    Signed = NDArray[np.signedinteger]

INNER = 11  # bits transformed
LANES = 7  # bits side by side; both tables of 2^18 int16 stay in the second-level cache
COMPILED_FROM = 24  # kernel dimension where compiled code earns its import
PATIENCE = 16  # blocks timed before the whole time is foretold


def search(x0: int, basis: Sequence[int], cells: int, *, budget_seconds: float | None = None) -> CosetMinimum | None:
    """The proved minimum of x0 + span(basis), or None when it would take longer than ``budget_seconds``.

    Args:
        x0: any member, a mask of ``cells`` bits.
        basis: independent masks, at most 62.
        cells: number of moves.
        budget_seconds: None for as long as it takes.
    """
    if len(basis) > 62:
        return None
    if len(basis) > LANES + INNER:  # spread the columns evenly over the blocks' rows
        basis = information_set(basis, random.Random(0))  # noqa: S311  no secret is kept here
    signs, columns = columns_of(x0, basis, cells)
    total = int(abs(signs).sum())
    constant = int(signs[columns == 0].sum())
    kept = columns != 0
    lane_type = np.int16 if total <= np.iinfo(np.int16).max else np.int32
    top, count, where = -total - 1, 0, 0
    started = 0.0
    blocks = _blocks(signs[kept].astype(lane_type), columns[kept], len(basis))
    for done, (number, best, times, place) in enumerate(blocks, 1):
        if best > top:
            top, count, where = best, 0, place
        if best == top:
            count += times
        if budget_seconds is not None:
            now = time.perf_counter()
            started = started or now  # the first block, slowed by what is only done once, does not count
            if done > PATIENCE and (now - started) * number > budget_seconds * (done - 1):
                return None
    witness = x0
    for bit, word in enumerate(basis):
        if where >> bit & 1:
            witness ^= word
    weight = (cells - top - constant) // 2
    return CosetMinimum(weight, witness, count, proved=True, lower_bound=weight)


def columns_of(x0: int, basis: Sequence[int], cells: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """F as two arrays: its values and the distinct columns u they stand at, in ascending order of u."""
    size = (cells + 7) // 8
    joined = b"".join(word.to_bytes(size, "little") for word in (x0, *basis))
    bits = np.unpackbits(np.frombuffer(joined, np.uint8).reshape(-1, size), axis=1, count=cells, bitorder="little")
    columns = np.zeros(cells, np.int64)
    for place, row in enumerate(bits[1:]):
        columns |= row.astype(np.int64) << place
    distinct, group = np.unique(columns, return_inverse=True)
    values = np.bincount(group, weights=1.0 - 2.0 * bits[0], minlength=len(distinct))
    return values.astype(np.int64), distinct


def _blocks(signs: Signed, columns: NDArray[np.int64], size: int) -> Iterator[tuple[int, int, int, int]]:
    """For each block of members: how many blocks there are, the largest W, how often it occurs, and one place.

    How often and where are only worked out (else 0) in a block that reaches the largest W seen so far.
    """
    if size > COMPILED_FROM and signs.dtype == np.int16 and importlib.util.find_spec("numba") is not None:
        from solver import walsh_compiled  # noqa: PLC0415  numba is optional and slow to import

        yield from walsh_compiled.blocks(signs, columns, size)
        return
    lanes = min(LANES, size // 2)
    inner = min(INNER, size - lanes)
    order = np.argsort(columns & (1 << inner) - 1, kind="stable")
    signs, columns = signs[order], columns[order]
    spread = signs[:, None] * lane_signs(columns >> inner, lanes, signs.dtype)
    layers = _layers(columns & (1 << inner) - 1)
    outer = columns >> (inner + lanes)
    top = 0
    here = np.empty((1 << inner, 1 << lanes), signs.dtype)
    there = np.empty_like(here)
    number = 1 << (size - inner - lanes)
    for block in range(number):
        values = spread * _block_signs(outer, block, signs.dtype)
        here[:] = 0
        for rows, targets in layers:
            here[targets] += values[rows]
        done = _transform(here, there)
        best = int(done.max())
        if block and best < top:
            yield number, best, 0, 0
            continue
        top = best
        row, lane = divmod(int(done.argmax()), 1 << lanes)
        yield number, best, int(np.count_nonzero(done == best)), (block << lanes | lane) << inner | row


def lane_signs(columns: NDArray[np.int64], lanes: int, kind: np.dtype[np.signedinteger]) -> Signed:
    """(-1)^<u, c> for every column u (rows) and every c below 2^lanes (columns of the result), by doubling."""
    signs = np.ones((len(columns), 1), kind)
    for bit in range(lanes):
        turned = (1 - 2 * (columns >> bit & 1)).astype(kind)
        signs = np.concatenate([signs, signs * turned[:, None]], axis=1)
    return signs


def _block_signs(columns: NDArray[np.int64], block: int, kind: np.dtype[np.signedinteger]) -> Signed:
    """(-1)^<u, block> for every column u, one a row."""
    both = columns & block
    for shift in (32, 16, 8, 4, 2, 1):
        both ^= both >> shift
    return (1 - 2 * (both & 1)).astype(kind)[:, None]


def _layers(targets: NDArray[np.int64]) -> list[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Split sorted targets into layers without repeats, so that ``table[targets] += values`` adds every value."""
    first = np.searchsorted(targets, targets)
    depth = np.arange(len(targets)) - first
    rows = (np.flatnonzero(depth == layer) for layer in range(int(depth.max(initial=-1)) + 1))
    return [(chosen, targets[chosen]) for chosen in rows]


def _transform(here: Signed, there: Signed) -> Signed:
    """Walsh-Hadamard transform along the first axis; both tables are overwritten and one of them is returned."""
    rows, lanes = here.shape
    stride = 1
    while stride < rows:
        source = here.reshape(rows // (2 * stride), 2, stride * lanes)
        target = there.reshape(source.shape)
        np.add(source[:, 0], source[:, 1], out=target[:, 0])
        np.subtract(source[:, 0], source[:, 1], out=target[:, 1])
        here, there = there, here
        stride *= 2
    return here
