"""Typed: boards of a terminal whose cells take several signs, or several lines, and are of one of two texts each.

So are ``|x| | |`` between ruled lines, ``| ON|OFF``, and blocks of ``###`` two lines high. A terminal has a sign, or
none, in each place of its columns and lines. Cut up into blocks of as many as a cell takes, a board is of two kinds of
them; tables and writing are of more.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, product
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.grid.pattern import striped
from vision.grid.signs import FEWEST
from vision.grid.unbroken import unbroken
from vision.middle import middle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from vision.grid.headed import Place
    from vision.grid.signs import Block

    Table = NDArray[np.int64]
    _Steps = tuple[float, float, int]

WIDEST, TALLEST = 6, 3
"""Columns and lines that a cell takes, at most."""
NEAR, TRIED = 0.06, 61
"""Share of the usual step from sign to sign by which a column may be wider or narrower; widths that are tried."""
OFF, STEADY = 0.22, 0.8
"""Columns, or lines, by which a sign may be off its own; share of the signs that must not be."""
WIDE, HIGH, BLUR = 12, 20, 1.0
"""Pixels of a place as it is compared, and the radius by which signs are blurred, which lie between pixels."""
INKED, FILLED = 0.3, 0.7
"""Ink of a sign's fullest pixel, by the fullest of all, at least; mean ink of a place that is a ground, not a sign."""
SAME, KINDS = 0.28, 64
"""Share of their ink that two of a kind have elsewhere, at most; kinds of signs, at most."""
SPACED, LEAST, NARROW = 4, 4.0, 1.3
"""Columns from one sign to the next, at most; pixels of a column, at least; its widths from line to line, at least."""
PLACES, COMMON = 20_000, 4
"""Places of a terminal, at most; kinds of blocks that are tried, the commonest."""
BESIDE = 3, 2
"""Signs that may stand left and right of a board's lines: a number and a border."""


@dataclass(frozen=True, slots=True, eq=False)
class _Laid:
    """Kinds of signs by line and column, 0 where there is none; and of each kind how much ink it has.

    ``first`` and ``step`` are where the middle of the first place is and how far it is to the next, x and y.
    """

    kinds: Table
    ink: NDArray[np.float64]
    first: tuple[float, float]
    step: tuple[float, float]


def typed(block: Block) -> Iterator[Place]:
    """Boards in a block of writing: states (R×C), the middle of the first place (x, y), the steps across and down."""
    laid = _laid(block)
    if laid is None:
        return
    for size in product(range(1, TALLEST + 1), range(1, WIDEST + 1)):
        down, across = size
        if (np.array(laid.kinds.shape) < FEWEST * np.array(size)).any():
            continue
        # What parts the cells of a line may be another sign before the first one and behind the last.
        for own in {across, max(1, across - 1)}:
            names = _names(laid.kinds[:, :-1], (down, own))
            for top, left in product(range(down), range(across)):
                for row, col, states in _boards(laid.kinds, names[top::down, left::across], (top, left), size, own):
                    yield _place(laid, (top + row * down, left + col * across), states, size, own)


def _laid(block: Block) -> _Laid | None:
    """What stands in each column and line of a block; None where signs are in none, or of too many kinds."""
    boxes = block.boxes.astype(np.float64)
    across, down = boxes[:, 0] + boxes[:, 2] / 2, boxes[:, 1] + boxes[:, 3] / 2
    order = np.lexsort((across, block.lines))
    lattice = _lattice(across, np.diff(across[order])[np.diff(block.lines[order]) == 0], np.ones(len(across)))
    # A low sign, like a dot, stands low in its line: those as tall as the line tell where that is.
    tall, count = np.square(boxes[:, 3]), int(block.lines.max()) + 1
    told = np.asarray(np.bincount(block.lines, tall, count), np.float64)
    middles = np.bincount(block.lines, down * tall, count) / told
    if lattice is None:
        return None
    x, wide, cols = lattice
    between = np.diff(middles)
    lines = _lattice(middles, between[between >= NARROW * wide], told)
    if lines is None or lines[2] * cols > PLACES or (found := _kinds(*_places(block.ink, lattice, lines))) is None:
        return None
    (y, high, rows), (kinds, ink) = lines, found
    # What parts the cells may lack behind the last.
    table = np.pad(kinds.reshape(rows, cols), ((0, 0), (0, 1)))
    return _Laid(table, ink, (x + block.corner[0], y + block.corner[1]), (wide, high))


