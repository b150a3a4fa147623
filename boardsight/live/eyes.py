"""Reading a frame with what is known of the game already: its place first, then its colours, then a search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.detectors import detector
from vision.known import Looks, learn, name
from vision.look import look

if TYPE_CHECKING:
    from vision.frame import Frame
    from vision.reading import Reading


class Eyes:
    """Remembers one game's looks from frame to frame.

    Args:
        puzzle: the kind of puzzle where it is known; all kinds are tried when None.
    """

    def __init__(self, puzzle: str | None = None) -> None:
        self._kinds = None if puzzle is None else (puzzle,)
        self._looks: Looks | None = None

    def read(self, frame: Frame, known: Reading | None) -> Reading:
        """The board in a frame.

        Args:
            frame: the picture.
            known: the board as it was read before; looked for at its place first.
        """
        again = None if known is None or known.kind is None else detector(known.kind).reread(frame, known)
        if again is not None and clear(again):
            return again
        found = look(frame, self._kinds)
        lead = found[0]
        if lead.verdict == "sure":
            return lead
        if self._looks is not None:
            for reading in found:
                if (named := name(frame, reading, self._looks)) is not None:
                    return named
        # Why cells of a known board can't be read says more than why nothing else was found.
        return again if again is not None and again.verdict != "none" else lead

    def remember(self, frame: Frame, reading: Reading) -> None:
        """Keep the colours of a board that was read for sure and shows all of its states."""
        self._looks = learn(frame, reading) or self._looks


def clear(reading: Reading) -> bool:
    """Whether every cell was read, and none is doubted."""
    return reading.verdict != "none" and not reading.suspects and all(cell.state is not None for cell in reading.cells)
