"""Teeth: peaks of edge profiles, and the regular rows of them, for many profiles in one go.

A profile says for each place along an axis how much straight edge runs across it. Any two of its peaks, so many cells
apart, propose a comb; what the other peaks give it tells how good it is. Small arrays cost numpy far more to start on
than to work through, so all profiles are stacked and searched together.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.memento.axis import LIKE, Axis, unlike

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

LINES = 12  # strongest lines of a profile that may pair up
FAINT = 12.0  # pixels of edge below which there is no line
SEAM = 2.0  # lines this near are one
MOST = 48  # pairs of lines a profile, those with the most lines in step, that are looked at closely
RANKED = 24  # combs a profile, of which the best that are not alike are taken
SPANS = 3  # cells two lines that propose a comb may be apart
NARROWEST = 14.0  # pixels: least pitch
REACH = 12  # lines a comb may have on each side of the line it starts from
COUNTS = (2, 9)  # cells along an axis
PENALTY = 0.33  # what an unsupported line of a comb costs


@dataclass(frozen=True, slots=True, eq=False)
class Teeth:
    """Combs of many profiles: N float32 each, but for the ints.

    Attributes:
        number: of the profile a comb belongs to; they come in the order of the profiles.
        origin: the line it starts from, in pixels.
        pitch: pixels between its teeth.
    """

    number: NDArray[np.int_]
    origin: NDArray[np.float32]
    pitch: NDArray[np.float32]

    def __getitem__(self, chosen: NDArray[np.int_]) -> Teeth:
        """Some of them."""
        return Teeth(self.number[chosen], self.origin[chosen], self.pitch[chosen])

    def near(self, lines: NDArray[np.float64]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Of each line (rows) the nearest tooth of each comb (columns), and whether it lies on it."""
        scale = np.float32(1) / self.pitch
        with np.errstate(invalid="ignore"):
            offset = (lines.astype(np.float32) - self.origin) * scale
            index = np.rint(offset)
            offset -= index
            near = np.abs(offset, out=offset) <= np.maximum(np.float32(1.6) * scale, np.float32(0.025))
            near &= np.abs(index) <= REACH
        return index, near


def search(
    profiles: Sequence[NDArray[np.float32]], widest: Sequence[float], likes: Sequence[float | None], keep: int
) -> list[list[tuple[float, Axis]]]:
    """The best combs of each profile.

    Args:
        profiles: pixels of edge at each place, any lengths.
        widest: greatest pitch of each.
        likes: of each a pitch of which the best comb is added if it is not among the first, or None.
        keep: how many combs at most.

    Returns:
        For each profile (score, comb) pairs, best first.
    """
    places, weights = _peaks(profiles)
    like = np.array([np.nan if one is None else one for one in likes])
    teeth = _pairs(places, widest)
    if not len(teeth.number):
        return [[] for _ in profiles]
    lines, weight = places.T[:, teeth.number], weights.T[:, teeth.number]
    index, near = teeth.near(lines)
    wanted = np.abs(teeth.pitch / like[teeth.number] - 1) < LIKE
    chosen = _in_step(teeth.number, np.where(near, weight, 0.0).sum(0) + wanted, len(profiles))
    sums = _supports(index[:, chosen], near[:, chosen], weight[:, chosen])
    score, count, start = _best_runs(sums)
    ranked = _ranked(teeth.number[chosen], score, wanted[chosen])
    score, count, start, chosen = score[ranked], count[ranked], start[ranked], chosen[ranked]
    teeth, wanted, index = teeth[chosen], wanted[chosen], index[:, chosen] - start
    used = np.where(near[:, chosen] & (index >= 0) & (index <= count), weight[:, chosen], 0.0)
    base, slope = _refine(lines[:, chosen], used, index, teeth.origin + start * teeth.pitch, teeth.pitch)
    combs = list(zip(*(one.tolist() for one in (score, base, slope, count, wanted)), strict=True))
    bounds = np.searchsorted(teeth.number, np.arange(len(profiles) + 1)).tolist()
    return [_distinct(combs[low:high], keep) for low, high in pairwise(bounds)]


