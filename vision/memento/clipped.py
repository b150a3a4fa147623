"""Clipped: whether the picture may end in the middle of a board, at a line between its cells or in the cells."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from vision.memento import panes
from vision.memento.axis import Axis
from vision.streaks import streaks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.memento.comb import Edges

NEAR, WIDER = 0.22, 0.15
"""Margin (cells) up to which the picture ends at a board, and by which that of the other side is wider where it is cut:
who takes a picture of a board alone leaves as much on both."""
NARROWEST = 3.0
"""Pixels of a margin in which edges can be seen."""
OUTLINES = 0.7
"""Support of both lines of its outline, beside a board, from which they go on there: what is behind it has edges
anywhere."""

TILE, WITHIN, UNLIKE = 0.9, 0.2, 24
"""Support of two lines of a tile beside a board that goes on there, and at most of the middle between these; levels by
which it differs from what is on both sides of it."""
LEVELS, EVEN, MOSTLY = 6, 0.95, 0.8
"""Levels by which pixels of one colour differ at most; shares of a row of pixels that are of the page's, and of a gap
where one may be seen through it."""
AROUND = 0.2
"""Cells around a line where its gap is looked for."""
WIDER_THAN_GAPS = 2
"""Pixels by which a margin of one colour is wider than any gap between cells, where it is none of these."""


def clipped(edges: Edges, x: Axis, y: Axis, picture: NDArray[np.uint8], title: float = 0.0) -> bool:
    """Whether the board with these lines may be a part of one that the picture's own frame cuts.

    Args:
        edges: of the picture, or of a part of it.
        x: the board's upright lines in it.
        y: the board's level lines in it.
        picture: H×W×3, the same.
        title: how much of it a window's title takes, from the top: there it does not end.
    """
    height, width = edges.masks[0].shape
    left, top, right, bottom = edges.framed
    outline = panes.framed(edges, x, y)
    sides = (
        (x, width, (left, right), y, edges.level, (top, bottom), outline[0], picture.transpose(1, 0, 2)),
        (y, height, (top, bottom), x, edges.upright, (left, right), outline[1], picture),
    )
    for across, length, framed, along, sums, ends, frame, turned in sides:
        above = title if across is y else 0.0
        margins = across.origin - above, length - across.end
        for one, (margin, other) in enumerate((margins, margins[::-1])):
            if not framed[one] or margin >= across.pitch or (above and one == 0):
                continue
            near = margin < NEAR * across.pitch and other > margin + WIDER * across.pitch
            onward = False
            if margin >= NARROWEST:
                strip = Axis(0.0 if one == 0 else across.end, margin, 1)
                seen = panes.support(sums, along, strip, ends)[0]
                # The picture's own frame goes on whatever ends there.
                between = seen[2:-1:2].max(initial=0.0) if frame else 1.0
                onward = min(seen[0], seen[-1], between) >= OUTLINES or _tile(turned, strip, along, seen)
            below = turned[round(above) :], across.scaled(1.0, -above)
            if (near or onward) and not _page(*below, along, after=one == 1, whole=framed[1 - one]):
                return True
    return False


def _tile(picture: NDArray[np.uint8], strip: Axis, along: Axis, seen: NDArray[np.float32]) -> bool:
    """Whether a lone tile goes on into a ``strip`` beside the board, between lines that are ``seen`` there.

    Args:
        picture: H×W×3, the strip's ends level in it.
        strip: it, as one cell.
        along: the board's upright lines.
        seen: support of these, and of the middles between them, in the strip.
    """
    whole = (np.minimum(seen[:-2:2], seen[2::2]) >= TILE) & (seen[1::2] <= WITHIN)
    if not whole.any():
        return False
    rows = picture[round(strip.origin) : round(strip.end)]
    sides = np.rint(along.origin + np.arange(-1, along.count + 2) * along.pitch).astype(np.int64)
    if sides[0] < 0 or sides[-1] > rows.shape[1]:
        return False
    tones = np.array([np.median(rows[:, a:b], axis=(0, 1)) for a, b in pairwise(sides.tolist())])
    apart = np.abs(np.diff(tones, axis=0)).max(axis=1) >= UNLIKE
    return bool((whole & apart[:-1] & apart[1:]).any())


def _page(picture: NDArray[np.uint8], across: Axis, along: Axis, *, after: bool, whole: bool) -> bool:
    """Whether the picture ends in the page beside a board: in no other colours than at its other end, wider than gaps.

    A page is of one colour along the board, or it fades along it.

    Args:
        picture: H×W×3, the board's lines ``across`` level in it.
        across: these lines.
        along: the upright ones.
        after: whether the picture's lower end is asked, not its upper one.
        whole: whether its other end is one of the picture, too, not of a part that was looked at.
    """
    part = picture[:, max(0, round(along.origin)) : round(along.end)].astype(np.int16)
    seen = part[::-1] if after else part
    colour = seen[0]
    if np.abs(np.diff(colour, axis=0)).max(initial=0) > LEVELS:
        return False
    if whole and np.median(np.abs(seen[-1] - colour).max(1)) > LEVELS:
        return False
    alike = (np.abs(seen - colour).max(2) <= LEVELS).mean(1)
    width = int(np.argmin(np.append(alike >= EVEN, False)))
    lines = across.origin + np.arange(1, across.count) * across.pitch
    lines = len(seen) - lines if after else lines
    reach = max(1, round(AROUND * across.pitch))
    near = [alike[max(0, round(line) - reach) : round(line) + reach + 1] >= MOSTLY for line in lines.tolist()]
    return width >= WIDER_THAN_GAPS + max((int(streaks(one).max(initial=0)) for one in near), default=0)
