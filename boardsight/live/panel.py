"""The live panel in the terminal: the board, what to click next, and how it goes; drawn over itself."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING, TextIO

from boardsight.goals import title
from boardsight.live.shows import brief
from vision.frame import Frame
from vision.marks.words import sign

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boardsight.live.event import Event, Place
    from boardsight.live.follow import Follower
    from boardsight.live.glance import Glance
    from boardsight.result import Result

BOLD, FAINT, NORMAL, ERASE = "\x1b[1m", "\x1b[2m", "\x1b[0m", "\x1b[K"
HIDE, SHOW = "\x1b[?25l", "\x1b[?25h"
STEPS = 5
WIDEST = 24
"""Cells in a row that are drawn; a wider board is told in words only."""


class Panel:
    """Draws on a terminal that understands ANSI escapes; redrawn only when something has changed.

    Args:
        stream: the terminal; standard output when None.
    """

    breathing = False

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stdout
        self._height = 0
        self._text = ""
        self._state = "looking for a board"
        self._stream.write(HIDE)

    def update(self, glance: Glance, events: Sequence[Event], follower: Follower, place: Place | None) -> None:  # noqa: ARG002
        """Draw what is known after a look."""
        for event in events:
            self._state = brief(event)
        source = glance.source if isinstance(glance, Frame) else "—"
        rows = [f"{BOLD}Boardsight{NORMAL} {FAINT}watching{NORMAL} {source}", *drawn(follower.result), self._state]
        width = shutil.get_terminal_size().columns
        self._draw([_cut(row, width) for row in rows])

    def breathe(self) -> None:
        """Nothing to do."""

    def close(self) -> None:
        """Give the cursor back; the last state stays to be read."""
        self._stream.write(f"{SHOW}{NORMAL}")
        self._stream.flush()

    def _draw(self, rows: list[str]) -> None:
        text = "".join(f"{row}{NORMAL}{ERASE}\n" for row in rows)
        if text == self._text:
            return
        up = f"\x1b[{self._height}A" if self._height else ""
        self._stream.write(f"{up}\r{text}\x1b[J")
        self._stream.flush()
        self._text, self._height = text, len(rows)


def drawn(result: Result | None) -> list[str]:
    """The board in rows with the next cell in brackets, its goal, and the next steps."""
    if result is None or result.board is None:
        return []
    puzzle = result.board.puzzle
    at = result.solution.steps[0].move.at if result.solution is not None and result.solution.steps else None
    rows: list[str] = []
    if puzzle.cols <= WIDEST:
        for row in range(puzzle.rows):
            cells = [index for index, cell in enumerate(puzzle.cells) if cell.row == row]
            rows.append("  " + "".join(_cell(puzzle.kind, result.board.states[i], i == at) for i in cells))
    else:
        rows.append(f"  {puzzle.rows} rows of {puzzle.cols} cells")
    goal = [f"  {FAINT}to {title(result.goal)}{NORMAL}"] if result.goal is not None else []
    if not result.clicks:
        return [*rows, *goal]
    first, *others = [str(click) for click in result.clicks]
    more = len(others) - STEPS
    then = f"   then {', '.join(others[:STEPS])}{f', … {more} more' if more > 0 else ''}" if others else ""
    return [*rows, *goal, f"  next {BOLD}{first}{NORMAL}{FAINT}{then}{NORMAL}"]


def _cell(kind: str, state: int, here: bool) -> str:  # noqa: FBT001 - a private function of two uses
    mark = sign(kind, state)
    return f"{BOLD}[{mark}]{NORMAL}" if here else f" {mark} "


def _cut(row: str, width: int) -> str:
    """The row without what would wrap, so that the panel's height is known; escapes take no room."""
    room, out, escape = width - 1, "", False
    for letter in row:
        if letter == "\x1b":
            escape = True
        if escape:
            out += letter
            escape = not letter.isalpha()
        elif room > 0:
            out += letter
            room -= 1
    return out
