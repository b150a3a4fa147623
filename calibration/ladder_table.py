"""The ladder's results as one table: a line for each kind of wear, a column for each strength."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calibration.ladder import CORRUPTIONS, MILD, STRENGTHS, group
from calibration.tables import markdown, share, text
from calibration.tally import tally

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from calibration.row import Row
    from calibration.tally import Tally

HEADINGS = ("wear", *map(str, STRENGTHS), f"wrong and sure 1–{MILD}", f"{MILD + 1}–5")
INTRODUCTION = """# The ladder

Made by `boardsight test --ladder`: every picture of {pictures} is worn in {kinds} ways, each in five strengths
(see `calibration/corruptions/`), and read. Seed {seed}. A cell of the table says how many per cent of the boards were
read exactly, and after the stroke how many exactly *and* surely. Where something covers a cell, or the picture is
turned or tilted, the board may be unsure; nothing may ever be wrong and sure.

"""


def lines(rows: Sequence[Row], other: Sequence[Row] = ()) -> list[tuple[str, ...]]:
    """The table's lines, headings first.

    Args:
        rows: of the ladder.
        other: of the simple reader over the same ladder; gives two more columns.
    """
    groups = _groups(rows)
    others = _groups(other)
    more = ("simple reader 1–3", "wrong and sure") if others else ()
    out = [
        (*HEADINGS, *more),
        ("clean", _cell(groups.get("clean", [])), "", "", "", "", "", "", *_simple(others, ["clean"])),
    ]
    for name in CORRUPTIONS:
        marks = {strength: groups.get(group(name, strength), []) for strength in STRENGTHS}
        mild = tally(row for strength in STRENGTHS[:MILD] for row in marks[strength])
        strong = tally(row for strength in STRENGTHS[MILD:] for row in marks[strength])
        out.append(
            (
                name,
                *(_cell(marks[s]) for s in STRENGTHS),
                str(mild.wrong_sure),
                str(strong.wrong_sure),
                *_simple(others, [group(name, strength) for strength in STRENGTHS[:MILD]]),
            )
        )
    return out


def summary(rows: Sequence[Row]) -> str:
    """Two lines: the mild rungs and the strong ones, all kinds of wear together."""
    mild = tally(row for row in rows if _strength(row) <= MILD)
    strong = tally(row for row in rows if _strength(row) > MILD)
    return "\n".join(
        f"{words}: {share(one.exact, one.boards)} of {one.boards} boards exact, "
        f"{share(one.sure, one.boards)} exact and sure; {one.wrong_sure} of {one.pictures} pictures wrong and sure"
        for words, one in ((f"rungs 1–{MILD}", mild), (f"rungs {MILD + 1}–5", strong))
    )


def terminal(rows: Sequence[Row]) -> str:
    """The table and its summary for the terminal."""
    return f"{text(lines(rows))}\n\n{summary(rows)}"


def page(rows: Sequence[Row], other: Sequence[Row], *, seed: int, pictures: str) -> str:
    """The Markdown page."""
    head = INTRODUCTION.format(seed=seed, pictures=pictures, kinds=len(CORRUPTIONS))
    compared = (
        f"\n\nThe simple reader (`calibration/baseline_reader.py`):\n\n{_listed(summary(other))}" if other else ""
    )
    return f"{head}{markdown(lines(rows, other))}\n\n{_listed(summary(rows))}{compared}\n"


def _listed(words: str) -> str:
    return "\n".join(f"* {line}" for line in words.splitlines())


def _strength(row: Row) -> int:
    last = row.group.rpartition(" ")[2]
    return int(last) if last.isdigit() else 0


def _groups(rows: Iterable[Row]) -> dict[str, list[Row]]:
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(row.group, []).append(row)
    return groups


def _cell(rows: Sequence[Row]) -> str:
    one: Tally = tally(rows)
    if not one.boards:
        return "–"
    return f"{100 * one.exact / one.boards:.0f} / {100 * one.sure / one.boards:.0f}"


def _simple(others: dict[str, list[Row]], names: Iterable[str]) -> tuple[str, ...]:
    if not others:
        return ()
    one = tally(row for name in names for row in others.get(name, []))
    return f"{100 * one.exact / max(1, one.boards):.0f}", str(one.wrong_sure)
