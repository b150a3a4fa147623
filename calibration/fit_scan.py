"""Fit the numbers by which windows that show Hive glyphs are told, on drawn scenes only.

``python -m calibration.fit_scan``; the same seeds give the same file. Multinomial logistic regression of the four
glyphs and of anything else, on windows at glyphs and beside them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.scenes import hands
from calibration.scenes.heresy import render
from vision.heresy.classify import FEATURES, PLACES, SIZE, nearest
from vision.heresy.scan import BETWEEN, BLOCK, pooled

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from calibration.scenes.heresy import Cut, Look
    from calibration.scenes.scenery import Scenery

    Floats = NDArray[np.float32]
    Samples = tuple[Floats, NDArray[np.int64]]

FIRST_SEED, SCENES = 700_000, 260
FREE, RELIEF, PANEL = 0.7, 0.55, 0.7  # shares of scenes: freehand glyphs; cut or raised; in a game, of the others
FRAME, SIDE = (960, 540), (0.3, 0.9)  # pixels; side of a panel as a share of the frame's height
SIZES = 0.84, 1.0, 1.19  # of the true one: windows are looked for in steps of size
FRAMES = 0.4, 0.48, 0.57, 0.68, 0.8, 0.95  # of a cell that a glyph's frame may be
ASIDE = (-1.5, 0.0, 1.5)  # pixels that it may lie off the cell's middle
ENLARGED = 1.3  # times at most
OTHERS, BESIDE = 300, 0.3  # windows beside glyphs in each view; cells from the next glyph at least
ELSE = 4  # the class of what is no glyph
ROUNDS, RATE, DECAY, MOMENTUM = 300, 0.05, 1e-3, (0.9, 0.99)  # of the descent (Adam: Kingma and Ba, 2014)
TARGET = Path(__file__).parents[1] / "vision" / "heresy" / "scan.json"


def drawn(seed: int) -> Scenery:
    """One scene: by a typeface or by hand, painted or cut."""
    rng = np.random.default_rng(seed)
    inks = hands.written(rng, hands.freehand(rng), hands.worn_weight(rng) ** 0.7) if rng.random() < FREE else None
    cut: Cut | None = "relief" if rng.random() < RELIEF else None
    look: Look | None = "panel" if cut or rng.random() < PANEL else None
    return render(seed, look=look, side=float(rng.uniform(*SIDE)), size=FRAME, inks=inks, cut=cut)


def samples(seeds: Iterable[int]) -> Samples:
    """Histograms of windows, N×96, and what each shows: a state, or ``ELSE``."""
    features, shown = [], []
    for seed in seeds:
        scene = drawn(seed)
        if scene.board is None or "covered" in scene.note:
            continue
        rng = np.random.default_rng([seed, 1])
        gray = np.asarray(cv2.cvtColor(scene.pixels, cv2.COLOR_BGR2GRAY), np.uint8)
        centers = np.array(scene.centers)
        cell = float(np.linalg.norm(centers[5] - centers[3]) / 2)
        states = np.array([int(digit) for digit in scene.board.replace("/", "")])
        frame = _frame(gray, centers, cell)
        for factor in SIZES:
            scale = SIZE * factor / frame
            if scale > ENLARGED:
                continue
            view = pooled(_scaled(gray, scale)).transpose(1, 2, 0)
            room = np.array([view.shape[1], view.shape[0]]) - BETWEEN
            at = np.rint((centers * scale - SIZE / 2) / BLOCK).astype(int)
            inside = ((at >= 0) & (at < room)).all(axis=1)
            features.append(_windows(view, at[inside]))
            shown.append(states[inside])
            others = rng.integers(0, room, (OTHERS, 2))
            middles = (others * BLOCK + SIZE / 2) / scale
            away = np.linalg.norm(middles[:, None] - centers, axis=2).min(axis=1)
            features.append(_windows(view, others[away > BESIDE * cell]))
            shown.append(np.full(len(features[-1]), ELSE))
    return np.concatenate(features), np.concatenate(shown)


def _frame(gray: NDArray[np.uint8], centers: NDArray[np.float64], cell: float) -> float:
    """Side of the glyphs' frame in pixels: the one in which they look most like glyphs to the classifier of cells."""
    best = (np.inf, cell)
    for share in FRAMES:
        scale = SIZE / (share * cell)
        view = _scaled(gray, scale).astype(np.float32)
        tries = [
            nearest(np.stack([cv2.getRectSubPix(view, (SIZE, SIZE), (x + right, y + down)) for x, y in middles]))
            for middles in [(centers * scale - 0.5).tolist()]
            for right in ASIDE
            for down in ASIDE
        ]
        best = min(best, (float(np.min(tries, axis=0).mean()), share * cell))
    return best[1]


