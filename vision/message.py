"""Messages that hide what is below: rectangles along the picture's rows and columns, over a board or beside it.

Such a message is of one tone but for its words, whatever it lies on, and what is around it breaks off there. That makes
two level edges, one above the other, each of that tone on its inner side, with upright ones between. Cells, tiles and
plates are such rectangles too, but they come many alike, and in the lattice. (For those that let the board shine
through see ``vision.veil``.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.homography import project
from vision.overlap import meets

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from vision.reading import Reading
    from vision.scene import Scene

    Box = tuple[int, int, int, int]
    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

UNIT, LARGEST = 24, 300_000
"""Looked for on the coarsest level on which cells are this many pixels apart, or one with so few pixels."""
AROUND = 2.5
"""Steps around the middles of the outer cells in which they are looked for."""
NEAR = 1.0
"""Steps around them that a message must reach into to hide anything: the middles of one more line."""
STEPS = 44, 14
"""Levels by which pixels differ across an edge, the clearest first."""
CALM, CALMEST = 0.5, 4
"""What neighbours along an edge may differ on its inner side, over its step; in levels, at least."""
GAP, RUN = 0.3, 0.9
"""Steps along an edge that little contrast hides; its least length."""
THICK, CLEAR = 5, 2
"""Pixels that an edge may be thick; from its middle to the first line clear of it."""
HEIGHTS, LEAST, WIDTH, FLATTEST = (0.2, 2.7), 6, 1.1, 24.0
"""Least and largest height in steps, least in pixels; least width in steps, largest in heights."""
SHARED, SQUAREST = 0.6, 0.8
"""Share of their span that both level edges take; heights that a message is wide, at least."""
TONED, EVEN, TIGHT = 3, 0.9, 8.0
"""Parts of one edge that may have tones of their own; share of a part along which it is one; how many levels it may be
off."""
ROUND, CORNER = 0.55, 0.3
"""Heights beyond the end of a level edge where a side may be, for corners are round; heights of a corner."""
SIDE, AWAY = 0.35, 3
"""By how much of a side's length more the tone is on its inner side than on its outer one, so many pixels across."""
BROKEN = 0.6
"""Share of the border at which what is outside differs from the tone."""
PLAIN, RIM, SIDES = 0.45, 0.9, 0.5
"""Share of a message that has its tone, the rest is words; share of the rim below and above, and at the sides."""
ALIGNED = 0.2
"""Steps by which the sides of cells, and of rows of them, lie off the lattice's lines."""
SAME = 0.06
"""Steps by which sizes of rectangles differ that are one: these are cells, plates or buttons."""
MOST = 40
"""Rectangles of each step looked at closer."""


def find(scene: Scene, reading: Reading) -> list[Box]:
    """What may hide a part of a board, as left, top, right, bottom in frame pixels, the largest first; none overlap."""
    pitch = reading.pitch
    centers = np.array([cell.center for cell in reading.cells])
    corners = centers.min(axis=0) - AROUND * pitch, centers.max(axis=0) + AROUND * pitch
    area = float(np.prod(corners[1] - corners[0]))
    level = 0
    while pitch > 2 * UNIT * 2**level or area > LARGEST * 4**level:
        level += 1
    picture = scene.level(level)
    low = np.maximum(corners[0] / 2**level, 0).astype(int)
    high = np.minimum(corners[1] / 2**level, picture.shape[1::-1]).astype(int)
    unit = pitch / 2**level
    if (high - low).min() < 2 * unit:
        return []
    x_low, y_low = np.floor(centers.min(axis=0) - NEAR * pitch).astype(int).tolist()
    x_high, y_high = np.ceil(centers.max(axis=0) + NEAR * pitch).astype(int).tolist()
    found: list[Box] = []
    for left, top, right, bottom in _rectangles(picture[low[1] : high[1], low[0] : high[0]], unit):
        x0, y0, x1, y1 = (
            (side + int(corner)) << level for side, corner in zip((left, top, right, bottom), (*low, *low), strict=True)
        )
        box = x0, y0, min(x1, scene.frame.width), min(y1, scene.frame.height)
        reaches = meets(box, (x_low, y_low, x_high, y_high))
        if reaches and not _of_cells(box, reading) and not any(meets(box, other) for other in found):
            found.append(box)
    return found


def _of_cells(box: Box, reading: Reading) -> bool:
    """Whether all sides of a box lie where those of cells do."""
    if not reading.homography or reading.kind == "wheels":
        return False
    back = np.linalg.inv(np.array(reading.homography).reshape(3, 3))
    sides = project(back, np.array(box, np.float64).reshape(2, 2))
    return bool((np.abs(sides - np.rint(sides)) <= ALIGNED).all())


