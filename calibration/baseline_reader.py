"""A reader as most public ones are: fixed thresholds, one look. Only to have something to compare with.

Lights Out: bright squares and dark squares by a fixed grey value, sorted into rows. Wheels: red and green discs by
fixed hues. Memento and heresy it can't read at all. It is sure of everything that makes a full grid.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.reading import CellReading, Reading, nothing

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.frame import Frame

LIT = 128
EDGES = (50, 150)
RED, GREEN = ((0, 90, 60), (12, 255, 255)), ((40, 90, 60), (85, 255, 255))
ROWS_OF_DOTS = [3, 4, 3, 2]


def look(frame: Frame) -> list[Reading]:
    """The one board it finds, sure, or a ``none`` reading."""
    return [_dots(frame.pixels) or _squares(frame.pixels) or nothing("no grid of squares or dots")]


def _squares(pixels: NDArray[np.uint8]) -> Reading | None:
    gray = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    lines = cv2.dilate(cv2.Canny(gray, *EDGES), np.ones((3, 3), np.uint8))
    contours, _ = cv2.findContours(lines, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    boxes = np.array([cv2.boundingRect(one) for one in contours], float).reshape(-1, 4)
    boxes = boxes[(boxes[:, 2] > 10) & (np.abs(np.log(boxes[:, 2] / np.maximum(boxes[:, 3], 1))) < 0.2)]
    if len(boxes) < 4:
        return None
    size = np.median(boxes[:, 2])
    boxes = boxes[np.abs(boxes[:, 2] - size) < 0.2 * size]
    centers = _distinct(boxes[:, :2] + boxes[:, 2:] / 2, size / 2)
    rows = _rows(centers, size / 2)
    if len(rows) < 2 or len({len(row) for row in rows}) != 1 or len(rows[0]) < 2:
        return None
    return _reading("lights-out", rows, [[int(gray[round(y), round(x)] > LIT) for x, y in row] for row in rows])


def _dots(pixels: NDArray[np.uint8]) -> Reading | None:
    hsv = cv2.cvtColor(pixels, cv2.COLOR_BGR2HSV)
    found: list[tuple[float, float, int]] = []
    for state, (low, high) in enumerate((RED, GREEN)):
        _, _, stats, middles = cv2.connectedComponentsWithStats(cv2.inRange(hsv, np.array(low), np.array(high)))
        found += [
            (float(x), float(y), state) for (x, y), one in zip(middles[1:], stats[1:], strict=True) if one[4] > 20
        ]
    if len(found) != sum(ROWS_OF_DOTS):
        return None
    found.sort(key=lambda dot: dot[1])
    rows, states, start = [], [], 0
    for count in ROWS_OF_DOTS:
        line = sorted(found[start : start + count])
        start += count
        rows.append([(x, y) for x, y, _ in line])
        states.append([state for _, _, state in line])
    return _reading("wheels", rows, states)


def _distinct(points: NDArray[np.float64], apart: float) -> list[tuple[float, float]]:
    kept: list[tuple[float, float]] = []
    for x, y in points:
        if all(np.hypot(x - a, y - b) > apart for a, b in kept):
            kept.append((float(x), float(y)))
    return kept


def _rows(points: list[tuple[float, float]], apart: float) -> list[list[tuple[float, float]]]:
    rows: list[list[tuple[float, float]]] = []
    for point in sorted(points, key=lambda one: one[1]):
        if rows and abs(rows[-1][0][1] - point[1]) < apart:
            rows[-1].append(point)
        else:
            rows.append([point])
    return [sorted(row) for row in rows]


def _reading(kind: str, rows: list[list[tuple[float, float]]], states: list[list[int]]) -> Reading:
    cells = tuple(
        CellReading(r, c, state, (float(state == 0), float(state == 1)), center)
        for r, (line, centers) in enumerate(zip(states, rows, strict=True))
        for c, (state, center) in enumerate(zip(line, centers, strict=True))
    )
    return Reading("sure", (), kind, 2, cells, 1.0)
