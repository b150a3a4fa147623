"""``boardsight demo``: one picture of each puzzle, drawn, read, solved and marked."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from boardsight.cli import exits

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def add_options(parser: ArgumentParser) -> None:
    """The options of this subcommand."""
    parser.add_argument(
        "--out", metavar="DIR", default="boardsight-demo", help="the folder for the pictures (boardsight-demo)"
    )


def run(options: Namespace) -> int:
    """Draw and solve; returns the exit code."""
    from pathlib import Path  # noqa: PLC0415  # all of these cost start-up time

    from boardsight.cli.solve import exit_code, say  # noqa: PLC0415
    from boardsight.demo import demonstrate  # noqa: PLC0415

    folder = Path(options.out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise exits.UsageError(
            f"--out {folder}: {error.strerror or error}: name a folder that can be written"
        ) from error
    codes = []
    for shown in demonstrate(folder):
        say(shown.result.changed(source=str(shown.plain)), as_json=False, marked=str(shown.marked))
        codes.append(exit_code(shown.result))
    sys.stdout.write(f"Look at the pictures in {folder.resolve()}\n")
    return exits.gravest(codes)
