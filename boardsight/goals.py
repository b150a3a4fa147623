"""How boards and goals are called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.notation import format_states

if TYPE_CHECKING:
    from solver.board import Board

GLYPHS = "AXEV"
WORDS = {
    "memento": {1: "all tiles face up", 0: "all tiles face down"},
    "lights-out": {0: "all dark", 1: "all lit"},
}


def title(goal: Board) -> str:
    """What the goal is called: ``all 0 (all dark)``, ``all V``, or ``green triangle``."""
    shown = set(goal.states)
    kind, states = goal.puzzle.kind, goal.puzzle.states
    if kind == "wheels":
        return "the green triangle" if goal.states in goal.puzzle.goals else "the goal given"
    if len(shown) != 1:
        return "the goal given"
    (state,) = shown
    if kind == "heresy" and states == len(GLYPHS):
        return f"all {GLYPHS[state]}"
    words = WORDS.get(kind, {}).get(state) if states == 2 else None
    return f"all {state} ({words})" if words else f"all {state}"


def notation(board: Board) -> str:
    """The board in text notation."""
    return format_states(board.puzzle.cells, board.states)
