"""Stage 4, judge: whether the two colours of the dots may be called red and green.

The measure of ``read`` says which colour is redder, of any two colours there are: of brown and cream, or of violet and
teal. That is a name only where one of the two is red or green by its own hue, so that the other one has the name that
is left, and where red against green is most of what sets them apart.
"""

from __future__ import annotations

import colorsys

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

OPPOSED = 0.35
"""Red against green as a share of what the channel that differs most differs by, at least; brown and cream have 0.2."""
RED = 30.0
"""Hue in degrees up to which a colour is red, either way; orange and magenta begin there."""
GREEN = 75.0, 165.0
"""Hues of green: beyond them a colour is yellow or teal."""
APART = 30.0
"""Hues nearer to each other than this are two tones of one colour."""
PALE = 0.1
"""Saturation up to which a colour has no hue."""


def told(red: Floats, green: Floats) -> bool:
    """Whether the redder and the greener colour of the dots (BGR, 3 each) are the puzzle's red and green."""
    return _opposed(red - green) and _named(red, green)


def _opposed(difference: Floats) -> bool:
    """Whether a difference of colours (BGR) is red against green and not, say, orange against blue.

    Brightness is taken out first: a washed-out green may be brighter than the red in all three channels.
    """
    blue, green, red = (float(part) for part in difference - difference.mean())
    opponent = red - green
    return (
        opponent > OPPOSED * float(np.abs(difference).max())
        and red > 0.15 * opponent
        and -green > 0.15 * opponent
        and abs(blue) < 0.55 * opponent
    )


def _named(red: Floats, green: Floats) -> bool:
    """Whether the hue of one of the colours is the one it is called by, and the other's is another."""
    (reds, full_red), (greens, full_green) = _hue(red), _hue(green)
    plain = (abs(reds) < RED and full_red > PALE) or (GREEN[0] < greens < GREEN[1] and full_green > PALE)
    return plain and (min(full_red, full_green) < PALE or abs(greens - reds) > APART)


def _hue(bgr: Floats) -> tuple[float, float]:
    """Hue, -120 to 240 degrees with red at 0, and saturation, 0 to 1, of a colour (BGR, 0..255)."""
    blue, green, red = (float(part) / 255 for part in bgr)
    hue, saturation, _ = colorsys.rgb_to_hsv(red, green, blue)
    return (360 * hue + 120) % 360 - 120, saturation
