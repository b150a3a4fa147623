"""Where profiles are kept: one folder each below ``profiles`` in the user's config folder.

``BOARDSIGHT_CONFIG`` names another config folder.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import zipfile
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from calibration.profiles.files import LARGEST, MAIN, NAMES, dump, parse
from calibration.profiles.profile import ProfileError, check_name

if TYPE_CHECKING:
    from calibration.profiles.profile import Profile

VARIABLE = "BOARDSIGHT_CONFIG"
OFF = "none"
"""In place of a profile's name: use none."""


def folder() -> Path:
    """The folder of all profiles; it may not be there yet."""
    chosen = os.environ.get(VARIABLE)
    if chosen:
        return Path(chosen) / "profiles"
    from platformdirs import user_config_path  # noqa: PLC0415  # costs start-up time

    return user_config_path("boardsight", appauthor=False) / "profiles"


def names() -> tuple[str, ...]:
    """The names of all profiles, sorted."""
    place = folder()
    if not place.is_dir():
        return ()
    return tuple(sorted(one.name for one in place.iterdir() if (one / MAIN).is_file()))


def load(name: str) -> Profile:
    """Read one profile.

    Raises:
        ProfileError: there is none of that name, or its files make no sense.
    """
    place = folder() / check_name(name)
    if not (place / MAIN).is_file():
        known = ", ".join(names()) or "there are none yet: make one with 'boardsight learn'"
        raise ProfileError(f"there is no profile {name!r} ({known})")
    return _read(place)


def chosen(name: str | None = None) -> tuple[Profile, ...]:
    """The profiles to try: the one named, none at all for ``none``, or every one that can be read.

    Raises:
        ProfileError: the one named can't be used. A spoilt one that nobody named is passed over.
    """
    if name == OFF:
        return ()
    if name is not None:
        return (load(name),)
    found = []
    for one in names():
        try:
            found.append(load(one))
        except ProfileError:
            continue
    return tuple(found)


def save(profile: Profile, *, replace: bool = False) -> Path:
    """Write a profile, whole or not at all; gives its folder.

    Raises:
        ProfileError: there is one of that name already and ``replace`` is False, or the folder can't be written.
    """
    place = folder() / profile.name
    if place.exists() and not replace:
        raise ProfileError(f"there is a profile {profile.name!r} already: remove it first, or use --replace")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        part = Path(tempfile.mkdtemp(prefix=".part-", dir=place.parent))
        try:
            for name, data in dump(profile).items():
                (part / name).write_bytes(data)
            if place.exists():
                shutil.rmtree(place)
            part.replace(place)
        finally:
            shutil.rmtree(part, ignore_errors=True)
    except OSError as error:
        raise ProfileError(f"{place}: can't be written: {error.strerror or error}") from error
    return place


def remove(name: str) -> None:
    """Delete a profile's files, and its folder where nothing else is in it.

    Raises:
        ProfileError: there is none of that name, or it can't be deleted.
    """
    place = folder() / check_name(name)
    if not (place / MAIN).is_file():
        raise ProfileError(f"there is no profile {name!r}")
    try:
        for one in NAMES:
            (place / one).unlink(missing_ok=True)
        place.rmdir()
    except OSError as error:
        raise ProfileError(f"{place}: can't be deleted: {error.strerror or error}") from error


def export(name: str, target: Path) -> None:
    """Write a profile as one zip file, never over another file.

    Raises:
        ProfileError: there is no such profile, or the file is there already or can't be written.
    """
    files = dump(load(name))
    try:
        with target.open("xb") as stream, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
            for member, data in files.items():
                archive.writestr(member, data)
    except FileExistsError as error:
        raise ProfileError(f"{target}: is there already: name another file") from error
    except OSError as error:
        raise ProfileError(f"{target}: can't be written: {error.strerror or error}") from error


def import_file(source: Path, *, name: str | None = None, replace: bool = False) -> Profile:
    """Take in a profile that ``export`` wrote, perhaps a stranger's; gives it.

    Args:
        source: the zip file.
        name: under which it is kept; its own when None.
        replace: put it in place of one of that name.

    Raises:
        ProfileError: it is no such file, holds anything else, or is too large.
    """
    from dataclasses import replace as changed  # noqa: PLC0415  # the argument's name is the command's

    profile = parse(_members(source))
    if name is not None:
        profile = changed(profile, name=name)
    save(profile, replace=replace)
    return profile


def _members(source: Path) -> dict[str, bytes]:
    """The files of an archive: only the names a profile has, each read up to the limit, whatever its header says."""
    files: dict[str, bytes] = {}
    try:
        with zipfile.ZipFile(source) as archive:
            for info in archive.infolist():
                if info.filename not in NAMES or info.filename in files:
                    raise ProfileError(f"{source}: is no profile: it holds {info.filename[:60]!r}")
                with archive.open(info) as stream:
                    data = stream.read(LARGEST + 1)
                if len(data) > LARGEST:
                    raise ProfileError(f"{source}: {info.filename} is larger than a profile's files may be")
                files[info.filename] = data
    except OSError as error:
        raise ProfileError(f"{source}: can't be read: {error.strerror or error}") from error
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, ValueError, EOFError) as error:
        raise ProfileError(f"{source}: is not a zip file that can be read: {error}") from error
    return files


def _read(place: Path) -> Profile:
    """The profile in a folder, parsed only when its files have changed since: pictures are read one after another."""
    try:
        with os.scandir(place) as entries:
            stamps = sorted((one.name, _stamp(one.stat())) for one in entries if one.name in NAMES and one.is_file())
        return _parsed(place, tuple(stamps))
    except OSError as error:
        raise ProfileError(f"{place}: can't be read: {error.strerror or error}") from error


def _stamp(seen: os.stat_result) -> tuple[int, ...]:
    """What changes when a file is written anew."""
    return seen.st_ino, seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns


@lru_cache(maxsize=64)
def _parsed(place: Path, stamps: tuple[tuple[str, tuple[int, ...]], ...]) -> Profile:
    """The profile in a folder whose files, by name, have these ``stamps``."""
    files: dict[str, bytes] = {}
    try:
        for name, _ in stamps:
            with (place / name).open("rb") as stream:
                files[name] = stream.read(LARGEST + 1)
        profile = parse(files)
    except ProfileError as error:
        raise ProfileError(f"{place}: {error}") from error
    if profile.name != place.name:
        raise ProfileError(f"{place}: the profile inside is called {profile.name!r}: give the folder that name")
    return profile
