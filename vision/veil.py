"""Veil: a message that lies over a part of the picture, and the picture as it would be without.

A message is a rectangle along the picture's rows and columns. What it lies on goes on from its outside to its inside,
but mixed there with the message's own tone (see ``vision.mixture``). That parts it from cells and panels, whose inside
does not follow what is around them, and gives what shines through. What does not, and the strokes of its words, can't
be seen. One level edge mostly tells of it (``vision.mixed``); where too little varies along each, all four may do.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.mixed import messages
from vision.overlap import meets

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from vision.reading import Reading
    from vision.scene import Scene

    Box = tuple[int, int, int, int]

AROUND = 2.0
"""Steps around the outer cells of a board in which messages are looked for."""
UNIT, LARGEST = 32, 400_000
"""Edges are looked for on the coarsest level on which cells are this many pixels apart, or one with so few pixels."""
STEPS = 48, 20, 8
"""Levels by which a pixel along an edge differs from the next across it."""
INSIDE, OUTSIDE = 1, -2
"""Rows from the one below an edge: clear of it, inside a message that begins and that ends there."""
LIVELY, CALM, TRIMMED = 0.15, 0.7, 3
"""Levels by which neighbours along a message's edge differ outside, at least; how much of that is left inside;
pixels at its ends that don't count."""
GAP, RUN = 11, 14
"""Pixels of that level: parts of an edge that little contrast hides; an edge's least length."""
SHARED, ENDS = 0.7, 4
"""Share of their span that both level edges of a message take; pixels by which its sides may be off their ends."""
CROWD = 300
"""Edges of so many are a texture's."""
HEIGHTS, FLATTEST, NARROWEST = (7, 0.4), 20.0, 1.05
"""Least height in pixels, largest in heights of the picture; widths over heights."""
LIKE = 3
"""So many rectangles of one size are cells or buttons."""
MOST = 24
"""Rectangles looked at closer, of each clearness."""
SMALLEST, SIDES, SLACKS = 6, 2, (0.08, 0.4)
"""Pixels of the smallest; places tried for each of its sides; shares of its width by which they may be off where
little contrast hides their ends."""
VARIED = 8.0
"""Least deviation of what is around a message: on an even ground there is nothing to follow."""
BESIDE, THROUGH, THICKEST = 0.8, 0.035, 0.42
"""How plain another message must be, over the plainest. Share of what lies below that may be seen: where it is less it
can't be restored, where it is more it needn't be."""
TRIES, WEAKEST, LEAST = 4, 0.3, 0.8
"""Correlation of inside and outside, at first and where they agree."""
TIGHT, AGREE = 4.0, 0.35
"""Levels by which they may always differ; share of each side's border at which they must agree: words may cross it."""
RANGE = 24
"""Levels beyond black and white that what shines through may have: noise, not words."""
WORDY, FILL = 0.4, 3
"""Share of a message that its words may take; pixels around them from which they are filled in."""


@dataclass(frozen=True, slots=True, eq=False)
class Veil:
    """A message over the picture.

    Attributes:
        box: left, top, right, bottom in frame pixels.
        share: how much of what lies below is seen, 0..1.
        shift: what the message adds, BGR.
        plain: how well what is inside follows what is around it, 0..1.
    """

    box: Box
    share: float
    shift: NDArray[np.float64]
    plain: float

    @property
    def worth(self) -> float:
        """For ranking: a part of a message is about as plain as all of it."""
        left, top, right, bottom = self.box
        return self.plain * float(((right - left) * (bottom - top)) ** 0.25)