def _places(ink: NDArray[np.uint8], columns: _Steps, lines: _Steps) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """What is in each place of columns and lines, line by line (N×d ink, blurred), and which of them hold a sign."""
    (x, wide, cols), (y, high, rows) = columns, lines
    scale = np.diag([WIDE / wide, HIGH / high])
    moved = np.column_stack([scale, -scale @ (x - wide / 2, y - high / 2)])
    shown = cv2.warpAffine(ink, moved, (cols * WIDE, rows * HIGH), flags=cv2.INTER_AREA).astype(np.float32)
    sharp, soft = (
        view.reshape(rows, HIGH, cols, WIDE).swapaxes(1, 2).reshape(rows * cols, HIGH, WIDE)
        for view in (shown, cv2.GaussianBlur(shown, (0, 0), BLUR))
    )
    # What lies at its sides is of the signs beside a place.
    held = sharp[:, :, 1:-1].max(axis=(1, 2)) >= INKED * sharp.max()
    return soft.reshape(rows * cols, -1), held


def _lattice(places: NDArray[np.float64], steps: NDArray[np.float64], weights: NDArray[np.float64]) -> _Steps | None:
    """The first of evenly spaced places, a step, and how many there are; None where things are at no such places.

    Args:
        places: where something is.
        steps: between neighbours: as many steps as blanks part most of them.
        weights: how well each place is known.
    """
    steps = np.rint(steps[steps >= LEAST]).astype(np.int64)
    if len(steps) < FEWEST - 1:
        return None
    usual = float(np.bincount(steps).argmax())
    for apart in range(1, SPACED + 1):
        tried = usual / apart * np.linspace(1 - NEAR, 1 + NEAR, TRIED)
        turns = np.exp(2j * np.pi * places / tried[:, None]) @ weights
        best = int(np.abs(turns).argmax())
        step = float(tried[best])
        first = float(np.angle(turns[best]) / (2 * np.pi) * step)
        numbers = np.rint((places - first) / step)
        own = np.abs(places - first - numbers * step) <= OFF * step
        if step < LEAST or not own.any() or np.ptp(numbers[own]) == 0:
            break
        step, first = (float(one) for one in np.polyfit(numbers[own], places[own], 1, w=np.sqrt(weights[own])))
        own = np.abs(places - first - numbers * step) <= OFF * step
        if weights[own].sum() >= STEADY * weights.sum():
            return first + float(numbers.min()) * step, step, int(np.ptp(numbers)) + 1
    return None


def _kinds(places: NDArray[np.float32], inked: NDArray[np.bool_]) -> tuple[Table, NDArray[np.float64]] | None:
    """The kind of sign in each place, 0 where there is none, and the ink of each kind; None of too many, or of none.

    What fills a place is like nothing else.

    Args:
        places: N×d, what is in each.
        inked: which of them hold something.
    """
    filled = places.mean(axis=1) >= FILLED * places.max()
    written = np.flatnonzero(inked & ~filled)
    shown, left = places[written], np.arange(len(written))
    models: list[NDArray[np.float32]] = []
    while left.size and len(models) < KINDS:
        models.append(shown[left[0]])
        left = left[_apart(shown[left], models[-1]) > SAME]
    if left.size or not models:
        return None
    nearest = np.stack([_apart(shown, model) for model in models]).argmin(axis=0)
    # The first one of a kind may be half way to another: the middle of all that are like it is not.
    middles = np.stack([middle(shown[nearest == kind], axis=0) for kind in range(len(models))])
    first = [int(np.flatnonzero(_apart(middles, own) <= SAME)[0]) for own in middles]
    kinds = np.where(filled, KINDS + np.arange(len(places)), 0)
    kinds[written] = np.array(first)[nearest] + 1
    return kinds, np.append(0.0, middles.sum(axis=1))


def _apart(shown: NDArray[np.float32], model: NDArray[np.float32]) -> NDArray[np.float32]:
    """Share of their ink that each of N signs (N×d) and another one have not in common."""
    return np.asarray(np.abs(shown - model).sum(axis=1) / (shown.sum(axis=1) + model.sum()))


def _names(kinds: Table, size: tuple[int, int]) -> Table:
    """A number for what stands in the block of that size that begins at each line and column; 0 where nothing does."""
    weights = np.random.default_rng(0).integers(1, 2**62, size)
    windows = np.lib.stride_tricks.sliding_window_view(kinds, size)
    return np.asarray(np.einsum("lcij,ij->lc", windows, weights))


