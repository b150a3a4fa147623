"""Messages that lie over a board: rectangles along the picture's rows and columns, of one tone but for their words.

What a message lies on goes on from its outside to its inside, but mixed there with the message's tone (see
``vision.mixture``), or is hidden by it. That parts it from cells and panels, whose inside does not follow what is
around them. A stretch of one level edge tells how it is mixed (``vision.edges``). Then every pixel can be asked whether
the edge goes on there, and where the opposite one and the upright ones are. What hides all is a mixture of nothing: as
cells and plates hide all, too, such a message must be unlike any other in size, and lie off the lattice.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

from vision import edges
from vision.homography import project
from vision.mixture import TIGHT, fitted
from vision.overlap import meets
from vision.share import share

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from vision.edges import Edge
    from vision.mixture import Mixture
    from vision.reading import Reading
    from vision.scene import Scene

    Box = tuple[int, int, int, int]

UNIT, LARGEST = 32, 400_000
"""Edges are looked for on the coarsest level on which cells are this many pixels apart, or one with so few pixels."""
AROUND, NEAR = 2.0, 1.0
"""Steps around the middles of the outer cells in which messages are looked for; into which those that hide all reach:
the middles of one more line."""
HEIGHTS, SHORTEST = (0.15, 2.8), 5
"""Least and largest height in steps; least in pixels."""
WIDTH, SQUAREST = 0.8, 0.8
"""Least width in steps, and in heights."""
SEEN, CHANGED, SHOWN, TRIED = 0.5, 0.2, 0.4, 3
"""Of an opposite edge the share that follows, that is an edge at all, and that no words cross; how many are tried."""
ROWS, COLS, STROKES = 0.2, 0.45, 0.1
"""Share of a row, and of a column, inside a message that is none of its words; steps of strokes side by side."""
BEST, WORST, UPRIGHT, HELD, EDGES = 0.75, 0.35, 0.3, 0.7, 0.4
"""Share that follows on the better level edge, on the other, on the better upright one, on all four; share of all four
that is an edge."""
BARE, WORDY = 0.12, 0.45
"""Share of a side that words leave, else nothing can be told of it; share of a message that its words may take."""
FAINT, WORDS = 0.1, 50.0
"""Share of what lies below that may be seen through a message that seems to hide all; levels by which its words differ
from it."""
BROKEN = 0.6, 0.35
"""Of what hides all, the share of its border that is its own and breaks off what is around it; of each side."""
FEW = 40
"""Pixels of a step that are enough to tell whether an edge goes on."""
BESIDE = 0.8
"""How well another message must hold, over the best."""
ALIGNED = 0.15
"""Steps by which the sides of cells, and of rows of them, lie off the lattice's lines."""
SIDES = 0.8
"""Share of their span that two strips take that are one message."""
SAME = 0.06
"""Steps by which sizes of rectangles differ that are one: these are cells, plates or buttons."""


@dataclass(frozen=True, slots=True, eq=False)
class Message:
    """A message over the picture.

    Attributes:
        box: left, top, right, bottom in frame pixels.
        mixture: how it is mixed with what lies below; a share of 0 where it hides that.
        held: how well its sides bear that out, 0..1.
    """

    box: Box
    mixture: Mixture
    held: float

    @property
    def hides(self) -> bool:
        """Whether nothing of what lies below is seen."""
        return not self.mixture.share

    @property
    def worth(self) -> float:
        """For ranking: a part of a message is about as plain as all of it."""
        left, top, right, bottom = self.box
        return self.held * float(((right - left) * (bottom - top)) ** 0.25)


def find(scene: Scene, reading: Reading, *, thorough: bool = True) -> list[Message]:
    """Messages over a board or beside it, those that hold best first; none of them overlap.

    Those that hide all, or let too little shine through for one edge to tell, are looked for only where ``thorough``.
    """
    pixels, pitch = scene.frame.pixels, reading.pitch
    centers = np.array([cell.center for cell in reading.cells])
    low, high = centers.min(axis=0), centers.max(axis=0)
    size = np.array([scene.frame.width, scene.frame.height])
    first, last = np.maximum(low - AROUND * pitch, 0), np.minimum(high + AROUND * pitch, size)
    level = 0
    while pitch > UNIT * 2 ** (level + 1) or float(np.prod(last - first)) > LARGEST * 4**level:
        level += 1
    corner = (first / 2**level).astype(int)
    part = scene.level(level)[slice(corner[1], int(last[1] / 2**level)), slice(corner[0], int(last[0] / 2**level))]
    seen: list[Message] = []
    for edge, col in edges.told(pixels, part, (int(corner[0]), int(corner[1])), 2**level, pitch, hiding=thorough):
        for box in _boxes(pixels, edge, col, pitch):
            held = _held(pixels, box, edge)
            if held is not None:
                seen.append(Message(box, edge.mixture, held))
    x_low, y_low = np.floor(low - NEAR * pitch).astype(int).tolist()
    x_high, y_high = np.ceil(high + NEAR * pitch).astype(int).tolist()
    lone = [
        one
        for one in _lone([one for one in seen if one.hides], pitch)
        if meets(one.box, (x_low, y_low, x_high, y_high)) and not _of_cells(one.box, reading)
    ]
    seen = [one for one in seen if not one.hides] + lone
    seen += _joined(seen, pitch)
    found: list[Message] = []
    best = {hides: max((one.held for one in seen if one.hides == hides), default=0.0) for hides in (False, True)}
    for one in sorted(seen, key=lambda one: (one.hides, -one.worth)):  # what shines through is the better proof
        left, top, right, bottom = one.box
        # An edge is one message's: what lies at its other side is none.
        rim = edges.CLEAR if one.hides else 0
        box = left - rim, top - rim, right + rim, bottom + rim
        if one.held >= BESIDE * best[one.hides] and not any(meets(box, other.box) for other in found):
            found.append(one)
    return [_by_all_sides(pixels, one) if one.hides else one for one in found]


