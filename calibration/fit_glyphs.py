"""Fit the numbers by which Hive glyphs are told apart, on drawn scenes only: ``python -m calibration.fit_glyphs``.

The same seeds give the same file. Half of the seeds fit the means and the covariance, the other half the softmax that
turns distances into probabilities.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.scenes.heresy import render
from vision.frame import Frame
from vision.heresy.align import Aligned, align, size_glyphs
from vision.heresy.classify import FEATURES, Weights, distances, edges
from vision.heresy.flat import flatten, ink_of
from vision.heresy.homography import fit_homography
from vision.heresy.lattice import GRID
from vision.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from calibration.scenes.scenery import Scenery

FIRST_SEED, SCENES = 500_000, 500
BLURS = 0.06, 0.1  # cells: out of focus glyphs have other edges, and get means of their own
SHRINK = 0.2  # of the covariance toward its own diagonal
TRIM = 97  # per cent of the cells that the covariance is fitted on: some are spoilt beyond what a glyph can look like
SLIP = 0.04  # cells: the lattice found is never quite the true one
LEGIBLE = 0.5  # correlation with any glyph; what is below is noise and would only blur the covariance
FRAME = (960, 540)
TARGET = Path(__file__).parents[1] / "vision" / "heresy" / "weights.json"


def samples(
    seeds: Iterable[int], size: tuple[int, int] = FRAME, blur: float = 0.0
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Cut-outs of drawn cells, N×4×24×24 as ``align`` gives them, and the true state of each.

    ``blur`` is the standard deviation in cells of a blur that is laid over every scene.
    """
    cuts, states = [], []
    for seed in seeds:
        scene = render(seed, size=size)
        if scene.board is None or "covered" in scene.note:
            continue
        found = _cut(scene, np.random.default_rng(seed), blur)
        legible = found.match.max(axis=1) > LEGIBLE
        cuts.append(found.patches[legible])
        states.append(np.array([int(digit) for digit in scene.board.replace("/", "")])[legible])
    return np.concatenate(cuts), np.concatenate(states)


def _cut(scene: Scenery, rng: np.random.Generator, blur: float) -> Aligned:
    """The nine cells of one scene, read at their true place give or take a slip, in the better polarity."""
    centers = np.array(scene.centers)
    cell = float(np.linalg.norm(centers[5] - centers[3]) / 2)
    slipped = fit_homography(GRID, centers + rng.normal(0, SLIP * cell, (9, 2)))
    pixels = cv2.GaussianBlur(scene.pixels, (0, 0), blur * cell) if blur else scene.pixels
    flat = flatten(Scene(Frame(pixels)), slipped, cell)
    inks = [ink_of(flat, polarity) for polarity in (1, -1)]
    found = [align(ink, size_glyphs(ink)[0]) for ink in inks]
    return max(found, key=lambda one: one.score)


def fit(cuts: NDArray[np.float32], states: NDArray[np.int64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Means (4×96, the states in turn) and whitener (96×96, upper triangular) of the cut-outs."""
    features = edges(cuts[np.arange(len(states)), states])
    means = _means(features, states)
    rest = features - means[states]
    whitener = _whitener(rest)
    square = ((rest @ whitener.T) ** 2).sum(axis=1)
    return means, _whitener(rest[square <= np.percentile(square, TRIM)])


def _means(features: NDArray[np.float64], states: NDArray[np.int64]) -> NDArray[np.float64]:
    return np.stack([features[states == state].mean(axis=0) for state in range(4)])


def blurred_means(seeds: range) -> NDArray[np.float64]:
    """Means of the glyphs seen out of focus, one after the other for each of ``BLURS``: 8×96."""
    means = []
    for blur in BLURS:
        cuts, states = samples(seeds, blur=blur)
        means.append(_means(edges(cuts[np.arange(len(states)), states]), states))
    return np.concatenate(means)


def _whitener(rest: NDArray[np.float64]) -> NDArray[np.float64]:
    covariance = rest.T @ rest / len(rest)
    covariance = (1 - SHRINK) * covariance + SHRINK * np.diag(np.diag(covariance))
    return np.linalg.cholesky(np.linalg.inv(covariance) / FEATURES).T.astype(np.float64)


def sharpen(square: NDArray[np.float64], states: NDArray[np.int64]) -> float:
    """The factor before the softmax that makes the true states most probable."""
    lowest = square - square.min(axis=1, keepdims=True)
    best, factor = np.inf, 1.0
    for trial in np.geomspace(0.5, 50, 60):
        logit = -trial * lowest
        cost = np.log(np.exp(logit).sum(axis=1)) - logit[np.arange(len(states)), states]
        if cost.mean() < best:
            best, factor = float(cost.mean()), float(trial)
    return factor


def write(
    means: NDArray[np.float64], whitener: NDArray[np.float64], sharpness: float, doubt: tuple[float, float], path: Path
) -> None:
    """Write the numbers as JSON, one row a line."""
    rows = [[float(f"{v:.4g}") for v in whitener[i, i:]] for i in range(FEATURES)]
    parts = [
        '"fitted_by": "calibration/fit_glyphs.py"',
        f'"seeds": [{FIRST_SEED}, {FIRST_SEED + 2 * SCENES}]',
        f'"sharpness": {sharpness:.3f}',
        f'"doubt": {json.dumps([round(v, 3) for v in doubt])}',
        f'"states": {json.dumps([i % 4 for i in range(len(means))])}',
        '"means": [\n' + ",\n".join(json.dumps([round(float(v), 4) for v in row]) for row in means) + "\n]",
        '"whitener": [\n' + ",\n".join(json.dumps(row) for row in rows) + "\n]",
    ]
    path.write_text("{\n" + ",\n".join(parts) + "\n}\n", "utf-8")


def main(scenes: int = SCENES, path: Path = TARGET) -> None:
    """Draw, fit, write."""
    cuts, states = samples(range(FIRST_SEED, FIRST_SEED + scenes))
    means, whitener = fit(cuts, states)
    means = np.concatenate([means, blurred_means(range(FIRST_SEED, FIRST_SEED + scenes // 5))])
    cuts, states = samples(range(FIRST_SEED + scenes, FIRST_SEED + 2 * scenes))
    numbers = np.arange(len(means)) % 4
    square = distances(cuts, Weights(means, numbers, whitener, 1.0, (1.0, 1.0)))
    right = square[np.arange(len(states)), states]
    doubt = (float(np.percentile(right, 99.5)), float(np.percentile(right, 99) - np.percentile(right, 90)) / 4)
    sharpness = sharpen(square, states)
    write(means, whitener, sharpness, doubt, path)
    wrong = int((square.argmin(axis=1) != states).sum())
    sys.stdout.write(f"{wrong} of {len(states)} held-out cells wrong, sharpness {sharpness:.2f}, doubt {doubt}\n")


if __name__ == "__main__":
    main()
