"""Read, second half: which glyph a cut-out shows, by its edges.

Histograms of edge directions (Dalal and Triggs, 2005) on 4×4 places, compared with the mean of each glyph by the
Mahalanobis distance under one pooled covariance (linear discriminant analysis). Closed form, and the distance itself
says when a cut-out is no glyph at all. Which of the four a glyph is, multinomial logistic regression on the same
histograms tells better: hands differ most in what all glyphs share. The numbers are in ``weights.json``;
``calibration/fit_glyphs.py`` fits them on scenes drawn by us.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.heresy.glyphs import LETTERS

if TYPE_CHECKING:
    from numpy.typing import NDArray

SIZE = 24
PLACES, DIRECTIONS = 4, 6
FEATURES = PLACES * PLACES * DIRECTIONS
TOGETHER = 32  # patches whose edges are worked out at once
FARTHER = 0.15  # squared distance that a state is farther per logarithm of the odds against it
INK = (0.2, 0.3, 0.4, 0.5)  # of a mark's strongest pixel, from which it is ink
SPOILT = 2  # cells of a panel that may be covered: they have no say in how the others look


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """What was fitted.

    Attributes:
        means: L×4×96, for each look (usual, strange, out of focus) one of each state.
        whitener: 96×96; the squared length of ``whitener @ (x - mean)`` is the squared distance.
        sharpness: factor on squared distances before the softmax.
        doubt: (distance, width): where an outlier's probabilities become flat, as a logistic.
        factors: 4×96, of each state, for the logarithm of its odds against the others.
        offsets: 4, what is added to that.
    """

    means: NDArray[np.float64]
    whitener: NDArray[np.float64]
    sharpness: float
    doubt: tuple[float, float]
    factors: NDArray[np.float64]
    offsets: NDArray[np.float64]


@lru_cache(maxsize=1)
def weights() -> Weights:
    """The fitted numbers, read once."""
    data = json.loads(files("vision.heresy").joinpath("weights.json").read_text("utf-8"))
    whitener = np.zeros((FEATURES, FEATURES))
    whitener[np.triu_indices(FEATURES)] = np.concatenate(data["whitener"])
    low, width = data["doubt"]
    means = np.array(data["means"]).reshape(-1, len(LETTERS), FEATURES)
    factors = np.array(data["factors"])
    return Weights(means, whitener, float(data["sharpness"]), (low, width), factors, np.array(data["offsets"]))


def edges(patches: NDArray[np.float32]) -> NDArray[np.float64]:
    """Edge histograms of N×24×24 ``patches``: N×96, the square root of shares that sum to 1."""
    parts = [_pooled(patches[first : first + TOGETHER]) for first in range(0, len(patches), TOGETHER)]
    flat = np.concatenate(parts).astype(np.float64) if parts else np.zeros((0, FEATURES))
    shares: NDArray[np.float64] = np.sqrt(flat / np.maximum(flat.sum(axis=1, keepdims=True), 1e-9))
    return shares


def _pooled(patches: NDArray[np.float32]) -> NDArray[np.float32]:
    """How strong the edges of each direction are around each place of N×24×24 ``patches``: N×96."""
    wide, ink = (len(patches) * SIZE, SIZE), np.ascontiguousarray(patches).ravel()
    across, down = np.empty_like(ink), np.empty_like(ink)
    np.subtract(ink[2:], ink[:-2], out=across[1:-1])
    np.subtract(ink[2 * SIZE :], ink[: -2 * SIZE], out=down[SIZE:-SIZE])
    across.reshape(wide)[:, [0, -1]] = 0
    down.reshape(patches.shape)[:, [0, -1]] = 0
    strength, turn = cv2.cartToPolar(across.reshape(wide), down.reshape(wide))
    # Of an edge only the line counts, not its side: angles from 0 to pi, as 0..DIRECTIONS.
    angle = np.asarray(turn, np.float32) * np.float32(DIRECTIONS / np.pi)
    angle -= (angle >= DIRECTIONS) * np.float32(DIRECTIONS)
    # Each pixel is shared between the two directions nearest to it.
    planes = np.empty((len(patches), DIRECTIONS, SIZE, SIZE), np.float32)
    for direction in range(DIRECTIONS):
        share = np.float32(1) - np.abs(angle - np.float32(direction))
        if direction == 0:
            share = cv2.max(share, angle - np.float32(DIRECTIONS - 1))
        share = cv2.multiply(strength, cv2.threshold(share, 0, 0, cv2.THRESH_TOZERO)[1])
        planes[:, direction] = share.reshape(patches.shape)
    pool = _pool()
    return np.asarray(pool @ planes @ pool.T, np.float32).reshape(len(patches), -1)


@lru_cache(maxsize=1)
def _pool() -> NDArray[np.float32]:
    """4×24 triangular weights: each pixel is shared between its two nearest places."""
    middles = (np.arange(PLACES) + 0.5) * SIZE / PLACES
    reach = SIZE / PLACES
    share = 1 - np.abs(np.arange(SIZE)[None] + 0.5 - middles[:, None]) / reach
    return np.maximum(share, 0).astype(np.float32)


def distances(
    patches: NDArray[np.float32], fitted: Weights | None = None, *, together: bool = True
) -> NDArray[np.float64]:
    """Squared distance (about 1 for a true glyph) of N×4×24×24 cut-outs to each state, N×4.

    Every state is judged by the cut-out that was placed as fits that state best. All cut-outs are of one look if they
    are seen ``together``: the cells of one panel are by one hand, and all in focus or all out of it.
    """
    return _distances(_features(patches), fitted or weights(), together=together)


def told(
    patches: NDArray[np.float32], fitted: Weights | None = None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The ``distances`` of a panel's cut-outs, N×4, and the logarithm of the odds of each state, N×4.

    A state that has the odds against it is farther. Odds are those among the four, up to what is common to a cell's:
    they don't say whether it shows a glyph.
    """
    fitted, features = fitted or weights(), _features(patches)
    odds = np.einsum("nsf,sf->ns", features, fitted.factors) + fitted.offsets
    square = _distances(features, fitted, together=True)
    return square + FARTHER * (odds.max(axis=1, keepdims=True) - odds), np.asarray(odds)