def _lone(messages: list[Message], pitch: float) -> list[Message]:
    """Those beside which there is no other of their size."""
    boxes = np.array([one.box for one in messages], np.int64).reshape(-1, 4)
    size = boxes[:, 2:] - boxes[:, :2]
    like = (np.abs(size[:, None] - size) <= max(2, SAME * pitch)).all(axis=2)
    beside = (boxes[:, None, :2] >= boxes[None, :, 2:]).any(axis=2)
    alone = ~np.any(like & (beside | beside.T), axis=1)
    return [one for one, keep in zip(messages, alone, strict=True) if keep]


def _joined(messages: list[Message], pitch: float) -> list[Message]:
    """What two strips of one tone, one above the other with words between, are parts of."""
    found = []
    for one, other in permutations(messages, 2):
        (left, top, right, upper), (start, lower, end, bottom) = one.box, other.box
        if not 0 < lower - upper <= 2 * max(upper - top, bottom - lower) or bottom - top > HEIGHTS[1] * pitch:
            continue
        shared = min(right, end) - max(left, start)
        if (
            shared >= SIDES * (max(right, end) - min(left, start))
            and np.abs(one.mixture.tone - other.mixture.tone).max() <= TIGHT
        ):
            box = max(left, start), top, min(right, end), bottom
            found.append(Message(box, one.mixture, min(one.held, other.held)))
    return found


def _of_cells(box: Box, reading: Reading) -> bool:
    """Whether all sides of a box lie where those of cells do."""
    if not reading.homography or reading.kind == "wheels":
        return False
    sides = project(np.linalg.inv(np.array(reading.homography).reshape(3, 3)), np.array(box, np.float64).reshape(2, 2))
    return bool((np.abs(sides - np.rint(sides)) <= ALIGNED).all())


def _boxes(pixels: NDArray[np.uint8], edge: Edge, col: int, pitch: float) -> Iterator[Box]:
    """Messages that an edge may be of."""
    if edge.right - edge.left < WIDTH * pitch:
        return
    height, width = pixels.shape[:2]
    tall = round(HEIGHTS[1] * pitch) + 2
    top, bottom = (edge.row, min(height, edge.row + tall)) if edge.way > 0 else (max(0, edge.row - tall), edge.row)
    low, high = max(0, round(edge.left - pitch)), min(width, round(edge.right + pitch))
    shown = edge.mixture.possible(pixels[top:bottom, low:high])
    for other in _opposite(pixels, edge, shown[:, edge.left - low : edge.right - low].mean(axis=1), pitch):
        first, last = min(edge.row, other), max(edge.row, other)
        inside = shown[first - top : last - top].mean(axis=0) >= COLS
        span = edges.around(inside, min(max(col, edge.left), edge.right - 1) - low, STROKES * pitch)
        left, right = (edge.left, edge.right) if span is None else (span[0] + low, span[1] + low)
        ways = (max(left, edge.left), min(right, edge.right)), (left, right), (edge.left, edge.right)
        for start, end in dict.fromkeys(ways):
            if end - start >= max(WIDTH * pitch, SQUAREST * (last - first)):
                yield start, first, end, last


