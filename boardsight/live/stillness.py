"""Waiting until a picture keeps still: equal looks in a row, but not for ever."""

from __future__ import annotations

from typing import Literal

State = Literal["moving", "still", "restless"]


class Stillness:
    """Counts equal looks.

    Args:
        looks: looks that must be equal in a row, the first included.
        span: two equal looks this many seconds apart are enough.
        limit: seconds of moving after which the picture is called restless.
    """

    def __init__(self, looks: int = 3, span: float = 0.25, limit: float = 2.0) -> None:
        self._looks, self._span, self._limit = looks, span, limit
        self._equal = 0
        self._since = self._began = 0.0
        self._rested = True

    def restart(self) -> None:
        """Begin to count anew with the next look."""
        self._equal, self._rested = 0, True

    def look(self, time: float, *, moved: bool) -> State:
        """Count one look at ``time`` seconds; ``moved`` where it differs from the one before."""
        if moved or self._equal == 0:
            if self._rested:
                self._began, self._rested = time, False
            self._equal, self._since = 1, time
        else:
            self._equal += 1
        if self._equal >= self._looks or (self._equal > 1 and time - self._since >= self._span):
            self._rested = True
            return "still"
        return "restless" if time - self._began >= self._limit else "moving"
