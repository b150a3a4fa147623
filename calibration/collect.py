"""File a person's own screenshot as a fixture: a copy of the picture and an entry in the folder's truth file."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from calibration.truth import EXPECTS, NAME, TruthError, load
from solver.errors import BoardsightError
from solver.typed import typed_board
from vision.look import look
from vision.picture import load as load_picture

if TYPE_CHECKING:
    from pathlib import Path

    from vision.reading import Reading


def add(
    shot: Path,
    folder: Path,
    *,
    board: str | None = None,
    kind: str | None = None,
    expect: str = "read",
    note: str = "",
    source: str = "",
) -> tuple[str, str]:
    """Copy ``shot`` into ``folder`` and add it to ``truth.json`` there; nothing is ever written over.

    The cells' places are kept too where the eye, asked now, reads just the board that was given.

    Args:
        shot: a picture file.
        folder: made where it is missing.
        board: what is really on the picture, in text notation; needed for ``read`` and ``hard``.
        kind: the puzzle; what the eye finds when None.
        expect: ``read``, ``hard``, ``not-sure`` or ``none``.
        note: for people.
        source: names the game.

    Returns:
        The file's name in the folder, and one line about what the eye reads now.

    Raises:
        BoardsightError: the picture, the board or the truth file can't be used.
    """
    if expect not in EXPECTS:
        raise TruthError(f"there is no expectation {expect!r}: choose one of {', '.join(EXPECTS)}")
    if expect in ("read", "hard") and board is None:
        raise TruthError(f"a picture that is {expect!r} needs its board: add --board NOTATION")
    if expect == "none" and board is not None:
        raise TruthError("a picture without a board has none: leave --board or --expect none away")
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise TruthError(f"{folder}: is not a folder")
    reading = look(load_picture(shot))[0]
    kind = kind or (None if expect == "none" else reading.kind)
    if board is not None:
        if kind is None:
            raise TruthError("no board was found in the picture, so the puzzle isn't known: name it with --puzzle")
        typed_board(kind, board)
    item: dict[str, Any] = {"file": "", "expect": expect}
    if kind is not None:
        item["puzzle"] = kind
    if board is not None:
        item["board"] = board
    item |= {name: value for name, value in (("note", note), ("source", source)) if value}
    agrees = board is not None and reading.board == board and reading.kind == kind
    if agrees:
        item["states"] = reading.states
        item["centers"] = [[round(x, 1), round(y, 1)] for x, y in (cell.center for cell in reading.cells)]
    items = _items(folder)
    item["file"] = _copy(shot, folder)
    _write(folder, [*items, item])
    return str(item["file"]), _answer(reading, board, agrees=agrees)


def _answer(reading: Reading, board: str | None, *, agrees: bool) -> str:
    if reading.verdict == "none":
        return f"the eye finds no board here now: {'; '.join(reading.reasons)}"
    said = f"the eye reads {reading.kind} {reading.board} now, {reading.verdict}"
    if board is None:
        return said
    return f"{said}: as it should" if agrees else f"{said}, not {board}"


def _items(folder: Path) -> list[Any]:
    """What the truth file holds already, checked."""
    path = folder / NAME
    if not path.exists():
        return []
    load(folder)
    items = json.loads(path.read_text(encoding="utf-8"))
    return list(items)


def _copy(shot: Path, folder: Path) -> str:
    """Copy the picture under a name that is free."""
    folder.mkdir(parents=True, exist_ok=True)
    data = shot.read_bytes()
    number = 1
    while True:
        name = f"{shot.stem}{'' if number == 1 else f'-{number}'}{shot.suffix.lower()}"
        try:
            with (folder / name).open("xb") as stream:
                stream.write(data)
        except FileExistsError:
            number += 1
            continue
        except OSError as error:
            raise BoardsightError(f"{folder / name}: can't be written: {error.strerror or error}") from error
        return name


def _write(folder: Path, items: list[Any]) -> None:
    """Replace the truth file, whole or not at all."""
    part = folder / f".{NAME}.{os.getpid()}.part"
    lines = ",\n".join(json.dumps(item, ensure_ascii=False) for item in items)
    part.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    part.replace(folder / NAME)
