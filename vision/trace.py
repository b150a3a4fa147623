"""A trace keeps what each stage of a detector saw, for people: ``--explain`` draws it as one contact sheet."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(slots=True)
class Trace:
    """Collects (stage, picture, words) in the order the stages ran. Detectors get None when nobody is looking."""

    notes: list[tuple[str, NDArray[np.uint8], str]] = field(default_factory=list)

    def note(self, stage: str, picture: NDArray[np.uint8], words: str = "") -> None:
        """Keep a copy of ``picture`` (H×W×3 uint8 BGR) under the stage's name, such as ``lights-out: propose``."""
        self.notes.append((stage, picture.copy(), words))