def edges_apart(patches: NDArray[np.float32]) -> NDArray[np.float64]:
    """How far the edges of each two of N×4×24×24 cut-outs are apart, N×N: squared, where they are most alike."""
    features = _features(patches)
    return np.asarray(((features[:, None] - features) ** 2).sum(axis=3).min(axis=2))


def _features(patches: NDArray[np.float32]) -> NDArray[np.float64]:
    """Edge histograms of N×4×24×24 cut-outs, N×4×96."""
    return edges(patches.reshape(-1, SIZE, SIZE)).reshape(*patches.shape[:2], FEATURES)


def _distances(features: NDArray[np.float64], fitted: Weights, *, together: bool) -> NDArray[np.float64]:
    means = (fitted.means @ fitted.whitener.T).swapaxes(0, 1)
    each = (((features @ fitted.whitener.T)[:, :, None] - means) ** 2).sum(axis=3)
    return _of_one_look(each.swapaxes(1, 2)) if together else np.asarray(each.min(axis=2))


def distances_of(features: NDArray[np.float64]) -> NDArray[np.float64]:
    """Squared distance of N×M×96 edge histograms, of M tries at each of N cells of one panel, to each state, N×M×4."""
    fitted = weights()
    means = (fitted.means @ fitted.whitener.T).swapaxes(0, 1)
    each = (((features @ fitted.whitener.T)[:, :, None, None] - means) ** 2).sum(axis=4)
    best = np.sort(each.min(axis=(1, 2)), axis=0)[: max(1, len(each) - SPOILT)]
    return np.asarray(each[:, :, :, best.mean(axis=0).argmin()])


def nearest(patches: NDArray[np.float32]) -> NDArray[np.float64]:
    """Squared distance of the N×24×24 cut-outs of a panel to the glyph each is most like, N."""
    fitted = weights()
    features, means = edges(patches) @ fitted.whitener.T, fitted.means @ fitted.whitener.T
    each = ((features[:, None, None] - means) ** 2).sum(axis=3)
    return np.asarray(_of_one_look(each).min(axis=1))


def _of_one_look(each: NDArray[np.float64]) -> NDArray[np.float64]:
    """N×4: the distances, of N×L×4, to the look that suits all but some spoilt cells best."""
    best = np.sort(each.min(axis=2), axis=0)[: max(1, len(each) - SPOILT)]
    return np.asarray(each[:, best.mean(axis=0).argmin()])


def gaps(patches: NDArray[np.float32]) -> NDArray[np.float32]:
    """How deep the deepest gap between strokes is, down the middle of N×24×24 cut-outs, of the ink there: N, 0 to 1.

    Every glyph has a bar, and something above or below it that does not touch it; a disc has no gap at all.
    """
    down = patches[:, :, SIZE // 3 : 2 * SIZE // 3].mean(axis=2)
    above, below = np.maximum.accumulate(down, axis=1), np.maximum.accumulate(down[:, ::-1], axis=1)[:, ::-1]
    depth: NDArray[np.float32] = (np.minimum(above, below) - down).max(axis=1) / np.maximum(down.max(axis=1), 1e-6)
    return depth


def hollow(patches: NDArray[np.float32]) -> NDArray[np.float64]:
    """How much of each of N×24×24 cut-outs' marks, filled, is a hole that ink closes in all around: N, 0 to 1.

    The strokes of a glyph stand apart, so that hardly anything is closed in but where two of them meet. A faint part of
    a ring is ink by a low threshold only, and what fills it a little is none by a high one: the most of all is told.
    """
    shares = np.zeros(len(patches))
    for i, patch in enumerate(patches):
        for threshold in INK:
            ground = np.pad(patch <= threshold * patch.max(), 1, constant_values=True)
            _, parts = cv2.connectedComponents(ground.view(np.uint8), connectivity=4)
            filled = parts != parts[0, 0]
            shares[i] = max(shares[i], float((filled & ground).sum()) / max(1, int(filled.sum())))
    return shares


def probabilities(square: NDArray[np.float64]) -> NDArray[np.float64]:
    """Probability of each state from N×4 squared distances: a softmax, flattened for what looks like no glyph."""
    fitted = weights()
    logit = -fitted.sharpness * (square - square.min(axis=1, keepdims=True))
    share = np.exp(logit)
    share /= share.sum(axis=1, keepdims=True)
    middle, width = fitted.doubt
    lost = 1 / (1 + np.exp(-(square.min(axis=1, keepdims=True) - middle) / width))
    mixed: NDArray[np.float64] = (1 - lost) * share + lost / 4
    return mixed