def _rectangles(part: NDArray[np.uint8], unit: float) -> list[Box]:
    """Rectangles of one tone, the largest first."""
    found: set[Box] = set()
    for step in STEPS:
        found |= set(_stepped(part, step, unit))
    boxes = np.array(sorted(found), np.int64).reshape(-1, 4)
    size = boxes[:, 2:] - boxes[:, :2]
    like = (np.abs(size[:, None] - size) <= max(2, SAME * unit)).all(axis=2)
    beside = (boxes[:, None, :2] >= boxes[None, :, 2:]).any(axis=2)
    alone = boxes[~np.any(like & (beside | beside.T), axis=1)]
    order = np.argsort(-np.prod(alone[:, 2:] - alone[:, :2], axis=1), kind="stable")
    return [(left, top, right, bottom) for left, top, right, bottom in alone[order].tolist()]


def _stepped(part: NDArray[np.uint8], step: float, unit: float) -> Iterator[Box]:
    """The rectangles whose level edges differ by ``step`` levels."""
    rows = len(part)
    if rows <= 2 * THICK:
        return
    edge = _apart(part[2:], part[:-2], step)[2:-2]
    calm = np.ones(part.shape[:2], bool)
    calm[:, 1:-1] = ~_apart(part[:, 2:], part[:, :-2], max(CALMEST, CALM * step))
    # An edge between two rows shows in the differences about both.
    below = edge & calm[5 : rows - 1] & calm[4 : rows - 2]
    above = edge & calm[1 : rows - 5] & calm[2 : rows - 4]
    upper, lower = (_runs(mask.astype(np.uint8), unit) + np.array([0, 0, 3]) for mask in (below, above))
    if not len(upper) or not len(lower):
        return
    for one, other in _pairs(_toned(part, upper, CLEAR, unit), _toned(part, lower, -CLEAR, unit), unit):
        found = _closed(part, one, other, unit)
        if found is not None:
            yield found


def _apart(one: NDArray[np.uint8], other: NDArray[np.uint8], step: float) -> NDArray[np.bool_]:
    """Where two pictures (H×W×3) differ by more than ``step`` in some channel."""
    blue, green, red = cv2.split(cv2.absdiff(one, other))
    return np.asarray(cv2.max(cv2.max(blue, green), red) > step)


def _runs(mask: NDArray[np.uint8], unit: float) -> Ints:
    """Long level runs of a mask as N×3: left, right, row."""
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((1, max(3, round(GAP * unit))), np.uint8))
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((1, max(3, round(RUN * unit))), np.uint8))
    count, _, figures, middle = cv2.connectedComponentsWithStats(mask, connectivity=4)
    kept = np.flatnonzero(figures[1:count, cv2.CC_STAT_HEIGHT] <= THICK) + 1
    left, wide = figures[kept, cv2.CC_STAT_LEFT], figures[kept, cv2.CC_STAT_WIDTH]
    return np.column_stack([left, left + wide, np.rint(middle[kept, 1])]).astype(np.int64).reshape(-1, 3)


def _toned(part: NDArray[np.uint8], runs: Ints, inside: int, unit: float) -> Floats:
    """The parts of runs with one tone ``inside`` rows from them as N×6: left, right, row, tone."""
    kept = []
    least, gap = RUN * unit, np.ones((1, max(3, round(GAP * unit))), np.uint8)
    for left, right, row in runs.tolist():
        if not 0 <= row + inside < len(part):
            continue
        line = part[row + inside : row + inside + 1, left:right]
        left_over = np.ones(right - left, bool)
        for _ in range(TONED):
            if left_over.sum() < least:
                break
            tone = np.median(line[0, left_over], axis=0)
            near = _near(line, tone) * left_over
            whole = cv2.morphologyEx(near, cv2.MORPH_CLOSE, gap)[0] * left_over
            turns = np.flatnonzero(np.diff(np.concatenate([[0], whole, [0]])))
            if not len(turns):
                break
            longest = int((turns[1::2] - turns[::2]).argmax())
            first, last = turns[2 * longest : 2 * longest + 2].tolist()
            if last - first < least:
                break
            if near[0, first:last].mean() >= EVEN:
                kept.append((left + first, left + last, row, *tone.tolist()))
            left_over[first:last] = False
    return np.array(kept, np.float64).reshape(-1, 6)


