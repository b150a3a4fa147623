"""Patterns: what the states of a board make together that a board in play hardly shows, but charts and frames do."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, pairwise
from math import log2
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

LEAST_BLOCK = 3
"""Rows and columns of a block of cells in a larger table, from which it may be a board there."""
ALL = slice(None)
SELDOM = 9.0
"""Bits by which chance makes a pattern seldom enough."""
PLACED = 4
"""Cells of a kind beyond the first of their row or column, from which it is no chance that each such is of one kind."""
MIDDLED = 5
"""States from which three may be tinted ones: both of a click's cross, and the one in its middle."""
LIT_UP = 24
"""One in so many fields of a chess board may be lit up, or hold what tells it from the others."""
FIELD = 3
"""Rows and columns of a block at a corner that may be a smaller field."""
BARS, BARRED, HEAPED = 5, 0.6, 4
"""Lines of a chart that hold both its colours, at least, and their share; lines of pieces of several colours in heaps,
which chance makes more seldom."""


def clicked(labels: NDArray[np.int64]) -> bool:
    """Some state of three and more, or two of them together, make exactly one click's cross of three cells or more."""
    return bool(labels.max() > 1) and cross(labels) is not None


def cross(labels: NDArray[np.int64]) -> tuple[int, ...] | None:
    """The state, or the states beside two others or one, that make exactly one click's cross; None where none do.

    Under a preview the cells of two states are tinted, and the one in the middle may be so in a way of its own.
    """
    count = int(labels.max()) + 1
    if count < 2 or labels.size < 9:
        return None
    for many in range(1, min(count - 1, 2 if count < MIDDLED else 3) + 1):
        for some in combinations(range(count), many):
            mask = np.isin(labels, some)
            if 3 <= mask.sum() <= 5 and (clicks(*labels.shape) == mask.ravel()).all(axis=1).any():
                return some
    return None


@lru_cache(maxsize=4)
def clicks(rows: int, cols: int) -> NDArray[np.bool_]:
    """The cells that each click changes, clicks×cells; not to be written to."""
    row, col = np.divmod(np.arange(rows * cols), cols)
    return np.asarray(np.abs(row[:, None] - row) + np.abs(col[:, None] - col) <= 1)


def symmetric(labels: NDArray[np.int64]) -> bool:
    """Half a turn, but no mirror, leaves the board as it is."""
    mirrored = [labels[::-1], *([labels.T] if labels.shape[0] == labels.shape[1] else [])]
    return bool((labels == labels[::-1, ::-1]).all() and not any((labels == other).all() for other in mirrored))


def mirrored(labels: NDArray[np.int64]) -> bool:
    """Left is as right, or top as bottom."""
    return bool((labels == labels[:, ::-1]).all() or (labels == labels[::-1]).all())


def halved(labels: NDArray[np.int64]) -> bool:
    """One half is as the other, be it mirrored or turned."""
    return mirrored(labels) or symmetric(labels)


