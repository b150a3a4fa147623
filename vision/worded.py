"""Worded: what the words in a picture settle, where what is seen leaves a doubt.

The name of Lights Out is as good as the user's word for it; a word of another game speaks against a grid in doubt.
Words are dear to look for (``vision.words``), so they are where nothing was read for sure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision import abutting
from vision.grid.doubts import AMID
from vision.reading import LOOSE, Reading, leading, nothing
from vision.words import names

if TYPE_CHECKING:
    from vision.scene import Scene
    from vision.trace import Trace


def settled(scene: Scene, found: list[Reading], believed: list[Reading], trace: Trace | None = None) -> list[Reading]:
    """What is ``believed`` of the readings that were ``found``, and what the words in the scene make of it.

    Where the picture names Lights Out the first grid is as it was found, and nothing but grids is read; but not a grid
    whose cells just change, nor an unsure one beside others. Where the picture has words of another game that grid, if
    it is unsure, is none.
    """
    grids = [one for one in found if one.kind == "lights-out" and one.verdict != "none"]
    if not grids or any(one.verdict == "sure" for one in believed):
        return believed
    first = min(grids, key=leading)
    others = [one for one in believed if one.kind != "lights-out" or one.homography != first.homography]
    named = abutting.doubted(scene.frame.pixels, first)
    held = named not in believed and (named.verdict == "sure" or not any(one.kind in LOOSE for one in others))
    if held and AMID.isdisjoint(first.reasons) and names.titled(scene, trace):
        return [named, *(one for one in others if one.kind == "lights-out")]
    word = names.other(scene.text) if len(others) < len(believed) else None
    if word is None or names.titled(scene):
        return believed
    return [*others, nothing(f"“{word}” is written in the picture; name the puzzle if it is lights-out")]
