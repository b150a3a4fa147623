"""One detector a puzzle. Each is a module with these functions, found here by the puzzle's kind.

``detect(scene, trace=None) -> list[Reading]``
    Every board of that kind in the scene, best first; empty where there is none. Never raises on strange pictures.
    ``sure`` only where the reading may be acted on without a second look.
``stages(scene, trace=None) -> Iterator[list[Reading]]``
    The same list at the end; before that, after every stage but the last, what is sure so far. Whoever has seen enough
    need not go on.
``reread(frame, known) -> Reading | None``
    The same board at the same place in a later frame, much faster than a search: ``known`` itself where nothing has
    changed there, None when that place no longer holds such a board. ``known`` is a reading this detector returned
    before.
``again(scene, known, trace=None) -> list[Reading]``
    Of puzzles with a look of their own: the same board in another view of its picture, as one without what lay over it.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vision.frame import Frame
    from vision.reading import Reading
    from vision.scene import Scene
    from vision.trace import Trace


class Detector(Protocol):
    """What a module of this package offers."""

    def detect(self, scene: Scene, trace: Trace | None = None) -> list[Reading]:
        """Every board of this kind in the scene, best first."""
        ...

    def reread(self, frame: Frame, known: Reading) -> Reading | None:
        """The board ``known`` was read from, at the same place of a later frame."""
        ...

    def stages(self, scene: Scene, trace: Trace | None = None) -> Iterator[list[Reading]]:
        """What is sure after each stage, and everything after the last."""
        ...


class OwnLook(Detector, Protocol):
    """What a module offers whose puzzle has a look of its own, as wheels and heresy have."""

    def again(self, scene: Scene, known: Reading, trace: Trace | None = None) -> list[Reading]:
        """The board ``known`` in another view of its picture, as one without what lies over it, best first."""
        ...


MODULES = {
    "wheels": "vision.detectors.wheels",
    "heresy": "vision.detectors.heresy",
    "lights-out": "vision.detectors.lights_out",
    "memento": "vision.detectors.memento",
}


@cache
def detector(kind: str) -> Detector:
    """The detector of a puzzle kind, imported on first use.

    Raises:
        KeyError: there is no such kind.
    """
    return cast("Detector", import_module(MODULES[kind]))


def again(scene: Scene, known: Reading, trace: Trace | None = None) -> list[Reading]:
    """What is seen of a ``known`` lock or panel in another view of its picture, best first.

    Raises:
        KeyError: it is of no kind that has a look of its own.
    """
    return cast("OwnLook", detector(known.kind or "")).again(scene, known, trace)


def stages(kind: str, scene: Scene, trace: Trace | None = None) -> Iterator[list[Reading]]:
    """What the detector of a kind, imported no sooner than it is asked, finds after each stage of its search."""
    yield from detector(kind).stages(scene, trace)
