"""Recordings of what was looked at: a zip of PNG files and their times, small enough to send with a bug report."""

from __future__ import annotations

import json
import math
import re
import zipfile
from typing import TYPE_CHECKING, Any, Self

from boardsight.live.glance import Absence, same
from solver.errors import BoardsightError
from vision import picture
from vision.frame import Frame

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from boardsight.live.event import Place
    from boardsight.live.glance import Box, Glance

CONTENTS = "tape.json"
VERSION = 1
PICTURE = re.compile(r"\d{6}\.png")
MOST_LOOKS = 200_000
MOST_PICTURES = 20_000
LARGEST_PICTURE = 64 << 20
LARGEST_CONTENTS = 32 << 20
KEPT = 1.0
"""Seconds of equal looks that are kept whole: the follower waits no longer than this for anything."""
SPACING = 0.5
"""Later ones are kept ever more rarely: the next after this share of the time that nothing has changed."""


class TapeError(BoardsightError):
    """A recording can't be written or read."""


class Recorder:
    """Writes a recording; use it in a ``with`` statement.

    Raises:
        TapeError: the file can't be written.
    """

    def __init__(self, path: Path) -> None:
        try:
            self._zip = zipfile.ZipFile(path, "w", zipfile.ZIP_STORED)
        except OSError as error:
            raise TapeError(f"--record {path}: {error.strerror or error}: name a file that can be written") from error
        self._looks: list[list[Any]] = []
        self._pixels: NDArray[np.uint8] | None = None
        self._pictures, self._since = 0, 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._zip.writestr(CONTENTS, json.dumps({"version": VERSION, "looks": self._looks}), zipfile.ZIP_DEFLATED)
        self._zip.close()

    def add(self, glance: Glance) -> None:
        """Keep a look, if it says anything that the looks before did not."""
        time = round(glance.time, 4)
        if isinstance(glance, Absence):
            entry: list[Any] = [time, None, glance.reason, 1.0]
        else:
            if self._pixels is None or not same(self._pixels, glance.pixels):
                self._write(glance.pixels)
            entry = [time, self._pictures, glance.source, glance.scale]
        last = self._looks[-1] if self._looks else None
        if last is None or last[1:] != entry[1:]:
            self._since = time
        stood = time - self._since
        if len(self._looks) >= MOST_LOOKS or (last is not None and stood > KEPT and time - last[0] < SPACING * stood):
            return
        self._looks.append(entry)

    def _write(self, pixels: NDArray[np.uint8]) -> None:
        import cv2  # noqa: PLC0415  # replaying needs none of it

        if self._pictures >= MOST_PICTURES:
            return
        self._pixels = pixels
        self._pictures += 1
        _, data = cv2.imencode(".png", pixels, [cv2.IMWRITE_PNG_COMPRESSION, 3])
        self._zip.writestr(f"{self._pictures:06d}.png", data.tobytes())


class TapeSource:
    """A recording as a source of looks. Recordings come from strangers: nothing in one is believed unseen.

    Raises:
        TapeError: it is not a recording, or not a sound one.
    """

    def __init__(self, path: Path) -> None:
        self._name = str(path)
        try:
            self._zip = zipfile.ZipFile(path)
            self._looks = self._contents()
        except (OSError, zipfile.BadZipFile, KeyError, ValueError, RuntimeError, NotImplementedError) as error:
            if isinstance(error, OSError) and error.strerror:
                raise TapeError(f"{path}: {error.strerror}: name a recording made with --record") from error
            raise TapeError(f"{path}: this is not a recording made with 'boardsight watch --record'") from error
        self._next = 0
        self._held: tuple[int, NDArray[np.uint8]] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._zip.close()

    @property
    def place(self) -> Place | None:
        """Nowhere: there is no desktop behind a recording."""
        return None

    def look(self, box: Box | None) -> Glance | None:  # noqa: ARG002  # a recording was cut down already
        """The next look; None at the end.

        Raises:
            TapeError: its picture is broken or too large.
        """
        if self._next >= len(self._looks):
            return None
        time, number, words, scale = self._looks[self._next]
        self._next += 1
        if number is None:
            return Absence(words, time)
        if self._held is None or self._held[0] != number:
            self._held = number, self._picture(number)
        return Frame(self._held[1], words, scale, time)

    def _picture(self, number: int) -> NDArray[np.uint8]:
        name = f"{number:06d}.png"
        try:
            info = self._zip.getinfo(name)
            if info.file_size > LARGEST_PICTURE:
                raise TapeError(f"{self._name}: the picture {name} is too large: {info.file_size >> 20} MB")
            with self._zip.open(info) as stream:
                return picture.load(stream.read(LARGEST_PICTURE)).pixels
        except (KeyError, OSError, zipfile.BadZipFile, EOFError, RuntimeError, NotImplementedError) as error:
            raise TapeError(f"{self._name}: the picture {name} is missing or broken") from error

    def _contents(self) -> list[tuple[float, int | None, str, float]]:
        """The looks, each checked.

        Raises:
            ValueError: something in it is not as ``Recorder`` writes it.
        """
        names = self._zip.namelist()
        if len(names) > MOST_PICTURES + 1 or not all(name == CONTENTS or PICTURE.fullmatch(name) for name in names):
            raise ValueError("names")
        info = self._zip.getinfo(CONTENTS)
        if info.file_size > LARGEST_CONTENTS:
            raise ValueError("size")
        with self._zip.open(info) as stream:
            told = json.loads(stream.read(LARGEST_CONTENTS))
        if not isinstance(told, dict) or told.get("version") != VERSION or not isinstance(told.get("looks"), list):
            raise ValueError("contents")
        if len(told["looks"]) > MOST_LOOKS:
            raise ValueError("length")
        return [_checked(entry) for entry in told["looks"]]


def _checked(entry: object) -> tuple[float, int | None, str, float]:
    match entry:
        case [int() | float() as time, None | int() as number, str() as words, int() | float() as scale]:
            sound = math.isfinite(time) and 0 < scale < 100 and (number is None or 0 < number <= MOST_PICTURES)
            if sound and not isinstance(time, bool) and not isinstance(number, bool):
                return float(time), number, words[:400], float(scale)
    raise ValueError("a look")
