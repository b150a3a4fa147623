"""The batch report: one HTML page with its pictures in a folder, readable without a network, light and dark."""

from __future__ import annotations

from html import escape
from string import Template
from typing import TYPE_CHECKING

from calibration import tables
from calibration.compare import UNREAD, renamed
from calibration.score import Outcome
from calibration.tally import by_puzzle, tally
from solver.errors import BoardsightError
from solver.notation import parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from calibration.row import Row
    from calibration.tally import Tally

PICTURES = "pictures"
TEMPLATE = "report.html"
# What is drawn large, worst first. What is unsure but right comes last: it costs coverage, no trust.
WORST_FIRST = (
    (None, "Errors"),
    (Outcome.WRONG_SURE, "Wrong and sure"),
    (Outcome.FALSE_SURE, "Sure where nothing may be sure"),
    (Outcome.MISSED, "No board found where there is one"),
    (Outcome.WRONG, "Wrong, said unsure"),
    (Outcome.DOUBTED, "No board there, said unsure"),
    (Outcome.EXACT, "Exact but unsure"),
)
MOST_DRAWN = 400


def prepare(folder: Path) -> Path:
    """Make the report's folder; gives the folder for drawings inside it.

    Raises:
        BoardsightError: it can't be made, or holds something that is not a report.
    """
    try:
        if folder.exists() and any(folder.iterdir()) and not (folder / "index.html").exists():
            raise BoardsightError(f"--report {folder}: the folder holds other things: name an empty or a new one")
        drawings = folder / PICTURES
        drawings.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BoardsightError(f"--report {folder}: {error.strerror or error}: name another folder") from error
    return drawings


def write(folder: Path, rows: Sequence[Row], *, title: str, changed: Sequence[str] = ()) -> Path:
    """Write ``index.html``; gives its path. The pictures were drawn by ``calibration.failures``."""
    template = Template((_here() / TEMPLATE).read_text(encoding="utf-8"))
    page = template.substitute(
        title=escape(title),
        cards=_cards(tally(rows)),
        table=_table([tables.HEADINGS, *(tables.figures(kind, one) for kind, one in by_puzzle(rows).items())]),
        changed=_changed(changed),
        failures="".join(_group(rows, outcome, words) for outcome, words in WORST_FIRST),
        confusions="".join(_confusion(kind, one) for kind, one in by_puzzle(rows).items()),
        pictures=_pictures(rows),
    )
    path = folder / "index.html"
    path.write_text(page, encoding="utf-8")
    return path


def _here() -> Path:
    from pathlib import Path  # noqa: PLC0415  # elsewhere needed for types alone

    return Path(__file__).parent


def _cards(total: Tally) -> str:
    """The figures a person looks at first."""
    bad = "bad" if total.wrong_sure else "good"
    failed = "bad" if total.failed else "good"
    cards = [
        (str(total.wrong_sure), "wrong and sure", bad),
        (str(total.failed), "to look into", failed),
        (tables.share(total.exact, total.boards), f"of {total.boards} boards exact", ""),
        (tables.share(total.sure, total.boards), "exact and sure", ""),
        (f"{total.refused} / {total.bare}", "pictures without a board refused", ""),
        (f"{total.ms:.0f} ms", "to read a picture (median)", ""),
    ]
    return "".join(f'<li class="{kind}"><b>{escape(value)}</b>{escape(words)}</li>' for value, words, kind in cards)


def _table(lines: Sequence[Sequence[str]]) -> str:
    head, *body = lines
    top = "".join(f'<th scope="col">{escape(word)}</th>' for word in head)
    rows = "".join(
        f'<tr><th scope="row">{escape(first)}</th>{"".join(f"<td>{escape(word)}</td>" for word in rest)}</tr>'
        for first, *rest in body
    )
    return f"<table><thead><tr>{top}</tr></thead><tbody>{rows}</tbody></table>"


def _changed(lines: Sequence[str]) -> str:
    if not lines:
        return ""
    items = "".join(f'<li class="{line.split(":")[0]}">{escape(line)}</li>' for line in lines)
    return f'<section><h2>Changed since the baseline</h2><ul class="changes">{items}</ul></section>'


