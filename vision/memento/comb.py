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
    from numpy.typing import NDArray

CLIP = 48  # edge strength above this says nothing more: a few bright specks must not make a line
ALONG = 11  # pixels an edge is averaged along itself
ACROSS = 15  # pixels across which the background of an edge is taken
RIDGE = 4  # how far above its background an edge must stand
LINES = 26  # strongest lines of an axis that may pair up
PITCH = (14.0, 0.4)  # least pitch in pixels, greatest as a share of the picture's side
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
    """Straight edges of a picture, both ways, as running sums so that the support of any stretch is two look-ups.

    Attributes:
        upright: (H+1)×W int32; sums down the columns of the upright edges' mask.
        level: H×(W+1) int32; sums along the rows of the level edges' mask.
        masks: the two masks, H×W uint8 0/1, upright first.
    """

    upright: NDArray[np.int32]
    level: NDArray[np.int32]
    masks: tuple[NDArray[np.uint8], NDArray[np.uint8]]


def edges(picture: NDArray[np.uint8]) -> Edges:
    """Straight edges of ``picture`` (H×W×3 uint8)."""
    across = _ridges(picture)
    down = np.ascontiguousarray(_ridges(np.ascontiguousarray(picture.transpose(1, 0, 2))).T)
    height, width = across.shape
    upright = np.zeros((height + 1, width), np.int32)
    np.cumsum(_tolerant(across, (3, 1)), axis=0, out=upright[1:])
    level = np.zeros((height, width + 1), np.int32)
    np.cumsum(_tolerant(down, (1, 3)), axis=1, out=level[:, 1:])
    return Edges(upright, level, (across, down))


def _tolerant(mask: NDArray[np.uint8], size: tuple[int, int]) -> NDArray[np.uint8]:
    return np.asarray(cv2.dilate(mask, np.ones((size[1], size[0]), np.uint8)), np.uint8)


