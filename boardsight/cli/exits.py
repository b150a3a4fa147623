"""What the command's exit codes mean, and which one speaks for many pictures."""

from __future__ import annotations

TYPE_CHECKING = False  # importing typing costs start-up time
if TYPE_CHECKING:
    from collections.abc import Iterable

SOLVED = 0
FAILED = 1
USAGE = 2
NO_BOARD = 3
UNSURE = 4
UNSOLVABLE = 5
INTERRUPTED = 130

# The first of these that occurred is the code of the whole run: what a person has to look into comes first.
GRAVEST_FIRST = (FAILED, UNSURE, UNSOLVABLE, NO_BOARD, SOLVED)


class UsageError(Exception):
    """Options that don't go together, or don't fit the board; its text is one line."""


def gravest(codes: Iterable[int]) -> int:
    """The code of a run over many pictures; ``SOLVED`` where there were none."""
    seen = set(codes)
    return next((code for code in GRAVEST_FIRST if code in seen), SOLVED)
