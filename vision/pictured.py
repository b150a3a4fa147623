"""Pictured: Lights Out played on a picture whose parts are covered or turned one by one.

Such a board looks just like the tiles of memento. The user tells which it is by naming the puzzle. Where nobody did,
the pattern may: flips of whole lines make few patterns, and a misread cell or two don't lead far away from these.
"""

from __future__ import annotations

from dataclasses import replace
from math import prod
from typing import TYPE_CHECKING

from vision import refused, showing
from vision.algebra import misread
from vision.grid import dealt, pattern
from vision.memento.doubts import ALIKE
from vision.reading import nothing

if TYPE_CHECKING:
    from vision.reading import Reading

NAMED = "its cells are parts of a picture: look whether all are read right"
ALIKE_CELLS = "its cells were told as tiles are: look whether all are read right"
LARGE = 49
"""Cells from which a pattern that no check of its size speaks for is too large."""
FAR = "flips of whole lines make nothing like this pattern of tiles; name the puzzle if it is memento"


def lights(tiles: Reading, reason: str = NAMED) -> Reading:
    """The cells of memento tiles as a Lights Out board, face up as lit; never for sure."""
    whole = prod(cell.confidence for cell in tiles.cells)
    return replace(tiles, kind="lights-out", verdict="unsure", reasons=(reason,), confidence=0.5 * whole, memory=None)


def two_colours(reading: Reading) -> Reading:
    """The reading as Lights Out where it is of tiles whose face-up cells are alike, and clicks make its pattern.

    Flips of whole lines make nothing like it.
    """
    tiles = reading.kind == "memento" and reading.verdict == "unsure" and not reading.suspects
    if not tiles or ALIKE not in reading.reasons or misread(showing.table(reading) == 0):
        return reading
    board = lights(reading, ALIKE_CELLS)
    return board if showing.told_by_clicks(board) else reading


def unlike_memento(reading: Reading) -> Reading:
    """The reading as Lights Out where it is of tiles, plainly read, whose pattern is nothing like any of memento.

    A pattern that no clicks make either is no board's, nor is a large one that few or none could, nor one whose halves
    are alike.
    """
    if reading.kind != "memento" or reading.suspects or set(reading.reasons) not in refused.PLAIN:
        return reading
    if misread(showing.table(reading) == 0):
        return reading
    board = lights(reading, FAR)
    least = 0 if len(board.cells) < LARGE else dealt.TELLING
    states = showing.table(board)
    made = not pattern.halved(states) and (showing.passed(board) >= least or dealt.few_clicks(states))
    return board if made else nothing(FAR, *reading.reasons)
