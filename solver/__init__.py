"""Puzzles as rules, boards, text notation and exact solvers. No picture and no file is touched on this floor.

The public names below are loaded when first used, so that ``import solver`` costs next to nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False  # what typing.TYPE_CHECKING says, without the import of typing
if TYPE_CHECKING:
    from solver.board import Board, Solution, Step
    from solver.puzzle import Cell, Move, Puzzle
    from solver.puzzles import kinds
    from solver.solving import plans, solutions, solve
    from solver.typed import goal_boards, typed_board

_HOME = {
    "Board": "board",
    "Cell": "puzzle",
    "Move": "puzzle",
    "Puzzle": "puzzle",
    "Solution": "board",
    "Step": "board",
    "goal_boards": "typed",
    "kinds": "puzzles",
    "plans": "solving",
    "solutions": "solving",
    "solve": "solving",
    "typed_board": "typed",
}

__all__ = [
    "Board",
    "Cell",
    "Move",
    "Puzzle",
    "Solution",
    "Step",
    "goal_boards",
    "kinds",
    "plans",
    "solutions",
    "solve",
    "typed_board",
]


def __getattr__(name: str) -> object:
    """Load a public name from its module (PEP 562)."""
    from importlib import import_module  # noqa: PLC0415  only when a name is asked for

    if name not in _HOME:
        raise AttributeError(f"module 'solver' has no attribute {name!r}")
    return getattr(import_module(f"solver.{_HOME[name]}"), name)
