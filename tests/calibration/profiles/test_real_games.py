"""Two labelled pictures of a real game, then the rest of that game: literally right."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from calibration.compare import literally
from calibration.profiles.learn import learn
from calibration.profiles.match import apply
from calibration.truth import load
from vision.look import look
from vision.picture import load as load_picture

SHARED = Path(__file__).parents[4] / "shared" / "clients"

pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not SHARED.is_dir(), reason="../shared is not beside the checkout"),
]


@pytest.mark.parametrize(
    "game", ["ZStachura/3-Color-Lights-Out", "kjwilder/lightsout", "misohena/js_lightsout", "QuaziK/Hive-Puzzle-Sim"]
)
def test_the_rest_of_a_game_is_read_literally(game):
    entries = [entry for entry in load(SHARED) if entry.game == game and entry.board is not None]
    shown = {sign for entry in entries for sign in entry.board or "" if sign.isdigit()}
    taught = next(
        pair for pair in combinations(entries, 2) if shown <= {sign for one in pair for sign in one.board or ""}
    )
    rest = [entry for entry in entries if entry not in taught][:5]
    profile = learn("game", [(load_picture(one.path), one.board or "") for one in taught], kind=taught[0].kind)
    for entry in rest:
        frame = load_picture(entry.path)
        reading = apply(frame, look(frame), [profile])[0]
        assert reading.profile == "game"
        assert literally(reading, entry), entry.path.name
