"""Pictured: Lights Out played on a picture whose parts are covered or turned one by one.

Such a board looks just like the tiles of memento, so only the user tells that it is none, by naming the puzzle. The
pattern alone does not: a board of memento that no flips of whole lines can solve is told as just that, unsolvable.
"""

from __future__ import annotations

from dataclasses import replace
from math import prod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vision.reading import Reading

NAMED = "its cells are parts of a picture: look whether all are read right"


def lights(tiles: Reading) -> Reading:
    """The cells of memento tiles as a Lights Out board, face up as lit; never for sure."""
    whole = prod(cell.confidence for cell in tiles.cells)
    return replace(tiles, kind="lights-out", verdict="unsure", reasons=(NAMED,), confidence=0.5 * whole, memory=None)
