"""Marked: a picture that Boardsight has drawn its marks on, looked at without them.

Such a picture ends in the strip of words, of one colour from side to side, which tells it from most others at the cost
of one row of pixels; dark pages are told by what stands where its first words would be. The strip is cut off. The marks
(``vision.marks``) are found by what they are: plain shapes of a few colours with outlines in black and white. What lies
under them can't be seen; it is filled in from around them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.marks.draw import GROUND, TONES, letter_size
from vision.marks.outline import halo, ink
from vision.marks.plan import LARGEST, TICK
from vision.marks.shapes import BLACK, BLUE, GREEN, ORANGE, STATE_COLORS, VERMILLION, WHITE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.frame import Frame
    from vision.marks.shapes import Color

ALIKE = 4, 1
"""Levels by which a pixel of the strip may be off its colour; less where a dark page has nearly that colour, too."""
NEAR = 12
"""The same for a mark's: less than what parts it from most games' colours."""
PAD = 8
"""Pixels at both sides of the strip that hold no words, at least."""
TONED, TALLEST = 0.97, 2.5
"""Cosine of what the first words add to the strip's colour with what a verdict's words do: grey ones come to 0.92; the
most that their line is high and off the left side, in letters of the picture's size."""
SMALLEST, SQUARE = 4, 0.12
"""Pixels a side of the smallest tag's body; by how much of it the sides may differ."""
WRITTEN = (0.04, 0.6)
"""Share of a tag's body that its sign takes; smaller tags have none."""
SIGNED = 7
OUTLINED, AWAY = 0.8, 0.3
"""Share of a mark's border at which its outline is seen; how far on the way to the outline's colour that is."""
APART = 0.75 / TICK
"""Tags are at least this many of their own sides apart, unlike signs that stand next to each other."""
TAGS = 4
ROUND, ARROW = 1.3, 4.0
"""Of a number, and of an arrow, what its outlines' width is told by, over how thick its body is."""
FILL = 3
"""Pixels around a mark from which what lies under it is filled in."""


@dataclass(frozen=True, slots=True, eq=False)
class Cleared:
    """A picture without what lay over it.

    Attributes:
        frame: the picture, filled in where something lay.
        over: H×W bool, what can't be seen in it.
    """

    frame: Frame
    over: NDArray[np.bool_]


def clear(frame: Frame) -> Cleared | None:
    """The picture without Boardsight's own marks; None where it bears none."""
    size = _unstripped(frame.pixels)
    if size is None:
        return None
    pixels = frame.pixels[: size[1], : size[0]].copy()
    over = _marks(pixels)
    left, top, width, height = cv2.boundingRect(over)
    part = np.s_[max(0, top - FILL) : top + height + FILL, max(0, left - FILL) : left + width + FILL]
    if width:
        pixels[part] = cv2.inpaint(pixels[part], over[part], FILL, cv2.INPAINT_TELEA)
    return Cleared(replace(frame, pixels=pixels), over > 0)


def _unstripped(pixels: NDArray[np.uint8]) -> tuple[int, int] | None:
    """Width and height without the strip of words below, and what lies beside a narrow picture; None without any."""
    for near in ALIKE:
        if not (_ground(pixels[-1:, :PAD], near).all() and _ground(pixels[-1:], near).all()):
            return None
        other = np.flatnonzero(~(_ground(pixels[:, :PAD], near) & _ground(pixels[:, -PAD:], near)).all(axis=1))
        height, width = int(other[-1]) + 1 if len(other) else 0, pixels.shape[1]
        if height and _worded(pixels[height:], TALLEST * letter_size(width, height)):
            while _ground(pixels[:height, width - 1], near).all():
                width -= 1
            return width, height
    return None


def _worded(strip: NDArray[np.uint8], letter: float) -> bool:
    """Whether the first words in a strip with letters no larger than this are of a verdict's colour."""
    corner = strip[: int(2 * letter), : int(4 * letter)]
    inked = ~_ground(corner, ALIKE[0])
    first = int(inked.any(axis=1).argmax())
    line = inked[first:][: int(np.append(inked[first:].any(axis=1), False).argmin())]
    if not line.any() or max(len(line), int(line.any(axis=0).argmax())) > letter:
        return False
    ground = np.array(GROUND, float)
    words = corner[first : first + len(line)].mean(axis=(0, 1))[::-1] - ground
    tones = np.array([TONES["sure"], TONES["none"]]) - ground
    return bool((tones @ words >= TONED * np.linalg.norm(words) * np.linalg.norm(tones, axis=1)).any())


def _ground(pixels: NDArray[np.uint8], near: int) -> NDArray[np.bool_]:
    """Which pixels (…×3) have the strip's colour, up to so many levels."""
    return np.asarray(np.abs(pixels - np.array(GROUND[::-1], np.int16)).max(axis=-1) <= near)


