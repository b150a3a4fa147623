"""Mixture: one tone over a picture, told from pixels on both sides of its edge.

Inside = share · outside + shift, with one share and one shift a channel (T. Porter, T. Duff, "Compositing digital
images", 1984, solved for the lower layer).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

SHARES = 0.025, 0.35
"""Share of what lies below that is seen."""
ALIKE, LIVELY = 0.8, 4.0
"""Correlation of both sides; least deviation outside: nothing follows what is even."""
AGREE, TIGHT, OFF = 0.35, 5.0, 3.0
"""Share of the pixels that must follow; how many levels they may be off, and how many times the middle."""
RANGE, LEAST_RANGE, FAINT_RANGE = 24, 4, 8
"""Levels beyond black and white that what lies below may have, and least levels here: beyond these are words. The same
where all seems to be hidden: a trace may shine through."""


@dataclass(frozen=True, slots=True, eq=False)
class Mixture:
    """How a message is mixed with what lies below.

    Attributes:
        share: how much of that is seen, 0..1.
        shift: what the message adds, BGR.
    """

    share: float
    shift: Floats

    @property
    def tone(self) -> Floats:
        """The message's own, BGR."""
        return self.shift / np.float32(max(1 - self.share, 1e-3))

    def follows(self, outside: NDArray[np.uint8], inside: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """Where pixels inside (H×W×3) are as those outside make them, H×W."""
        off = np.abs(inside - self.shift - np.float32(self.share) * outside) <= TIGHT
        return np.asarray(off[..., 0] & off[..., 1] & off[..., 2])

    def possible(self, inside: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """Where pixels inside (H×W×3) may show something below, and no words, H×W."""
        beyond = max(LEAST_RANGE, RANGE * self.share) if self.share else FAINT_RANGE
        low, high = self.shift - beyond, self.shift + 255 * self.share + beyond
        return np.asarray(cv2.inRange(inside, np.ceil(low).astype(float), np.floor(high).astype(float)) > 0)


def fitted(outside: Floats, inside: Floats) -> Mixture | None:
    """The mixture that most pixels (N×3) agree on; None where they don't, or there are none."""
    if not len(outside):
        return None
    keep = np.ones(len(outside), bool)
    for _ in range(3):
        x, y = outside[keep], inside[keep]
        mean_x, mean_y = x.mean(axis=0), y.mean(axis=0)
        x, y = x - mean_x, y - mean_y
        power, follow, joint = float(np.vdot(x, x)), float(np.vdot(y, y)), float(np.vdot(x, y))
        if power <= LIVELY**2 * len(x) or joint <= 0:
            return None
        # One line of pixels beside the other is not quite the same, and levels are whole: both are off.
        share = float(np.sqrt(max(follow - len(x) / 4, 0.0) / power))
        mixture = Mixture(share, mean_y - share * mean_x)
        off = np.abs(inside - mixture.shift - share * outside).max(axis=1)
        before, keep = keep, off <= max(TIGHT - 1, OFF * float(np.median(off)))
        if (keep == before).all():
            break
        if keep.mean() < AGREE:
            return None
    tone = mixture.tone
    plain = joint >= ALIKE * np.sqrt(power * follow) and SHARES[0] <= share <= SHARES[1]
    return mixture if plain and tone.min() >= -RANGE and tone.max() <= 255 + RANGE else None
