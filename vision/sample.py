"""Sample: boards read for sure that are not the board: small pictures of it, its goal, or a level to choose.

Where the larger board beside them is in doubt, for something lies over it or a move is under way, they would lead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.overlap import meets
from vision.reading import SAMPLE

if TYPE_CHECKING:
    from vision.reading import Reading

LARGE = 0.8
"""Area of a doubtful board, over that of a sure one, from which it may well be the one that is meant."""


def doubted(readings: list[Reading]) -> list[Reading]:
    """The readings of one picture; sure ones are not beside a doubtful one of their puzzle that is about as large."""
    doubtful = [one for one in readings if one.verdict == "unsure"]
    return [one.unsure(SAMPLE) if one.verdict == "sure" and _any_leads(doubtful, one) else one for one in readings]


def _any_leads(doubtful: list[Reading], sure: Reading) -> bool:
    """Whether some doubtful board stands elsewhere than a sure one of its kind, and is as large."""
    return any(
        one.kind == sure.kind and _area(one) >= LARGE * _area(sure) and not meets(one.outline, sure.outline)
        for one in doubtful
    )


def _area(one: Reading) -> float:
    """Pixels that the box around a board takes."""
    left, top, right, bottom = one.outline
    return (right - left) * (bottom - top)
