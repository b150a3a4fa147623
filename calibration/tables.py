"""Tallies as text: for the terminal and for Markdown pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calibration.compare import UNREAD

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calibration.tally import Tally

HEADINGS = (
    "puzzle",
    "boards",
    "exact",
    "cells exact",
    "sure",
    "wrong and sure",
    "refused",
    "placement",
    "ms a picture",
)


def share(part: int, whole: int) -> str:
    """``97.5 %``, or a dash where there is nothing to divide by. Rounded down, so that 100 % means all."""
    if not whole:
        return "–"
    return f"{1000 * part // whole / 10:.1f} %"


def figures(name: str, tally: Tally) -> tuple[str, ...]:
    """One line of the table whose headings are ``HEADINGS``."""
    placement = "–" if tally.placement is None else f"{tally.placement[0]:.3f} / {tally.placement[1]:.2f}"
    return (
        name,
        str(tally.boards) if tally.boards else "–",
        share(tally.exact, tally.boards),
        share(tally.cells_right, tally.cells),
        share(tally.sure, tally.boards),
        str(tally.wrong_sure),
        f"{tally.refused} of {tally.bare}" if tally.bare else "–",
        placement,
        f"{tally.ms:.1f}",
    )


def text(lines: Sequence[Sequence[str]]) -> str:
    """A table in columns; the first line holds the headings."""
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    return "\n".join(
        "  ".join(
            word.ljust(width) if i == 0 else word.rjust(width)
            for i, (word, width) in enumerate(zip(line, widths, strict=True))
        )
        for line in lines
    )


def markdown(lines: Sequence[Sequence[str]]) -> str:
    """The same as a Markdown table."""
    head, *body = lines
    rule = ["---", *["---:"] * (len(head) - 1)]
    return "\n".join(f"| {' | '.join(line)} |" for line in [head, rule, *body])


def confusion(tally: Tally) -> str:
    """The confusion matrix: a line for each true state, a column for each state read; ``?`` is not readable."""
    if not tally.confusion:
        return ""
    states = sorted({state for pair in tally.confusion for state in pair} - {UNREAD})
    columns = [*states, UNREAD] if any(seen == UNREAD for _, seen in tally.confusion) else states
    head = ["true \\ read", *("?" if state == UNREAD else str(state) for state in columns)]
    lines = [
        [str(real), *(str(tally.confusion.get((real, seen), 0)) for seen in columns)]
        for real in states
        if any((real, seen) in tally.confusion for seen in columns)
    ]
    return text([head, *lines])