def find(scene: Scene, reading: Reading, *, thorough: bool = True) -> list[Veil]:
    """Messages over a board or beside it, the plainest first; none of them overlap.

    Those that no single edge tells of take longer to find, and are looked for only where that is ``thorough``.
    """
    pixels, pitch = scene.frame.pixels, reading.pitch
    centers = np.array([cell.center for cell in reading.cells])
    corners = centers.min(axis=0) - AROUND * pitch, centers.max(axis=0) + AROUND * pitch
    area = float(np.prod(corners[1] - corners[0]))
    level = 0
    while pitch > UNIT * 2 ** (level + 1) or area > LARGEST * 4**level:
        level += 1
    picture = scene.level(level)
    low = np.maximum(corners[0] / 2**level, 0).astype(int)
    high = np.minimum(corners[1] / 2**level, picture.shape[1::-1]).astype(int)
    if (high - low).min() < SMALLEST:
        return []
    part = picture[low[1] : high[1], low[0] : high[0]]
    seen = [
        Veil(box, mixture.share, mixture.shift.astype(np.float64), held)
        for box, mixture, held in messages(pixels, part, (int(low[0]), int(low[1])), 2**level, pitch)
    ]
    tried: set[Box] = set()
    for left, top, right, bottom in _rectangles(part) if thorough else ():
        box = left + int(low[0]), top + int(low[1]), right + int(low[0]), bottom + int(low[1])
        for exact in _refined(pixels, box, level):
            if exact not in tried:
                tried.add(exact)
                veil = _followed(pixels, exact)
                if veil is not None:
                    seen.append(veil)
    found: list[Veil] = []
    least = BESIDE * max((veil.plain for veil in seen), default=0.0)
    for veil in sorted(seen, key=lambda veil: -veil.worth):
        if veil.plain >= least and not any(meets(veil.box, other.box) for other in found):
            found.append(veil)
    return found


def take_off(pixels: NDArray[np.uint8], over: NDArray[np.uint8], veil: Veil) -> None:
    """Take a message off, in place; ``over`` is set where nothing can be restored."""
    left, top, right, bottom = veil.box
    part = np.s_[top:bottom, left:right]
    below, words = _below(pixels[part], veil)
    hidden = cv2.dilate(words, np.ones((3, 3), np.uint8))
    # A picture that was scaled is mixed at the border.
    hidden[:1], hidden[-1:], hidden[:, :1], hidden[:, -1:] = 1, 1, 1, 1
    pixels[part] = np.clip(np.rint(below), 0, 255).astype(np.uint8)
    over[part] |= hidden
    around = np.s_[max(0, top - FILL) : bottom + FILL, max(0, left - FILL) : right + FILL]
    mask = np.zeros_like(over)
    mask[part] = hidden
    pixels[around] = cv2.inpaint(pixels[around], mask[around], FILL, cv2.INPAINT_TELEA)


def _below(part: NDArray[np.uint8], veil: Veil) -> tuple[NDArray[np.float64], NDArray[np.uint8]]:
    """What shines through a part of a message (H×W×3 BGR), and where its words are, H×W 1."""
    below = (part - veil.shift) / veil.share
    words = ((below < -RANGE) | (below > 255 + RANGE)).any(axis=2)
    return below, np.asarray(words, np.uint8)


def _rectangles(picture: NDArray[np.uint8]) -> Iterator[Box]:
    """Rectangles (left, top, right, bottom) between two long straight edges of opposite sense, the clearest first."""
    gray = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    varied = cv2.integral(cv2.absdiff(gray[:, 1:], gray[:, :-1])).astype(np.int64)
    falls = cv2.subtract(gray[1:], gray[:-1]), cv2.subtract(gray[:-1], gray[1:])
    for runs in zip(*(_runs(fall) for fall in falls), strict=True):
        upper, lower = ([_calmer(edges, varied, inside) for edges in runs] for inside in (INSIDE, OUTSIDE))
        boxes = np.concatenate([_pairs(upper[0], lower[1], len(gray)), _pairs(upper[1], lower[0], len(gray))])
        if not len(boxes):
            continue
        wide, tall = boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]
        like = ((np.abs(wide[:, None] - wide) <= 2) & (np.abs(tall[:, None] - tall) <= 2)).sum(axis=1)
        chosen = boxes[like < LIKE][np.argsort(-(wide * tall)[like < LIKE])]
        for left, top, right, bottom in chosen[:MOST].tolist():
            yield int(left), int(top), int(right), int(bottom)


