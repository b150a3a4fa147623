"""``boardsight solve``: pictures, the screen or a typed board in; clicks out."""

from __future__ import annotations

import sys

from boardsight.cli import exits
from boardsight.cli.exits import UsageError

TYPE_CHECKING = False  # importing typing costs start-up time
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace, _ArgumentGroup

    from boardsight.result import Result

KINDS = ("memento", "wheels", "lights-out", "heresy")  # solver.puzzle.KINDS, which costs start-up time to import


def add_options(parser: ArgumentParser) -> None:
    """The options of this subcommand."""
    parser.add_argument("paths", metavar="PATH", nargs="*", help="a picture, a folder, a glob, or - for standard input")
    what = parser.add_argument_group("what to solve instead of files")
    what.add_argument(
        "--board", metavar="NOTATION", help="a typed board such as 010/111/010 (needs --puzzle or --rule)"
    )
    what.add_argument(
        "--screen", metavar="N", nargs="?", const=1, type=int, help="the screen (the first, or number N; 0 for all)"
    )
    what.add_argument("--region", metavar="X,Y,W,H", type=region, help="a part of the screen, in pixels")
    what.add_argument("--window", metavar="NAME", help="a window: its title, application or pid, or a part of them")
    what.add_argument("--clipboard", action="store_true", help="the picture on the clipboard")
    what.add_argument("--delay", metavar="S", type=seconds, default=0.0, help="wait S seconds before taking the screen")
    how = understanding(parser)
    how.add_argument("--profile", metavar="NAME", help="a learnt profile, or none; whichever fits when absent")
    how.add_argument(
        "--order", choices=("row", "path"), default="row", help="clicks row by row, or as a short way for the pointer"
    )
    how.add_argument("--frame", metavar="N", type=count, default=0, help="which frame of an animation, from 0")
    output = parser.add_argument_group("what comes out")
    output.add_argument("--out", metavar="FILE|DIR", help="where marked pictures go; else beside each picture")
    output.add_argument("--no-mark", action="store_true", help="draw no pictures")
    output.add_argument("--json", action="store_true", help="one JSON line a picture on standard output")
    output.add_argument("--explain", metavar="FILE", help="write what each stage saw as one contact sheet")


def understanding(parser: ArgumentParser) -> _ArgumentGroup:
    """The options that say what a board means, the same wherever one is read; more may be added to their group."""
    how = parser.add_argument_group("how to understand it")
    how.add_argument(
        "--puzzle", metavar="KIND", choices=KINDS, help=f"one of {', '.join(KINDS)}; found out when absent"
    )
    how.add_argument("--goal", metavar="GOAL", help="all-0, all-1, ..., same (all alike), invert, or a board")
    how.add_argument("--swap", action="store_true", help="exchange the two states (lit and dark, up and down)")
    how.add_argument("--rule", metavar="FILE", help="a rule file: which cells a move changes")
    return how


def region(text: str) -> tuple[int, int, int, int]:
    """Read ``X,Y,W,H``."""
    left, top, width, height = (int(part) for part in text.split(","))
    if width < 1 or height < 1:
        raise ValueError(text)
    return left, top, width, height


def seconds(text: str) -> float:
    """Read a time to wait, up to an hour."""
    value = float(text)
    if not 0 <= value <= 3600:
        raise ValueError(text)
    return value


def count(text: str) -> int:
    """Read a number from 0."""
    value = int(text)
    if value < 0:
        raise ValueError(text)
    return value


def run(options: Namespace) -> int:
    """Solve what the options name; returns the exit code."""
    asked = {
        "PATH": bool(options.paths),
        "--board": options.board is not None,
        "--screen": options.screen is not None,
        "--region": options.region is not None,
        "--window": options.window is not None,
        "--clipboard": options.clipboard,
    }
    given = [name for name, there in asked.items() if there]
    if not given:
        raise UsageError(
            "nothing to solve: name a picture, or use --screen, --region, --window, --clipboard or --board "
            "(see 'boardsight solve --help')"
        )
    if len(given) > 1:
        raise UsageError(f"{' and '.join(given)} can't be used together: choose one")
    if options.delay and given[0] not in {"--screen", "--region", "--window"}:
        raise UsageError("--delay is for --screen, --region and --window")
    if options.board is not None:
        return _typed(options)
    from boardsight.cli.pictures import run as run_pictures  # noqa: PLC0415  # a typed board needs none of it

    return run_pictures(options)


def _typed(options: Namespace) -> int:
    from boardsight.plan import Wish  # noqa: PLC0415  # costs start-up time
    from boardsight.typed import solve_typed  # noqa: PLC0415
    from solver.errors import NotationError, RuleError  # noqa: PLC0415

    for name in ("out", "explain"):
        if getattr(options, name) is not None:
            raise UsageError(f"--{name} is for pictures: a typed board has none")
    if options.puzzle is None and options.rule is None:
        raise UsageError(f"--board needs --puzzle ({', '.join(KINDS)}) or --rule")
    wish = Wish(options.goal, options.swap, options.order, options.rule)
    try:
        result = solve_typed(options.board, options.puzzle, wish)
    except (NotationError, RuleError) as error:
        raise UsageError(str(error)) from error
    say(result, as_json=options.json)
    return exit_code(result)


def say(result: Result, *, as_json: bool, marked: str | None = None, mark_ms: float = 0.0) -> None:
    """Print a result on standard output, at once."""
    if as_json:
        import json  # noqa: PLC0415  # costs start-up time

        from boardsight.record import record  # noqa: PLC0415  # one of the two is needed

        text = json.dumps(record(result, marked=marked, mark_ms=mark_ms))
    else:
        from boardsight.summary import summary  # noqa: PLC0415

        text = summary(result, marked)
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def exit_code(result: Result) -> int:
    """The exit code of one result."""
    if result.verdict == "none":
        return exits.NO_BOARD
    if result.verdict == "unsure":
        return exits.UNSURE
    if result.solvable is None:
        return exits.FAILED  # the search was stopped
    return exits.SOLVED if result.solvable else exits.UNSOLVABLE
