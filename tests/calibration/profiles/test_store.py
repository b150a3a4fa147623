from __future__ import annotations

import zipfile
from dataclasses import replace

import pytest

from calibration.profiles import store
from calibration.profiles.files import MAIN, dump, spread_name
from calibration.profiles.profile import ProfileError


def test_saved_profiles_are_listed_loaded_and_removed(profile, own_config):
    place = store.save(profile)
    assert place == own_config / "profiles" / "game"
    assert store.names() == ("game",)
    assert store.load("game").shapes == profile.shapes
    with pytest.raises(ProfileError, match="already"):
        store.save(profile)
    store.save(profile, replace=True)
    store.remove("game")
    assert store.names() == ()
    assert not list((own_config / "profiles").iterdir())


def test_none_is_no_profile_and_a_spoilt_one_is_passed_over(profile):
    store.save(profile)
    (store.folder() / "spoilt").mkdir()
    (store.folder() / "spoilt" / MAIN).write_text("format = 1")
    assert [one.name for one in store.chosen()] == ["game"]
    assert store.chosen("none") == ()
    with pytest.raises(ProfileError, match="spoilt"):
        store.chosen("spoilt")
    with pytest.raises(ProfileError, match="there is no profile"):
        store.chosen("other")


def test_a_profile_is_parsed_again_only_when_its_files_have_changed(profile):
    store.save(profile)
    (first,) = store.chosen()
    assert store.chosen()[0] is first
    path = store.folder() / profile.name / MAIN
    path.write_text(path.read_text(encoding="utf-8") + "# a word of the user's\n", encoding="utf-8")
    (again,) = store.chosen()
    assert again is not first
    assert again.goal == profile.goal
    store.save(replace(profile, goal="all-0"), replace=True)
    assert store.chosen()[0].goal == "all-0"


def test_names_never_leave_the_folder():
    for name in ("../x", "a/b", "..", "", "a\\b", "nul", "a\0"):
        with pytest.raises(ProfileError):
            store.load(name)
        with pytest.raises(ProfileError):
            store.remove(name)


def test_export_and_import(profile, tmp_path):
    store.save(profile)
    target = tmp_path / "game.zip"
    store.export("game", target)
    with pytest.raises(ProfileError, match="already"):
        store.export("game", target)
    assert store.import_file(target, name="copy").name == "copy"
    assert store.names() == ("copy", "game")
    with pytest.raises(ProfileError, match="already"):
        store.import_file(target)


@pytest.mark.parametrize("member", ["../evil.png", "/abs.png", "sub/profile.toml", "evil.py"])
def test_an_archive_with_other_names_is_refused(profile, tmp_path, own_config, member):
    path = tmp_path / "evil.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in dump(profile).items():
            archive.writestr(name, data)
        archive.writestr(member, b"x")
    with pytest.raises(ProfileError, match="no profile"):
        store.import_file(path)
    assert not (own_config / "profiles").exists()


def test_a_zip_bomb_is_never_unpacked(profile, tmp_path):
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in dump(profile).items():
            archive.writestr(name, b"\0" * 50_000_000 if name == spread_name(0) else data)
    with pytest.raises(ProfileError, match="larger"):
        store.import_file(path)


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 not really", b"x" * 1000])
def test_what_is_no_zip_is_refused(tmp_path, data):
    path = tmp_path / "x.zip"
    path.write_bytes(data)
    with pytest.raises(ProfileError, match="zip"):
        store.import_file(path)
