"""Clipped: whether the picture may end in the middle of a board, at a line between its cells or in the cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision.memento.axis import Axis
from vision.memento.panes import support
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
    sides = (
        (x, width, (left, right), y, edges.level, (top, bottom), picture.transpose(1, 0, 2)),
        (y, height, (top, bottom), x, edges.upright, (left, right), picture),
    )
    for across, length, framed, along, sums, ends, turned in sides:
        above = title if across is y else 0.0
        margins = across.origin - above, length - across.end
        for one, (margin, other) in enumerate((margins, margins[::-1])):
            if not framed[one] or margin >= across.pitch or (above and one == 0):
                continue
            near = margin < NEAR * across.pitch and other > margin + WIDER * across.pitch
            if near and not _page(turned, across, along, after=one == 1):
                return True
            if margin < NARROWEST:
                continue
            strip = Axis(0.0 if one == 0 else across.end, margin, 1)
            seen = support(sums, along, strip, ends)[0]
            if min(seen[0], seen[-1]) >= OUTLINES:
                return True
    return False


def _page(picture: NDArray[np.uint8], across: Axis, along: Axis, *, after: bool) -> bool:
    """Whether the picture ends in the page beside a board: in one colour, as at its other end, wider than any gap.

    Args:
        picture: H×W×3, the board's lines ``across`` level in it.
        across: these lines.
        along: the upright ones.
        after: whether the picture's lower end is asked, not its upper one.
    """
    part = picture[:, max(0, round(along.origin)) : round(along.end)].astype(np.int16)
    seen = part[::-1] if after else part
    colour = np.median(seen[0], axis=0)
    if np.abs(np.median(seen[-1], axis=0) - colour).max() > LEVELS:
        return False
    alike = (np.abs(seen - colour).max(2) <= LEVELS).mean(1)
    width = int(np.argmin(np.append(alike >= EVEN, False)))
    lines = across.origin + np.arange(1, across.count) * across.pitch
    lines = len(seen) - lines if after else lines
    reach = max(1, round(AROUND * across.pitch))
    near = [alike[max(0, round(line) - reach) : round(line) + reach + 1] >= MOSTLY for line in lines.tolist()]
    return width >= WIDER_THAN_GAPS + max((int(streaks(one).max(initial=0)) for one in near), default=0)
