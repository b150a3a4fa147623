"""A rendered scene: a picture drawn by us, and what is on it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from calibration.truth import Entry, Expect

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Scenery:
    """One drawn picture with its truth.

    Attributes:
        pixels: H×W×3 uint8, BGR.
        expect: ``read``, ``hard``, ``not-sure`` or ``none``, as in truth files.
        kind: the puzzle, None where there is no board.
        board: its notation line, None where there is none.
        states: how many states a cell can show; 0 without a board.
        centers: (x, y) of the cells' centres in pixels, in notation order without the holes.
        box: left, top, right, bottom of the board in pixels.
        note: how it was drawn, for people and for tables by property.
    """

    pixels: NDArray[np.uint8]
    expect: Expect
    kind: str | None = None
    board: str | None = None
    states: int = 0
    centers: tuple[tuple[float, float], ...] = ()
    box: tuple[float, float, float, float] | None = None
    note: str = ""

    def entry(self, name: str = "rendered") -> Entry:
        """The truth of this scene as an entry of a truth file."""
        return Entry(
            Path(name), self.expect, self.kind, self.board, self.states, self.centers, self.box, self.note, "rendered"
        )