def _scaled(gray: NDArray[np.uint8], scale: float) -> NDArray[np.uint8]:
    smooth = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(gray, None, fx=scale, fy=scale, interpolation=smooth), np.uint8)


def _windows(view: Floats, at: NDArray[np.int64]) -> Floats:
    """N×96 histograms of the windows whose first place is ``at`` (N×2, x and y), direction by direction."""
    steps = 2 * np.arange(PLACES)
    y, x = at[:, 1, None, None] + steps[:, None], at[:, 0, None, None] + steps
    flat = view[y, x].transpose(0, 3, 1, 2).reshape(len(at), FEATURES)
    return np.asarray(np.sqrt(flat / np.maximum(flat.sum(axis=1, keepdims=True), 1e-6)), np.float32)


def fit(features: Floats, shown: NDArray[np.int64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The factors (96×4) and offsets (4) of the logarithm of the odds of each glyph against anything else."""
    mean, spread = features.mean(axis=0), features.std(axis=0) + 1e-6
    inputs = np.c_[(features - mean) / spread, np.ones(len(features), np.float32)].astype(np.float32)
    truth = np.eye(ELSE + 1, dtype=np.float32)[shown]
    count = np.bincount(shown, minlength=ELSE + 1)
    weight = np.where(shown == ELSE, 1.0, len(shown) / ((ELSE + 1) * count[:ELSE].sum())).astype(np.float32)
    found = np.zeros((FEATURES + 1, ELSE + 1), np.float32)
    pace, size = np.zeros_like(found), np.zeros_like(found)
    for _ in range(ROUNDS):
        logit = inputs @ found
        share = np.exp(logit - logit.max(axis=1, keepdims=True))
        share /= share.sum(axis=1, keepdims=True)
        slope = inputs.T @ ((share - truth) * weight[:, None]) / len(inputs) + DECAY * found
        pace = MOMENTUM[0] * pace + (1 - MOMENTUM[0]) * slope
        size = MOMENTUM[1] * size + (1 - MOMENTUM[1]) * slope**2
        found -= RATE * pace / (np.sqrt(size) + 1e-8)
    odds = (found[:, :ELSE] - found[:, ELSE:]).astype(np.float64)
    factors = odds[:-1] / spread[:, None]
    return factors, odds[-1] - mean @ factors


def write(factors: NDArray[np.float64], offsets: NDArray[np.float64], path: Path) -> None:
    """Write the numbers as JSON, the four factors of a feature on a line."""
    rows = ",\n".join(json.dumps([float(f"{v:.4g}") for v in row]) for row in factors)
    parts = [
        '"fitted_by": "calibration/fit_scan.py"',
        f'"seeds": [{FIRST_SEED}, {FIRST_SEED + SCENES}]',
        f'"offsets": {json.dumps([round(float(v), 4) for v in offsets])}',
        f'"factors": [\n{rows}\n]',
    ]
    path.write_text("{\n" + ",\n".join(parts) + "\n}\n", "utf-8")


def main(scenes: int = SCENES, path: Path = TARGET) -> None:
    """Draw, fit, write."""
    write(*fit(*samples(range(FIRST_SEED, FIRST_SEED + scenes))), path)


if __name__ == "__main__":
    main()