def _boards(
    kinds: Table, names: Table, begin: tuple[int, int], size: tuple[int, int], own: int
) -> Iterator[tuple[int, int, NDArray[np.bool_]]]:
    """Row and column of the first of the blocks that are a board's, and which of these are of the second of two kinds.

    Args:
        kinds: what is written.
        names: of the blocks.
        begin: line and column of the first.
        size: lines and columns of each.
        own: how many of these columns tell of which kind it is.
    """
    every, counts = np.unique(names[names != 0], return_counts=True)
    common = every[np.argsort(-counts)][:COMMON][: np.count_nonzero(counts > 1)].tolist()
    for pair in combinations(common, 2):
        taken = np.isin(names, pair)
        if not cv2.erode(taken.astype(np.uint8), np.ones((FEWEST, FEWEST), np.uint8), borderValue=0).any():
            continue
        for rows, cols in unbroken(taken):
            lines, columns = _span(begin[0], rows, size[0]), _span(begin[1], cols, size[1])
            upright = _closed(kinds[:, columns], rows, begin[0], size[0])
            level = _closed(kinds[lines].T, cols, begin[1], size[1])
            states = names[upright, level] == pair[1]
            lines, columns = _span(begin[0], upright, size[0]), _span(begin[1], level, size[1])
            if min(states.shape) < FEWEST or striped(states) or _amid(kinds[lines], columns):
                continue
            between = kinds[lines, columns].reshape(len(states), size[0], -1, size[1])[:, :, :-1, own:]
            if (between == between[:1, :, :1]).all():
                yield upright.start, level.start, states


def _span(begin: int, part: slice, step: int) -> slice:
    """The lines, or columns, of blocks of a ``step`` each, the first of all of which is at ``begin``."""
    return slice(begin + part.start * step, begin + part.stop * step)


def _closed(table: Table, part: slice, begin: int, step: int) -> slice:
    """The blocks of a ``part`` of all that are enclosed by what parts them; lines are told as for ``_span``.

    What stands before each block stands behind the last one, too, and the other way round: if not, that one is of what
    lies beyond the board.
    """
    span, first, last = _span(begin, part, step), part.start, part.stop
    blocks = table[span].reshape(-1, step, table.shape[1])
    for place, beyond in ((0, span.stop), (step - 1, span.start - 1)) if step > 1 else ():
        parting = blocks[0, place]
        parts = parting.all() and (blocks[:, place] == parting).all()
        if not parts or (0 <= beyond < len(table) and (table[beyond] == parting).all()):
            continue
        first, last = (first, last - 1) if place == 0 else (first + 1, last)
    return slice(first, last)


def _amid(lines: Table, columns: slice) -> bool:
    """Whether more stands beside a board in its lines than a number or a border."""
    beside = lines[:, : columns.start], lines[:, columns.stop :]
    return any(np.count_nonzero(part, axis=1).max(initial=0) > most for part, most in zip(beside, BESIDE, strict=True))


def _place(laid: _Laid, begin: tuple[int, int], states: NDArray[np.bool_], size: tuple[int, int], own: int) -> Place:
    """States of cells, 1 where there is more ink; the middle of what differs in the first; and the steps.

    Args:
        laid: what is written.
        begin: line and column where the board begins.
        states: which cells are of the second kind.
        size: lines and columns of each.
        own: how many of these columns tell its state.
    """
    one, two = (_text(laid, begin, np.argwhere(states == kind)[0], size)[:, :own] for kind in (True, False))
    lit = laid.ink[one].sum() > laid.ink[two].sum()
    rows, cols = np.nonzero(one != two)
    x = laid.first[0] + (begin[1] + (cols.min() + cols.max()) / 2) * laid.step[0]
    y = laid.first[1] + (begin[0] + (rows.min() + rows.max()) / 2) * laid.step[1]
    return (states == lit).astype(np.int64), (float(x), float(y)), (size[1] * laid.step[0], size[0] * laid.step[1])


def _text(laid: _Laid, begin: tuple[int, int], cell: NDArray[np.int64], size: tuple[int, int]) -> Table:
    """What is written in a cell."""
    top, left = (np.array(begin) + cell * size).tolist()
    return laid.kinds[top : top + size[0], left : left + size[1]]
