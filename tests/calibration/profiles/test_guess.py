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


def test_a_state_that_looks_as_it_did_tells_the_other(game):
    boards = ("0101/1100/0010/1011", "1110/0001/0110/1000")
    learnt = learn("lamps", [(game(board, colors=((50, 50, 50), (230, 60, 220))), board) for board in boards])
    frame = game(BOARD, colors=((50, 50, 50), (0, 230, 250)))
    said = apply(frame, look(frame), [learnt], named=True)[0]
    assert (said.board, said.verdict) == (BOARD, "unsure")


def test_two_of_three_states_keep_their_names(game):
    colors = ((40, 40, 40), (230, 60, 60), (240, 220, 60))
    boards = ("0121/1202/0012/2011", "1210/0021/0120/1202")
    learnt = learn("three", [(game(board, colors=colors), board) for board in boards])
    frame = game("0022/0202/2220/0200", colors=((40, 40, 40), (0, 0, 0), (200, 250, 150)))
    said = apply(frame, look(frame), [learnt], named=True)[0]
    assert (said.board, said.verdict) == ("0022/0202/2220/0200", "unsure")