def _group(rows: Iterable[Row], outcome: Outcome | None, words: str) -> str:
    members = [row for row in rows if row.outcome is outcome]
    if not members:
        return ""
    shown = "".join(_failure(row) for row in members[:MOST_DRAWN])
    more = f"<p>and {len(members) - MOST_DRAWN} more</p>" if len(members) > MOST_DRAWN else ""
    wide = "" if outcome is Outcome.EXACT else " open"
    return (
        f"<section><details{wide}><summary><h2>{escape(words)} <small>{len(members)}</small></h2></summary>"
        f"{shown}{more}</details></section>"
    )


def _failure(row: Row) -> str:
    """One picture: what was drawn, what was read, what was expected, and why it was not sure."""
    facts = [("expected", _expectation(row)), ("read", _seen(row))]
    if row.reasons:
        facts.append(("why", "<br>".join(escape(reason) for reason in row.reasons)))
    if row.problem:
        facts = [("problem", escape(row.problem))]
    if row.error is not None:
        facts.append(("placement", f"{row.error:.2f} cells off at most"))
    listed = "".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in facts)
    place = f"{PICTURES}/{escape(row.picture)}"
    picture = f'<a href="{place}"><img src="{place}" alt="what was read" loading="lazy"></a>' if row.picture else ""
    group = f" <small>{escape(row.group)}</small>" if row.group else ""
    return (
        f'<article><h3>{escape(row.name)}{group}</h3><div class="side">{picture}'
        f'<div><dl>{listed}</dl><div class="boards">{_boards(row)}</div></div></div></article>'
    )


def _expectation(row: Row) -> str:
    if row.expect in ("read", "hard"):
        return f"{escape(row.kind or '')} <code>{escape(row.truth or '')}</code> ({row.expect})"
    return "no board" if row.expect == "none" else "a board that must not be sure"


def _seen(row: Row) -> str:
    if row.board is None:
        return "no board"
    return f"{escape(row.seen or '')} <code>{escape(row.board)}</code>, {row.verdict}, confidence {row.confidence:.3f}"


def _boards(row: Row) -> str:
    """The true board and the one read side by side; cells that differ under the best names are ringed."""
    true, seen = _cells(row.truth), _cells(row.board)
    off: set[tuple[int, int]] = set()
    if true and true.keys() == seen.keys():
        named = renamed(seen, true) if row.kind == "lights-out" else seen
        off = {place for place in true if true[place] != named[place]}
    drawn = [("expected", _drawn(row.truth, set())), ("read", _drawn(row.board, off))]
    return "".join(
        f'<figure class="board">{cells}<figcaption>{words}</figcaption></figure>' for words, cells in drawn if cells
    )


def _cells(board: str | None) -> dict[tuple[int, int], int]:
    """States by (row, col), as ``calibration.compare`` has them."""
    lines = [] if board is None else parse(board)
    return {
        (row, col): state if isinstance(state, int) else UNREAD
        for row, line in enumerate(lines)
        for col, state in enumerate(line)
        if state is not None
    }


def _drawn(board: str | None, off: set[tuple[int, int]]) -> str:
    if board is None:
        return ""
    return "<br>".join(
        "".join(
            f'<i class="s{sign if sign in "012345" else "x"}{" off" if (row, col) in off else ""}">{escape(sign)}</i>'
            for col, sign in enumerate(line)
        )
        for row, line in enumerate(board.split("/"))
    )


def _confusion(kind: str, one: Tally) -> str:
    if not one.confusion:
        return ""
    lines = [line.split() for line in tables.confusion(one).replace("true \\ read", "true").splitlines()]
    return (
        f"<figure>{_table(lines)}<figcaption>{escape(kind)}: true state down, state read across</figcaption></figure>"
    )


def _pictures(rows: Sequence[Row]) -> str:
    head = ("picture", "rung", "expected", "outcome", "board", "confidence", "cells", "size", "ms")
    body = [
        (
            row.name,
            row.group,
            row.expect,
            row.outcome.value if row.outcome else "error",
            row.board or "–",
            f"{row.confidence:.3f}",
            f"{row.right}/{row.total}" if row.total else "–",
            f"{row.width}×{row.height}",
            f"{row.look_ms:.0f}",
        )
        for row in rows
    ]
    return _table([head, *body])
