"""``boardsight analyse``: how hard a puzzle or a board is."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from boardsight.cli import exits
from boardsight.cli.exits import UsageError
from boardsight.cli.solve import KINDS

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def add_options(parser: ArgumentParser) -> None:
    """The options of this subcommand."""
    parser.add_argument("puzzle", metavar="KIND", nargs="?", choices=KINDS, help=f"one of {', '.join(KINDS)}")
    parser.add_argument("--size", metavar="RxC", type=size, help="rows and columns, such as 5x5")
    parser.add_argument("--states", metavar="K", type=int, help="how many states a cell can show")
    parser.add_argument("--rule", metavar="FILE", help="a rule file, or a rule by name such as cross-torus")
    parser.add_argument("--goal", metavar="GOAL", help="all-0, all-1, ... or a board")
    parser.add_argument("--board", metavar="NOTATION", help="facts of this board instead of all boards")
    parser.add_argument("--json", action="store_true", help="one JSON object on standard output")
    parser.add_argument("--chart", metavar="FILE", help="write a bar chart of the least moves as a picture")


def size(text: str) -> tuple[int, int]:
    """Read ``RxC``."""
    rows, cols = (int(part) for part in text.lower().replace("×", "x").split("x"))
    if rows < 1 or cols < 1:
        raise ValueError(text)
    return rows, cols


def run(options: Namespace) -> int:
    """Find the facts and print them; returns the exit code."""
    from boardsight.analysis import facts  # noqa: PLC0415  # all of these cost start-up time
    from solver.errors import NotationError, RuleError  # noqa: PLC0415
    from solver.facts import BoardFacts  # noqa: PLC0415

    if options.board is not None and options.chart is not None:
        raise UsageError("--chart shows all boards of a puzzle: leave --board out")
    if options.chart is not None and not options.chart.lower().endswith((".png", ".jpg", ".jpeg", ".webp", ".bmp")):
        raise UsageError(f"--chart {options.chart}: name a picture file, such as chart.png")
    try:
        found = facts(
            options.puzzle,
            board=options.board,
            size=options.size,
            goal=options.goal,
            states=options.states,
            rule=options.rule,
        )
    except (NotationError, RuleError) as error:
        raise UsageError(str(error)) from error
    if options.json:
        import json  # noqa: PLC0415

        sys.stdout.write(json.dumps(found.as_dict()) + "\n")
    else:
        rows = found.rows()
        width = max(len(name) for name, _ in rows)
        sys.stdout.write("".join(f"{name:{width}}  {value}\n" for name, value in rows))
    if isinstance(found, BoardFacts):
        return exits.SOLVED if found.reason is None else exits.UNSOLVABLE
    if options.chart is not None:
        if found.distribution is None:
            raise UsageError("there are too many boards to go through for a chart: take a smaller --size")
        from pathlib import Path  # noqa: PLC0415

        from boardsight.chart import chart  # noqa: PLC0415
        from boardsight.outputs import write  # noqa: PLC0415

        title = f"{found.puzzle.kind} ({found.puzzle.rule}): boards by least moves to {found.goal}"
        write(Path(options.chart), chart(found.distribution.boards, title))
    return exits.SOLVED
