"""A result in words, for a person at a terminal."""

from __future__ import annotations

from boardsight.goals import title

TYPE_CHECKING = False  # importing typing costs start-up time
if TYPE_CHECKING:
    from collections.abc import Iterator

    from boardsight.result import Result
    from solver.board import Solution

WIDTH = 100
SHOWN = 12
NEAR_MISSES = 3


def summary(result: Result, marked: str | None = None) -> str:
    """Several lines: what was read, what to do, what to be careful about."""
    return "\n".join([_head(result), *(f"  {line}" for line in _body(result, marked))])


def _head(result: Result) -> str:
    if result.verdict == "none":
        return f"{result.source}: no board"
    what = f"{result.source}: {result.puzzle}"
    if result.board is not None:
        puzzle = result.board.puzzle
        what += f" {puzzle.rows}×{puzzle.cols}" if puzzle.family == "additive" else ""
    if result.reading is None:
        return what
    sure = "sure" if result.verdict == "sure" else "NOT SURE, compare the board with the game first"
    return f"{what}, {sure}"


def _body(result: Result, marked: str | None) -> Iterator[str]:
    if result.verdict == "none":
        yield from _reasons(result)
        return
    read = result.reading.board if result.reading is not None else None
    if read is not None:
        yield f"read:  {read}"
    if result.board is not None and str(result.board) != read:
        yield f"board: {result.board!s}"
    yield from _reasons(result)
    if result.solution is not None:
        yield from _plan(result, result.solution)
    elif result.solvable is False:
        yield "no clicks lead to the goal"
    if result.hint is not None:
        yield f"or     {result.hint}"
    for other in result.others:
        if other.verdict == "sure":  # an unsure one is mostly another view of the same place
            yield f"also in this picture, not solved: {other.kind} {other.board}"
    if marked is not None:
        yield f"marked picture: {marked}"


def _plan(result: Result, solution: Solution) -> Iterator[str]:
    goal = title(solution.goal)
    if not solution.steps:
        yield f"goal:  {goal}: already there, nothing to click"
    else:
        unit = "turn" if solution.goal.puzzle.family == "permutation" else "move"
        proof = "proved fewest" if solution.minimum else f"best found, at least {solution.lower_bound} needed"
        many = solution.minimum_solutions
        also = f", one of {many} such" if many is not None and many > 1 else ""
        yield f"goal:  {goal}, in {solution.cost} {unit}{'' if solution.cost == 1 else 's'} ({proof}{also})"
        yield from _lines([f"{click.n}. {click}" for click in result.clicks])
    for offer in result.offers[1:]:
        yield f"or     {title(offer.goal)}, in {offer.cost}: {', '.join(map(str, offer.steps[:SHOWN]))}" + (
            ", …" if len(offer.steps) > SHOWN else ""
        )


def _lines(words: list[str]) -> Iterator[str]:
    """Words with commas between, as many a line as fit."""
    line = ""
    for number, word in enumerate(words):
        piece = word if number == len(words) - 1 else f"{word}, "
        if line and len(line) + len(piece) > WIDTH:
            yield f"  {line.rstrip()}"
            line = ""
        line += piece
    yield f"  {line}"


def _reasons(result: Result) -> Iterator[str]:
    """Why it is not sure. A picture without a board was refused for many small reasons: the first ones will do."""
    shown = result.reasons[:NEAR_MISSES] if result.verdict == "none" else result.reasons
    for reason in shown:
        yield f"- {reason}"
