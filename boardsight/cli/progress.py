"""A progress line on standard error: only when there are many pictures and a person is watching."""

from __future__ import annotations

import sys
from time import monotonic
from typing import Self

WIDTH = 24
ERASE = "\r\x1b[K"


class Progress:
    """Counts pictures; silent unless ``total`` is more than one and standard error is a terminal."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._start = monotonic()
        self._shown = total > 1 and sys.stderr.isatty()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def show(self, done: int, name: str) -> None:
        """Draw the bar: ``done`` pictures are finished, ``name`` is being read."""
        if not self._shown:
            return
        filled = WIDTH * done // self._total
        left = (monotonic() - self._start) / done * (self._total - done) if done else None
        rest = f", {left:.0f} s left" if left is not None else ""
        sys.stderr.write(f"{ERASE}[{'#' * filled}{'.' * (WIDTH - filled)}] {done}/{self._total}{rest}  {name[-40:]}")
        sys.stderr.flush()

    def clear(self) -> None:
        """Take the bar away, so that a line can be printed."""
        if self._shown:
            sys.stderr.write(ERASE)
            sys.stderr.flush()
