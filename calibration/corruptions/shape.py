"""Shape: what is cut off, added around, turned and tilted. The centres move with the picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from calibration.corruptions.subject import Subject


def crop(subject: Subject, strength: int, rng: np.random.Generator) -> Subject:
    """Cut so that at most 3 down to 0.06 cells stay around the board; pictures without a board lose their rim."""
    height, width = subject.pixels.shape[:2]
    room = subject.cell * (3.0, 1.5, 0.8, 0.3, 0.06)[strength - 1]
    box = subject.box()
    if box is None:
        inset = 0.04 * strength
        box = (inset * width + room, inset * height + room, (1 - inset) * width - room, (1 - inset) * height - room)
    left, top, right, bottom = box
    away = room * rng.uniform(0.5, 1.0, 4)
    x0, y0 = max(0, int(left - away[0])), max(0, int(top - away[1]))
    x1, y1 = min(width, int(np.ceil(right + away[2]))), min(height, int(np.ceil(bottom + away[3])))
    return subject.moved(subject.pixels[y0:y1, x0:x1], _shift(-x0, -y0))


def letterbox(subject: Subject, strength: int, rng: np.random.Generator) -> Subject:
    """Bars of one plain tone on two or four sides, together 5 % to 50 % of the side."""
    height, width = subject.pixels.shape[:2]
    part = (0.05, 0.1, 0.2, 0.3, 0.5)[strength - 1]
    across, down = ((part, 0.0), (0.0, part), (part, part))[rng.integers(3)]
    left, top = int(width * across * rng.uniform(0.3, 0.7)), int(height * down * rng.uniform(0.3, 0.7))
    right, bottom = int(width * across) - left, int(height * down) - top
    tone = (0, 0, 0) if rng.random() < 0.7 else tuple(int(v) for v in rng.integers(0, 60, 3))
    wide = cv2.copyMakeBorder(subject.pixels, top, bottom, left, right, cv2.BORDER_CONSTANT, value=tone)
    return subject.moved(np.asarray(wide, np.uint8), _shift(left, top))


def roll(subject: Subject, strength: int, rng: np.random.Generator) -> Subject:
    """Turned by 0.5° to 20°; from 1.5° on it may be unsure."""
    height, width = subject.pixels.shape[:2]
    angle = float(rng.choice([-1, 1])) * (0.5, 1.5, 4.0, 10.0, 20.0)[strength - 1]
    turn = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), angle, 1.0)
    matrix = np.vstack([turn, [0.0, 0.0, 1.0]])
    worn = _warped(subject, matrix)
    return worn.doubtful() if strength > 1 else worn


def perspective(subject: Subject, strength: int, rng: np.random.Generator) -> Subject:
    """The corners moved by up to 1 % to 14 % of the sides; from 2 % on it may be unsure."""
    height, width = subject.pixels.shape[:2]
    corners = np.array([(0, 0), (width - 1, 0), (width - 1, height - 1), (0, height - 1)], np.float32)
    part = (0.01, 0.02, 0.04, 0.08, 0.14)[strength - 1]
    away = rng.uniform(0.3, 1.0, (4, 2)) * np.array([(1, 1), (-1, 1), (-1, -1), (1, -1)]) * part
    ends = (corners + away * np.array([width, height])).astype(np.float32)
    matrix = np.asarray(cv2.getPerspectiveTransform(corners, ends), np.float64)
    worn = _warped(subject, matrix)
    return worn.doubtful() if strength > 1 else worn


def _warped(subject: Subject, matrix: NDArray[np.float64]) -> Subject:
    """Warp onto a canvas that holds the whole picture; what comes in is the rim's tone."""
    height, width = subject.pixels.shape[:2]
    corners = np.array([(0, 0, 1), (width - 1, 0, 1), (width - 1, height - 1, 1), (0, height - 1, 1)]) @ matrix.T
    ends = corners[:, :2] / corners[:, 2:]
    low, high = np.floor(ends.min(axis=0)), np.ceil(ends.max(axis=0)) + 1
    whole = _shift(-float(low[0]), -float(low[1])) @ matrix
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    rim = np.concatenate([subject.pixels[0], subject.pixels[-1], subject.pixels[:, 0], subject.pixels[:, -1]])
    tone = tuple(int(v) for v in np.median(rim, axis=0))
    warped = cv2.warpPerspective(
        subject.pixels, whole, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=tone
    )
    return subject.moved(np.asarray(warped, np.uint8), whole)


def _shift(x: float, y: float) -> NDArray[np.float64]:
    return np.array([[1.0, 0.0, x], [0.0, 1.0, y], [0.0, 0.0, 1.0]])
