"""The ``boardsight`` command: finds the subcommand, runs it, turns errors into one line and an exit code.

Built on argparse, because start-up time is part of the promise: only the module of the subcommand at hand is imported.
"""

from __future__ import annotations

import os
import sys
from argparse import SUPPRESS, Action, ArgumentParser, RawDescriptionHelpFormatter
from importlib import import_module

from boardsight.cli import exits

TYPE_CHECKING = False  # importing typing costs start-up time
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence
    from typing import NoReturn

PROGRAM = "boardsight"
COMMANDS = {
    "solve": ("boardsight.cli.solve", "solve pictures, the screen or a typed board"),
    "watch": ("boardsight.cli.watch", "follow a running game and show what to click next"),
    "windows": ("boardsight.cli.windows", "list the windows that can be solved or watched"),
    "learn": ("boardsight.cli.learn", "learn what a game's board looks like from labelled pictures"),
    "profiles": ("boardsight.cli.profiles", "list, show, remove, export and import learnt profiles"),
    "test": ("boardsight.cli.test", "test the eye on folders of pictures whose truth is known"),
    "analyse": ("boardsight.cli.analyse", "facts about a puzzle's rules or one of its boards"),
    "demo": ("boardsight.cli.demo", "solve one picture of each puzzle, to see what it looks like"),
}

EPILOG = """exit codes:
  0 solved and sure    1 an error           2 wrong usage
  3 no board found     4 not sure           5 proved unsolvable
With many pictures the code is the first of 1, 4, 5, 3, 0 that occurred."""


class Parser(ArgumentParser):
    """An argument parser whose complaints are one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where to read more, then leave."""
        self.exit(exits.USAGE, f"{self.prog}: {message} (see '{self.prog} --help')\n")


class Layout(RawDescriptionHelpFormatter):
    """Help of a fixed width: asking the terminal for its own costs start-up time."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=100)


class _Version(Action):
    """Prints the version; looked up only when asked for."""

    def __call__(self, parser: ArgumentParser, *_: object, **__: object) -> None:
        from boardsight import __version__  # noqa: PLC0415  # costs start-up time

        sys.stdout.write(f"boardsight {__version__}\n")
        parser.exit()


def parsed(words: Sequence[str]) -> tuple[str, Namespace]:
    """The subcommand that the words name, and its options; of the subcommands only that one is loaded."""
    name, *rest = words or ("",)
    if name not in COMMANDS:
        _overview().parse_args(words)  # leaves: help, the version, or a complaint
        raise exits.UsageError(f"name the command first, then its options (see '{PROGRAM} --help')")
    module, summary = COMMANDS[name]
    parser = Parser(
        prog=f"{PROGRAM} {name}",
        description=f"{summary[0].upper()}{summary[1:]}.",
        epilog=EPILOG,
        formatter_class=Layout,
        allow_abbrev=False,
    )
    import_module(module).add_options(parser)
    options, unknown = parser.parse_known_args(rest)
    if unknown:
        parser.error(f"unknown option {' '.join(unknown)}")
    return name, options


def _overview() -> Parser:
    """The parser of the words before a subcommand."""
    width = max(map(len, COMMANDS)) + 2
    listed = [f"  {name:{width}}{summary}" for name, (_, summary) in COMMANDS.items()]
    parser = Parser(
        prog=PROGRAM,
        usage=f"{PROGRAM} [-h] [--version] COMMAND ...",
        description="Reads a puzzle board from a picture, finds the fewest clicks that solve it and draws them on it.",
        epilog="\n".join(["commands:", *listed, f"'{PROGRAM} COMMAND --help' lists a command's options", "", EPILOG]),
        formatter_class=Layout,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action=_Version, nargs=0, default=SUPPRESS, help="show the version and leave")
    parser.add_argument("command", metavar="COMMAND", choices=COMMANDS, help="what to do, see below")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        arguments: words after the program's name; ``sys.argv`` when None.

    Returns:
        The exit code, see ``boardsight.cli.exits``.
    """
    words = sys.argv[1:] if arguments is None else list(arguments)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a file name or a × must not stop a console that can't show it
    try:
        name, options = parsed(words)
        code = int(import_module(COMMANDS[name][0]).run(options))
        sys.stdout.flush()
    except SystemExit as leave:  # argparse, after --help or a usage error
        return leave.code if isinstance(leave.code, int) else exits.FAILED
    except KeyboardInterrupt:
        complain("stopped")
        return exits.INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has left. Python would complain once more when it closes standard output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return exits.FAILED
    except Exception as error:  # noqa: BLE001  # the last resort: no person is shown a traceback
        return failed(error)
    return code


def failed(error: Exception) -> int:
    """Say in one line why a run ended; the traceback is shown only where BOARDSIGHT_DEBUG is set."""
    from solver.errors import BoardsightError  # noqa: PLC0415  # costs start-up time

    if os.environ.get("BOARDSIGHT_DEBUG"):
        raise error
    if isinstance(error, exits.UsageError):
        complain(str(error))
        return exits.USAGE
    if isinstance(error, BoardsightError):
        complain(str(error))
    elif isinstance(error, OSError):
        complain(f"{error.filename or 'a file'}: {error.strerror or error}")
    elif isinstance(error, MemoryError):
        complain("there is not enough memory for this: try a smaller picture or board")
    else:
        words = " ".join(str(error).split())
        complain(
            f"this is a fault of boardsight, please report it with the picture: {type(error).__name__}: {words} "
            "(BOARDSIGHT_DEBUG=1 shows where)"
        )
    return exits.FAILED


def complain(message: str) -> None:
    """One line on standard error."""
    sys.stderr.write(f"boardsight: {message}\n")
