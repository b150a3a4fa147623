from __future__ import annotations

import numpy as np

from calibration.profiles.tone import adapted, lit


def test_the_light_is_found_from_cells_of_two_states(profile):
    dim = lit(profile, 0.8, 10.0)
    found = adapted(profile, np.concatenate([dim.looks, dim.looks]))
    assert found is not None
    assert np.abs(found.looks.astype(int) - dim.looks).max() <= 3


def test_one_colour_tells_nothing_about_the_light(profile):
    assert adapted(profile, np.repeat(lit(profile, 0.8, 0.0).looks[:1], 6, axis=0)) is None


def test_no_light_makes_one_game_another(profile):
    assert adapted(profile, np.concatenate([255 - profile.looks] * 3)) is None
