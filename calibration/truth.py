"""Truth files: what is really on the pictures of a folder, so that the eye can be measured against it.

A folder of pictures has one ``truth.json``: a list of objects with ``file`` and ``expect``, and where there is a board
``puzzle``, ``board``, ``states`` and, optionally, ``box`` (outer box of the board, pixels) or ``centers`` (cell centres
row by row, pixels). Other keys are ignored.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast, get_args

from solver.errors import BoardsightError
from solver.notation import parse
from solver.puzzle import KINDS

if TYPE_CHECKING:
    from collections.abc import Mapping

Expect = Literal["read", "hard", "not-sure", "none"]

EXPECTS: tuple[Expect, ...] = get_args(Expect)
NAME = "truth.json"
ALIASES = {"hive": "heresy"}


class TruthError(BoardsightError):
    """A truth file is missing or says something that can't be meant."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What is on one picture.

    Attributes:
        path: the picture, below its folder; it may be absent on disk.
        expect: ``read`` (exact and sure wanted), ``hard`` (may be unsure), ``not-sure`` (a board cut, mid-animation
            or no grid: never sure), ``none`` (no board).
        kind: the puzzle, None where there is none.
        board: its notation line, None where it isn't known.
        states: how many states a cell can show; 0 where it isn't known.
        centers: (x, y) of the cells' centres in pixels, in notation order without the holes; empty where not known.
        box: left, top, right, bottom of the board in pixels; None where not known.
        note, source: for people; ``source`` names the game, for splits by game.
        rule: which cells a click changes, in words; empty where it isn't known.
    """

    path: Path
    expect: Expect
    kind: str | None = None
    board: str | None = None
    states: int = 0
    centers: tuple[tuple[float, float], ...] = field(default=(), repr=False)
    box: tuple[float, float, float, float] | None = None
    note: str = ""
    source: str = ""
    rule: str = ""

    @property
    def game(self) -> str:
        """The program the picture is of: the source without what follows its first blank or ``#``."""
        return self.source.split("#")[0].split(" ")[0].rstrip("/") or self.path.stem


def load(folder: str | Path) -> tuple[Entry, ...]:
    """Read ``folder/truth.json`` (or the truth file named).

    Raises:
        TruthError: no such file, not JSON, or an entry that is wrong; the message names the entry.
    """
    place = Path(folder)
    path = place if place.suffix == ".json" else place / NAME
    try:
        items = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise TruthError(
            f"{path}: no truth file can be read here: {error.strerror or error}; 'boardsight test --add' makes one"
        ) from error
    except ValueError as error:
        raise TruthError(f"{path}: not valid JSON: {error}") from error
    if not isinstance(items, list):
        raise TruthError(f"{path}: must be a list of objects, one for each picture")
    return tuple(_entry(item, path, number) for number, item in enumerate(items))


def _entry(item: object, path: Path, number: int) -> Entry:
    where = f"{path}: entry {number}"
    if not isinstance(item, dict) or not isinstance(item.get("file"), str):
        raise TruthError(f"{where}: must be an object with a 'file'")
    facts = cast("dict[str, Any]", item)
    where = f"{where} ({facts['file']})"
    expect = facts.get("expect")
    if expect not in EXPECTS:
        raise TruthError(f"{where}: 'expect' must be one of {', '.join(EXPECTS)}, not {expect!r}")
    puzzle = facts.get("puzzle")
    kind = ALIASES.get(puzzle, puzzle) if isinstance(puzzle, str) else None
    if kind is not None and kind not in KINDS:
        raise TruthError(f"{where}: 'puzzle' must be one of {', '.join(KINDS)}, not {puzzle!r}")
    board = facts.get("board") or None
    if expect in ("read", "hard") and (kind is None or board is None):
        raise TruthError(f"{where}: 'expect': {expect!r} needs a 'puzzle' and a 'board'")
    cells, highest = _count(board, where)
    states = int(facts.get("states") or (max(2, highest + 1) if cells else 0))
    if cells and highest >= states:
        raise TruthError(f"{where}: the board shows state {highest} but 'states' is {states}")
    centers = tuple((float(x), float(y)) for x, y in facts.get("centers") or ())
    if cells and centers and len(centers) != cells:
        raise TruthError(f"{where}: {len(centers)} centres for {cells} cells")
    return Entry(
        path.parent / facts["file"],
        expect,
        kind,
        board,
        states,
        centers,
        _box(facts, where),
        note=str(facts.get("note") or ""),
        source=str(facts.get("source") or ""),
        rule=str(facts.get("rule") or ""),
    )


def _count(board: object, where: str) -> tuple[int, int]:
    """How many cells the board line has, holes left out, and its highest state (-1 without cells)."""
    if board is None:
        return 0, -1
    try:
        signs = [sign for row in parse(str(board)) for sign in row if sign is not None]
    except BoardsightError as error:
        raise TruthError(f"{where}: {error}") from error
    return len(signs), max((sign for sign in signs if isinstance(sign, int)), default=-1)


def _box(facts: Mapping[str, Any], where: str) -> tuple[float, float, float, float] | None:
    box = facts.get("box")
    if box is None:
        return None
    if len(box) != 4 or not (box[0] < box[2] and box[1] < box[3]):
        raise TruthError(f"{where}: 'box' must be left, top, right, bottom, not {box}")
    left, top, right, bottom = map(float, box)
    return left, top, right, bottom
