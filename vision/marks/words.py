"""The strip below the picture, in words: what was seen, how sure that is, which goal, and the moves in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.notation import DIGITS, format_states
from vision.marks.shapes import Line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from solver.board import Solution
    from vision.marks.shapes import Tone
    from vision.reading import Reading

MEANINGS = {
    "memento": ("0 = face down", "1 = face up"),
    "wheels": ("0 = red", "1 = green"),
    "heresy": ("A = 0", "X = 1", "E = 2", "V = 3"),
}
"""What a tick's sign stands for, where a puzzle has words for it."""

VERDICTS = {
    "sure": "read for sure",
    "unsure": "NOT SURE: compare each tag with the game before you click",
    "none": "no board was found",
}
TITLES = {"memento": "Memento", "wheels": "Wheels", "heresy": "Heresy", "lights-out": "Lights Out"}
SIGNS = {"heresy": "AXEV"}
CLICKS = {"memento": "flip", "wheels": "turn", "heresy": "hit"}


def sign(kind: str | None, state: int | None) -> str:
    """The sign of a state on its tick."""
    if state is None:
        return "?"
    signs = SIGNS.get(kind or "", DIGITS)
    return signs[state] if state < len(signs) else DIGITS[state]


def strip(
    reading: Reading, solution: Solution | None, *, verdict: str, reasons: Sequence[str], goal: str | None
) -> tuple[Line, ...]:
    """The paragraphs of the strip, most important first."""
    tone: Tone = "sure" if verdict == "sure" else "unsure" if verdict == "unsure" else "none"
    why = tuple(Line((_sentence(reason),), "sure" if solution and tone == "sure" else "unsure") for reason in reasons)
    if not reading.cells:
        return why or (Line((_sentence(VERDICTS["none"]),), "none"),)
    rows, cols = reading.size
    size = "" if reading.kind == "wheels" else f" {rows}×{cols}"
    name = TITLES.get(reading.kind or "", reading.kind or "Board")
    lines = [Line((f"{name}{size}: {VERDICTS.get(verdict, verdict)}",), tone), *why]
    if solution is not None:
        lines += _moves(reading, solution, goal or _goal(reading, solution))
    elif goal:
        lines.append(Line((f"Goal: {goal}",)))
    lines.append(Line((f"Tags in the cells show what was read: {_legend(reading)}",), "faint"))
    return tuple(lines)


def _moves(reading: Reading, solution: Solution, goal: str) -> list[Line]:
    word = CLICKS.get(reading.kind or "", "click")
    count = f"{solution.cost} {word}" + ("" if solution.cost == 1 else "s")
    if not solution.steps:
        return [Line(("Nothing to do: this is the goal.", f"Goal: {goal}"))]
    proof = "the fewest there are" if solution.minimum else f"at least {solution.lower_bound} are needed"
    order = "in this order" if solution.order_matters else "in any order"
    head = Line((f"{count}, {proof}, {order}.", f"Goal: {goal}"))
    return [head, Line(tuple(f"{number}: {step}" for number, step in enumerate(solution.steps, 1)))]


def _goal(reading: Reading, solution: Solution) -> str:
    states = solution.goal.states
    if len(set(states)) == 1:
        return f"all {sign(reading.kind, states[0])}"
    return format_states(solution.goal.puzzle.cells, states)


def _legend(reading: Reading) -> str:
    known = MEANINGS.get(reading.kind or "")
    if known is not None:
        return ", ".join(known)
    return ", ".join(DIGITS[: min(reading.states, len(DIGITS))]) or "?"


def _sentence(words: str) -> str:
    flat = " ".join(words.split())
    return flat[:1].upper() + flat[1:]
