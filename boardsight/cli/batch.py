"""The batch behind ``boardsight test``: run, tell, write."""

from __future__ import annotations

import json
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from boardsight.cli import complain, exits
from boardsight.cli.exits import UsageError
from boardsight.cli.progress import Progress
from calibration import report, results, tables
from calibration.evaluate import cores, tasks
from calibration.evaluate import run as read_all
from calibration.row import Row
from calibration.tally import by_puzzle, tally
from calibration.truth import load

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from calibration.evaluate import Eye, Task
    from calibration.truth import Entry

LISTED = 20


def run(options: Namespace) -> int:
    """Read every picture that the options name; returns the exit code."""
    drawings = None if options.report is None else report.prepare(Path(options.report))
    entries, missing = _entries(options)
    if not entries and not missing:
        raise UsageError("no pictures: the truth files name none" + (f" of {options.puzzle}" if options.puzzle else ""))
    todo = tasks(entries)
    if options.ladder:
        from calibration import baseline_reader, ladder, ladder_table  # noqa: PLC0415  # they load the eye

        todo = ladder.tasks(todo, options.seed)
    rows = [
        Row(str(entry.path), problem=f"{entry.path}: is named in the truth file but is not there") for entry in missing
    ]
    rows += _read(todo, options, drawings, None if options.profile is None else _profiled(options.profile))
    changed = [] if options.baseline is None else results.changes(rows, Path(options.baseline))
    if options.ladder:
        sys.stdout.write(f"{ladder_table.terminal(rows)}\n\n")
    _tell(rows, changed)
    _write(options, rows, changed)
    if options.markdown is not None:
        simple = _read(todo, options, None, baseline_reader.look)
        names = ", ".join(f"`{Path(folder).name}`" for folder in options.folders)
        if options.sample:
            names += f" (at most {options.sample} a puzzle)"
        page = ladder_table.page(rows, simple, seed=options.seed, pictures=names)
        Path(options.markdown).write_text(page, encoding="utf-8")
    return exits.FAILED if any(row.failed for row in rows) else exits.SOLVED


def _profiled(name: str) -> Eye:
    """The eye with the profile of this name."""
    from calibration.profiles import store  # noqa: PLC0415  # loads the eye
    from calibration.profiles.match import profiled  # noqa: PLC0415

    return partial(profiled, name=store.load(name).name)


def _entries(options: Namespace) -> tuple[list[Entry], list[Entry]]:
    """The entries whose picture is there, and those whose picture is not."""
    wanted = [
        entry
        for folder in options.folders
        for entry in load(folder)
        if options.puzzle is None or entry.kind == options.puzzle
    ]
    if options.sample:
        wanted = _sample(wanted, options.sample)
    there = [entry for entry in wanted if entry.path.exists()]
    return there, [] if options.skip_missing else [entry for entry in wanted if not entry.path.exists()]


def _sample(entries: list[Entry], count: int) -> list[Entry]:
    """At most ``count`` entries a puzzle, spread over the list."""
    groups: dict[str | None, list[Entry]] = {}
    for entry in entries:
        groups.setdefault(entry.kind, []).append(entry)
    return [
        entry
        for members in groups.values()
        for place, entry in enumerate(members)
        if place * count // len(members) != (place - 1) * count // len(members)
    ]


def _read(todo: Sequence[Task], options: Namespace, drawings: Path | None, eye: Eye | None) -> list[Row]:
    jobs = min(options.jobs or cores(), max(1, len(todo)))
    rows: list[Row] = []
    with Progress(len(todo)) as progress:
        for row in read_all(todo, jobs=jobs, eye=eye, literal=options.profile is not None, drawings=drawings):
            rows.append(row)
            progress.show(len(rows), row.name)
    return rows


def _tell(rows: Sequence[Row], changed: Sequence[str]) -> None:
    """Print the figures, then what a person has to look into."""
    parts = by_puzzle(rows)
    lines = [tables.figures(kind, one) for kind, one in parts.items()]
    total = tally(rows)
    if len(parts) > 1:
        lines.append(tables.figures("all", total))
    out = [tables.text([tables.HEADINGS, *lines])]
    for kind, one in parts.items():
        if one.confusion:
            out.append(f"\n{kind}\n{tables.confusion(one)}")
    failed = [row for row in rows if row.failed]
    if failed:
        out.append("")
        out += [_line(row) for row in failed[:LISTED]]
        if len(failed) > LISTED:
            out.append(f"and {len(failed) - LISTED} more")
    if changed:
        out += ["", *changed]
    words = f"{len(rows)} pictures, {total.wrong_sure} wrong and sure, {len(failed)} failed"
    sys.stdout.write("\n".join([*out, "", words]) + "\n")


def _line(row: Row) -> str:
    if row.outcome is None:
        return f"ERROR  {row.problem}"
    said = "" if not row.reasons else f" ({row.reasons[0]})"
    expected = row.truth or "no board"
    name = f"{row.name} ({row.group})" if row.group else row.name
    return f"FAILED {name}: {row.outcome.value}: expected {expected}, read {row.board or 'no board'}{said}"


def _write(options: Namespace, rows: Sequence[Row], changed: Sequence[str]) -> None:
    if options.report is not None:
        title = f"Boardsight test: {', '.join(Path(folder).name or folder for folder in options.folders)}"
        path = report.write(Path(options.report), rows, title=title, changed=changed)
        complain(f"report: {path}")
    if options.json is not None:
        Path(options.json).write_text(json.dumps(results.record(rows)) + "\n", encoding="utf-8")
    if options.junit is not None:
        Path(options.junit).write_text(results.junit(rows), encoding="utf-8")
