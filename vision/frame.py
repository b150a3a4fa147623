"""A frame: pixels, where they came from, at which scale, when."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from vision.errors import PictureError

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture to look at.

    Attributes:
        pixels: H×W×3 uint8, BGR.
        source: a file name, ``screen 1``, a window's title; for people to read.
        scale: device pixels per logical pixel of the place it was taken from (1.0 where unknown).
        time: seconds of a monotonic clock when it was taken; 0.0 for files.
        called: the title and the application of the window it shows; empty where it shows none, or nobody knows.
    """

    pixels: NDArray[np.uint8]
    source: str = "array"
    scale: float = 1.0
    time: float = field(default=0.0)
    called: str = ""

    def __post_init__(self) -> None:
        if self.pixels.ndim != 3 or self.pixels.shape[2] != 3 or self.pixels.dtype != np.uint8:
            raise PictureError(
                f"{self.source}: a picture must be height × width × 3 of uint8 (BGR), "
                f"not {'×'.join(map(str, self.pixels.shape))} of {self.pixels.dtype}"
            )
        if 0 in self.pixels.shape:
            raise PictureError(f"{self.source}: the picture has no pixels")

    @property
    def width(self) -> int:
        """Width in pixels."""
        return int(self.pixels.shape[1])

    @property
    def height(self) -> int:
        """Height in pixels."""
        return int(self.pixels.shape[0])
