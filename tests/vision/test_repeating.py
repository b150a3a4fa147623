"""How far apart a floor or a wall repeats itself."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.scenes.walls import wall
from vision.repeating import period


def waves(step: float) -> np.ndarray:
    """Lines of two colours, so many pixels apart."""
    place = np.mod(np.arange(800) + 0.5, step)
    return np.tile(np.where(place < step / 3, 80, 200).astype(np.uint8), (400, 1))


@pytest.mark.parametrize("step", [9.0, 23.4, 31.0, 58.75])
def test_the_period_is_told_to_a_fraction_of_a_pixel(step: float) -> None:
    found = period(cv2.GaussianBlur(waves(step), (3, 3), 0), 100)
    assert found is not None
    assert found / step == pytest.approx(round(found / step), abs=0.01)


@pytest.mark.parametrize("kind", ["tiles", "chequers", "paper"])
def test_what_stands_before_the_floor_does_not_matter(kind: str) -> None:
    gray = cv2.cvtColor(wall(np.random.default_rng(2), 540, 960, kind), cv2.COLOR_BGR2GRAY)
    bare = period(gray, 120)
    rng = np.random.default_rng(3)
    gray[80:460, 240:720] = cv2.resize(rng.integers(0, 256, (38, 48)).astype(np.uint8), (480, 380))
    found = period(gray, 120)
    assert bare is not None
    assert found is not None
    times = max(found, bare) / min(found, bare)  # several periods are one, too
    assert times == pytest.approx(round(times), abs=0.01)


def test_what_does_not_repeat_has_no_period() -> None:
    rng = np.random.default_rng(1)
    noise = cv2.GaussianBlur(rng.integers(0, 256, (400, 800)).astype(np.uint8), (5, 5), 0)
    assert period(noise, 100) is None
    assert period(np.full((400, 800), 90, np.uint8), 100) is None
    assert period(waves(9.0)[:, :150], 100) is None  # too narrow to tell
    assert period(waves(9.0)[:5, :5], 0) is None
