"""What solving a picture (or a typed board) gives: one frozen type with the facts the JSON line holds."""

from __future__ import annotations

from solver.value import Value

TYPE_CHECKING = False  # importing typing costs start-up time
if TYPE_CHECKING:
    from typing import Literal

    from boardsight.rule_hint import RuleHint
    from solver.board import Board, Solution
    from vision.reading import Reading

    Verdict = Literal["sure", "unsure", "none"]


class Click(Value):
    """One step of the solution, as it is to be done on the picture.

    Attributes:
        n: its number, from 1.
        move: in words (``r2 c3``, ``row 2``, ``1 cw``).
        times: how often it is done in a row.
        at: (x, y) in pixels of the picture; None for a typed board.
    """

    n: int
    move: str
    times: int
    at: tuple[float, float] | None = None

    def __str__(self) -> str:
        return self.move if self.times == 1 else f"{self.move} ×{self.times}"


class Times(Value):
    """Milliseconds spent in each room of the house."""

    load: float = 0.0
    read: float = 0.0
    solve: float = 0.0
    mark: float = 0.0


class Repair(Value):
    """The most probable solvable board, where the board as read can't be solved.

    Attributes:
        board: the repaired board.
        cells: indices of the cells that differ from what was read.
        confidence: its probability among all solvable boards.
        applied: True where it was solved in place of what was read.
    """

    board: Board
    cells: tuple[int, ...]
    confidence: float
    applied: bool


class Result(Value):
    """What a picture shows and what to do about it.

    Attributes:
        verdict: ``sure``: the clicks may be made without a second look; ``unsure``: compare the marked picture with
            the game first, ``reasons`` say why; ``none``: there is no board.
        reasons: in words; empty where sure and solved.
        source: the file's name, or where else the picture came from.
        size: (width, height) of the picture in pixels; None for a typed board.
        reading: what was seen; None for a typed board.
        others: further boards in the same picture, not solved.
        board: the board that was solved; None where there is none or a cell of it can't be read.
        goal: the board that the clicks lead to; None where nothing could be solved.
        solvable: False where it is proved that no goal can be reached; None where there is no board.
        solution: the cheapest solution.
        offers: a solution for each goal that can be reached, cheapest first; ``solution`` is the first.
        clicks: the steps with their places on the picture, in the order to make them.
        suspects: indices of cells to look at.
        repair: what the board most probably is, where it can't be solved as read.
        hint: another rule by which so few clicks make the board that the game hardly has the usual one.
        ms: where the time went.
    """

    verdict: Verdict
    reasons: tuple[str, ...] = ()
    source: str = "typed board"
    size: tuple[int, int] | None = None
    reading: Reading | None = None
    others: tuple[Reading, ...] = ()
    board: Board | None = None
    goal: Board | None = None
    solvable: bool | None = None
    solution: Solution | None = None
    offers: tuple[Solution, ...] = ()
    clicks: tuple[Click, ...] = ()
    suspects: tuple[int, ...] = ()
    repair: Repair | None = None
    hint: RuleHint | None = None
    ms: Times = Times()

    @property
    def puzzle(self) -> str | None:
        """Which puzzle, one of ``solver.puzzle.KINDS`` or a rule file's name; None where there is no board."""
        if self.board is not None:
            return self.board.puzzle.kind
        return None if self.reading is None else self.reading.kind
