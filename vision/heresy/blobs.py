"""Propose: compact marks that could be glyphs, on one level of the pyramid, bright on dark or dark on bright.

A pixel belongs to a mark where it stands out from its surroundings by a good part of what the strongest stroke near
it does. The threshold is relative, so bloom, gamma, wash and tint don't matter. A glyph is several strokes with gaps:
a small dilation joins them, which is the step that matters most.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.parts import parts

if TYPE_CHECKING:
    from numpy.typing import NDArray

SURROUNDINGS = 15  # side of the box a pixel is compared with
NEIGHBOURHOOD = 17  # how far the strongest stroke is looked for
THIN = 15  # strokes are thinner
SHARE = 0.42  # of the strongest stroke's contrast
FAINTEST = 2.5, 6.0, 0.035  # gray levels below which all is noise: in the dark, in the light; per level of ground
SMALLEST, LARGEST = 6, 48  # pixels of this level, after the dilation
CROWD = 700  # marks; more is a texture or a page of text, where only the strongest count
FEWEST = 7  # marks a panel needs
SQUARE, FILLED = 1.6, (0.15, 0.75)  # frames around glyphs: longer side over shorter one; share of their box filled
SIDE, HOLLOW, LONG = 0.2, 0.25, 5.0  # of a frame: its side, of all; what it fills of its box; length to width
WIDEST = 4 * LARGEST  # pixels: three frames of the largest glyphs, in perspective
ROOMY = 100  # pixels: side of a panel whose glyphs have wider gaps
INNER = 4  # marks that must be left without the frames
FULL, WHOLE = 60, 0.6  # marks of a page of text, whose blocks are no frames; share of a page they take if lines join
LIVELY = 2  # range of gray levels within 9×9 pixels of half the size, below which nothing stands out
ROOM = 16  # pixels around what stands out, with which it is compared
NEAR = np.ones((3, 3), np.uint8)
STEP = 4  # the limit a pixel must reach is worked out for every so many pixels
Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True, eq=False)
class Blobs:
    """Marks of one polarity on one level.

    Attributes:
        level: of the pyramid.
        polarity: +1 bright on dark, -1 dark on bright.
        boxes: N×4 float32, centre x, centre y, width, height in pixels of the level (edge coordinates).
        shape: height, width of the level.
        mask: H×W uint8, what they were cut from.
    """

    level: int
    polarity: int
    boxes: NDArray[np.float32]
    shape: tuple[int, int]
    mask: NDArray[np.uint8]


def lively(gray: NDArray[np.uint8]) -> Box | None:
    """Left, top, right and bottom of what holds all marks of ``gray`` (H×W uint8); None where it has none.

    Most pages are plain but for a part.
    """
    square = np.ones((9, 9), np.uint8)
    steps = cv2.subtract(cv2.dilate(gray, square), cv2.erode(gray, square))
    left, top, wide, high = cv2.boundingRect(cv2.compare(steps, LIVELY, cv2.CMP_GE))
    return (left, top, left + wide, top + high) if wide else None


def blobs(gray: NDArray[np.uint8], level: int, box: Box | None = None) -> tuple[Blobs, Blobs]:
    """Marks brighter and marks darker than their ground on ``gray`` (H×W uint8, the pyramid's ``level``).

    ``box`` (left, top, right, bottom) holds all of them, where it is known; nothing stands out beyond it.
    """
    shape = gray.shape[0], gray.shape[1]
    left, top, right, bottom = box or (0, 0, shape[1], shape[0])
    left, top = (max(side // STEP * STEP - ROOM, 0) for side in (left, top))
    gray = np.ascontiguousarray(gray[top : bottom + ROOM, left : right + ROOM])
    around = cv2.blur(gray, (SURROUNDINGS, SURROUNDINGS))
    thin = np.ones((THIN, THIN), np.uint8)
    # Beside a bright frame everything is darker than the mean around it, but no stroke: what is thin is opened away.
    bright = cv2.subtract(gray, cv2.max(around, cv2.morphologyEx(gray, cv2.MORPH_OPEN, thin)))
    dark = cv2.subtract(cv2.min(around, cv2.morphologyEx(gray, cv2.MORPH_CLOSE, thin)), gray)
    # What is carved into a dark wall differs from it by a few levels; so much is noise on a bright one.
    least, most, share = FAINTEST
    ground = _few(around)
    faint = cv2.min(cv2.convertScaleAbs(ground, alpha=share, beta=least), most)
    found = []
    for above, polarity in ((bright, 1), (dark, -1)):
        boxes, part = _marks(above, faint, shape[0] * shape[1])
        mask = np.zeros(shape, np.uint8)
        mask[top : top + part.shape[0], left : left + part.shape[1]] = part
        found.append(Blobs(level, polarity, boxes + np.array([left, top, 0, 0], np.float32), shape, mask))
    return found[0], found[1]


def _few(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Every fourth pixel of every fourth row."""
    return np.ascontiguousarray(picture[::STEP, ::STEP])


def _marks(
    above: NDArray[np.uint8], faint: NDArray[np.uint8], page: int
) -> tuple[NDArray[np.float32], NDArray[np.uint8]]:
    """The marks in ``above`` as boxes N×4, and what they are cut from, H×W.

    Args:
        above: how much each pixel stands out, H×W.
        faint: H/4×W/4, what is not above this is noise.
        page: pixels of the whole level.
    """
    height, width = above.shape
    spread = cv2.dilate(above, np.ones((NEIGHBOURHOOD, NEIGHBOURHOOD), np.uint8))
    strongest = cv2.blur(_few(spread), (NEIGHBOURHOOD // STEP + 1,) * 2)
    limit = cv2.max(cv2.convertScaleAbs(strongest, alpha=SHARE), faint)
    limit = cv2.resize(limit, (limit.shape[1] * STEP, limit.shape[0] * STEP), interpolation=cv2.INTER_LINEAR)
    strokes = cv2.compare(above, np.ascontiguousarray(limit[:height, :width]), cv2.CMP_GT)
    left, top, wide, high = cv2.boundingRect(strokes)
    if wide < SMALLEST or high < SMALLEST:
        return np.zeros((0, 4), np.float32), np.asarray(strokes, np.uint8)
    # A page is mostly empty, and naming the marks is the dearest step.
    left, top = max(left - 1, 0), max(top - 1, 0)
    part = np.asarray(strokes[top : top + high + 2, left : left + wide + 2], np.uint8)
    mask = np.zeros_like(above)
    joined = mask[top : top + high + 2, left : left + wide + 2]
    joined[:] = cv2.dilate(part, NEAR)
    boxes, area, framed = _named(joined)
    if framed is not None and len(boxes) < FULL and part[framed].size < WHOLE * page:
        inner = without_frames(part[framed])
        more, more_area, _ = _named(inner)
        if len(more) >= INNER:
            joined[framed] = inner
            corner = np.array([framed[1].start, framed[0].start, 0, 0], np.float32)
            boxes, area = np.concatenate([boxes, more + corner]), np.concatenate([area, more_area])
    if len(boxes) < FEWEST:
        boxes = boxes[:0]
    elif len(boxes) > CROWD:
        boxes = boxes[np.argsort(-area, kind="stable")[:CROWD]]
    return boxes + np.array([left, top, 0, 0], np.float32), mask


def _named(mask: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32], tuple[slice, slice] | None]:
    """What hangs together in ``mask`` and may be a mark: N×4 boxes, N areas; and the part that frames with glyphs take.

    Frames are one, or one of each cell.
    """
    _, stats = parts(mask)
    wide, high = stats[1:, 2], stats[1:, 3]
    small, large = np.minimum(wide, high), np.maximum(wide, high)
    framed = None
    if large.max(initial=0) > LARGEST:
        framed = _framed(stats[1:][(small > LARGEST) & (large < SQUARE * small) & (large < WIDEST)])
    x, y, w, h, area = stats[1:][(small >= SMALLEST) & (large <= LARGEST)].T.astype(np.float32)
    keep = (w < 3.2 * h) & (h < 2.5 * w) & (area > 0.25 * w * h)
    boxes = np.empty((len(x), 4), np.float32)
    boxes[:, 0], boxes[:, 1], boxes[:, 2], boxes[:, 3] = x + w / 2, y + h / 2, w, h
    return boxes[keep], area[keep], framed


def _framed(frames: NDArray[np.int32]) -> tuple[slice, slice] | None:
    """The part that ``frames`` with glyphs take: those of N components (N×5, as OpenCV gives them) that are hollow."""
    share = frames[:, 4] / (frames[:, 2] * frames[:, 3])
    frames = frames[(share > FILLED[0]) & (share < FILLED[1])]
    if not len(frames):
        return None
    first, last = frames[:, :2].min(axis=0), (frames[:, :2] + frames[:, 2:4]).max(axis=0)
    if (last - first).max() > WIDEST:
        first, last = (frames[frames[:, 4].argmax()][k : k + 2] for k in (0, 2))
        last = first + last
    return np.s_[first[1] : last[1], first[0] : last[0]]


def without_frames(strokes: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """``strokes`` of a panel (H×W), dilated, without the frames of cells, which the dilation would join to glyphs."""
    names, stats = parts(strokes)
    small, large = stats[:, 2:4].min(axis=1), stats[:, 2:4].max(axis=1)
    hollow = (stats[:, 4] < HOLLOW * small * large) | (large > LONG * small)
    kept = (large <= LARGEST) & ~(hollow & (large > SIDE * min(strokes.shape)))
    kept[0] = False
    shown = np.where(kept, np.uint8(255), np.uint8(0))
    near = NEAR if min(strokes.shape) < ROOMY else np.ones((5, 5), np.uint8)
    return np.asarray(cv2.dilate(shown[names], near), np.uint8)
