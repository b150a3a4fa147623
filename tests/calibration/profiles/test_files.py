from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.profiles.files import LARGEST, MAIN, dump, parse, spread_name
from calibration.profiles.profile import ProfileError


def test_a_profile_comes_back_as_it_was(profile):
    back = parse(dump(profile))
    assert (back.looks == profile.looks).all()
    assert (back.spreads == profile.spreads).all()
    for name in ("name", "kind", "limit", "shapes", "goal", "rule", "buttons"):
        assert getattr(back, name) == getattr(profile, name)


def png(height: int, width: int) -> bytes:
    return bytes(cv2.imencode(".png", np.zeros((height, width, 3), np.uint8))[1])


@pytest.mark.parametrize(
    ("name", "old", "new", "words"),
    [
        (MAIN, b"format = 2", b"format = 1", "format"),
        (MAIN, b"format = 2", b"format = 2\nrun = 1", "unknown key"),
        (MAIN, b'name = "game"', b'name = "../game"', "can't be the name"),
        (MAIN, b'name = "game"', b"name = 3", "'name'"),
        (MAIN, b'kind = "lights-out"', b'kind = "chess"', "chess"),
        (MAIN, b"states = 2", b"states = true", "'states'"),
        (MAIN, b"states = 2", b"states = 3", "lacks state-2"),
        (MAIN, b"states = 2", b"states = 9999999", "'states'"),
        (MAIN, b"shapes = [[4, 4]]", b"shapes = [[4, 4.5]]", "'shapes'"),
        (MAIN, b"shapes = [[4, 4]]", b"shapes = [[4, 40000]]", "shapes"),
        (MAIN, b'goal = "all-0"', b'goal = "all-6"', "6"),
        (MAIN, b'rule = ""', b'rule = "/etc/passwd"', "not a file"),
        (MAIN, b'rule = ""', b'rule = "my.toml"', "not a file"),
        (MAIN, b"limit = ", b"limit = nan\n#", "'limit'"),
        (MAIN, b"limit = ", b"limit = -1.0\n#", "limit"),
        (MAIN, b"format", b"\xff\xfe", "valid TOML"),
        (MAIN, b"format", b"a = " + b"[" * 5000, "valid TOML"),
    ],
)
def test_every_value_is_checked(profile, name, old, new, words):
    files = dump(profile)
    assert old in files[name]
    files[name] = files[name].replace(old, new, 1)
    with pytest.raises(ProfileError, match=words):
        parse(files)


@pytest.mark.parametrize("data", [b"", b"GIF89a", png(24, 25), png(3000, 3000), png(24, 24)[:60]])
def test_pictures_are_checked_before_they_are_unpacked(profile, data):
    with pytest.raises(ProfileError, match=spread_name(0)):
        parse({**dump(profile), spread_name(0): data})


def test_too_large_and_unknown_files_are_refused(profile):
    with pytest.raises(ProfileError, match="larger"):
        parse({**dump(profile), spread_name(0): b"x" * (LARGEST + 1)})
    with pytest.raises(ProfileError, match="no file"):
        parse({**dump(profile), "../x": b""})
    with pytest.raises(ProfileError, match="no profile"):
        parse({})


def test_buttons_come_back(profile):
    from dataclasses import replace  # noqa: PLC0415

    made = replace(profile, buttons=(('row "1"', (-0.6, 0.5)),))
    assert parse(dump(made)).buttons == made.buttons
    files = dump(made)
    files[MAIN] = files[MAIN].replace(b"[-0.6, 0.5]", b'["a", 0.5]')
    with pytest.raises(ProfileError, match="number"):
        parse(files)