def upright(labels: NDArray[np.int64]) -> bool:
    """Left is as right, but top not as bottom: so are letters, hearts and faces, wherever on a board they are drawn."""
    shown = _spanned(labels)
    drawn = (labels, shown) if shown.shape[0] * (shown.shape[1] // 2) >= SELDOM else (labels,)
    return any(bool((one == one[:, ::-1]).all() and not (one == one[::-1]).all()) for one in drawn)


def _spanned(labels: NDArray[np.int64]) -> NDArray[np.int64]:
    """The part of a board that the cells of all states but the commonest span; all of it where there is only one."""
    drawn = labels != np.bincount(np.maximum(labels, 0).ravel()).argmax()
    rows, cols = np.flatnonzero(drawn.any(axis=1)), np.flatnonzero(drawn.any(axis=0))
    return labels[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1] if len(rows) else labels


def rimmed(labels: NDArray[np.int64]) -> bool:
    """All cells of the rim are of one state."""
    first = labels[0, 0]
    return all(bool((side == first).all()) for side in (labels[0], labels[-1], labels[:, 0], labels[:, -1]))


def parted_lines(labels: NDArray[np.int64], taken: NDArray[np.bool_]) -> float:
    """The smaller share, of lines between rows and between columns, that can be seen.

    At these some cell changes its state, or two neighbours are ``taken``, each by an outline of its own.
    """
    down = ((labels[1:] != labels[:-1]) | (taken[1:] & taken[:-1])).any(axis=1)
    across = ((labels[:, 1:] != labels[:, :-1]) | (taken[:, 1:] & taken[:, :-1])).any(axis=0)
    return min(np.count_nonzero(down) / len(down), np.count_nonzero(across) / len(across))


def checkered(labels: NDArray[np.int64]) -> bool:
    """Two states, as on a chess board; of many cells one in ``LIT_UP`` may be of any."""
    if labels.min() < 0 or labels.max() < 1 or labels.size < 9:
        return False
    fields = [
        np.concatenate([labels[::2, colour::2].ravel(), labels[1::2, 1 - colour :: 2].ravel()]) for colour in (0, 1)
    ]
    counts = [np.bincount(field) for field in fields]
    others = sum(int(count.sum() - count.max()) for count in counts)
    return others <= labels.size // LIT_UP and counts[0].argmax() != counts[1].argmax()


def striped(labels: NDArray[np.int64] | NDArray[np.bool_]) -> bool:
    """All rows, or all columns, are alike, as of a ruler or a table."""
    return bool((labels == labels[0]).all() or (labels == labels[:, :1]).all())


def lined(labels: NDArray[np.int64]) -> bool:
    """Some state is exactly an outer row, an outer column, or both: a header, a panel or a rim taken in."""
    return unlined(labels) is not None


def unlined(labels: NDArray[np.int64], most: int = 1) -> tuple[slice, slice] | None:
    """The rows and columns that are left without outer lines in a state of their own; None where there are no such.

    Up to ``most`` of them on one side.
    """
    for state, many in enumerate(np.bincount(labels.ravel()).tolist()):
        if many == labels.size or many < min(labels.shape):
            continue
        own = labels == state
        kept = _without(own.all(axis=1), most), _without(own.all(axis=0), most)
        if own[kept].any() or kept == (ALL, ALL):
            continue
        return kept
    return None


def sheeted(labels: NDArray[np.int64]) -> tuple[slice, slice] | None:
    """The rows and columns of a block in a table that is otherwise all of one state, as coloured cells of a sheet are.

    The block holds none of that state, all others of it, and less than half of the table; None where there is no such.
    """
    for state, many in enumerate(np.bincount(labels.ravel()).tolist()):
        if 2 * many <= labels.size or many == labels.size:
            continue
        others = labels != state
        kept = _span(others.any(axis=1)), _span(others.any(axis=0))
        if others[kept].all() and min(others[kept].shape) >= LEAST_BLOCK:
            return kept
    return None


def _span(some: NDArray[np.bool_]) -> slice:
    """From the first to the last line of which there are ``some``."""
    places = np.flatnonzero(some)
    return slice(int(places[0]), int(places[-1]) + 1)


def _without(own: NDArray[np.bool_], most: int) -> slice:
    """All lines but for the first or the last ones, where those are ``own``, up to ``most`` of them."""
    if own[0]:
        return slice(min(int(own.argmin()), most), None)
    if own[-1]:
        return slice(None, -min(int(own[::-1].argmin()), most))
    return ALL


def ordered(labels: NDArray[np.int64]) -> bool:
    """Two states, all cells of one before all of the other in reading order, as reached and locked levels are."""
    if labels.max() != 1:
        return False
    flat = labels.ravel()
    turns = np.count_nonzero(flat[1:] != flat[:-1])
    return bool(turns == 1 and np.bincount(flat).min() >= 2)


def cornered(labels: NDArray[np.int64]) -> bool:
    """Two states, all cells of one in a block at a corner: such is a smaller field in a window made for larger ones."""
    if labels.max() != 1:
        return False
    for own in (labels == 0, labels == 1):
        rows, cols = np.count_nonzero(own.any(axis=1)), np.count_nonzero(own.any(axis=0))
        smaller = rows < labels.shape[0] and cols < labels.shape[1]
        corners = (own, own[::-1], own[:, ::-1], own[::-1, ::-1])
        if min(rows, cols) >= FIELD and smaller and any(one[:rows, :cols].all() for one in corners):
            return True
    return False


def parted(labels: NDArray[np.int64]) -> bool:
    """Of three states and more, those on one side of a line between rows or columns all differ from those beyond it.

    So what lies over a part of a board leaves it: its cells are dimmer there.
    """
    if labels.max() < 2:
        return False
    for lines in (labels, labels.T):
        first = [set(line.tolist()) for line in lines]
        for many in range(1, len(first)):
            if set.union(*first[:many]).isdisjoint(set.union(*first[many:])):
                return True
    return False


def bars(labels: NDArray[np.int64]) -> bool:
    """One state before, or after, all others in all of many rows: bars of a chart, or pieces that fall."""
    if len(labels) < BARS:
        return False
    last = int(labels.max())
    # Of two states one comes first where the other comes last.
    least = max(BARS, BARRED * len(labels)) if last == 1 else HEAPED
    return any(_barred(labels == state, least) for state in range(last + (last != 1)))


def _barred(own: NDArray[np.bool_], least: float) -> bool:
    rises = falls = mixed = 0
    for line in own.tolist():
        changes = {(before, after) for before, after in pairwise(line) if before != after}
        mixed += bool(changes)
        rises |= (False, True) in changes
        falls |= (True, False) in changes
        if rises and falls:
            return False
    return mixed >= least


def chosen(labels: NDArray[np.int64]) -> bool:
    """Every row has exactly one cell of some state, or every column, not both: so have answers, and tiles coming down.

    Diagonals have one in both; a maker of levels may draw them. Small boards have one by chance.
    """
    one = [_single(labels), _single(labels.T)]
    return any(one) and not all(one)


def _single(labels: NDArray[np.int64]) -> bool:
    rows, cols = labels.shape
    seldom = rows * (cols - log2(cols)) >= SELDOM
    return seldom and any(((labels == state).sum(axis=1) == 1).all() for state in range(int(labels.max()) + 1))


def blocky(labels: NDArray[np.int64]) -> bool:
    """The labels are constant on a×b blocks that tile the board: the lattice is too fine."""
    rows, cols = labels.shape
    if not ((labels[1:] == labels[:-1]).all(axis=1).any() or (labels[:, 1:] == labels[:, :-1]).all(axis=0).any()):
        return False
    for a in range(1, rows + 1):
        for b in range(1, cols + 1):
            if a * b == 1 or rows % a or cols % b or (rows // a) * (cols // b) < 2:
                continue
            tiles = labels.reshape(rows // a, a, cols // b, b)
            if (tiles == tiles[:, :1, :, :1]).all() and labels.max() > 0:
                return True
    return False


def remainders(labels: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """What is left of two states where, at each one of the sides, lines all of the commoner one are taken off.

    Who chases lights clears one line after the other; the lines left over are as mixed as before.
    """
    odd = labels != np.bincount(labels.ravel()).argmax()
    rows, cols = np.flatnonzero(odd.any(axis=1)), np.flatnonzero(odd.any(axis=0))
    if not len(rows):
        return []
    return [labels[rows[0] :], labels[: rows[-1] + 1], labels[:, cols[0] :], labels[:, : cols[-1] + 1]]


def lumped(labels: NDArray[np.int64]) -> float:
    """How many standard deviations more often neighbours are alike than if two states were dealt by chance.

    The count of unlike neighbours has a known mean and variance over all orders of the same cells (join counts, Moran
    1948; Cliff and Ord 1981). Below 0 where they are alike less often; 0 for one state, or one line.
    """
    rows, cols = labels.shape
    cells, some = labels.size, int(np.count_nonzero(labels == labels[0, 0]))
    rest = cells - some
    joins = rows * (cols - 1) + cols * (rows - 1)
    if not rest or min(labels.shape) < 2:
        return 0.0
    # Ordered pairs of joins that share a cell: two of one direction, or one of each.
    touching = 2 * (rows * max(cols - 2, 0) + cols * max(rows - 2, 0)) + 8 * (rows - 1) * (cols - 1)
    pairs = some * rest / (cells * (cells - 1))
    apart = some * (some - 1) * rest * (rest - 1) / (cells * (cells - 1) * (cells - 2) * (cells - 3))
    mean = 2 * joins * pairs
    variance = mean + touching * pairs + 4 * (joins * (joins - 1) - touching) * apart - mean**2
    unlike = np.count_nonzero(labels[1:] != labels[:-1]) + np.count_nonzero(labels[:, 1:] != labels[:, :-1])
    return float((mean - unlike) / np.sqrt(variance)) if variance > 0 else 0.0


def lights(labels: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many of a cell's neighbours (of labels, rows×cols) shine on it, 3×N, in three ways.

    Those of another state that are drawn after it, and all of these; and those of its own that are drawn after it. Most
    screens are drawn line by line: the glow of a cell falls on what was drawn before, and is drawn over after.
    """
    down, across = labels[1:] != labels[:-1], labels[:, 1:] != labels[:, :-1]
    after, before, own = np.zeros((3, *labels.shape), np.int64)
    after[:-1] += down
    after[:, :-1] += across
    before[1:] += down
    before[:, 1:] += across
    own[:-1] += ~down
    own[:, :-1] += ~across
    return np.stack([after, after + before, own]).reshape(3, -1)


def placed(kinds: NDArray[np.int64], cells: NDArray[np.bool_]) -> bool:
    """Whether the kind of each of some cells is that of all in its row, or of all in its column, and not by chance.

    So are cells that only begin elsewhere between the pixels of a screen: what they show follows from clicks. No kind
    is only at the board's sides, where charts are cut.

    Args:
        kinds: of the cells, in reading order.
        cells: rows × columns, which ones they are.
    """
    for lines, count in zip(np.nonzero(cells), cells.shape, strict=True):
        met = set(zip(lines.tolist(), kinds.tolist(), strict=True))
        inner = {kind for line, kind in met if 0 < line < count - 1}
        if len(met) == len(set(lines.tolist())) <= len(kinds) - PLACED and inner == set(kinds.tolist()):
            return True
    return False
