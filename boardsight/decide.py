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

from boardsight.goals import sign
from boardsight.plan import Plan, Wish, board_of, plan
from boardsight.result import Click, Repair, Result, Times
from boardsight.rule_hint import rule_hint
from solver.board import Board
from solver.decoding import APPLY_FROM, TRUST_FROM, advice, decode
from solver.errors import BoardsightError, NotationError
from vision.marks import places

if TYPE_CHECKING:
    from solver.board import Solution
    from vision.reading import Reading

LIKELY = 0.05
"""In a game that may deal unsolvable boards, a misread is spoken of only from this probability."""


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
    return result.changed(ms=spent.changed(solve=1e3 * (perf_counter() - start)))


def kept(reading: Reading, solution: Solution, source: str, size: tuple[int, int]) -> Result:
    """The result of a reading for which there is a solution already: its clicks at the places of this reading."""
    found = Result(reading.verdict, reading.reasons, source, size, reading)
    return _with_plan(found, solution.board, Plan((solution,)))


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
        found = found.changed(suspects=_merged(found.suspects, unread))
        return _repaired(found, board, reading, wish)
    planned = plan(board, wish)
    cost = planned.solution.cost if planned.solution is not None else None
    found = found.changed(board=board, solvable=planned.solvable, hint=rule_hint(board, cost, wish))
    if planned.offers:
        return _with_plan(found, board, planned)
    if planned.solvable is None:
        return found.changed(reasons=(*found.reasons, *planned.reasons))
    if board.puzzle.deals_solvable:
        found = _doubtful(found, "it can't be solved as read, and this game deals none but solvable boards")
    else:
        found = found.changed(reasons=(*found.reasons, *planned.reasons))
    return _repaired(found, board, reading, wish)


def _repaired(found: Result, board: Board, reading: Reading, wish: Wish) -> Result:
    """The result with the most probable solvable board offered, or solved in place of what was read."""
    puzzle = board.puzzle
    if wish.goal == "invert":
        return found  # the same steps from every board: no misread could have made it unsolvable
    try:
        decoded = decode(puzzle, [cell.probabilities for cell in reading.cells], goal=wish.goal)
    except BoardsightError:
        return found  # the odds don't fit a puzzle made by a rule file, or the puzzle is too large to decode
    believable = decoded.p_solvable >= (TRUST_FROM if puzzle.deals_solvable else LIKELY)
    if not decoded.candidates or not believable:
        return found
    best = decoded.candidates[0]
    read = [cell.state for cell in reading.cells]
    changed = tuple(index for index, state in enumerate(best.states) if state != read[index])
    applied = puzzle.deals_solvable and decoded.exact and best.posterior >= APPLY_FROM
    repair = Repair(Board(puzzle, best.states), changed, best.posterior, applied)
    change = ", ".join(f"{_name(reading, index)} = {sign(puzzle, best.states[index])}" for index in changed)
    how = "solved with" if applied else "it could be solved with"
    found = found.changed(
        reasons=(*found.reasons, f"{how} {change} (probability {best.posterior:.3f})"),
        suspects=_merged(found.suspects, advice(decoded, puzzle).suspects),
        repair=repair,
    )
    return _with_plan(found, repair.board, plan(repair.board, wish)) if applied else found


def _with_plan(found: Result, board: Board, planned: Plan) -> Result:
    """The result with the clicks of a plan."""
    reading = found.reading
    if planned.solution is None or reading is None:
        return found
    clicks = tuple(
        Click(n, step.move.name, step.times, places(reading, step.move, found.size)[0])
        for n, step in enumerate(planned.solution.steps, 1)
    )
    return found.changed(
        board=board,
        goal=planned.goal,
        solvable=True,
        solution=planned.solution,
        offers=planned.offers,
        clicks=clicks,
    )


def _doubtful(found: Result, reason: str) -> Result:
    return found.changed(verdict="unsure", reasons=(*found.reasons, reason))


def _merged(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted({*one, *other}))


def _name(reading: Reading, index: int) -> str:
    cell = reading.cells[index]
    return f"r{cell.row + 1} c{cell.col + 1}"
