"""Where marked pictures go: beside the picture or into one place, never over an input nor over each other."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from boardsight.inputs import OURS, SUFFIXES, InputError, Source

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

FORMATS = frozenset({".png", ".jpg", ".jpeg", ".webp", ".bmp"})


class OutputError(InputError):
    """A marked picture can't be written where it was asked for."""


class Outputs:
    """Names the marked picture of each source, for one run.

    Args:
        out: a file (one source only) or a folder, made where missing; None for beside each picture.
        sources: all pictures of the run, so that none of them is written over.

    Raises:
        OutputError: ``out`` is a file but there are several sources, is a source itself, or can't be made.
    """

    def __init__(self, out: Path | None, sources: Sequence[Source]) -> None:
        self._file: Path | None = None
        self._folder: Path | None = None
        self._taken: dict[Path, str | None] = {_real(source.path): None for source in sources if source.path}
        if out is None:
            return
        if out.suffix.lower() in SUFFIXES and not out.is_dir():
            if out.suffix.lower() not in FORMATS:
                raise OutputError(f"{out}: a marked picture can be written as {', '.join(sorted(FORMATS))}")
            if len(sources) > 1:
                raise OutputError(f"--out {out} is one file, but there are {len(sources)} pictures: name a folder")
            if _real(out) in self._taken:
                raise OutputError(f"--out {out} is the picture itself: name another file, or a folder")
            self._file = out
            out = out.parent
        else:
            self._folder = out
        try:
            out.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OutputError(f"--out {out}: {error.strerror or error}: name a folder that can be written") from error

    def path(self, source: Source) -> Path:
        """Where the marked picture of ``source`` goes; the same for the same source."""
        if self._file is not None:
            return self._file
        stem = source.path.stem if source.path is not None else "stdin" if source.name == "-" else source.name
        folder = self._folder or (source.path.parent if source.path is not None else Path())
        key = source.name if source.path is None else str(_real(source.path))
        number = 1
        while True:
            path = folder / f"{stem}{'' if number == 1 else f'-{number}'}{OURS}.png"
            real = _real(path)
            # A picture from the screen has no name of its own that a later run could mean again: never write over one.
            free = real not in self._taken and (source.path is not None or not path.exists())
            if free or self._taken.get(real) == key:
                self._taken[real] = key
                return path
            number += 1


def write(path: Path, pixels: NDArray[np.uint8]) -> None:
    """Write a picture (H×W×3 uint8 BGR) in the format of the path's ending; whole or not at all.

    Raises:
        OutputError: the file can't be written.
    """
    import cv2  # noqa: PLC0415  # not needed where nothing is drawn

    if path.suffix.lower() not in FORMATS:
        raise OutputError(f"{path}: name a picture file that ends in {', '.join(sorted(FORMATS))}")
    done, data = cv2.imencode(path.suffix.lower(), pixels)
    if not done:
        raise OutputError(f"{path}: a picture of this size can't be written as {path.suffix}: name a .png file")
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(data.tobytes())
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise OutputError(
            f"{path}: can't be written ({error.strerror or error}): name a folder with --out, or use --no-mark"
        ) from error


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))
