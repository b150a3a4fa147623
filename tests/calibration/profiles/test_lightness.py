from __future__ import annotations

from calibration.profiles.match import apply
from vision.look import look

OTHER = ((200, 250, 180), (40, 90, 20))
BOARD = "0011/0101/1110/0100"


def test_what_is_lighter_keeps_its_name_in_a_theme_that_nobody_taught(game, profile):
    frame = game(BOARD, colors=OTHER)
    said = apply(frame, look(frame), [profile], named=True)[0]
    assert (said.board, said.verdict) == (BOARD, "unsure")
    swapped = game(BOARD, colors=OTHER[::-1])
    assert apply(swapped, look(swapped), [profile], named=True)[0].board == BOARD.translate(str.maketrans("01", "10"))