def _marks(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """H×W, 255 where a mark is."""
    over = np.zeros(pixels.shape[:2], np.uint8)
    for left, top, side in _tags(pixels):
        grow = ceil(halo(side)) + 1
        over[max(0, top - grow) : top + side + grow, max(0, left - grow) : left + side + grow] = 255
    for color in (BLUE, VERMILLION, GREEN, ORANGE):
        _shapes(pixels, color, over)
    return over


def _tags(pixels: NDArray[np.uint8]) -> list[tuple[int, int, int]]:
    """Left, top and side of the bodies of the tags that say what was read in the cells; at least a few alike."""
    found: list[tuple[int, int, int]] = []
    for color in STATE_COLORS:
        alike = _alike(pixels, color)
        if not alike.any():
            continue
        # A sign may part its tag's body.
        whole = cv2.morphologyEx(alike, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
        figures = np.concatenate([cv2.connectedComponentsWithStats(part, connectivity=4)[2] for part in (alike, whole)])
        wide, tall = figures[:, cv2.CC_STAT_WIDTH], figures[:, cv2.CC_STAT_HEIGHT]
        may = (np.abs(wide - tall) <= np.maximum(1, SQUARE * wide)) & (wide >= SMALLEST) & (wide <= LARGEST)
        may &= figures[:, cv2.CC_STAT_AREA] >= (1 - WRITTEN[1]) * wide * tall
        for part in np.flatnonzero(may):
            left, top, width, height, area = figures[part].tolist()
            side = max(width, height)
            empty = 1 - area / (width * height)
            if side >= SIGNED and empty < WRITTEN[0]:
                continue
            known = any(max(abs(left - x), abs(top - y)) < side for x, y, _ in found)
            if not known and _framed(pixels, (left, top, width, height), color):
                found.append((left, top, side))
    return _scattered(found)


def _scattered(tags: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """Tags of like size, as far from each other as the cells of a board are."""
    if len(tags) < TAGS:
        return []
    places = np.array(tags, float)
    typical = float(np.median(places[:, 2]))
    near = places[np.abs(places[:, 2] - typical) <= max(2, 0.35 * typical)]
    if len(near) < TAGS:
        return []
    middles = near[:, :2] + near[:, 2:] / 2
    apart = np.hypot(*(middles[:, None] - middles).transpose(2, 0, 1))
    np.fill_diagonal(apart, np.inf)
    if float(np.median(apart.min(axis=1))) < APART * typical:
        return []
    return [(int(left), int(top), int(side)) for left, top, side in near]


def _framed(pixels: NDArray[np.uint8], box: tuple[int, int, int, int], color: Color) -> bool:
    """Whether the body in ``box`` (left, top, width, height) has an outline in the colour of its sign on all sides."""
    left, top, width, height = box
    reach = ceil(halo(max(width, height))) + 1
    if left < reach or top < reach or left + width + reach > pixels.shape[1] or top + height + reach > len(pixels):
        return False
    part = pixels[top - reach : top + height + reach, left - reach : left + width + reach].astype(np.float32)
    ground, line = (np.array(tone[::-1], np.float32) for tone in (color, ink(color)))
    way = line - ground
    along = ((part - ground) @ way) / float(way @ way)
    corner = reach + max(1, round(0.25 * min(width, height)))
    lines = (along[:reach], along[-reach:], along[:, :reach].T, along[:, -reach:].T)
    return all(float((side.max(axis=0)[corner:-corner] >= AWAY).mean()) >= OUTLINED for side in lines)


def _shapes(pixels: NDArray[np.uint8], color: Color, over: NDArray[np.uint8]) -> None:
    """Add the numbers, pills and arrows of one colour to ``over``: what has their colour and their white outline."""
    alike = _alike(pixels, color)
    if not alike.any():
        return
    line = np.array((BLACK if color == ORANGE else WHITE)[::-1], np.float32)
    ground = np.array(color[::-1], np.float32)
    count, labels, figures, _ = cv2.connectedComponentsWithStats(alike, connectivity=8)
    way = line - ground
    for part in range(1, count):
        left, top, width, height, area = figures[part].tolist()
        if area < SMALLEST**2:
            continue
        grow = 10
        box = np.s_[max(0, top - grow) : top + height + grow, max(0, left - grow) : left + width + grow]
        own = (labels[box] == part).astype(np.uint8)
        if over[box][own > 0].all():
            continue  # of a tag
        outer, _ = cv2.findContours(own, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        cv2.drawContours(own, outer, -1, 1, -1)
        edge = ceil(halo(_outlined_as(own, max(width, height))))
        along = ((pixels[box].astype(np.float32) - ground) @ way) / float(way @ way)
        bright = cv2.dilate((along >= AWAY).astype(np.uint8), np.ones((2 * edge + 1, 2 * edge + 1), np.uint8))
        rim = np.concatenate(outer)[:, 0]
        if float(bright[rim[:, 1], rim[:, 0]].mean()) >= OUTLINED:
            wide = 2 * (2 * edge + 1) + 1
            over[box] |= 255 * cv2.dilate(own, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide, wide)))


def _outlined_as(body: NDArray[np.uint8], longest: int) -> float:
    """The width after which a mark with this body (H×W, 1 where it is) has its outlines, see ``vision.marks.draw``."""
    thick = 2 * float(cv2.distanceTransform(body, cv2.DIST_L2, 3).max())
    # Outlines make a number as much larger; arrows have theirs after several times their width.
    return ROUND * thick if thick > longest / ROUND else ARROW * thick


def _alike(pixels: NDArray[np.uint8], color: Color) -> NDArray[np.uint8]:
    """H×W, 255 where a pixel has ``color``."""
    bgr = np.array(color[::-1])
    return np.asarray(cv2.inRange(pixels, np.clip(bgr - NEAR, 0, 255), np.clip(bgr + NEAR, 0, 255)), np.uint8)
