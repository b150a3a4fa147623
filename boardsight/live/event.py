"""What happens while a game is followed, and the JSON line for it (described in docs/live.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from boardsight.record import record

if TYPE_CHECKING:
    from boardsight.result import Result

Kind = Literal["board", "step-done", "replanned", "solved", "lost", "unsure"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where on the desktop a picture was taken: its upper left corner, and picture pixels for one of the desktop's."""

    left: int
    top: int
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class Event:
    """Something a player or another program wants to know.

    Attributes:
        kind: ``board``: there is a board to play, new, found again or elsewhere; ``step-done``: clicks of the plan were
            made; ``replanned``: other clicks were made and the plan follows them; ``solved``; ``lost``: there is
            nothing to look at; ``unsure``: something is there that can't be read for sure.
        time: seconds of the clock that the frames were timed by.
        result: the board, and the clicks still to make; None where there is none (``lost``, ``unsure``).
        done: the moves of the plan that were made, in words, for ``step-done``.
        made: clicks of the plan made so far.
        reasons: in words, why it is lost or unsure, or what else to know.
    """

    kind: Kind
    time: float
    result: Result | None = None
    done: tuple[str, ...] = ()
    made: int = 0
    reasons: tuple[str, ...] = ()


def line(event: Event, place: Place | None = None) -> dict[str, Any]:
    """The JSON object of an event, ready for ``json.dumps``.

    Args:
        event: the event.
        place: where the picture was taken; with it every step has its place on the desktop too.
    """
    result = event.result
    steps: list[dict[str, Any]] = []
    told: dict[str, Any] = {}
    if result is not None:
        told = record(result)
        steps = [{**step, "screen": _on_desktop(step["at"], place)} for step in told["steps"]]
    cells = [
        {"row": cell["row"], "col": cell["col"], "state": cell["state"], "at": cell["center"]}
        | {"screen": _on_desktop(cell["center"], place)}
        for cell in told.get("cells", ())
    ]
    return {
        "event": event.kind,
        "time": round(event.time, 3),
        "verdict": told.get("verdict"),
        "puzzle": told.get("puzzle"),
        "board": told.get("board"),
        "goal": told.get("goal"),
        "solvable": told.get("solvable"),
        "cells": cells,
        "steps": steps,
        "left": sum(step["times"] for step in steps),
        "made": event.made,
        "done": list(event.done),
        "minimum": told.get("minimum"),
        "reasons": list(event.reasons),
    }


def _on_desktop(at: list[float] | None, place: Place | None) -> list[float] | None:
    """A place on the picture as a place on the desktop."""
    if at is None or place is None:
        return None
    return [round(place.left + at[0] / place.scale, 1), round(place.top + at[1] / place.scale, 1)]
