"""Sample: boards read for sure that are not the board: small pictures of it, its goal, or a level to choose.

Where the larger board beside them is in doubt, for something lies over it or a move is under way, they would lead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.grid.doubts import TERMINAL
from vision.overlap import meets
from vision.reading import SAMPLE
from vision.rivals import uniform

if TYPE_CHECKING:
    from vision.reading import Reading

LARGE = 0.8
"""Area of a doubtful board, over that of a sure one, from which it may well be the one that is meant."""


def doubted(readings: list[Reading], located: list[Reading]) -> list[Reading]:
    """The readings of one picture; sure ones are not beside a board of their puzzle that may be the one that is meant.

    Such is a doubtful one that is about as large, but no table of a text's signs; or a larger one of as many rows and
    columns, though it is more likely none: it may only be of a shape, or show a pattern, that is commoner elsewhere.
    Of a doubtful one all alike as much is said.

    Args:
        readings: sure and doubtful boards.
        located: those, and what was told to be none.
    """
    doubtful = [one for one in readings if one.verdict == "unsure" and TERMINAL not in one.reasons]
    sure = [one for one in readings if one.verdict == "sure"]
    unread = [one for one in located if one.cells and not any(meets(one.outline, other.outline) for other in sure)]
    found = [
        one.unsure(SAMPLE) if one.verdict == "sure" and (_any_leads(doubtful, one) or _any_larger(unread, one)) else one
        for one in readings
    ]
    # Of a board all alike as little is told: it does not lead those beside it.
    mixed = any(SAMPLE in one.reasons for one in found)
    return [one.unsure(SAMPLE) if mixed and one.verdict == "unsure" and uniform(one) else one for one in found]


def _any_leads(doubtful: list[Reading], sure: Reading) -> bool:
    """Whether some doubtful board stands elsewhere than a sure one of its kind, and is as large."""
    return any(
        one.kind == sure.kind and _area(one) >= LARGE * _area(sure) and not meets(one.outline, sure.outline)
        for one in doubtful
    )


def _any_larger(unread: list[Reading], sure: Reading) -> bool:
    """Whether something of as many rows and columns as a sure board is larger."""
    return any(
        one.kind == sure.kind and _shape(one) == _shape(sure) and _area(one) >= _area(sure) / LARGE for one in unread
    )


def _shape(one: Reading) -> tuple[int, int]:
    """The last cell's row and column."""
    return one.cells[-1].row, max(cell.col for cell in one.cells)


def _area(one: Reading) -> float:
    """Pixels that the box around a board takes."""
    left, top, right, bottom = one.outline
    return (right - left) * (bottom - top)
