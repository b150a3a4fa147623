"""Planes are the channels of a picture, and not the picture's memory."""

from __future__ import annotations

import numpy as np

from vision.planes import planes


def test_they_are_the_channels_of_any_part() -> None:
    picture = np.random.default_rng(1).integers(0, 256, (9, 14, 3), np.uint8)
    for part in (picture, picture[2:7, 3:11], picture[::2, ::3]):
        found = planes(part)
        assert all((plane == part[..., channel]).all() for channel, plane in enumerate(found))
        assert all(plane.flags.c_contiguous and not np.shares_memory(plane, picture) for plane in found)
