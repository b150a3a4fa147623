"""Judge, at last: what would be sure of a panel is tested once more, cell against cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.heresy.judge import Judgement, judge
from vision.heresy.midway import midway
from vision.heresy.twins import two_by_looks

if TYPE_CHECKING:
    from vision.heresy.judge import Evidence
    from vision.scene import Scene

CHANGING = "a row and a column may be changing just now"
TWO = "cells of one glyph are drawn in two ways"


def tested(scene: Scene, seen: Evidence) -> Judgement:
    """``seen`` judged; never sure while a shot is changing it, nor where cells of one glyph are two by their looks."""
    judged = judge(seen)
    if judged.verdict != "sure":
        return judged
    changing = midway(seen, scene)
    if changing:
        return Judgement("unsure", (CHANGING,), changing)
    odd = () if seen.flat is None else two_by_looks(seen.flat, seen.scale, seen.square.argmin(axis=1))
    return Judgement("unsure", (TWO,), odd) if odd else judged
