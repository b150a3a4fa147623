"""One drawn picture of each puzzle, solved: to see what Boardsight does without having a game at hand."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from boardsight import chain
from boardsight.outputs import write

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from boardsight.result import Result
    from calibration.scenes.scenery import Scenery


@dataclass(frozen=True, slots=True)
class Demonstration:
    """One picture, as drawn and as solved."""

    name: str
    plain: Path
    marked: Path
    result: Result


# Puzzle, the scene module that draws it, the seed, its options.
SCENES: tuple[tuple[str, str, int, dict[str, Any]], ...] = (
    ("memento", "memento", 3, {"shape": (4, 4), "worn": False}),
    ("wheels", "wheels", 3, {"style": "plate", "size": (960, 540), "scale": 2.2}),
    ("lights-out", "lights_out", 5, {"size": (800, 600), "cell": 74.0}),
    ("heresy", "heresy", 45, {"look": "panel", "size": (960, 540), "wear": 1, "side": 0.62}),
)


def demonstrate(folder: Path) -> Iterator[Demonstration]:
    """Draw, read, solve and mark one picture of each puzzle.

    Args:
        folder: where the pictures go; must exist.

    Raises:
        OutputError: a picture can't be written.
    """
    for name, module, seed, options in SCENES:
        scene: Scenery = import_module(f"calibration.scenes.{module}").render(seed, **options)
        result = chain.solve(scene.pixels)
        plain, marked = folder / f"{name}.png", folder / f"{name}.solved.png"
        write(plain, scene.pixels)
        write(marked, chain.mark(scene.pixels, result))
        yield Demonstration(name, plain, marked, result)
