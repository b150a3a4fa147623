"""A turned scene: a board at a slant is looked for in the picture turned upright, and what was read is turned back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.homography import project_few

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.frame import Frame
    from vision.reading import Reading
    from vision.scene import Scene

LONGEST = 2000  # pixels a side of what is turned: no cell needs more to be read


@dataclass(frozen=True, slots=True, eq=False)
class Turned:
    """A frame turned upright.

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


def turn(scene: Scene, degrees: float) -> Turned:
    """The scene's frame turned back by ``degrees`` (clockwise as seen), all of it; what comes in is its rim's tone."""
    level = scene.level_for(LONGEST)
    picture = scene.level(level)
    height, width = picture.shape[:2]
    turned = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), degrees, 1.0)
    corners = np.array([(0, 0, 1), (width - 1, 0, 1), (width - 1, height - 1, 1), (0, height - 1, 1)]) @ turned.T
    low, high = corners.min(0), corners.max(0)
    scale = min(1.0, (LONGEST - 1) / float((high - low).max()))
    turned[:, 2] -= low
    turned *= scale
    rim = np.concatenate([picture[0], picture[-1], picture[:, 0], picture[:, -1]])
    upright = cv2.warpAffine(
        picture,
        turned,
        tuple(int(v) for v in np.ceil((high - low) * scale) + 1),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=tuple(np.median(rim, axis=0).tolist()),
    )
    halvings = 2.0**level
    grow = np.array([[halvings, 0.0, (halvings - 1) / 2], [0.0, halvings, (halvings - 1) / 2], [0.0, 0.0, 1.0]])
    back = grow @ np.linalg.inv(np.vstack([turned, [0.0, 0.0, 1.0]]))
    return Turned(replace(scene.frame, pixels=np.asarray(upright, np.uint8)), back)
