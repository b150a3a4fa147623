"""Worded: what the words in a picture settle, where what is seen leaves a doubt.

The name of Lights Out is as good as the user's word for it; a word of another game speaks against a grid in doubt, and
against one read for sure of which only the look speaks. Words are dear to look for (``vision.words``), so they are all
over the picture only where nothing was read for sure, or a large grid; else in the heading, and not if clicks tell a
board.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from vision import abutting
from vision.detectors import detector
from vision.grid import cycled
from vision.grid.doubts import AMID, LETTERED, PATCHY, SETTLED_BY_NAME
from vision.overlap import meets
from vision.reading import Reading, leading, nothing
from vision.showing import table, told_by_clicks
from vision.words import names
from vision.words.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vision.scene import Scene
    from vision.trace import Trace

HELD = {LETTERED, PATCHY}
"""Doubts about what the cells hold that are enough to refuse a grid."""
ICON = 9
"""Cells that a board has in the game's icon."""
RARE = 0.22
"""Share of the cells that fewer have of a third colour that may be no state of theirs."""
WALLS = "few cells have one of the colours: they may be walls between the others"
ASIDE, ABOVE = 0.5, 2.5
"""How far a heading reaches: past both sides of a board, in its widths, and above it, in its heights."""
LEGIBLE = 1000
"""Pixels along it that are enough to read it."""
MANY = 36
"""Cells of a board up to which a heading is enough: few games have more, and most other things have."""


def settled(scene: Scene, found: list[Reading], believed: list[Reading], trace: Trace | None = None) -> list[Reading]:
    """What is ``believed`` of the readings that were ``found``, and what the words in the scene make of it.

    Where the picture names Lights Out the first grid is as it was found, and nothing but grids is read; but not a grid
    whose cells just change, nor an unsure one beside other grids, nor a small one in several doubts: the game's icon
    stands beside its name, too. One of whose colours may be walls is unsure. Where the picture has words of another
    game that grid, if it is unsure, is none.
    """
    grids = [one for one in found if one.kind == "lights-out" and one.verdict != "none"]
    if not grids:
        return believed
    if any(one.verdict == "sure" for one in believed):
        return [_unless_headed(scene, one) for one in believed]
    first = min(grids, key=leading)
    others = [one for one in believed if one.kind != "lights-out" or one.homography != first.homography]
    named = abutting.doubted(scene.frame.pixels, first)
    beside = [one for one in others if one.kind == "lights-out"]
    if named in believed:
        held = len(beside) < len(others)
    else:
        held = named.verdict == "sure" or not beside
        held = held and not (len(first.cells) <= ICON and len(first.reasons) > 1)
    only = named.verdict == "unsure" and set(named.reasons) <= SETTLED_BY_NAME
    if (held or only) and AMID.isdisjoint(first.reasons) and names.titled(scene, trace):
        again = _again(scene, named) if only else named
        if not (held or again.verdict == "sure"):
            return believed
        again = again.unsure(WALLS) if again.verdict == "sure" and _walled(again) else again
        return [again, *beside]
    word = names.other(scene.text, scene.frame.called) if len(others) < len(believed) else None
    if word is None or names.titled(scene):
        return believed
    return [*others, _refused(word)]


def _walled(reading: Reading) -> bool:
    """Whether few cells have one of several colours, and no clicks are known to have made that: they may be walls."""
    states = table(reading)
    if reading.states <= 2 or states.min() < 0:
        return False
    return int(np.bincount(states.ravel()).min()) < RARE * states.size and not cycled.made(states)


def recalled(scene: Scene, refusals: Iterable[str], trace: Trace | None = None, *, grids: bool = False) -> bool:
    """Whether ``grids``, or one for numbers or hints in it, were refused where the picture names Lights Out."""
    return (grids or not HELD.isdisjoint(refusals)) and names.titled(scene, trace)


def _again(scene: Scene, reading: Reading) -> Reading:
    """A grid that is only in doubt for what else has its look, as it is read where the game is named."""
    scene.named = True
    found = [abutting.doubted(scene.frame.pixels, one) for one in detector("lights-out").detect(scene)]
    same = (one for one in found if one.verdict == "sure" and meets(one.outline, reading.outline))
    return next((one for one in same if np.array_equal(table(one), table(reading))), reading)


def _unless_headed(scene: Scene, reading: Reading) -> Reading:
    """A grid that is sure by its look alone is none under a word of another game, a large one beside it, too."""
    if reading.verdict != "sure" or reading.kind != "lights-out" or told_by_clicks(reading):
        return reading
    word = names.other(heading(scene, reading), scene.frame.called)
    if word is None and len(reading.cells) > MANY:
        word = names.other(scene.text)
    return reading if word is None or names.titled(scene) else _refused(word)


def heading(scene: Scene, reading: Reading) -> Text:
    """What is written above a board."""
    left, top, right, bottom = (max(0, round(edge)) for edge in reading.outline)
    aside, above = round(ASIDE * (right - left)), round(ABOVE * (bottom - top))
    window = max(0, left - aside), max(0, top - above), min(scene.frame.width, right + aside), top
    return Text(scene.detail(window, LEGIBLE))


def _refused(word: str) -> Reading:
    return nothing(f"“{word}” is written there; name the puzzle if it is lights-out")
