from __future__ import annotations

import numpy as np

from calibration.profiles.files import dump, parse
from calibration.profiles.glance import distances
from vision.scene import Scene

THIRD = "1001/0111/0100/0010"
CELLS = [(col + 0.5, row + 0.5) for row in range(4) for col in range(4)]


def test_a_glance_tells_cells_of_the_game_from_others(game, profile):
    matrix = np.reshape(profile.sites[0].homography, (3, 3))
    (own,) = distances(Scene(game(THIRD)), [(matrix, CELLS)], profile)
    (other,) = distances(Scene(game(THIRD, colors=((200, 60, 60), (60, 200, 60)))), [(matrix, CELLS)], profile)
    assert own.shape == (2, 16)
    assert "".join(map(str, own.argmin(axis=0).tolist())) == THIRD.replace("/", "")
    assert own.min(axis=0).max() < 1 < np.median(other.min(axis=0))


def test_sites_are_kept_in_the_file(profile):
    assert profile.sites
    assert parse(dump(profile)).sites == profile.sites
