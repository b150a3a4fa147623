"""Puzzles as rules, boards, text notation and exact solvers. No picture and no file is touched on this floor.

The public names below are loaded when first used, so that ``import solver`` costs next to nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False  # what typing.TYPE_CHECKING says, without the import of typing
if TYPE_CHECKING:
    from solver.board import Board, Solution, Step
    from solver.decoding import Advice, Candidate, Decoded, advice, decode
    from solver.facts import BoardFacts, PuzzleFacts, analyse, analyse_board
    from solver.puzzle import Cell, Move, Puzzle
    from solver.puzzles import kinds
    from solver.solving import plans, solutions, solve
    from solver.typed import goal_boards, typed_board

_HOME = {
    "Advice": "decoding",
    "Board": "board",
    "BoardFacts": "facts",
    "Candidate": "decoding",
    "Cell": "puzzle",
    "Decoded": "decoding",
    "Move": "puzzle",
    "Puzzle": "puzzle",
    "PuzzleFacts": "facts",
    "Solution": "board",
    "Step": "board",
    "advice": "decoding",
    "analyse": "facts",
    "analyse_board": "facts",
    "decode": "decoding",
    "goal_boards": "typed",
    "kinds": "puzzles",
    "plans": "solving",
    "solutions": "solving",
    "solve": "solving",
    "typed_board": "typed",
}

__all__ = [
    "Advice",
    "Board",
    "BoardFacts",
    "Candidate",
    "Cell",
    "Decoded",
    "Move",
    "Puzzle",
    "PuzzleFacts",
    "Solution",
    "Step",
    "advice",
    "analyse",
    "analyse_board",
    "decode",
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