def _runs(fall: NDArray[np.uint8]) -> list[NDArray[np.int64]]:
    """For each of ``STEPS`` the long level edges as N×3: left, right, row below."""
    found = []
    rows = np.arange(len(fall))
    for step in reversed(STEPS):
        # An edge is one of weaker steps too: rows without those have none.
        edge = np.zeros((0, fall.shape[1]), np.uint8)
        if len(rows):
            edge = cv2.threshold(fall[rows], step, 1, cv2.THRESH_BINARY)[1]
            edge = cv2.morphologyEx(edge, cv2.MORPH_CLOSE, np.ones((1, GAP), np.uint8))
            edge = cv2.morphologyEx(edge, cv2.MORPH_OPEN, np.ones((1, RUN), np.uint8))
            there = np.flatnonzero(cv2.reduce(edge, 1, cv2.REDUCE_MAX))
            rows, edge = rows[there], edge[there]
        padded = np.zeros((len(edge), edge.shape[1] + 2), np.int8)
        padded[:, 1:-1] = edge
        turn = np.diff(padded, axis=1)
        row, first = np.nonzero(turn == 1)
        last = np.nonzero(turn == -1)[1]
        found.append(np.column_stack([first, last, rows[row] + 1]).astype(np.int64))
    return found[::-1]


def _calmer(edges: NDArray[np.int64], varied: NDArray[np.int64], inside: int) -> NDArray[np.int64]:
    """Those edges on one side of which, in the row ``inside`` from the row below, less varies than on the other.

    ``varied`` is the integral of how much each pixel differs from the next.
    """
    left, right, row = edges.T
    # The message's own sides are no variety.
    left, right = left + TRIMMED, right - TRIMMED
    inner = np.clip(row + inside, 0, len(varied) - 2)
    outer = np.clip(row - 1 - inside, 0, len(varied) - 2)
    left, right = np.minimum(left, varied.shape[1] - 1), np.minimum(right, varied.shape[1] - 1)
    most, least = (
        varied[line + 1, right] - varied[line, right] - varied[line + 1, left] + varied[line, left]
        for line in (outer, inner)
    )
    return np.asarray(edges[(most >= LIVELY * (right - left)) & (least <= CALM * most)])


def _pairs(upper: NDArray[np.int64], lower: NDArray[np.int64], height: int) -> NDArray[np.int64]:
    """Rectangles between edges that lie below each other, N×4."""
    if not 0 < len(upper) * len(lower) <= CROWD**2:
        return np.zeros((0, 4), np.int64)
    tall = lower[:, 2] - upper[:, 2:]
    left, right = np.minimum(upper[:, :1], lower[:, 0]), np.maximum(upper[:, 1:2], lower[:, 1])
    shared = np.minimum(upper[:, 1:2], lower[:, 1]) - np.maximum(upper[:, :1], lower[:, 0])
    wide = right - left
    may = (tall >= HEIGHTS[0]) & (tall <= HEIGHTS[1] * height) & (shared >= SHARED * wide)
    may &= (wide >= NARROWEST * tall) & (wide <= FLATTEST * tall)
    one, other = np.nonzero(may)
    return np.column_stack([left[one, other], upper[one, 2], right[one, other], lower[other, 2]])


def _refined(pixels: NDArray[np.uint8], box: Box, level: int) -> Iterator[Box]:
    """The box on a level in frame pixels, each side where the picture changes most in one sense all along it."""
    scale = 2**level
    left, top, right, bottom = (scale * side for side in box)
    rows, cols = np.s_[top + scale : bottom - scale], np.s_[left + scale : right - scale]
    top, bottom = (_steepest(pixels[:, cols], side, 2 * scale, 1, 1)[0] for side in (top, bottom))
    for slack in SLACKS:
        reach = round(slack * (right - left)) + ENDS * scale
        firsts, lasts = (_steepest(pixels[rows], side, reach, 0, SIDES) for side in (left, right))
        yield from ((first, top, last, bottom) for first in firsts for last in lasts)


