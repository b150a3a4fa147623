"""A trace keeps what each stage of a detector saw, for people: ``--explain`` draws it as one contact sheet."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from vision.reading import Reading


@dataclass(slots=True)
class Trace:
    """Collects what the stages saw. Detectors get None when nobody is looking.

    Attributes:
        notes: (stage, picture, words) in the order the stages ran.
        doubted: readings before it was settled whether they are boards at all, each with the picture's pixels.
    """

    notes: list[tuple[str, NDArray[np.uint8], str]] = field(default_factory=list)
    doubted: list[tuple[Reading, int]] = field(default_factory=list)

    def note(self, stage: str, picture: NDArray[np.uint8], words: str = "") -> None:
        """Keep a copy of ``picture`` (H×W×3 uint8 BGR) under the stage's name, such as ``lights-out: propose``."""
        self.notes.append((stage, picture.copy(), words))
