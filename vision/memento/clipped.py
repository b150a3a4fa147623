"""Clipped: whether the picture may end in the middle of a board, at a line between its cells or in the cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.memento.axis import Axis
from vision.memento.panes import support

if TYPE_CHECKING:
    from vision.memento.comb import Edges

NEAR, WIDER = 0.22, 0.15
"""Margin (cells) up to which the picture ends at a board, and by which that of the other side is wider where it is cut:
who takes a picture of a board alone leaves as much on both."""
NARROWEST = 3.0
"""Pixels of a margin in which edges can be seen."""
OUTLINES = 0.9
"""Support of both lines of its outline, beside a board, from which they go on there: what is behind it has edges
anywhere."""


def clipped(edges: Edges, x: Axis, y: Axis) -> bool:
    """Whether the board with these lines may be a part of one that the picture's own frame cuts.

    Args:
        edges: of the picture, or of a part of it.
        x: the board's upright lines in it.
        y: the board's level lines in it.
    """
    height, width = edges.masks[0].shape
    left, top, right, bottom = edges.framed
    sides = (
        (x, width, (left, right), y, edges.level, (top, bottom)),
        (y, height, (top, bottom), x, edges.upright, (left, right)),
    )
    for across, length, framed, along, sums, ends in sides:
        margins = across.origin, length - across.end
        for one, (margin, other) in enumerate((margins, margins[::-1])):
            if not framed[one] or margin >= across.pitch:
                continue
            if margin < NEAR * across.pitch and other > margin + WIDER * across.pitch:
                return True
            if margin < NARROWEST:
                continue
            strip = Axis(0.0 if one == 0 else across.end, margin, 1)
            seen = support(sums, along, strip, ends)[0]
            if min(seen[0], seen[-1]) >= OUTLINES:
                return True
    return False
