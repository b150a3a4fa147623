from __future__ import annotations

import numpy as np

from calibration.profiles import looks
from calibration.profiles.learn import learn
from calibration.profiles.tone import adapted, lit, retinted

BOARDS = ("0101/1100/0010/1011", "1110/0001/0110/1000")


def test_the_light_is_found_from_cells_of_two_states(profile):
    dim = lit(profile, 0.8, 10.0)
    found = adapted(profile, np.concatenate([dim.looks, dim.looks]))
    assert found is not None
    assert np.abs(found.looks.astype(int) - dim.looks).max() <= 3


def test_one_colour_tells_nothing_about_the_light(profile):
    assert adapted(profile, np.repeat(lit(profile, 0.8, 0.0).looks[:1], 6, axis=0)) is None


def test_no_light_makes_one_game_another(profile):
    assert adapted(profile, np.concatenate([255 - profile.looks] * 3)) is None


def test_a_cell_that_a_pointer_brightens_keeps_its_state(game):
    colors = ((230, 230, 230), (180, 180, 192))
    pale = learn("pale", [(game(board, colors=colors), board) for board in BOARDS])
    pictures = np.concatenate([np.repeat(pale.looks, 6, axis=0), lit(pale, 1.25, 0.0).looks[1:]])
    cells = looks.lab(pictures)
    fit = looks.compare(cells, pale)
    assert fit.states[12] == 0
    assert retinted(pale, cells, fit) == {12: 1}
    assert retinted(pale, cells[:12], looks.compare(cells[:12], pale)) == {}