def _opposite(pixels: NDArray[np.uint8], edge: Edge, shown: NDArray[np.float64], pitch: float) -> list[int]:
    """Rows below the edges that may be opposite to one, the best first.

    ``shown`` is the share of each row, on the message's side, that may show what lies below.
    """
    inside = shown[:: edge.way].copy()
    inside[: edge.clear] = 1  # its rim
    ends = np.flatnonzero(inside < ROWS)
    most = (int(ends[0]) if len(ends) else len(inside)) + edge.clear
    rows = edge.row + edge.way * np.arange(max(SHORTEST, round(HEIGHTS[0] * pitch)), most + 1)
    rows = rows[(rows >= 1) & (rows < len(pixels))]
    if not len(rows):
        return []
    some = np.s_[edge.left : edge.right : max(1, round(pitch / FEW))]
    below, above = pixels[rows, some], pixels[rows - 1, some]
    outer, inner = (below, above) if edge.way > 0 else (above, below)
    clear = pixels[np.clip(rows - 1 - edge.clear if edge.way > 0 else rows + edge.clear, 0, len(pixels) - 1), some]
    told = edge.mixture.possible(clear)
    count = np.maximum(told.sum(axis=1), 1)
    follows = (edge.mixture.follows(outer, clear) & told).sum(axis=1) / count
    changes = (edges.changes(outer, inner) & told).sum(axis=1) / count
    may = (follows >= SEEN) & (changes >= CHANGED) & (told.mean(axis=1) >= SHOWN)
    worth = np.where(may, follows + np.minimum(changes, BEST) / 2, 0)
    order = np.argsort(-worth, kind="stable")[:TRIED]
    return [int(row) for row in rows[order[worth[order] > 0]]]


def _held(pixels: NDArray[np.uint8], box: Box, edge: Edge) -> float | None:
    """How well the sides of a box bear out that it is mixed so, 0..1; None where they don't."""
    left, top, right, bottom = box
    height, width = pixels.shape[:2]
    clear = min(edge.clear, (bottom - top) // 3)
    trimmed = 2 + clear
    across, down = np.s_[left + trimmed : right - trimmed], np.s_[top + trimmed : bottom - trimmed]
    lines: list[tuple[tuple[slice | int, ...], tuple[slice | int, ...]]] = []
    if top > clear:
        lines.append(((top - 1 - clear, across), (top + clear, across)))
    if bottom < height - clear:
        lines.append(((bottom + clear, across), (bottom - 1 - clear, across)))
    level = len(lines)
    if left > clear:
        lines.append(((down, left - 1 - clear), (down, left + clear)))
    if right < width - clear:
        lines.append(((down, right + clear), (down, right - 1 - clear)))
    borne = [_borne(pixels[outer][None], pixels[inner][None], edge.mixture) for outer, inner in lines]
    levels = [one for one in borne[:level] if one is not None]
    uprights = [one for one in borne[level:] if one is not None]
    if len(levels) < level or not levels:
        return None
    follows = [follow for follow, _ in levels]
    if max(follows) < BEST or min(follows) < WORST:
        return None
    if uprights and max(follow for follow, _ in uprights) < UPRIGHT:
        return None
    told = levels + uprights
    words = 1 - share(edge.mixture.possible(pixels[top:bottom, left:right]))
    if words > WORDY:
        return None
    if edge.mixture.share:
        held = sum(follow for follow, _ in told) / len(told)
        return held if held >= HELD and sum(changes for _, changes in told) >= EDGES * len(told) else None
    # The ends of a message may be round.
    lengths = [right - left] * len(levels) + [bottom - top] * len(uprights)
    held = float(np.average([follow * changes for follow, changes in told], weights=lengths))
    return held if held >= BROKEN[0] and min(changes for _, changes in told) >= BROKEN[1] else None


def _by_all_sides(pixels: NDArray[np.uint8], message: Message) -> Message:
    """The message, mixed as all that is around it tells: one edge may tell too little."""
    left, top, right, bottom = message.box
    height, width = pixels.shape[:2]
    across, down = np.s_[left + 2 : right - 2], np.s_[top + 2 : bottom - 2]
    pairs = [(pixels[top - 1, across], pixels[top, across])] if top > 0 else []
    pairs += [(pixels[bottom, across], pixels[bottom - 1, across])] if bottom < height else []
    pairs += [(pixels[down, left - 1], pixels[down, left])] if left > 0 else []
    pairs += [(pixels[down, right], pixels[down, right - 1])] if right < width else []
    outside, inside = (np.concatenate(lines).astype(np.float32) for lines in zip(*pairs, strict=True))
    near = np.abs(inside - message.mixture.shift).max(axis=1) <= WORDS
    mixture = fitted(outside[near], inside[near])
    return replace(message, mixture=mixture) if mixture is not None and mixture.share <= FAINT else message


def _borne(outer: NDArray[np.uint8], inner: NDArray[np.uint8], mixture: Mixture) -> tuple[float, float] | None:
    """Of a side (1×N×3 each) what share follows and what is an edge; None where words leave too little."""
    told = mixture.possible(inner) if inner.size else np.zeros(0, np.bool_)
    if not mixture.share:  # words are no part of its rim
        return (share(told), float(edges.changes(outer, inner).mean())) if told.size else None
    if told.sum() < max(2, BARE * told.size):
        return None
    return float(mixture.follows(outer, inner)[told].mean()), float(edges.changes(outer, inner)[told].mean())
