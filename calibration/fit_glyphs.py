"""Fit the numbers by which Hive glyphs are told apart, on drawn scenes only: ``python -m calibration.fit_glyphs``.

The same seeds give the same file. Half of the seeds fit the means, the covariance and the odds among the four (by
multinomial logistic regression), the other half the softmax that turns distances into probabilities.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.scenes import hands
from calibration.scenes.heresy import render
from vision.frame import Frame
from vision.heresy.align import Aligned, align, size_glyphs
from vision.heresy.classify import FEATURES, Weights, edges, told
from vision.heresy.flat import flatten, ink_of
from vision.heresy.homography import fit_homography
from vision.heresy.lattice import GRID
from vision.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from calibration.scenes.heresy import Cut
    from calibration.scenes.scenery import Scenery

    Samples = tuple[NDArray[np.float32], NDArray[np.int64]]

FIRST_SEED, SCENES = 500_000, 200
FREE, RELIEF = 0.7, 0.4  # shares of strange scenes: by a hand that knows no typeface; cut into the wall or raised
BLURS = 0.06, 0.1  # cells: out of focus glyphs have other edges, and get means of their own
SHRINK = 0.8  # of the covariance toward its own diagonal: other hands and lights differ in other ways
TRIM = 97  # per cent of the cells that the covariance is fitted on: some are spoilt beyond what a glyph can look like
TYPICAL = 0.8  # squared distance that half of the cells have at most: those of games are a little farther
SLIP = 0.04  # cells: the lattice found is never quite the true one
LEGIBLE = 0.5  # correlation with any glyph; what is below is noise and would only blur the covariance
FRAME = (640, 360)
SIDE = 0.35, 0.9  # of a panel, as a share of the frame's height: what is smaller has lost its edges
ROUNDS, RATE, DECAY, MOMENTUM = 400, 0.05, 1e-3, (0.9, 0.99)  # of the descent (Adam: Kingma and Ba, 2014)
TARGET = Path(__file__).parents[1] / "vision" / "heresy" / "weights.json"


def samples(
    seeds: Iterable[int],
    size: tuple[int, int] = FRAME,
    blur: float = 0.0,
    *,
    strange: bool = False,
    loose: bool = False,
) -> Samples:
    """Cut-outs of drawn cells, N×4×24×24 as ``align`` gives them, and the true state of each.

    ``blur`` is the standard deviation in cells of a blur that is laid over every scene. The glyphs are our typefaces',
    in a light of their own or painted; where they are ``strange`` most are freehand, many carved, ``loose`` ones freer.
    """
    cuts, states = [], []
    for found, shown in panels(seeds, size, blur, strange=strange, loose=loose):
        legible = found.match.max(axis=1) > LEGIBLE
        cuts.append(found.patches[legible])
        states.append(shown[legible])
    return np.concatenate(cuts), np.concatenate(states)


def panels(
    seeds: Iterable[int],
    size: tuple[int, int] = FRAME,
    blur: float = 0.0,
    *,
    strange: bool = False,
    loose: bool = False,
) -> Iterator[tuple[Aligned, NDArray[np.int64]]]:
    """The same by panel, illegible cells too: nine cut-outs as ``align`` gives them, and their true states, 9."""
    for seed in seeds:
        rng = np.random.default_rng(seed)
        inks = None
        if rng.random() < FREE:
            inks = hands.written(rng, hands.freehand(rng, loose=loose), hands.worn_weight(rng) ** 0.7)
        cut: Cut | None = "relief" if rng.random() < RELIEF else None
        if not strange:
            inks = cut = None
        side = float(rng.uniform(*SIDE))
        scene = render(seed, look="panel" if cut else None, side=side, size=size, inks=inks, cut=cut)
        if scene.board is None or "covered" in scene.note or ("faint" in scene.note and not cut):
            continue
        states = np.array([int(digit) for digit in scene.board.replace("/", "")])
        for found in _cuts(scene, rng, blur, carved=cut is not None):
            yield found, states


def _cuts(scene: Scenery, rng: np.random.Generator, blur: float, *, carved: bool) -> list[Aligned]:
    """The nine cells of one scene, read at their true place give or take a slip: by the better side, and by both."""
    centers = np.array(scene.centers)
    cell = float(np.linalg.norm(centers[5] - centers[3]) / 2)
    slipped = fit_homography(GRID, centers + rng.normal(0, SLIP * cell, (9, 2)))
    pixels = cv2.GaussianBlur(scene.pixels, (0, 0), blur * cell) if blur else scene.pixels
    flat = flatten(Scene(Frame(pixels)), slipped, cell)
    inks = [ink_of(flat, polarity) for polarity in ((1, -1, 0) if carved else (1, -1))]
    found = [align(ink, size_glyphs(ink)[0]) for ink in inks]
    return [max(found[:2], key=lambda one: one.score), *found[2:]]


def fit(looks: Sequence[Samples]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Means (L×4×96) of the cut-outs of each look, and the whitener (96×96, upper triangular) of all."""
    means, rests = [], []
    for cuts, states in looks:
        features = edges(cuts[np.arange(len(states)), states])
        means.append(np.stack([features[states == state].mean(axis=0) for state in range(4)]))
        rests.append(features - means[-1][states])
    rest = np.concatenate(rests)
    whitener = _whitener(rest)
    square = ((rest @ whitener.T) ** 2).sum(axis=1)
    whitener = _whitener(rest[square <= np.percentile(square, TRIM)])
    usual = float(np.median(((rest @ whitener.T) ** 2).sum(axis=1)))
    return np.stack(means), whitener * np.sqrt(TYPICAL / usual)


