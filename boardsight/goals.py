"""How a state and a goal are called."""

from __future__ import annotations

from solver.notation import DIGITS

TYPE_CHECKING = False  # importing typing costs start-up time
if TYPE_CHECKING:
    from collections.abc import Sequence

    from solver.board import Board, Solution
    from solver.puzzle import Puzzle

GLYPHS = "AXEV"
WORDS = {
    "memento": {1: "all tiles face up", 0: "all tiles face down"},
    "lights-out": {0: "all dark", 1: "all lit"},
}


def sign(puzzle: Puzzle, state: int) -> str:
    """How a state is called: the glyph's letter in heresy, else its digit."""
    return GLYPHS[state] if puzzle.kind == "heresy" and puzzle.states == len(GLYPHS) else DIGITS[state]


def title(goal: Board) -> str:
    """What the goal is called: ``all 0 (all dark)``, ``all V``, or ``green triangle``."""
    shown = set(goal.states)
    kind, states = goal.puzzle.kind, goal.puzzle.states
    if kind == "wheels":
        return "the green triangle" if goal.states in goal.puzzle.goals else "the goal given"
    if len(shown) != 1:
        return "the goal given"
    (state,) = shown
    words = WORDS.get(kind, {}).get(state) if states == 2 else None
    return f"all {sign(goal.puzzle, state)}" + (f" ({words})" if words else "")


def choice(offers: Sequence[Solution]) -> str:
    """The goal that was chosen and, where there were others, what they would have cost."""
    chosen, *others = offers
    rest = ", ".join(f"{title(other.goal)} in {other.cost}" for other in others)
    return f"{title(chosen.goal)} (or {rest})" if rest else title(chosen.goal)
