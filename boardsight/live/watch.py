"""The loop: look, follow, show, wait; until there is nothing more to look at or someone stops it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from boardsight.live.event import Event, Place
    from boardsight.live.follow import Follower
    from boardsight.live.glance import Glance
    from boardsight.live.sources import Source
    from boardsight.live.tape import Recorder

BREATH = 0.02
"""Seconds between two chances for a shown window to answer its window system."""


class Show(Protocol):
    """Something that tells a person or a program what is going on."""

    breathing: bool

    def update(self, glance: Glance, events: Sequence[Event], follower: Follower, place: Place | None) -> None:
        """Called after every look."""
        ...

    def breathe(self) -> None:
        """Called again and again between looks where ``breathing``."""
        ...


def watch(
    source: Source, follower: Follower, shows: Sequence[Show], *, every: float, recorder: Recorder | None = None
) -> None:
    """Look every ``every`` seconds (0: as fast as looks come), follow, and show.

    Args:
        source: where looks come from; ends the loop by giving None.
        follower: the state of the game.
        shows: who is told.
        every: seconds between the beginnings of two looks.
        recorder: keeps the looks.
    """
    breathing = [show for show in shows if show.breathing]
    due = time.monotonic()
    while (glance := source.look(follower.area)) is not None:
        if recorder is not None:
            recorder.add(glance)
        events = follower.look(glance)
        for show in shows:
            show.update(glance, events, follower, source.place)
        due = max(due + every, time.monotonic())
        while (left := due - time.monotonic()) > 0:
            for show in breathing:
                show.breathe()
            time.sleep(min(left, BREATH) if breathing else left)
