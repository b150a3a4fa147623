"""Results of a batch as files for machines, and what changed since an earlier run."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element, SubElement, tostring

from calibration.score import Outcome
from calibration.tally import by_puzzle, tally
from solver.errors import BoardsightError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from calibration.row import Row
    from calibration.tally import Tally

FORMAT = 1
# Best first; what is worse than before is what a person looks at.
ORDER = [
    one.name for one in (Outcome.SURE, Outcome.REFUSED, Outcome.EXACT, Outcome.DOUBTED, Outcome.WRONG, Outcome.MISSED)
]


class ResultsError(BoardsightError):
    """A file of earlier results can't be used."""


def record(rows: Sequence[Row]) -> dict[str, Any]:
    """Everything about a run, ready for ``json.dumps``; the format is described in docs/testing.md."""
    return {
        "format": FORMAT,
        "all": _figures(tally(rows)),
        "puzzles": {kind: _figures(one) for kind, one in by_puzzle(rows).items()},
        "pictures": [_picture(row) for row in rows],
    }


def junit(rows: Sequence[Row]) -> str:
    """The run as a JUnit file: one test case a picture."""
    total = tally(rows)
    suite = Element(
        "testsuite",
        name="boardsight test",
        tests=str(len(rows)),
        failures=str(sum(row.failed and row.outcome is not None for row in rows)),
        errors=str(total.problems),
        time=f"{sum(row.load_ms + row.look_ms for row in rows) / 1e3:.3f}",
    )
    for row in rows:
        case = SubElement(
            suite,
            "testcase",
            classname=f"boardsight.{row.kind or 'none'}",
            name=_plain(" ".join(filter(None, (row.name, row.group)))),
            time=f"{(row.load_ms + row.look_ms) / 1e3:.3f}",
        )
        if row.outcome is None:
            SubElement(case, "error", message=_plain(row.problem))
        elif row.failed:
            fault = SubElement(case, "failure", message=_plain(row.outcome.value), type=row.outcome.name)
            fault.text = _plain(f"expected {row.truth}, read {row.board} ({'; '.join(row.reasons) or 'sure'})")
    return '<?xml version="1.0" encoding="utf-8"?>\n' + tostring(suite, encoding="unicode") + "\n"


def changes(rows: Sequence[Row], baseline: Path) -> list[str]:
    """What changed since the run whose ``--json`` file is ``baseline``: one line a picture, what got worse first.

    Raises:
        ResultsError: it is no such file.
    """
    before = _before(baseline)
    worse: list[str] = []
    better: list[str] = []
    other: list[str] = []
    for row in rows:
        key = _key(row)
        now = row.outcome.name if row.outcome else "ERROR"
        if key not in before:
            other.append(f"new: {key} is {_words(now)}")
        elif before[key] != now:
            line = f"{key} was {_words(before[key])}, now {_words(now)}"
            (worse if _rank(now) > _rank(before[key]) else better).append(line)
    gone = sorted(before.keys() - {_key(row) for row in rows})
    return [
        *(f"worse: {line}" for line in worse),
        *(f"better: {line}" for line in better),
        *other,
        *(f"gone: {key}" for key in gone),
    ]


def _before(baseline: Path) -> dict[str, str]:
    try:
        facts = json.loads(baseline.read_text(encoding="utf-8"))
        if facts["format"] != FORMAT:
            raise ResultsError(f"{baseline}: was written by another version: make a new one with --json")
        return {str(one["key"]): str(one["outcome"]) for one in facts["pictures"]}
    except OSError as error:
        raise ResultsError(f"{baseline}: can't be read: {error.strerror or error}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise ResultsError(f"{baseline}: is not a file that 'boardsight test --json' wrote") from error


def _key(row: Row) -> str:
    return " ".join(filter(None, (row.name, row.group)))


def _rank(name: str) -> int:
    return ORDER.index(name) if name in ORDER else len(ORDER)


def _words(name: str) -> str:
    return Outcome[name].value if name in Outcome.__members__ else "an error"


def _picture(row: Row) -> dict[str, Any]:
    facts = asdict(row)
    facts["key"] = _key(row)
    facts["outcome"] = row.outcome.name if row.outcome else "ERROR"
    facts["failed"] = row.failed
    for name in ("confidence", "error", "load_ms", "look_ms"):
        if facts[name] is not None:
            facts[name] = round(facts[name], 4)
    return facts


def _figures(one: Tally) -> Mapping[str, Any]:
    facts = asdict(one)
    facts["confusion"] = [[*pair, count] for pair, count in one.confusion.items()]
    facts["ms"] = round(one.ms, 3)
    return facts


def _plain(text: str) -> str:
    """Without the control characters that XML can't hold."""
    return "".join(sign if sign.isprintable() else " " for sign in text)
