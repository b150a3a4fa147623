"""Panels whose cells hold the letters A, X, E and V."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.frame import Frame
from vision.look import look

FONTS = cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX
LIGHT, DARK = ((245, 40), (40, 230))


def keys(rows: str, font: int = FONTS[0], tones: tuple[int, int] = LIGHT) -> Frame:
    """A page with a key for each sign of ``rows``."""
    ground, ink = tones
    page = np.full((420, 520, 3), (ground + 128) // 2, np.uint8)
    for row, line in enumerate(rows.split("/")):
        for col, sign in enumerate(line):
            left, top = 130 + 90 * col, 70 + 90 * row
            cv2.rectangle(page, (left, top), (left + 76, top + 76), (ground,) * 3, -1)
            cv2.rectangle(page, (left, top), (left + 76, top + 76), (128,) * 3, 2)
            (wide, tall), _ = cv2.getTextSize(sign, font, 1.4, 2)
            at = left + 38 - wide // 2, top + 38 + tall // 2
            cv2.putText(page, sign, at, font, 1.4, (ink,) * 3, 2, cv2.LINE_AA)
    return Frame(page)


@pytest.mark.parametrize("font", FONTS)
@pytest.mark.parametrize("tones", [LIGHT, DARK])
def test_letters_are_read_as_the_glyphs_they_stand_for(font: int, tones: tuple[int, int]) -> None:
    (panel,) = look(keys("AXE/VVX/EAX", font, tones))
    assert (panel.kind, panel.verdict, panel.board) == ("heresy", "sure", "012/331/201")


@pytest.mark.parametrize("rows", ["XOX/OXX/OXO", "AXE/VVX/EAH", "AXE/VV /EAX", "XXX/XXX/XXX"])
def test_other_letters_and_nine_of_one_are_no_panel(rows: str) -> None:
    assert look(keys(rows))[0].kind != "heresy"