def _pairs(upper: Floats, lower: Floats, unit: float) -> Iterator[tuple[Floats, Floats]]:
    """Edges of one tone that lie below each other, those of the largest rectangles first."""
    tall = lower[:, 2] - upper[:, 2:3]
    wide = np.maximum(upper[:, 1:2], lower[:, 1]) - np.minimum(upper[:, :1], lower[:, 0])
    shared = np.minimum(upper[:, 1:2], lower[:, 1]) - np.maximum(upper[:, :1], lower[:, 0])
    may = (tall >= max(LEAST, HEIGHTS[0] * unit)) & (tall <= HEIGHTS[1] * unit) & (shared >= SHARED * wide)
    may &= (wide >= np.maximum(WIDTH * unit, SQUAREST * tall)) & (wide <= FLATTEST * tall)
    may &= np.abs(upper[:, None, 3:] - lower[None, :, 3:]).max(axis=2) <= TIGHT
    one, other = np.nonzero(may)
    for place in np.argsort(-(wide * tall)[one, other], kind="stable")[:MOST]:
        yield upper[one[place]], lower[other[place]]


def _closed(part: NDArray[np.uint8], upper: Floats, lower: Floats, unit: float) -> Box | None:
    """The rectangle between two level edges; None where they don't bound one."""
    top, bottom = int(upper[2]) + 1, int(lower[2])
    tone, tall = (upper[3:] + lower[3:]) / 2, bottom - top
    corner, reach = round(CORNER * tall), round(ROUND * tall) + 2
    first, last = int(min(upper[0], lower[0])), int(max(upper[1], lower[1]))
    low, high = max(0, first - reach - AWAY), min(part.shape[1], last + reach + AWAY)
    like = _near(part[top + corner : bottom - corner, low:high], tone).mean(axis=0)
    start = _side(like, first - reach - low, int(max(upper[0], lower[0])) + AWAY - low, 1)
    end = _side(like, int(min(upper[1], lower[1])) - AWAY - low, last + reach - low, -1)
    # It may go on beyond what is looked at.
    start = 0 if start is None and first <= CLEAR else start
    end = len(like) if end is None and last >= part.shape[1] - CLEAR else end
    if start is None or end is None or end - start < WIDTH * unit:
        return None
    box = start + low, top, end + low, bottom
    return box if _plain(part, box, tone) and _broken(part, box, tone) >= BROKEN else None


def _near(part: NDArray[np.uint8], tone: Floats) -> NDArray[np.uint8]:
    """H×W, 1 where a picture (H×W×3) has a tone."""
    low, high = np.clip(tone - TIGHT, 0, 255), np.clip(tone + TIGHT, 0, 255)
    return np.asarray(cv2.inRange(part, np.ceil(low), np.floor(high)) & 1, np.uint8)


def _side(like: Floats, first: int, last: int, way: int) -> int | None:
    """Where between two columns the tone begins (``way`` 1) or ends (-1); ``like`` is its share of each column."""
    total = np.concatenate([[0.0], np.cumsum(like)])
    places = np.arange(max(1, first), min(len(like), last + 1))
    if not len(places):
        return None
    after = (total[np.minimum(places + AWAY, len(like))] - total[places]) / np.minimum(AWAY, len(like) - places)
    before = (total[places] - total[np.maximum(places - AWAY, 0)]) / np.minimum(AWAY, places)
    gain = way * (after - before)
    best = int(gain.argmax())
    return int(places[best]) if gain[best] >= SIDE else None


def _broken(part: NDArray[np.uint8], box: Box, tone: Floats) -> float:
    """Share of the border of a box at which what is outside differs from its tone."""
    left, top, right, bottom = box
    lines = (
        part[max(0, top - AWAY) : max(0, top - AWAY + 1), left:right],
        part[bottom + AWAY - 1 : bottom + AWAY, left:right],
        part[top:bottom, max(0, left - AWAY) : max(0, left - AWAY + 1)],
        part[top:bottom, right + AWAY - 1 : right + AWAY],
    )
    near = np.concatenate([_near(line, tone).ravel() for line in lines if line.size])
    return 1 - float(near.mean())


def _plain(part: NDArray[np.uint8], box: Box, tone: Floats) -> bool:
    """Whether a box is of one tone but for words, up to its rim, which may be drawn."""
    left, top, right, bottom = box
    plain = _near(part[top:bottom, left:right], tone)
    tall, wide = plain.shape
    corner = round(CORNER * tall)
    if 2 * corner >= min(tall, wide):
        return False  # all corner: too narrow for words
    level, upright = plain[:, corner : wide - corner].mean(axis=1), plain[corner : tall - corner].mean(axis=0)
    return bool(
        plain.mean() >= PLAIN
        and min(level[:AWAY].max(), level[-AWAY:].max()) >= RIM
        and min(upright[: 2 * AWAY].max(), upright[-2 * AWAY :].max()) >= SIDES
    )