def _steepest(part: NDArray[np.uint8], place: int, reach: int, along: int, count: int) -> list[int]:
    """The ``count`` lines within ``reach`` of ``place`` before which the mean of the lines changes most; H×W×3."""
    length = part.shape[1 - along]
    low, high = max(0, place - reach - 1), min(length, place + reach + 1)
    if high - low < 2 or not part.size:
        return [place]
    lines = part[:, low:high] if along == 0 else part[low:high]
    means = cv2.reduce(lines, along, cv2.REDUCE_AVG, dtype=cv2.CV_32F).reshape(-1, 3)
    steps = np.abs(np.diff(means, axis=0)).max(axis=1)
    return [low + 1 + int(line) for line in np.argsort(-steps)[:count]]


def _followed(pixels: NDArray[np.uint8], box: Box) -> Veil | None:
    """The message in ``box`` if its inside follows what is around it; None else."""
    left, top, right, bottom = box
    height, width = pixels.shape[:2]
    if right - left < 2 * SMALLEST or bottom - top < SMALLEST:
        return None
    across, down = np.s_[left + 2 : right - 2], np.s_[top + 2 : bottom - 2]
    sides = [
        (pixels[top - 1, across], pixels[top, across]) if top > 0 else None,
        (pixels[bottom, across], pixels[bottom - 1, across]) if bottom < height else None,
        (pixels[down, left - 1], pixels[down, left]) if left > 0 else None,
        (pixels[down, right], pixels[down, right - 1]) if right < width else None,
    ]
    seen = [side for side in sides if side is not None]
    x = np.concatenate([outside for outside, _ in seen]).astype(np.float64)
    y = np.concatenate([inside for _, inside in seen]).astype(np.float64)
    # Words may cross the border; what shines through differs less than they do.
    keep = np.abs(y - np.median(y, axis=0)).max(axis=1) <= THICKEST * 255 / 2
    share, plain, shift = 0.0, 0.0, np.zeros(3)
    for _ in range(TRIES):
        if keep.mean() < AGREE:
            return None
        outside, inside = x[keep], y[keep]
        mean_x, mean_y = outside.mean(axis=0), inside.mean(axis=0)
        away_x, away_y = outside - mean_x, inside - mean_y
        # One line of pixels beside the other is not quite the same: both are off, so neither is the other's cause.
        power_x, power_y = float((away_x**2).sum()), float((away_y**2).sum())
        if power_x <= VARIED**2 * keep.sum():
            return None
        joint = float((away_x * away_y).sum())
        plain = joint / np.sqrt(power_x * power_y + 1e-9)
        share = joint / power_x if plain < LEAST else np.sqrt(max(power_y - keep.sum() / 4, 0.0) / power_x)
        if plain < WEAKEST:
            return None
        shift = mean_y - share * mean_x
        off = np.abs(y - shift - share * x).max(axis=1)
        before, keep = keep, off <= max(TIGHT, 3.0 * float(np.median(off)))
        if (keep == before).all():
            break
    if share > THICKEST:
        return None
    tone = shift / (1 - share)
    agree = [float(part.mean()) for part in np.split(keep, np.cumsum([len(inside) for _, inside in seen])[:-1])]
    if min(agree) < AGREE:
        return None
    if plain < LEAST or share < THROUGH or tone.min() < -RANGE or tone.max() > 255 + RANGE:
        return None
    veil = Veil(box, float(share), shift, float(plain * keep.mean()))
    # What does not lie under the message that the border tells of is no message at all.
    return veil if float(_below(pixels[top:bottom, left:right], veil)[1].mean()) <= WORDY else None