def _whitener(rest: NDArray[np.float64]) -> NDArray[np.float64]:
    covariance = rest.T @ rest / len(rest)
    covariance = (1 - SHRINK) * covariance + SHRINK * np.diag(np.diag(covariance))
    return np.linalg.cholesky(np.linalg.inv(covariance)).T.astype(np.float64)


def rivals(looks: Sequence[Samples]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The factors (4×96) and offsets (4) of the logarithm of the odds of each state among the four.

    Each is worked out on the cut-out that was placed as fits that state best.
    """
    cuts, states = (np.concatenate(part) for part in zip(*looks, strict=True))
    features = edges(cuts.reshape(-1, *cuts.shape[2:]))
    mean, spread = features.mean(axis=0), features.std(axis=0) + 1e-6
    inputs = ((features - mean) / spread).reshape(len(cuts), 4, FEATURES)
    inputs = np.concatenate([inputs, np.ones((*inputs.shape[:2], 1))], axis=2).astype(np.float32)
    truth = np.eye(4, dtype=np.float32)[states]
    found = np.zeros((4, FEATURES + 1), np.float32)
    pace, size = np.zeros_like(found), np.zeros_like(found)
    for _ in range(ROUNDS):
        logit = np.einsum("nsf,sf->ns", inputs, found)
        share = np.exp(logit - logit.max(axis=1, keepdims=True))
        share /= share.sum(axis=1, keepdims=True)
        slope = np.einsum("ns,nsf->sf", share - truth, inputs) / len(inputs) + DECAY * found
        pace = MOMENTUM[0] * pace + (1 - MOMENTUM[0]) * slope
        size = MOMENTUM[1] * size + (1 - MOMENTUM[1]) * slope**2
        found -= RATE * pace / (np.sqrt(size) + 1e-8)
    factors = found[:, :-1] / spread
    return factors, found[:, -1] - factors @ mean


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


def write(fitted: Weights, path: Path) -> None:
    """Write the numbers as JSON, one row a line."""
    rows = [[float(f"{v:.4g}") for v in fitted.whitener[i, i:]] for i in range(FEATURES)]
    each = [[round(float(v), 4) for v in row] for row in fitted.means.reshape(-1, FEATURES)]
    factors = [[float(f"{v:.4g}") for v in row] for row in fitted.factors]
    parts = [
        '"fitted_by": "calibration/fit_glyphs.py"',
        f'"seeds": [{FIRST_SEED}, {FIRST_SEED + 2 * SCENES}]',
        f'"sharpness": {fitted.sharpness:.3f}',
        f'"doubt": {json.dumps([round(v, 3) for v in fitted.doubt])}',
        f'"offsets": {json.dumps([round(float(v), 4) for v in fitted.offsets])}',
        '"factors": [\n' + ",\n".join(json.dumps(row) for row in factors) + "\n]",
        '"means": [\n' + ",\n".join(json.dumps(row) for row in each) + "\n]",
        '"whitener": [\n' + ",\n".join(json.dumps(row) for row in rows) + "\n]",
    ]
    path.write_text("{\n" + ",\n".join(parts) + "\n}\n", "utf-8")


def main(scenes: int = SCENES, path: Path = TARGET) -> None:
    """Draw, fit, write."""
    first, last = range(FIRST_SEED, FIRST_SEED + scenes), range(FIRST_SEED + scenes, FIRST_SEED + 2 * scenes)
    looks = [samples(first), samples(first, strange=True)]
    clear, whitener = fit(looks)
    blurred = [samples(first[: scenes // 3], blur=blur) for blur in BLURS]
    means = np.concatenate([clear, *(fit([one])[0] for one in blurred)])
    # What is a glyph at all is told by the usual ones; which one it is, by the forms that loose hands have as well.
    loosely = [
        samples(first, strange=True, loose=True),
        samples(first[: scenes // 3], blur=BLURS[0], strange=True, loose=True),
    ]
    fitted = Weights(means, whitener, 1.0, (1.0, 1.0), *rivals([*looks, *blurred, *loosely]))
    usual, strange = samples(last[::2]), samples(last[1::2], strange=True)
    cuts, states = np.concatenate([usual[0], strange[0]]), np.concatenate([usual[1], strange[1]])
    square, odds = told(cuts, fitted)
    right = square[np.arange(len(states)), states]
    doubt = (float(np.percentile(right, 99.5)), float(np.percentile(right, 99) - np.percentile(right, 90)) / 4)
    fitted = replace(fitted, sharpness=sharpen(square, states), doubt=doubt)
    write(fitted, path)
    wrong = [int((best != states).sum()) for best in (square.argmin(axis=1), odds.argmax(axis=1))]
    sys.stdout.write(
        f"{wrong} of {len(states)} held-out cells wrong, sharpness {fitted.sharpness:.2f}, doubt {doubt}\n"
    )


if __name__ == "__main__":
    main()
