"""What the stages saw of a panel, for the sheet that explains a reading."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.heresy.glyphs import LETTERS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.heresy.align import Aligned
    from vision.heresy.blobs import Blobs
    from vision.heresy.judge import Evidence
    from vision.heresy.lattice import Lattice
    from vision.trace import Trace


def note_search(trace: Trace, marks: Blobs, fits: list[Lattice]) -> None:
    """The marks of a level and the best lattices through them."""
    picture = cv2.cvtColor(marks.mask // 2, cv2.COLOR_GRAY2BGR)
    for x, y, w, h in marks.boxes:
        corner = (int(x - w / 2), int(y - h / 2))
        cv2.rectangle(picture, corner, (int(x + w / 2), int(y + h / 2)), (0, 200, 255), 1)
    for fit in fits[:3]:
        for x, y in fit.centers / 2**marks.level:
            cv2.circle(picture, (int(x), int(y)), 2, (0, 255, 0), -1)
    side = "bright" if marks.polarity > 0 else "dark"
    words = f"1/{2**marks.level} size, {side}: {len(marks.boxes)} marks, {len(fits)} lattices"
    trace.note("heresy: propose and fit", picture, words)


def note_cells(trace: Trace, flat: NDArray[np.uint8], cut: Aligned, seen: Evidence) -> None:
    """The flattened panel, its ink and what was read."""
    ink = cv2.cvtColor((cut.ink * 255).astype(np.uint8), cv2.COLOR_GRAY2BGR)
    letters = "".join(LETTERS[int(state)] for state in seen.states)
    words = f"{letters}, correlation {cut.score:.2f}, worst distance {seen.square.min(axis=1).max():.1f}"
    trace.note("heresy: read", np.hstack([cv2.cvtColor(flat, cv2.COLOR_GRAY2BGR), ink]), words)
