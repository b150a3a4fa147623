"""Where a crosshair lies over a panel, as it mostly does in a game: one hits the signs by aiming at them.

It is drawn on the screen, not on the wall: four thin bars level and upright, one on each side of a middle, equally
long and equally far from it. No glyph has anything like it. What it hides is filled in with what is around it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.frame import Frame
from vision.heresy.flat import INTO, SIDE, share_of_cells
from vision.homography import project
from vision.scene import Scene

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.reading import Reading

    Bars = NDArray[np.float64]

AROUND = np.array([(-0.4, -0.4), (3.4, -0.4), (3.4, 3.4), (-0.4, 3.4)])  # of the board plane, where one is looked for
SMALLEST = 24  # pixels of that
LOOKED_UP = cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
HIDDEN = 0.2  # share of a cell below which what is filled in tells nothing
SHORTEST, THICKEST = 300, 200  # of a picture's height: the shortest bar, and the thickest
LEAST = 4, 3  # pixels of both, at least
STANDS_OUT = 100, 60, 36, 20  # gray levels of some channel between a bar and what is beside it, at least
SLENDER = 1.6  # times as long as thick
MOST = 400  # bars of a picture in which they tell anything
OFF, UNEQUAL = 1.6, 1.3  # pixels that bars are off their line, and their middle; times one is as long as another
NEAREST = 0.55  # lengths from the middle to the middle of a bar: they may touch
EDGE = 2  # pixels around bars that are mixed with them
FILL = 4  # pixels from which what is hidden is filled in


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A picture without a crosshair.

    Attributes:
        scene: the picture, filled in where it was.
        over: H×W, where it was.
    """

    scene: Scene
    over: NDArray[np.bool_]

    def shows(self, panel: Reading) -> bool:
        """Whether enough of each cell of a panel is seen in the picture itself."""
        return bool(self._hidden(panel).max() < HIDDEN)

    def lies_over(self, panel: Reading) -> bool:
        """Whether it was in all cells of a panel that are in doubt: it is no reason to doubt others."""
        doubtful = [i for i, cell in enumerate(panel.cells) if cell.state is None or i in panel.suspects]
        return bool((self._hidden(panel)[doubtful] > 0).all())

    def _hidden(self, panel: Reading) -> NDArray[np.float64]:
        """Which share of each cell of a panel it hid, 9."""
        whole = np.array(panel.homography).reshape(3, 3) @ INTO
        flat = cv2.warpPerspective(self.over.astype(np.uint8), whole, (SIDE, SIDE), flags=LOOKED_UP)
        return share_of_cells(flat > 0)


def without_reticle(scene: Scene, panel: Reading) -> View | None:
    """The picture without a crosshair over or beside a ``panel``; None where there is none."""
    height, width = scene.frame.pixels.shape[:2]
    corners = project(np.array(panel.homography).reshape(3, 3), AROUND)
    left, top = np.maximum(corners.min(axis=0), 0).astype(int).tolist()
    right, bottom = np.minimum(corners.max(axis=0) + 1, (width, height)).astype(int).tolist()
    if min(right - left, bottom - top) < SMALLEST:
        return None
    part = scene.frame.pixels[top:bottom, left:right]
    shortest, thickest = max(LEAST[0], height // SHORTEST), max(LEAST[1], height // THICKEST)
    level = _bars(part, shortest, thickest)
    upright = _bars(np.ascontiguousarray(part.transpose(1, 0, 2)), shortest, thickest)
    parts = next((found for pair in zip(level, upright, strict=True) if (found := _crossed(*pair)) is not None), None)
    if parts is None:
        return None
    over = np.zeros((height, width), np.uint8)
    inside = over[top:bottom, left:right]
    for x0, y0, x1, y1 in parts:
        inside[max(0, y0 - EDGE) : y1 + EDGE, max(0, x0 - EDGE) : x1 + EDGE] = 1
    pixels = scene.frame.pixels.copy()
    pixels[top:bottom, left:right] = cv2.inpaint(part, inside, FILL, cv2.INPAINT_TELEA)
    return View(Scene(Frame(pixels), scene.over, rest=scene.rest), over > 0)


def _bars(part: NDArray[np.uint8], shortest: int, thickest: int) -> list[Bars]:
    """Middle (x, y), length and thickness of level bars that are lighter than what is above and below, by how much."""
    along = cv2.morphologyEx(part, cv2.MORPH_OPEN, np.ones((1, shortest), np.uint8))
    wide = cv2.copyMakeBorder(along, thickest, thickest, 0, 0, cv2.BORDER_REPLICATE)
    beside = cv2.max(wide[: -2 * thickest], wide[2 * thickest :])
    stands_out = cv2.subtract(along, beside).max(axis=2)
    found = []
    for least in STANDS_OUT:
        _, _, stats, _ = cv2.connectedComponentsWithStats((stands_out > least).astype(np.uint8), connectivity=4)
        x, y, length, thick = stats[1:, :4].T.astype(np.float64)
        good = (length >= shortest) & (thick <= thickest + 1) & (length >= SLENDER * thick)
        found.append(np.stack([x + length / 2, y + thick / 2, length, thick], axis=1)[good])
    return found


def _pairs(bars: Bars) -> Bars:
    """M×4: middle between two bars in one line, how far each is from it, and their length."""
    if not 2 <= len(bars) <= MOST:
        return np.zeros((0, 4))
    first, second = np.triu_indices(len(bars), 1)
    one, other = bars[first], bars[second]
    length = (one[:, 2] + other[:, 2]) / 2
    away = np.abs(other[:, 0] - one[:, 0]) / 2
    alike = np.maximum(one[:, 2], other[:, 2]) <= UNEQUAL * np.minimum(one[:, 2], other[:, 2])
    good = (np.abs(one[:, 1] - other[:, 1]) <= OFF) & alike & (away > NEAREST * length) & (away < 4 * length)
    middle = (one[:, :2] + other[:, :2]) / 2
    return np.column_stack([middle, away, length])[good]


def _crossed(level: Bars, upright: Bars) -> list[tuple[int, int, int, int]] | None:
    """The parts of a crosshair (left, top, right, bottom) among bars; None where they make none."""
    for pairs, others, turned in ((_pairs(level), upright, False), (_pairs(upright), level, True)):
        for x, y, away, length in pairs.tolist():
            if not len(others):
                continue
            # Across: the others' x is along y.
            off = np.abs(others[:, 1] - x)
            gap = np.abs(np.abs(others[:, 0] - y) - away)
            alike = np.maximum(others[:, 2], length) <= UNEQUAL * np.minimum(others[:, 2], length)
            if (alike & (off <= OFF) & (gap <= OFF)).any():
                thick = float(np.median(others[:, 3][alike & (off <= OFF) & (gap <= OFF)]))
                return _parts(*((y, x) if turned else (x, y)), away, length, thick)
    return None


def _parts(x: float, y: float, away: float, length: float, thick: float) -> list[tuple[int, int, int, int]]:
    """Boxes of the four bars around a middle, and of a dot there."""
    half, across = length / 2, thick / 2
    boxes = [(x - thick, y - thick, x + thick, y + thick)]
    for side in (-away, away):
        boxes += [(x + side - half, y - across, x + side + half, y + across)]
        boxes += [(x - across, y + side - half, x + across, y + side + half)]
    return [(int(a), int(b), int(np.ceil(c)), int(np.ceil(d))) for a, b, c, d in boxes]
