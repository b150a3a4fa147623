"""Pictured: Lights Out played on a picture whose parts are covered or turned one by one.

Such a board looks just like the tiles of memento. Two things tell that it is none: the user, who names the puzzle, or
its pattern. Flips of whole lines make few patterns, and a cell or two misread is rare where every cell is plain.
"""

from __future__ import annotations

from dataclasses import replace
from math import prod
from typing import TYPE_CHECKING

from vision import unnamed
from vision.memento.algebra import nearly_solvable

if TYPE_CHECKING:
    from vision.reading import Reading

PLAIN = 0.99
"""Probability of every cell's state from which none counts as misread."""
NAMED = "its cells are parts of a picture: look whether all are read right"
UNNAMED = (
    "its cells are parts of a picture, in a pattern that no flips of whole lines make: "
    "name the puzzle if it is not lights-out"
)


def told(reading: Reading) -> Reading:
    """Tiles that can't be memento's as the Lights Out board they may be; every other reading as it is."""
    if reading.kind != "memento" or reading.verdict != "unsure" or reading.suspects:
        return reading
    plain = all(cell.confidence >= PLAIN for cell in reading.cells)
    if not plain or nearly_solvable(unnamed.table(reading) == 0):
        return reading
    return lights(reading, UNNAMED)


def lights(tiles: Reading, reason: str = NAMED) -> Reading:
    """The same cells as a Lights Out board, face up as lit; never for sure."""
    whole = prod(cell.confidence for cell in tiles.cells)
    return replace(tiles, kind="lights-out", verdict="unsure", reasons=(reason,), confidence=0.5 * whole, memory=None)
