"""Judge, at last: what would be sure of a panel is tested once more, cell against cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.heresy.judge import Judgement, judge
from vision.heresy.midway import midway
from vision.heresy.twins import strangers

if TYPE_CHECKING:
    from vision.heresy.judge import Evidence
    from vision.scene import Scene

CHANGING = "a row and a column may be changing just now"


def tested(scene: Scene, seen: Evidence) -> Judgement:
    """``seen`` judged; never sure while a shot is changing it, nor where cells of one glyph are two by their looks."""
    judged = judge(seen)
    if judged.verdict != "sure":
        return judged
    changing = midway(seen, scene)
    if changing:
        return Judgement("unsure", (CHANGING,), changing)
    odd = () if seen.flat is None else strangers(seen.flat, seen.scale, seen.square.argmin(axis=1))
    reasons = tuple(f"r{i // 3 + 1} c{i % 3 + 1} is drawn unlike the others of its glyph" for i in odd)
    return Judgement("unsure", reasons, odd) if odd else judged
