"""``boardsight windows``: the windows there are, for ``--window``."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING

from boardsight.cli import exits

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Sequence

    from vision.capture import Screen
    from vision.windows import Window

WIDEST = 44


def add_options(parser: ArgumentParser) -> None:
    """The options of this subcommand."""
    parser.add_argument("--json", action="store_true", help="one JSON line a window")


def run(options: Namespace) -> int:
    """List the windows; returns the exit code."""
    from vision.capture import screens  # noqa: PLC0415  # costs start-up time
    from vision.windows.opening import open_windows  # noqa: PLC0415

    with open_windows() as system:
        windows = system.windows()
    have = screens()
    if options.json:
        for window in windows:
            sys.stdout.write(json.dumps({**asdict(window), "monitor": monitor(window, have)}) + "\n")
        return exits.SOLVED
    if not windows:
        sys.stdout.write("there are no windows\n")
        return exits.SOLVED
    rows = [("TITLE", "APPLICATION", "PID", "PLACE", "SIZE", "MONITOR")]
    for window in windows:
        place = "hidden" if window.hidden else f"{window.left},{window.top}"
        number = monitor(window, have)
        rows.append(
            (
                _short(window.title),
                _short(window.app),
                str(window.pid) if window.pid is not None else "-",
                place,
                f"{window.width}×{window.height}",
                str(number) if number is not None else "-",
            )
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        sys.stdout.write("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() + "\n")
    return exits.SOLVED


def monitor(window: Window, screens: Sequence[Screen]) -> int | None:
    """The number of the screen that shows the window's middle; None where none does, or it is hidden."""
    if window.hidden:
        return None
    x, y = window.left + window.width // 2, window.top + window.height // 2
    for number, screen in enumerate(screens[1:], 1):
        if screen.left <= x < screen.left + screen.width and screen.top <= y < screen.top + screen.height:
            return number
    return None


def _short(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= WIDEST else plain[: WIDEST - 1] + "…"
