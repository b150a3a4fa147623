"""What stays doubtful about a board nobody named: many things of the world look like one.

A seat plan, a colour puzzle or a table of cards can be the very picture of a two-coloured board. These tests hold back
``sure`` where the look of a grid is commoner elsewhere than in the puzzle. Naming the puzzle settles them all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.algebra import solvable
from vision.grid import cycled, dealt, undealt
from vision.grid.likely import likely
from vision.grid.pattern import chosen
from vision.showing import aspect_ratio, flipped, passed, share, table

if TYPE_CHECKING:
    from vision.reading import Reading

TINY = 0.006
"""Share that any board covers which a game would show: what is less is a part of something, or an icon."""
STRIP = 0.04
"""The same of two lines of cells, but for two by two: so are the windows of a house behind a board."""
SHAPE = "grids of this shape are commoner as plans, calendars or charts"
GAMES = "colours: many other games look like that"
BROAD = 2.5
"""A step across over one down up to which a square board may have its shape."""
STRETCHED = 36
"""Cells up to which a board with as many rows as columns may well have buttons far wider than tall."""


def doubted(reading: Reading, pixels: int, reasons: tuple[str, ...]) -> Reading:
    """The reading, in a picture of so many pixels, as it may be told when nobody said which puzzle is in it.

    ``reasons`` are its ``doubts`` where it is sure.
    """
    if reading.verdict == "sure" and tiny(reading, pixels):
        reasons = (*reasons, f"too small a part of the picture; name the puzzle if it is {reading.kind}")
    return reading.unsure(*reasons) if reading.verdict == "sure" and reasons else reading


def tiny(reading: Reading, pixels: int) -> bool:
    """Whether a grid with cells covers so little of a picture of so many pixels that a game would not show it so."""
    return share(reading, pixels) < (STRIP if min(reading.size) == 2 < max(reading.size) else TINY)


def doubts(reading: Reading, *, even: bool = False, made: bool = False) -> tuple[str, ...]:
    """Why a sure reading should not be acted on unless the user says which puzzle it is; empty where nothing speaks.

    Args:
        reading: of any kind; locks and panels have a look of their own and are never doubted here.
        even: the cells of each state are the same but for a level, as no parts of a picture are.
        made: clicks are known to have made the pattern of three states or more.
    """
    if reading.kind not in ("lights-out", "memento") or not reading.cells:
        return ()
    states = table(reading)
    found = []
    if reading.kind == "memento" and states.min() >= 0 and not solvable(states == 0):
        found.append("flipping whole lines can't make this pattern: it may be another puzzle")
    if reading.kind == "lights-out":
        if reading.states > 2 and not (made or cycled.made(states)):
            found.append(f"{reading.states} {GAMES}")
        if flipped(reading) and not even:
            found.append("flips of whole lines make this pattern: it may be tiles over a plain picture")
        aspect, checked = aspect_ratio(reading, states), passed(reading)
        square = states.shape[0] == states.shape[1] and states.size <= STRETCHED and aspect <= BROAD
        unlikely = likely(states.shape, aspect, checked) < 0
        if unlikely and not square and not dealt.few_clicks(states):
            found.append(SHAPE)
        if undealt.pictured(states):
            found.append("like cells lie together or fill the rim, as in pictures")
        if undealt.walled(states):
            found.append("whole rows and columns of one state cross, as walls do")
        if undealt.balanced(states):
            found.append("as many of both in every line, and never three alike in a row, as in binary puzzles")
        if undealt.sparse(states):
            found.append("few cells differ, and no few clicks make them do so")
        if reading.states == 2 and undealt.stray(states):
            found.append("hardly any cells differ, and no clicks, or only many, make them do so")
        if reading.states == 2 and chosen(states) and not dealt.few_clicks(states):
            found.append("one cell in every line differs, as in answers")
        if undealt.framed(states):
            found.append("one colour is exactly the rim: it may be a frame around another game's field")
    return tuple(f"{reason}; name the puzzle if it is {reading.kind}" for reason in found)
