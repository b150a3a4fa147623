"""One module a puzzle: each knows the rules of its kind at any size, and nothing else does.

A module ``my_game`` here makes the kind ``my-game``; there is no list to add it to. It has ``KIND``, a factory
``puzzle(...)`` for code, and ``fitting(layout, states, rule) -> Puzzle``, the puzzle of a typed board's layout.
"""

from __future__ import annotations

import os
from importlib import import_module

from solver.errors import RuleError

TYPE_CHECKING = False  # what typing.TYPE_CHECKING says, without the import of typing
if TYPE_CHECKING:
    from typing import Protocol

    from solver.notation import Layout
    from solver.puzzle import Puzzle

    class PuzzleModule(Protocol):
        """What a module of this package offers."""

        KIND: str

        def fitting(self, layout: Layout, states: int | None, rule: str | None) -> Puzzle:
            """The puzzle of the layout typed, None standing for the kind's usual states and rule."""
            ...


def kinds() -> tuple[str, ...]:
    """Every kind there is, in alphabetical order: the modules of this package."""
    files = (file for folder in __path__ for file in os.listdir(folder))  # noqa: PTH208  pathlib costs start-up time
    names = (file.removesuffix(".py") for file in files if file.endswith(".py") and not file.startswith("_"))
    return tuple(sorted(name.replace("_", "-") for name in names))


def module(kind: str) -> PuzzleModule:
    """The module of one kind.

    Raises:
        RuleError: no such kind.
    """
    if kind not in kinds():
        raise RuleError(f"there is no puzzle {kind!r}: use one of {', '.join(kinds())}")
    found: PuzzleModule = import_module(f"{__name__}.{kind.replace('-', '_')}")
    return found
