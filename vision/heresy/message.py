"""A message that lies over a panel: a rectangle along the picture's own rows and columns, of one tone all through.

It may have the glyphs' own colour and let some of them through, so its colour does not give it away. Its edges do: two
long level steps of opposite sense, one above the other, with upright ones between. Plates and frames of cells are such
rectangles too, but they come many alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.heresy.flat import CELL, INTO, SIDE
from vision.heresy.lattice import CORNERS
from vision.homography import project

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.heresy.lattice import Lattice
    from vision.scene import Scene

AROUND = 0.4  # cells looked at around the panel
STEPS = 40.0, 16.0, 6.0  # gray levels between a message and what it lies on, the clearest first
FAINTEST, NOISE = 1.5, 4.0  # the same for the mean along a row; times the middle difference between rows
GAP = 0.2  # cells: strokes of the message's own tone may come out from under it
BEYOND, THROUGHOUT = 0.12, 0.8  # cells looked at on both sides of an edge; share of its length that must differ
ALONG, LENGTH = 0.25, 0.9  # cells over which a step's mean is taken; its length at least
STRAIGHT = 4  # pixels that a level edge may be thick
HEIGHTS = 0.18, 2.4  # cells
ENDS = 0.3  # cells by which the ends of the two edges may differ
STEPPED = 0.15, 0.25  # cells: how near to a whole cell off an edge its like lies; how much their ends differ
EDGE = 1  # pixels of a flattened panel around the message that its blurred edge takes


def under_message(scene: Scene, lattice: Lattice) -> NDArray[np.bool_]:
    """Where a message lies over the flattened panel, SIDE×SIDE."""
    over = np.zeros((SIDE, SIDE), np.uint8)
    level = max(0, int(np.floor(np.log2(max(lattice.cell, 1.0) / CELL))))
    picture = scene.level(level)
    unit = lattice.cell / 2**level
    corners = project(lattice.homography, CORNERS) / 2**level
    size = np.array([picture.shape[1], picture.shape[0]])
    left, top = np.clip(np.floor(corners.min(axis=0) - AROUND * unit), 0, size - 1).astype(int).tolist()
    right, bottom = np.clip(np.ceil(corners.max(axis=0) + AROUND * unit), 1, size).astype(int).tolist()
    if min(right - left, bottom - top) < unit:
        return over > 0
    gray = cv2.cvtColor(picture[top:bottom, left:right], cv2.COLOR_BGR2GRAY)
    back = np.linalg.inv(lattice.homography @ INTO)
    for x0, y0, x1, y1 in _rectangles(gray, unit):
        box = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
        frame = (box + np.array([left, top])) * 2.0**level
        corner = np.rint(project(back, frame)).astype(np.int32)
        cv2.fillConvexPoly(over, corner, 1)
        cv2.polylines(over, [corner], True, 1, 2 * EDGE + 1)  # noqa: FBT003
    return over > 0


def _rectangles(gray: NDArray[np.uint8], unit: float) -> list[tuple[float, float, float, float]]:
    """Every message (left, top, right, bottom) on ``gray``, where a cell is ``unit`` pixels."""
    deep = gray.astype(np.float32)
    fall = np.zeros_like(deep)
    fall[1:-1] = deep[2:] - deep[:-2]
    # Where little parts the message from what it lies on, a row's mean still shows its edge.
    smooth = cv2.blur(fall, (max(3, round(ALONG * unit)), 1))
    noise = float(np.median(np.abs(smooth)))
    found: list[tuple[float, float, float, float]] = []
    for step in (*STEPS, max(FAINTEST, NOISE * noise)):
        falls = fall if step in STEPS else smooth
        edges = {sense: _alone(_edges(np.float32(sense) * falls, step, unit), unit) for sense in (1, -1)}
        for sense in (1, -1):
            for x0, x1, y0 in edges[sense]:
                for a0, a1, y1 in edges[-sense]:
                    if not HEIGHTS[0] * unit < y1 - y0 < HEIGHTS[1] * unit:
                        continue
                    if max(abs(a0 - x0), abs(a1 - x1)) > ENDS * unit:
                        continue
                    band = deep[round(y0) + 2 : round(y1) - 1]
                    sides = _sides(band, sense * step, (x0 + a0) / 2, (x1 + a1) / 2, unit)
                    if sides is None:
                        continue
                    box = sides[0], y0, sides[1], y1
                    if _of_one_tone(deep, box, sense * step, unit):
                        found.append(box)
        if found:
            break
    return found


def _edges(fall: NDArray[np.float32], step: float, unit: float) -> list[tuple[float, float, float]]:
    """(left, right, row) of the long level steps in ``fall``, in edge coordinates."""
    steep = (fall > step).astype(np.uint8)
    steep = cv2.morphologyEx(steep, cv2.MORPH_CLOSE, np.ones((1, max(3, round(GAP * unit))), np.uint8))
    steep = cv2.morphologyEx(steep, cv2.MORPH_OPEN, np.ones((1, max(3, round(LENGTH * unit))), np.uint8))
    count, _, stats, middle = cv2.connectedComponentsWithStats(steep, connectivity=4)
    return [
        (float(x), float(x + w), float(middle[i, 1]) + 0.5)
        for i, (x, _, w, h, _) in enumerate(stats[1:count], start=1)
        if h <= STRAIGHT
    ]


def _sides(
    band: NDArray[np.float32], step: float, left: float, right: float, unit: float
) -> tuple[float, float] | None:
    """Where the upright edges of a message between its two level ones lie; None where there are none.

    ``step`` is negative where the message is darker than what it lies on.
    """
    if not len(band):
        return None
    profile = np.median(band, axis=0)
    slope = np.zeros_like(profile)
    slope[1:-1] = profile[2:] - profile[:-2]
    reach = ENDS * unit
    ends = []
    for place, way, outside in ((left, step, 0.0), (right, -step, float(len(profile)))):
        if abs(place - outside) < reach:  # it goes on beyond what is looked at
            ends.append(outside)
            continue
        low, high = max(0, round(place - reach)), min(len(profile), round(place + reach) + 1)
        best = low + int((way * slope[low:high]).argmax())
        if way * slope[best] < way * way:
            return None
        ends.append(best + 0.5)
    return (ends[0], ends[1]) if ends[1] - ends[0] > LENGTH * unit else None


def _of_one_tone(deep: NDArray[np.float32], box: tuple[float, float, float, float], step: float, unit: float) -> bool:
    """Whether ``deep`` is lighter (or, where ``step`` is negative, darker) in the ``box`` all along its level edges.

    A line is so on one side only, and what lies beyond it is as what lies before.
    """
    left, top, right, bottom = (round(v) for v in box)
    far, near = max(5, round(BEYOND * unit)), 2
    for outer, inner in (
        (np.s_[max(0, top - far) : max(0, top - near)], np.s_[top + near : top + far]),
        (np.s_[bottom + near : bottom + far], np.s_[bottom - far : bottom - near]),
    ):
        outside, inside = deep[outer, left:right], deep[inner, left:right]
        if len(outside) < far - near:
            continue
        differs = (inside.mean(axis=0) - outside.mean(axis=0)) * np.sign(step) > abs(step) / 2
        if differs.mean() < THROUGHOUT:
            return False
    return True


def _alone(edges: list[tuple[float, float, float]], unit: float) -> list[tuple[float, float, float]]:
    """The edges that have none alike just one or two cells off: those of plates, frames and bars of glyphs do."""
    if not edges:
        return []
    left, right, row = np.array(edges).T / unit
    ends = np.stack([left, right], axis=1)
    along, down = ends[None] - ends[:, None], np.abs(row[None] - row[:, None])
    beside = np.abs(along).mean(axis=2)
    below = (_off(down) < STEPPED[0]) & (np.abs(along).max(axis=2) < STEPPED[1])
    aside = (_off(beside) < STEPPED[0]) & (np.ptp(along, axis=2) < STEPPED[1]) & (down < STEPPED[0])
    return [edges[i] for i in np.flatnonzero(~(below | aside).any(axis=1))]


def _off(distance: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far from one cell or two."""
    return np.minimum(np.abs(distance - 1), np.abs(distance - 2))
