"""What to do about a reading: the board it means, whether it is believed, and the clicks.

The rule of the house is *never wrong and sure*. A puzzle whose games deal only solvable boards gives a checksum for
free: a board that can't be solved was misread somewhere. Then the verdict becomes ``unsure``, the suspect cells are
named and the most probable solvable board is offered; only where that is all but certain is it solved in place of what
was read, and said so.
"""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING

from boardsight.plan import Plan, Wish, board_of, plan
from boardsight.result import Click, Result, Times
from solver.errors import BoardsightError, NotationError
from vision.marks import places

if TYPE_CHECKING:
    from solver.board import Board
    from solver.puzzle import Move
    from vision.reading import Reading


def settle(
    readings: tuple[Reading, ...],
    wish: Wish,
    *,
    source: str = "reading",
    size: tuple[int, int] | None = None,
    spent: Times | None = None,
) -> Result:
    """Solve the first of the readings of one picture.

    Args:
        readings: as ``vision.look.look`` gives them, the leading one first.
        wish: goal, order and so on.
        source: where the picture came from.
        size: (width, height) of the picture in pixels.
        spent: what loading and reading took.

    Raises:
        NotationError: the goal can't be understood, or doesn't fit the board.
        RuleError: the rule file can't be understood.
    """
    start = perf_counter()
    spent = spent or Times()
    lead, *others = readings
    if lead.verdict == "none" or not lead.cells:
        return Result("none", lead.reasons, source, size, lead, ms=spent)
    if wish.swap:
        lead = swapped(lead)
    found = Result(lead.verdict, lead.reasons, source, size, lead, tuple(others), suspects=lead.suspects)
    result = _solved(found, lead, wish)
    return replace(result, ms=replace(spent, solve=1e3 * (perf_counter() - start)))


def swapped(reading: Reading) -> Reading:
    """The reading with its two states exchanged.

    Raises:
        NotationError: its cells show more than two states.
    """
    if reading.states > 2:
        raise NotationError(
            f"--swap exchanges two states, but this board shows {reading.states}: name the goal with --goal instead"
        )
    cells = tuple(
        replace(cell, state=None if cell.state is None else 1 - cell.state, probabilities=cell.probabilities[::-1])
        for cell in reading.cells
    )
    return replace(reading, cells=cells)


def _solved(found: Result, reading: Reading, wish: Wish) -> Result:
    """The result with board, goal and clicks."""
    unread = tuple(index for index, cell in enumerate(reading.cells) if cell.state is None)
    text = reading.board or ""
    try:
        board = board_of(text.replace("?", "0"), reading.kind, states=max(2, reading.states), rule=wish.rule)
    except BoardsightError as error:
        if wish.rule is not None:
            raise
        return _doubtful(found, f"no such puzzle can be solved: {error}")
    if unread:
        cells = ", ".join(_name(reading, index) for index in unread)
        found = _doubtful(found, f"{len(unread)} of {len(reading.cells)} cells can't be read: {cells}")
        return replace(found, suspects=_merged(found.suspects, unread))
    planned = plan(board, wish)
    found = replace(found, board=board, solvable=planned.solvable)
    if planned.offers:
        return _with_plan(found, board, planned)
    found = replace(found, reasons=(*found.reasons, *planned.reasons))
    if planned.solvable is None:
        return found
    if board.puzzle.deals_solvable:
        found = _doubtful(found, "this game deals only boards that can be solved, so a cell was misread")
    return found


def _with_plan(found: Result, board: Board, planned: Plan) -> Result:
    """The result with the clicks of a plan."""
    reading = found.reading
    if planned.solution is None or reading is None:
        return found
    clicks = tuple(
        Click(n, step.move.name, step.times, _place(reading, step.move, found.size))
        for n, step in enumerate(planned.solution.steps, 1)
    )
    return replace(
        found,
        board=board,
        goal=planned.goal,
        solvable=True,
        solution=planned.solution,
        offers=planned.offers,
        clicks=clicks,
    )


def _place(reading: Reading, move: Move, size: tuple[int, int] | None) -> tuple[float, float]:
    """Where a move is made: the first of its places, moved inside the picture."""
    x, y = places(reading, move)[0]
    if size is None:
        return x, y
    return min(max(x, 0.0), size[0] - 1.0), min(max(y, 0.0), size[1] - 1.0)


def _doubtful(found: Result, reason: str) -> Result:
    return replace(found, verdict="unsure", reasons=(*found.reasons, reason))


def _merged(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted({*one, *other}))


def _name(reading: Reading, index: int) -> str:
    cell = reading.cells[index]
    return f"r{cell.row + 1} c{cell.col + 1}"
