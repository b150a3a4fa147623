"""Which pictures the words of a command line mean: files, folders, globs and standard input, in the order given."""

from __future__ import annotations

import glob
import os
import re
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from solver.errors import BoardsightError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

STDIN = "-"
SUFFIXES = frozenset({".png", ".apng", ".jpg", ".jpeg", ".jfif", ".gif", ".webp", ".bmp", ".dib", ".tif", ".tiff"})
# First bytes of the formats above: a picture under a wrong name is found in a folder too.
MAGIC = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF", b"BM", b"II*\x00", b"MM\x00*")
OURS = ".solved"


class InputError(BoardsightError):
    """A path names no picture."""


@dataclass(frozen=True, slots=True)
class Source:
    """One picture to read.

    Attributes:
        name: as it was given or found; ``-`` for standard input.
        path: the file; None for standard input.
        problem: why there is nothing to open; None where there is.
    """

    name: str
    path: Path | None = None
    problem: str | None = None


def expand(words: Iterable[str]) -> list[Source]:
    """Every picture that ``words`` name. A word that names none gives one source that says so."""
    return [source for word in words for source in _expand(word)]


def _expand(word: str) -> Iterator[Source]:
    if word == STDIN:
        yield Source(STDIN)
        return
    path = Path(word)
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError) as error:
        names = sorted(glob.glob(word, recursive=True), key=_natural) if glob.has_magic(word) else []  # noqa: PTH207
        if not names:
            reason = "no file matches this" if glob.has_magic(word) else _reason(error)
            yield Source(word, path, f"{word}: {reason}")
        for name in names:
            yield from _expand(name)
        return
    if stat.S_ISDIR(mode):
        yield from _folder(word)
    elif stat.S_ISREG(mode) or stat.S_ISFIFO(mode):
        yield Source(word, path)
    else:
        yield Source(word, path, f"{word}: is a device, not a picture")


def _folder(folder: str) -> Iterator[Source]:
    """The pictures in a folder and the folders below it, but none that Boardsight drew, and nothing hidden."""
    found = 0
    for here, folders, names in os.walk(folder):
        folders[:] = sorted((name for name in folders if not name.startswith(".")), key=_natural)
        for name in sorted(names, key=_natural):
            path = Path(here) / name
            if not name.startswith(".") and Path(name).stem.endswith(OURS) is False and _looks_like_picture(path):
                found += 1
                yield Source(str(path), path)
    if not found:
        yield Source(folder, Path(folder), f"{folder}: there is no picture in this folder")


def _looks_like_picture(path: Path) -> bool:
    if path.suffix.lower() in SUFFIXES:
        return True
    try:
        if not path.is_file():
            return False
        with path.open("rb") as stream:
            return stream.read(4).startswith(MAGIC)
    except OSError:
        return False


def _natural(name: str) -> list[tuple[int, str]]:
    """Sorts ``shot2`` before ``shot10``."""
    return [(int(part), "") if part.isdecimal() else (-1, part.lower()) for part in re.split(r"(\d+)", name)]


def _reason(error: Exception) -> str:
    if isinstance(error, FileNotFoundError):
        return "there is no such file"
    return (error.strerror if isinstance(error, OSError) else None) or "this is not a file name"
