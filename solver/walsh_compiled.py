"""The block loop of :mod:`solver.walsh` compiled by numba: only imported where numba is installed and it pays.

Loops run over plain slices, which the compiler turns into full-width vector instructions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numba
import numpy as np

from solver.walsh import lane_signs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Table = NDArray[np.int16]

INNER = 12  # even: stages are done two at once
LANES = 5
TOGETHER = 64  # blocks a call, so that a time budget is looked at now and then


def blocks(
    signs: NDArray[np.signedinteger], columns: NDArray[np.int64], size: int
) -> Iterator[tuple[int, int, int, int]]:
    """For each group of blocks: how many groups there are, the largest W, how often it occurs, and one place.

    Args:
        signs: int16 values of F.
        columns: the column of each.
        size: dimension of the kernel, at least INNER + LANES + 6.
    """
    low = columns & (1 << INNER) - 1
    spread = signs[:, None] * lane_signs(columns >> INNER, LANES, signs.dtype)
    outer = columns >> (INNER + LANES)
    table = np.empty(1 << INNER + LANES, np.int16)
    number = 1 << (size - INNER - LANES)
    for start in range(0, number, TOGETHER):
        top, count, block, place = _run(low, spread, outer, table, start, start + TOGETHER)
        row, lane = divmod(int(place), 1 << LANES)
        yield number // TOGETHER, int(top), int(count), (int(block) << LANES | lane) << INNER | row


def _search(  # noqa: PLR0917  compiled code is called by position
    low: NDArray[np.int64], spread: Table, outer: NDArray[np.int64], table: Table, start: int, stop: int
) -> tuple[int, int, int, int]:
    lanes = spread.shape[1]
    top, count, where, place = -32768, 0, -1, 0
    peak = np.empty(lanes, np.int16)
    turned = np.empty(low.size, np.int16)
    for block in range(start, stop):
        table[:] = 0
        for i in range(low.size):
            both = outer[i] & block
            both ^= both >> 32
            both ^= both >> 16
            both ^= both >> 8
            both ^= both >> 4
            both ^= both >> 2
            both ^= both >> 1
            turned[i] = 1 - 2 * (both & 1)
        for i in range(low.size):
            target, values, sign = table[low[i] * lanes : (low[i] + 1) * lanes], spread[i], turned[i]
            for lane in range(lanes):
                target[lane] += sign * values[lane]
        stride = lanes
        while stride < table.size:
            for base in range(0, table.size, 4 * stride):
                first, second = table[base : base + stride], table[base + stride : base + 2 * stride]
                third, fourth = (
                    table[base + 2 * stride : base + 3 * stride],
                    table[base + 3 * stride : base + 4 * stride],
                )
                for i in range(stride):
                    a, b, c, d = first[i], second[i], third[i], fourth[i]
                    e, f, g, h = np.int16(a + b), np.int16(a - b), np.int16(c + d), np.int16(c - d)
                    first[i], second[i], third[i], fourth[i] = e + g, f + h, e - g, f - h
            stride *= 4
        peak[:] = -32768
        for base in range(0, table.size, lanes):
            values = table[base : base + lanes]
            for i in range(lanes):
                peak[i] = max(peak[i], values[i])
        best = peak.max()
        if best > top:
            top, count, where = best, 0, -1
        if best == top:
            for i in range(table.size):
                if table[i] == top:
                    count += 1
                    if where < 0:
                        where, place = block, i
    return top, count, where, place


_run = numba.njit(cache=True)(_search)
