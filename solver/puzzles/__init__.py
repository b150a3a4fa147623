"""One module a puzzle: each knows the rules of its kind at any size, and nothing else does.

A module ``my_game`` here makes the kind ``my-game``. It has ``fitting(layout, states, rule) -> Puzzle``, the puzzle of
a typed board's layout, and a factory ``puzzle(...)`` for code.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from solver.errors import RuleError

if TYPE_CHECKING:
    from solver.notation import Layout
    from solver.puzzle import Puzzle

    class PuzzleModule(Protocol):
        """What a module of this package offers."""

        KIND: str

        def fitting(self, layout: Layout, states: int | None, rule: str | None) -> Puzzle:
            """The puzzle of the layout typed, None standing for the kind's usual states and rule."""
            ...


@lru_cache(maxsize=1)
def kinds() -> tuple[str, ...]:
    """Every kind there is, in alphabetical order."""
    from pkgutil import iter_modules  # noqa: PLC0415  a listing is rare, its import is not free

    return tuple(sorted(found.name.replace("_", "-") for found in iter_modules(__path__)))


def module(kind: str) -> PuzzleModule:
    """The module of one kind.

    Raises:
        RuleError: no such kind.
    """
    name = kind.replace("-", "_")
    if name.isidentifier():
        try:
            return cast("PuzzleModule", import_module(f"{__name__}.{name}"))
        except ModuleNotFoundError:
            pass
    raise RuleError(f"there is no puzzle {kind!r}: use one of {', '.join(kinds())}")
