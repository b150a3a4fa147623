"""Telling what is going on: JSON lines, lines of text, marked pictures."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from boardsight import chain
from boardsight.live.event import line
from boardsight.outputs import OutputError, write
from vision.frame import Frame

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from boardsight.live.event import Event, Place
    from boardsight.live.follow import Follower
    from boardsight.live.glance import Glance

NEXT = 8
"""Moves that a line of text names."""


class JsonLines:
    """One JSON line an event on standard output."""

    breathing = False

    def update(self, glance: Glance, events: Sequence[Event], follower: Follower, place: Place | None) -> None:  # noqa: ARG002
        """Write the events."""
        for event in events:
            sys.stdout.write(json.dumps(line(event, place)) + "\n")
            sys.stdout.flush()

    def breathe(self) -> None:
        """Nothing to do."""


class TextLines:
    """One line of text an event on standard output, for logs and pipes."""

    breathing = False

    def update(self, glance: Glance, events: Sequence[Event], follower: Follower, place: Place | None) -> None:  # noqa: ARG002
        """Write the events."""
        for event in events:
            sys.stdout.write(f"{event.time:8.2f} s  {words(event)}\n")
            sys.stdout.flush()

    def breathe(self) -> None:
        """Nothing to do."""


class Pictures:
    """A marked picture in a folder for every change of the plan."""

    breathing = False

    def __init__(self, folder: Path) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OutputError(f"--save {folder}: {error.strerror or error}: name a folder to be written in") from error
        self._folder = folder
        self._count = 0

    def update(self, glance: Glance, events: Sequence[Event], follower: Follower, place: Place | None) -> None:  # noqa: ARG002
        """Write a picture for each event with a board."""
        for event in events:
            if event.result is None or not isinstance(glance, Frame):
                continue
            path = self._folder
            while path == self._folder or path.exists():  # never over a picture of an earlier run
                self._count += 1
                path = self._folder / f"{self._count:04d}-{event.kind}.solved.png"
            write(path, chain.mark(glance, event.result))

    def breathe(self) -> None:
        """Nothing to do."""


def brief(event: Event) -> str:
    """What happened and how far the game is, in a few plain words."""
    result = event.result
    if result is None or event.kind in ("lost", "unsure"):
        reasons = "; ".join(event.reasons)
        return f"{event.kind}: {reasons}" if event.kind != "solved" else f"solved ({reasons})"
    if event.kind == "solved":
        return "solved" + (f" with {event.made} clicks" if event.made else "")
    what = {"board": "board", "step-done": f"done {', '.join(event.done)}", "replanned": "replanned"}[event.kind]
    left = sum(click.times for click in result.clicks)
    if not result.clicks and event.kind == "step-done":
        return what
    if not result.clicks:
        return f"{what}: {'; '.join(event.reasons) or 'nothing to click'}"
    doubt = "" if result.verdict == "sure" else " (not sure, the first click will tell)"
    return f"{what}: {left} click{'s' if left != 1 else ''} left{doubt}"


def words(event: Event) -> str:
    """An event in a line of plain words, with the next moves."""
    moves = [str(click) for click in event.result.clicks] if event.result is not None else []
    if not moves or event.kind == "unsure":
        return brief(event)
    rest = f", … ({len(moves) - NEXT} more)" if len(moves) > NEXT else ""
    return f"{brief(event)}: {', '.join(moves[:NEXT])}{rest}"