def _ridges(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Mask (H×W, 0/1) of upright straight edges."""
    height, width = picture.shape[:2]
    strength = np.zeros((height, width), np.uint8)
    if width > 2:
        apart = cv2.absdiff(picture[:, 2:], picture[:, :-2])
        strongest = cv2.max(cv2.max(apart[..., 0], apart[..., 1]), apart[..., 2])
        strength[:, 1:-1] = cv2.min(strongest, CLIP)
    straight = cv2.blur(strength, (1, ALONG))
    ground = cv2.blur(straight, (ACROSS, 1))
    peak = cv2.dilate(straight, np.ones((1, 5), np.uint8))
    mask = (straight >= peak) & (straight > ground + RIDGE)
    return np.asarray(mask, np.uint8)


def combs(mask: NDArray[np.uint8], axis: int, keep: int = 6, within: Axis | None = None) -> list[tuple[float, Axis]]:
    """Regular rows of lines in an edge mask, best first.

    Args:
        mask: H×W 0/1, edges running across ``axis``.
        axis: 1 to look for upright lines along x, 0 for level lines along y.
        keep: how many combs at most.
        within: a comb of the other axis: only what lies between its first and its last line is looked at.

    Returns:
        (score, comb) pairs.
    """
    if within is not None:
        first, last = within.origin, within.origin + within.count * within.pitch
        part = slice(max(0, int(first)), max(1, int(np.ceil(last))))
        mask = mask[part] if axis == 1 else mask[:, part]
    profile = mask.sum(1 - axis, dtype=np.float32)
    places, weights = _peaks(profile)
    if len(places) < 3:
        return []
    return _fit(places, weights, float(mask.shape[axis]), keep)


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
        if 0.45 < x.pitch / y.pitch < 2.2 and all(_unlike(x, a) or _unlike(y, b) for a, b in kept):
            kept.append((x, y))
    return kept


def _peaks(profile: NDArray[np.float32]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Places and weights (0..1) of the strongest lines; lines a seam apart are one line in their middle."""
    soft = np.convolve(profile, np.ones(3, np.float32), "same")
    smooth = np.convolve(profile, np.ones(7, np.float32), "same")
    best = np.asarray(cv2.dilate(smooth[None].astype(np.float32), np.ones((1, 9), np.uint8)))[0]
    places = np.flatnonzero((smooth >= best) & (smooth > 12))
    if not len(places):
        return np.zeros(0), np.zeros(0)
    index = np.arange(-4, 5)[None] + places[:, None]
    inside = np.where((index >= 0) & (index < len(profile)), profile[np.clip(index, 0, len(profile) - 1)], 0.0)
    centre = (inside * index).sum(1) / np.maximum(inside.sum(1), 1e-6) + 0.5
    weight = np.maximum(soft[places], inside.max(1))
    order = np.argsort(-weight)[:LINES]
    centre, weight = centre[order], weight[order]
    keep = np.concatenate([[True], np.abs(np.diff(np.sort(centre))) > 2.0])
    rank = np.argsort(centre)
    centre, weight = centre[rank][keep], weight[rank][keep]
    reference = np.sort(weight)[-min(4, len(weight))]
    return centre, np.sqrt(np.minimum(weight / max(reference, 1.0), 1.0))


def _fit(places: NDArray[np.float64], weights: NDArray[np.float64], side: float, keep: int) -> list[tuple[float, Axis]]:
    """Every pair of lines, 1..7 cells apart, proposes a comb; the best supported runs of combs are kept."""
    first, second = np.triu_indices(len(places), 1)
    apart = places[second] - places[first]
    spans = np.arange(1, 8)
    pitch = (apart[:, None] / spans[None]).ravel()
    origin = np.repeat(places[first], len(spans))
    good = (pitch >= PITCH[0]) & (pitch <= PITCH[1] * side)
    pitch, origin = pitch[good], origin[good]
    if not len(pitch):
        return []
    offset = (places[None] - origin[:, None]) / pitch[:, None]
    number = np.rint(offset).astype(int)
    near = np.abs(offset - number) * pitch[:, None] <= np.maximum(1.6, 0.025 * pitch[:, None])
    reach = 12
    near &= np.abs(number) <= reach
    support = np.zeros((len(pitch), 2 * reach + 1))
    rows, lines = np.nonzero(near)
    np.maximum.at(support, (rows, number[rows, lines] + reach), weights[lines])
    # Best run of lines: greatest sum of (support - penalty) over 3..10 lines in a row.
    sums = np.concatenate([np.zeros((len(pitch), 1)), np.cumsum(support - PENALTY, 1)], 1)
    score = np.full(len(pitch), -np.inf)
    start = np.zeros(len(pitch), int)
    count = np.zeros(len(pitch), int)
    for cells in range(COUNTS[0], COUNTS[1] + 1):
        runs = sums[:, cells + 1 :] - sums[:, : -cells - 1]
        at = runs.argmax(1)
        value = runs[np.arange(len(pitch)), at]
        better = value > score
        score[better], start[better], count[better] = value[better], at[better] - reach, cells
    found: list[tuple[float, Axis]] = []
    for i in np.argsort(-score):
        if len(found) >= keep or score[i] <= 0:
            break
        comb = _refine(
            places,
            weights,
            near[i],
            number[i],
            comb=Axis(origin[i], pitch[i], 0),
            start=int(start[i]),
            count=int(count[i]),
        )
        if all(_unlike(comb, other) for _, other in found):
            found.append((float(score[i]), comb))
    return found


def _refine(
    places: NDArray[np.float64],
    weights: NDArray[np.float64],
    near: NDArray[np.bool_],
    number: NDArray[np.int_],
    *,
    comb: Axis,
    start: int,
    count: int,
) -> Axis:
    """Least squares over the lines a comb rests on."""
    used = near & (number >= start) & (number <= start + count)
    index, place, weight = number[used] - start, places[used], weights[used]
    if len(set(index.tolist())) < 2:
        return Axis(comb.origin + start * comb.pitch, comb.pitch, count)
    slope, base = np.polyfit(index, place, 1, w=weight)
    return Axis(float(base), float(slope), count)


def _unlike(one: Axis, other: Axis) -> bool:
    """Whether two combs differ in pitch, phase or place."""
    if abs(one.pitch - other.pitch) > 0.03 * other.pitch:
        return True
    shift = (one.origin - other.origin) / other.pitch
    return abs(shift - round(shift)) > 0.12 or abs(shift) > 3
