from __future__ import annotations

from calibration.profiles.learn import learn
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


def test_what_alone_has_a_colour_keeps_its_name_on_a_light_page(game):
    dark, light = ((30, 30, 30), (200, 130, 60)), ((228, 228, 228), (225, 140, 60))
    boards = ("0101/1100/0010/1011", "1110/0001/0110/1000")
    learnt = learn("hued", [(game(board, colors=dark, page=(40, 40, 40)), board) for board in boards])
    frame = game(BOARD, colors=light, page=(250, 250, 250))
    said = apply(frame, look(frame), [learnt], named=True)[0]
    assert (said.board, said.verdict) == (BOARD, "unsure")
