"""Reads a puzzle board from a picture, finds the fewest clicks that solve it and draws them on the picture.

The public door: ``boardsight.read(picture)``, ``boardsight.solve(picture, goal=...)``, ``boardsight.mark(picture,
result)`` and the types they give. Names are looked up on first use, so ``import boardsight`` alone loads neither
OpenCV nor numpy.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # importing typing costs start-up time
if TYPE_CHECKING:
    from boardsight.chain import mark, read, solve
    from boardsight.result import Click, Result, Times
    from solver.board import Board, Solution, Step
    from solver.errors import BoardsightError, NotationError, UnsolvableError
    from vision.errors import CaptureError, PictureError
    from vision.reading import CellReading, Reading

_HOMES = {
    "Board": "solver.board",
    "BoardsightError": "solver.errors",
    "CaptureError": "vision.errors",
    "CellReading": "vision.reading",
    "Click": "boardsight.result",
    "NotationError": "solver.errors",
    "PictureError": "vision.errors",
    "Reading": "vision.reading",
    "Result": "boardsight.result",
    "Solution": "solver.board",
    "Step": "solver.board",
    "Times": "boardsight.result",
    "UnsolvableError": "solver.errors",
    "mark": "boardsight.chain",
    "read": "boardsight.chain",
    "solve": "boardsight.chain",
}

__all__ = [
    "Board",
    "BoardsightError",
    "CaptureError",
    "CellReading",
    "Click",
    "NotationError",
    "PictureError",
    "Reading",
    "Result",
    "Solution",
    "Step",
    "Times",
    "UnsolvableError",
    "mark",
    "read",
    "solve",
]


def __getattr__(name: str) -> object:
    if name == "__version__":
        from importlib.metadata import version  # noqa: PLC0415  # costs more than everything else here

        return version("boardsight")
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
