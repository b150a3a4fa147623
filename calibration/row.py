"""What became of one picture whose truth is known: a small row for tables and reports."""

from __future__ import annotations

from dataclasses import dataclass

from calibration.score import Outcome


@dataclass(frozen=True, slots=True)
class Row:
    """What became of one picture.

    Attributes:
        name, group: of the task.
        outcome: None where the picture could not be read at all; then ``problem`` says why.
        problem: one line; empty where there was none.
        game, expect, kind, truth: of the entry; ``truth`` is its board.
        verdict, reasons, seen, board, confidence: of the leading reading; ``seen`` is the puzzle, ``board`` the
            notation read.
        total, right, pairs: cells, see ``Comparison``.
        error: the largest displacement of a centre in cells, None where it isn't known.
        width, height: of the picture in pixels.
        load_ms, look_ms: time taken.
        picture: file name of the failure's drawing in the report folder; empty where none was drawn.
    """

    name: str
    group: str = ""
    outcome: Outcome | None = None
    problem: str = ""
    game: str = ""
    expect: str = ""
    kind: str | None = None
    truth: str | None = None
    verdict: str = ""
    reasons: tuple[str, ...] = ()
    seen: str | None = None
    board: str | None = None
    confidence: float = 0.0
    total: int = 0
    right: int = 0
    pairs: tuple[tuple[int, int, int], ...] = ()
    error: float | None = None
    width: int = 0
    height: int = 0
    load_ms: float = 0.0
    look_ms: float = 0.0
    picture: str = ""

    @property
    def exact(self) -> bool:
        """Right board, sure or not."""
        return self.outcome in (Outcome.SURE, Outcome.EXACT)

    @property
    def failed(self) -> bool:
        """Whether a person has to look: an error, wrong and sure, or a picture that must be read and was not."""
        return self.outcome is None or self.outcome.bad or (self.expect == "read" and not self.exact)
