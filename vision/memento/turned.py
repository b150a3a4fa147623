"""A turned scene: a board that leans is looked for in the picture made upright, and what was read is turned back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.homography import project_few
from vision.reading import RANK

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.frame import Frame
    from vision.memento.lean import Lean
    from vision.reading import Reading
    from vision.scene import Scene

HARDLY = "how the picture leans is hardly told: there may be more rows or columns"
SLANTED = "the picture leans, and made upright it shows another board"
LONGEST = 2000  # pixels a side of what is turned: no cell needs more to be read


@dataclass(frozen=True, slots=True, eq=False)
class Turned:
    """A frame made upright.

    Attributes:
        frame: what is seen then.
        back: 3×3, from its pixels to those of the frame it was made of (centres to centres).
    """

    frame: Frame
    back: NDArray[np.float64]

    def turned_back(self, reading: Reading) -> Reading:
        """A reading of the turned frame in the pixels of the original one; nothing is remembered of its place."""
        if not reading.cells:
            return reading
        centers = project_few(self.back, [cell.center for cell in reading.cells])
        cells = tuple(replace(cell, center=at) for cell, at in zip(reading.cells, centers, strict=True))
        matrix = self.back @ np.array(reading.homography).reshape(3, 3)
        return replace(reading, cells=cells, homography=tuple(matrix.ravel().tolist()), memory=None)


def turn(scene: Scene, upright: NDArray[np.float64]) -> Turned:
    """All of a scene's frame made upright; what comes in is its rim's tone.

    Args:
        scene: what leans.
        upright: 3×3, from the pixels of the picture made upright to those of the frame.
    """
    level = scene.level_for(LONGEST)
    picture = scene.level(level)
    height, width = picture.shape[:2]
    halvings = 2.0**level
    grow = np.array([[halvings, 0.0, (halvings - 1) / 2], [0.0, halvings, (halvings - 1) / 2], [0.0, 0.0, 1.0]])
    ends = project_few(
        np.linalg.inv(upright) @ grow, [(0, 0), (width - 1, 0), (width - 1, height - 1), (0, height - 1)]
    )
    low, high = np.min(ends, axis=0), np.max(ends, axis=0)
    scale = min(1.0 / halvings, (LONGEST - 1) / float((high - low).max()))
    shrunk = np.array([[1 / scale, 0.0, low[0]], [0.0, 1 / scale, low[1]], [0.0, 0.0, 1.0]])
    back = upright @ shrunk
    rim = np.concatenate([picture[0], picture[-1], picture[:, 0], picture[:, -1]])
    straight = cv2.warpPerspective(
        picture,
        np.linalg.inv(grow) @ back,
        tuple(int(v) for v in np.ceil((high - low) * scale) + 1),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=tuple(np.median(rim, axis=0).tolist()),
    )
    return Turned(replace(scene.frame, pixels=np.asarray(straight, np.uint8)), back)


def settled(before: Reading, upright: Reading, lean: Lean) -> Reading:
    """Which to believe of what was read as it is and what was made upright: a board that leans may look smaller."""
    if before.verdict == "sure" and _states(before) == _states(upright):
        return before  # its place is told better
    if upright.verdict == "sure":
        return upright if lean.plain else replace(upright, verdict="unsure", reasons=(HARDLY,))
    if before.verdict == "sure" and lean.twofold and upright.cells:
        return replace(before, verdict="unsure", reasons=(SLANTED,))
    return min(before, upright, key=lambda one: (RANK[one.verdict], -one.confidence))


def _states(reading: Reading) -> list[tuple[int, int, int | None]]:
    return [(cell.row, cell.col, cell.state) for cell in reading.cells]
