"""Combs: regularly spaced straight edges, found along each axis by itself, then crossed to make lattices.

A board of tiles over a picture has few whole boxes to go by: tiles of one colour melt together where there is no gap,
and the picture has shapes of its own. What it always has are straight edges on a lattice. They are found as ridges of
the edge strength averaged *along* the edge, so the texture of a picture, which has no direction, cancels out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

CLIP = 48  # edge strength above this says nothing more: a few bright specks must not make a line
ALONG = 11  # pixels an edge is averaged along itself
ACROSS = 15  # pixels across which the background of an edge is taken
RIDGE = 4  # how far above its background an edge must stand
LINES = 20  # strongest lines of an axis that may pair up
MOST = 360  # pairs of lines, those with the most lines in step, that are looked at closely
PAIRS = 6  # lattices made of two combs
NARROWEST = 14.0  # pixels: least pitch
WIDEST = 0.4  # greatest pitch as a share of the picture's side
OBLONG = 1.1  # greatest log ratio of a cell's width to its height
REACH = 12  # lines a comb may have on each side of the line it starts from
COUNTS = (2, 9)  # cells along an axis
PENALTY = 0.33  # what an unsupported line of a comb costs


@dataclass(frozen=True, slots=True)
class Axis:
    """Lines of a lattice along one axis: line ``i`` lies at ``origin + i * pitch``, for i in 0..count."""

    origin: float
    pitch: float
    count: int


@dataclass(frozen=True, slots=True)
class Edges:
    """Straight edges of a picture, both ways, as running sums so that the support of any stretch is four look-ups.

    Attributes:
        upright: (H+1)×(W+1) int32; sums of the upright edges' mask, a pixel wider, above and left of each corner.
        level: (H+1)×(W+1) int32; the same for the level edges' mask, a pixel taller.
        masks: the two masks, H×W uint8 0/1, upright first.
    """

    upright: NDArray[np.int32]
    level: NDArray[np.int32]
    masks: tuple[NDArray[np.uint8], NDArray[np.uint8]]


def edges(picture: NDArray[np.uint8]) -> Edges:
    """Straight edges of ``picture`` (H×W×3 uint8)."""
    planes = cv2.split(picture)
    across, down = _ridges(planes, 1), _ridges(planes, 0)
    upright = cv2.integral(cv2.dilate(across, np.ones((1, 3), np.uint8)))
    level = cv2.integral(cv2.dilate(down, np.ones((3, 1), np.uint8)))
    return Edges(np.asarray(upright, np.int32), np.asarray(level, np.int32), (across, down))


def _ridges(planes: Sequence[NDArray[np.uint8]], axis: int) -> NDArray[np.uint8]:
    """Mask (H×W, 0/1) of straight edges: upright ones for axis 1, level ones for axis 0."""
    height, width = planes[0].shape
    strength = np.zeros((height, width), np.uint8)
    if min(height, width) > 2:
        inner = (slice(None), slice(1, -1)) if axis == 1 else (slice(1, -1), slice(None))
        one = (slice(None), slice(2, None)) if axis == 1 else (slice(2, None), slice(None))
        two = (slice(None), slice(None, -2)) if axis == 1 else (slice(None, -2), slice(None))
        first, second, third = (cv2.absdiff(plane[one], plane[two]) for plane in planes)
        strength[inner] = cv2.min(cv2.max(cv2.max(first, second), third), CLIP)
    sizes = ((1, ALONG), (ACROSS, 1), (1, 5)) if axis == 1 else ((ALONG, 1), (1, ACROSS), (5, 1))
    straight = cv2.blur(strength, sizes[0])
    ground = cv2.blur(straight, sizes[1])
    peak = cv2.dilate(straight, np.ones(sizes[2], np.uint8))
    tall = cv2.compare(straight, cv2.add(ground, RIDGE), cv2.CMP_GT)
    mask = cv2.bitwise_and(cv2.compare(straight, peak, cv2.CMP_GE), tall)
    return np.asarray(cv2.min(mask, 1), np.uint8)


def combs(mask: NDArray[np.uint8], axis: int, keep: int = 6, within: Axis | None = None) -> list[tuple[float, Axis]]:
    """Regular rows of lines in an edge mask, best first.

    Args:
        mask: H×W 0/1, edges running across ``axis``.
        axis: 1 to look for upright lines along x, 0 for level lines along y.
        keep: how many combs at most.
        within: a comb of the other axis: only what lies between its first and its last line is looked at, and the best
            comb of the same pitch is added, for most cells are square.

    Returns:
        (score, comb) pairs.
    """
    if within is not None:
        first, last = within.origin, within.origin + within.count * within.pitch
        part = slice(max(0, int(first)), max(1, int(np.ceil(last))))
        mask = mask[part] if axis == 1 else mask[:, part]
    profile = np.asarray(cv2.reduce(mask, 0 if axis == 1 else 1, cv2.REDUCE_SUM, dtype=cv2.CV_32F), np.float32).ravel()
    places, weights = _peaks(profile)
    if len(places) < 3:
        return []
    return _fit(places, weights, WIDEST * mask.shape[axis], keep, None if within is None else within.pitch)


def lattices(found: Edges, keep: int = 3) -> list[tuple[Axis, Axis]]:
    """Pairs of an x comb and a y comb, each looked for where the other is; no two alike."""
    xs, ys = combs(found.masks[0], 1), combs(found.masks[1], 0)
    pairs = [(sx + sy, x, y) for sx, x in xs[:keep] for sy, y in ys[:keep]]
    for sx, x in xs[:keep]:
        pairs += [(sx + sy, x, y) for sy, y in combs(found.masks[1], 0, keep, x)]
    for sy, y in ys[:keep]:
        pairs += [(sx + sy, x, y) for sx, x in combs(found.masks[0], 1, keep, y)]
    pairs.sort(key=lambda pair: -pair[0])
    kept: list[tuple[Axis, Axis]] = []
    for _, x, y in pairs:
        if abs(np.log(x.pitch / y.pitch)) < OBLONG and all(unlike(x, a) or unlike(y, b) for a, b in kept):
            kept.append((x, y))
        if len(kept) >= PAIRS:
            break
    return kept


def _peaks(profile: NDArray[np.float32]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Places and weights (0..1) of the strongest lines; lines a seam apart are one line in their middle."""
    soft = np.convolve(profile, np.ones(3, np.float32), "same")
    smooth = np.convolve(profile, np.ones(7, np.float32), "same")
    best = np.asarray(cv2.dilate(smooth[None].astype(np.float32), np.ones((1, 9), np.uint8)))[0]
    flat = np.flatnonzero((smooth >= best) & (smooth > 12))
    if not len(flat):
        return np.zeros(0), np.zeros(0)
    # A peak of the smoothed profile is a plateau: its middle stands for it.
    runs = np.split(flat, np.flatnonzero(np.diff(flat) > 1) + 1)
    places = np.array([(run[0] + run[-1]) // 2 for run in runs])
    index = np.arange(-4, 5)[None] + places[:, None]
    inside = np.where((index >= 0) & (index < len(profile)), profile[np.clip(index, 0, len(profile) - 1)], 0.0)
    centre = (inside * index).sum(1) / np.maximum(inside.sum(1), 1e-6) + 0.5
    weight = np.where(inside > 0, soft[np.clip(index, 0, len(profile) - 1)], 0.0).max(1)
    order = np.argsort(-weight)[:LINES]
    centre, weight = centre[order], weight[order]
    keep = np.concatenate([[True], np.abs(np.diff(np.sort(centre))) > 2.0])
    rank = np.argsort(centre)
    centre, weight = centre[rank][keep], weight[rank][keep]
    reference = np.sort(weight)[-min(4, len(weight))]
    return centre, np.sqrt(np.minimum(weight / max(reference, 1.0), 1.0))


def _fit(
    places: NDArray[np.float64], weights: NDArray[np.float64], widest: float, keep: int, like: float | None
) -> list[tuple[float, Axis]]:
    """Every pair of lines, 1..7 cells apart, proposes a comb; the best supported runs of combs are kept."""
    first, second = np.triu_indices(len(places), 1)
    apart = places[second] - places[first]
    spans = np.arange(1, 8)
    pitch = (apart[:, None] / spans[None]).ravel()
    origin = np.repeat(places[first], len(spans))
    good = (pitch >= NARROWEST) & (pitch <= widest)
    pitch, origin = pitch[good], origin[good]
    if not len(pitch):
        return []
    offset = (places[None] - origin[:, None]) / pitch[:, None]
    number = np.rint(offset)
    near = np.abs(offset - number) * pitch[:, None] <= np.maximum(1.6, 0.025 * pitch[:, None])
    near &= np.abs(number) <= REACH
    if len(pitch) > MOST:
        held = near @ weights
        if like is not None:
            held[np.abs(pitch / like - 1) < 0.03] += 1.0
        chosen = np.sort(np.argpartition(-held, MOST)[:MOST])
        pitch, origin, near, number = pitch[chosen], origin[chosen], near[chosen], number[chosen]
    rows, lines = np.nonzero(near)
    at = number[rows, lines].astype(np.intp) + REACH
    # Two lines may claim one tooth of the comb: written in order of weight, the stronger one stays.
    order = np.argsort(weights[lines], kind="stable")
    support = np.full((len(pitch), 2 * REACH + 1), -PENALTY)
    support[rows[order], at[order]] = weights[lines[order]] - PENALTY
    score, start, count = _best_runs(support)
    ranked = np.argsort(-score)[: 40 * keep]
    ranked = ranked[score[ranked] > 0]
    if like is not None:
        same = np.where(np.abs(pitch / like - 1) < 0.03, score, -np.inf)
        ranked = np.append(ranked, same.argmax())
    index = np.asarray(number[ranked] - start[ranked, None], np.float64)
    used = np.where(near[ranked] & (index >= 0) & (index <= count[ranked, None]), weights[None], 0.0)
    raw = origin[ranked] + start[ranked] * pitch[ranked]
    bases, slopes = _refine(places, used, index, raw, pitch[ranked])
    found: list[tuple[float, Axis]] = []
    last = len(ranked) - 1
    for place, (i, base, slope) in enumerate(zip(ranked.tolist(), bases.tolist(), slopes.tolist(), strict=True)):
        if len(found) >= keep + (like is not None and place == last):
            continue
        comb = Axis(base, slope, int(count[i]))
        if all(unlike(comb, other) for _, other in found):
            found.append((float(score[i]), comb))
    return found


def _best_runs(support: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.int_], NDArray[np.int_]]:
    """For each row: the greatest sum over a run of 3..10 lines, the number of its first line, its cells."""
    many = np.arange(len(support))
    sums = np.concatenate([np.zeros((len(support), 1)), np.cumsum(support, 1)], 1)
    score = np.full(len(support), -np.inf)
    start = np.zeros(len(support), int)
    count = np.zeros(len(support), int)
    for cells in range(COUNTS[0], COUNTS[1] + 1):
        runs = sums[:, cells + 1 :] - sums[:, : -cells - 1]
        at = runs.argmax(1)
        value = runs[many, at]
        better = value > score
        score[better], start[better], count[better] = value[better], at[better] - REACH, cells
    return score, start, count


def _refine(
    places: NDArray[np.float64],
    weights: NDArray[np.float64],
    index: NDArray[np.float64],
    base: NDArray[np.float64],
    slope: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Least squares of many combs at once, each over the lines it rests on: where they begin and their pitches.

    Args:
        places: L; the lines.
        weights: N×L; what each comb gives each line, 0 for lines it does not rest on.
        index: N×L; the lines' numbers, counted from each comb's first one.
        base: N; where a comb begins that rests on fewer than two teeth.
        slope: N; its pitch.
    """
    total = np.maximum(weights.sum(1), 1e-9)
    mean_x, mean_y = (weights * index).sum(1) / total, (weights * places).sum(1) / total
    apart = index - mean_x[:, None]
    spread = (weights * apart**2).sum(1)
    rests = spread > 1e-6
    fitted = (weights * apart * (places - mean_y[:, None])).sum(1) / np.where(rests, spread, 1.0)
    return np.where(rests, mean_y - fitted * mean_x, base), np.where(rests, fitted, slope)


def line(x: NDArray[np.float64], y: NDArray[np.float64], weight: NDArray[np.float64]) -> tuple[float, float]:
    """Weighted least squares of y = base + slope·x; returns base and slope. At least two different x."""
    total = weight.sum()
    mean_x, mean_y = (weight * x).sum() / total, (weight * y).sum() / total
    slope = (weight * (x - mean_x) * (y - mean_y)).sum() / (weight * (x - mean_x) ** 2).sum()
    return float(mean_y - slope * mean_x), float(slope)


def unlike(one: Axis, other: Axis) -> bool:
    """Whether two combs differ in pitch, phase or place."""
    if abs(one.pitch - other.pitch) > 0.03 * other.pitch:
        return True
    shift = (one.origin - other.origin) / other.pitch
    return abs(shift - round(shift)) > 0.12 or abs(shift) > 3
