"""Locks and panels cut by the picture's edge, or with a hand or a window over a part: nothing sure may be wrong."""

import cv2
import numpy as np
import pytest

from calibration.scenes import heresy, wheels
from vision.detectors import detector
from vision.frame import Frame
from vision.scene import Scene

SIZE = (640, 480)
SIDES = {
    "left": (1, 0, 0, 0),
    "right": (0, 0, 1, 0),
    "top": (0, 1, 0, 0),
    "bottom": (0, 0, 0, 1),
    "corner": (1, 1, 0, 0),
}


def drawn(kind, seed):
    if kind == "wheels":
        scene = wheels.render(seed, style=("plate", "replica")[seed % 2], size=SIZE, scale=1.2, wear=seed % 2)
    else:
        scene = heresy.render(seed, look="panel", size=SIZE, side=0.6, wear=seed % 2)
    return scene.pixels, scene.board, np.array(scene.centers)


def pitch_of(centers):
    away = np.linalg.norm(centers[:, None] - centers[None], axis=2)
    return float(np.sort(away, axis=1)[:, 1].min())


def sure_and_wrong(kind, pixels, board):
    found = detector(kind).detect(Scene(Frame(np.ascontiguousarray(pixels))))
    return [reading.board for reading in found if reading.verdict == "sure" and reading.board != board]


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("kind", ["wheels", "heresy"])
def test_a_cut_board_is_never_sure_and_wrong(kind, side):
    for seed, share in enumerate((0.01, 0.06, 0.14, 0.25, 0.4), 40):
        pixels, board, centers = drawn(kind, seed)
        low, high = centers.min(axis=0) - pitch_of(centers) / 2, centers.max(axis=0) + pitch_of(centers) / 2
        cut = share * (high - low)
        left, top, right, bottom = SIDES[side]
        x0, y0 = (int(max(low[i] + cut[i], 0)) if one else 0 for i, one in enumerate((left, top)))
        x1, y1 = (int(high[i] - cut[i]) if one else SIZE[i] for i, one in enumerate((right, bottom)))
        assert sure_and_wrong(kind, pixels[y0:y1, x0:x1], board) == [], (seed, share)


@pytest.mark.parametrize("thing", ["hand", "window"])
@pytest.mark.parametrize("kind", ["wheels", "heresy"])
def test_a_covered_board_is_never_sure_and_wrong(kind, thing):
    for seed in range(60, 66):
        rng = np.random.default_rng(seed)
        pixels, board, centers = drawn(kind, seed)
        unit = pitch_of(centers)
        pixels = pixels.copy()
        x, y = np.rint(centers[rng.integers(len(centers))] + rng.normal(0, 0.4 * unit, 2)).astype(int).tolist()
        if thing == "hand":
            skin = tuple(rng.uniform((80, 110, 160), (150, 175, 235)).tolist())
            cv2.circle(pixels, (x, y), int(unit * rng.uniform(0.6, 1.4)), skin, -1, cv2.LINE_AA)
            cv2.line(pixels, (x, y), (SIZE[0], SIZE[1]), skin, int(unit), cv2.LINE_AA)
        else:
            end = x + int(unit * rng.uniform(1.2, 3)), y + int(unit * rng.uniform(0.8, 2))
            cv2.rectangle(pixels, (x, y), end, (250, 250, 250), -1)
            cv2.rectangle(pixels, (x, y), (end[0], y + max(6, int(unit / 5))), (60, 170, 60), -1)
            for i, colour in enumerate([(40, 40, 210), (60, 170, 60), (40, 40, 40)]):
                at = (x + int(unit * (0.3 + 0.5 * i)), y + int(unit * 0.5))
                cv2.circle(pixels, at, int(unit * 0.17), colour, -1, cv2.LINE_AA)
            cv2.putText(pixels, "on my way", (x + 4, end[1] - 4), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (40, 40, 40), 1)
        assert sure_and_wrong(kind, pixels, board) == [], seed