def _peaks(profiles: Sequence[NDArray[np.float32]]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Places and weights (0..1) of the strongest lines, profiles × LINES, the weakest first.

    Lines a seam apart are one line, the first. Where there are fewer, the places are inf and the weights 0.
    """
    reach = 4
    sizes = np.array([len(one) for one in profiles])
    stack = np.zeros((len(profiles), int(sizes.max()) + 2 * reach), np.float32)
    for row, one in zip(stack, profiles, strict=True):
        row[reach : reach + len(one)] = one
    soft, smooth = (cv2.boxFilter(stack, -1, (k, 1), normalize=False, borderType=cv2.BORDER_CONSTANT) for k in (3, 7))
    flat = (smooth >= cv2.dilate(smooth, np.ones((1, 9), np.uint8))) & (smooth > FAINT)
    flat[:, :reach] = False
    flat[np.arange(stack.shape[1])[None] >= reach + sizes[:, None]] = False
    # A peak of the smoothed profile is a plateau: its middle stands for it. None reaches the ends of its row.
    ends = np.flatnonzero(flat.ravel()[1:] != flat.ravel()[:-1])
    middle = (ends[::2] + 1 + ends[1::2]) // 2
    around = middle[:, None] + np.arange(-reach, reach + 1)
    inside = stack.ravel()[around].astype(np.float64)
    number, column = np.divmod(middle, stack.shape[1])
    place = inside @ np.arange(-reach, reach + 1) / np.maximum(inside.sum(1), 1e-6) + (column - reach + 0.5)
    counts = np.bincount(number, minlength=len(profiles))
    slot = np.arange(len(number)) - (np.cumsum(counts) - counts)[number]
    # Less than no weight marks where there is no line.
    shape = (len(profiles), max(LINES, int(counts.max())))
    places, weights = np.full(shape, np.inf), np.full(shape, -1.0)
    places[number, slot] = place
    weights[number, slot] = np.where(inside > 0, soft.ravel()[around], 0.0).max(1, initial=0.0)
    rows = np.arange(len(profiles))[:, None]
    strongest = np.sort(np.argsort(-weights, axis=1, kind="stable")[:, :LINES], axis=1)
    places, weights = places[rows, strongest], weights[rows, strongest]
    with np.errstate(invalid="ignore"):
        seam = places[:, 1:] - places[:, :-1] <= SEAM
    places[:, 1:][seam], weights[:, 1:][seam] = np.inf, -1.0
    order = np.argsort(-weights, axis=1, kind="stable")[:, ::-1]
    places, weights = places[rows, order], np.maximum(weights[rows, order], 0.0)
    fourth = np.minimum(3, np.maximum(np.isfinite(places).sum(1) - 1, 0))
    reference = weights[rows[:, 0], LINES - 1 - fourth]
    return places, np.sqrt(np.minimum(weights / np.maximum(reference, 1.0)[:, None], 1.0))


def _rank(number: NDArray[np.int_]) -> NDArray[np.int_]:
    """Of each entry of a sorted array the place among its equals, from 0."""
    return np.arange(len(number)) - np.searchsorted(number, number)


@cache
def _two_lines() -> tuple[NDArray[np.int_], NDArray[np.int_]]:
    """The first and the second line of every pair."""
    one, two = np.triu_indices(LINES, 1)
    return one, two


def _pairs(places: NDArray[np.float64], widest: Sequence[float]) -> Teeth:
    """Every pair of lines, taken as 1..SPANS cells apart."""
    one, two = _two_lines()
    few = np.isfinite(places).sum(1) < 3
    with np.errstate(invalid="ignore"):
        apart = np.abs(places[:, two] - places[:, one])
        pitch = apart[..., None] / np.arange(1, SPANS + 1)
        fits = (pitch >= NARROWEST) & (pitch <= np.asarray(widest)[:, None, None]) & ~few[:, None, None]
    number, pair, _ = np.nonzero(fits)
    first = np.minimum(places[:, one], places[:, two])[number, pair]
    return Teeth(number, first.astype(np.float32), pitch[fits].astype(np.float32))


def _in_step(number: NDArray[np.int_], held: NDArray[np.float64], profiles: int) -> NDArray[np.int_]:
    """Of each profile the ``MOST`` pairs that have the most lines in step; ``held`` is what these weigh."""
    bounds = np.searchsorted(number, np.arange(profiles + 1)).tolist()
    kept = []
    for low, high in pairwise(bounds):
        here = np.arange(low, high)
        if len(here) > MOST:
            here = low + np.sort(np.argpartition(-held[low:high], MOST)[:MOST])
        kept.append(here)
    return np.concatenate(kept)


def _supports(index: NDArray[np.float32], near: NDArray[np.bool_], weight: NDArray[np.float64]) -> NDArray[np.float32]:
    """Running sums along the teeth of each comb of what the lines give them, a row of zeros first: teeth+1 × combs."""
    sums = np.full((2 * REACH + 2, index.shape[1]), -PENALTY, np.float32)
    sums[0] = 0.0
    line, comb = np.nonzero(near)
    # Two lines may claim one tooth of the comb: written in order of weight, the stronger one stays.
    sums[index[line, comb].astype(np.intp) + REACH + 1, comb] = weight[line, comb] - PENALTY
    return np.asarray(np.cumsum(sums, axis=0), np.float32)


@cache
def _runs() -> tuple[NDArray[np.int_], NDArray[np.int_]]:
    """Cells and first tooth, from 0, of every run of teeth a comb may have."""
    teeth = 2 * REACH + 1
    runs = [(cells, first) for cells in range(COUNTS[0], COUNTS[1] + 1) for first in range(teeth - cells)]
    cells, first = np.array(runs).T
    return cells, first


def _best_runs(sums: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.int_], NDArray[np.int_]]:
    """For each comb: the greatest sum over a run of its teeth, the cells of that run, the number of its first tooth."""
    cells, first = _runs()
    value = np.ascontiguousarray((sums[first + cells + 1] - sums[first]).T)
    best = value.argmax(1)
    return value[np.arange(len(best)), best], cells[best], first[best] - REACH


def _ranked(number: NDArray[np.int_], score: NDArray[np.float32], wanted: NDArray[np.bool_]) -> NDArray[np.int_]:
    """The ``RANKED`` best combs of each profile, best first, and last the best one of those wanted."""
    order = np.lexsort((-score, number))
    kept = order[(_rank(number[order]) < RANKED) & (score[order] > 0)]
    alike = order[wanted[order]]
    chosen = np.concatenate([kept, alike[np.unique(number[alike], return_index=True)[1]]])
    return np.asarray(chosen[np.argsort(number[chosen], kind="stable")], int)


def _refine(
    lines: NDArray[np.float64],
    weights: NDArray[np.float64],
    index: NDArray[np.float32],
    base: NDArray[np.float32],
    slope: NDArray[np.float32],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Least squares of many combs at once, each over the lines it rests on: where they begin and their pitches.

    Args:
        lines: L×N; places.
        weights: L×N; what each comb gives each line, 0 for lines it does not rest on.
        index: L×N; the lines' numbers, counted from each comb's first one.
        base: N; where a comb begins that rests on fewer than two teeth.
        slope: N; its pitch.
    """
    rests_on = weights > 0
    lines, index = np.where(rests_on, lines, 0.0), np.where(rests_on, index, 0.0)
    total = np.maximum(weights.sum(0), 1e-9)
    mean_x, mean_y = (weights * index).sum(0) / total, (weights * lines).sum(0) / total
    apart = index - mean_x
    spread = (weights * apart**2).sum(0)
    rests = spread > 1e-6
    fitted = (weights * apart * (lines - mean_y)).sum(0) / np.where(rests, spread, 1.0)
    return np.where(rests, mean_y - fitted * mean_x, base), np.where(rests, fitted, slope)


def _distinct(combs: Sequence[tuple[float, float, float, int, bool]], keep: int) -> list[tuple[float, Axis]]:
    """The first ``keep`` of some combs, no two alike, and the best of the wanted ones, which is the last of them.

    Args:
        combs: score, origin, pitch, cells, and whether it is wanted, of each.
        keep: how many.
    """
    found: list[tuple[float, Axis]] = []
    last = len(combs) - 1
    for place, (score, origin, pitch, count, wanted) in enumerate(combs):
        if len(found) >= keep and not (wanted and place == last):
            continue
        comb = Axis(origin, pitch, count)
        if all(unlike(comb, other) for _, other in found):
            found.append((score, comb))
    return found
