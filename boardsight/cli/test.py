"""``boardsight test``: how well the eye reads pictures whose truth is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boardsight.cli.exits import UsageError
from boardsight.cli.solve import KINDS, count

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

EXPECTS = ("read", "hard", "not-sure", "none")  # calibration.truth.EXPECTS, which costs start-up time to import
DESCRIPTION = """Read every picture of folders with a truth.json, on all cores, and say how well that went.
The exit code is 1 when a picture that must be read is wrong, or anything is wrong and sure."""


def add_options(parser: ArgumentParser) -> None:
    """The options of this subcommand."""
    parser.description = DESCRIPTION
    parser.epilog = None
    parser.add_argument("folders", metavar="FOLDER", nargs="+", help="a folder with a truth.json, or a truth file")
    what = parser.add_argument_group("what is read")
    what.add_argument("--puzzle", metavar="KIND", choices=KINDS, help=f"only pictures of one of {', '.join(KINDS)}")
    what.add_argument("--ladder", action="store_true", help="read worn copies: 20 kinds of wear in five strengths")
    what.add_argument("--sample", metavar="N", type=count, default=0, help="at most N pictures a puzzle; 0 for all")
    what.add_argument("--seed", metavar="N", type=count, default=1, help="of the ladder")
    what.add_argument(
        "--profile", metavar="NAME", help="read with this profile; states must then be named as in the truth"
    )
    what.add_argument("--skip-missing", action="store_true", help="pass over pictures that are not there")
    what.add_argument("--jobs", metavar="N", type=count, default=0, help="processes; 0 for one a core")
    output = parser.add_argument_group("what comes out")
    output.add_argument("--report", metavar="DIR", help="write a page with every failure drawn")
    output.add_argument("--json", metavar="FILE", help="write everything as JSON")
    output.add_argument("--junit", metavar="FILE", help="write a JUnit file")
    output.add_argument("--baseline", metavar="FILE", help="say what changed since the run that wrote this JSON file")
    output.add_argument("--markdown", metavar="FILE", help="write the ladder's table as a Markdown page")
    fixture = parser.add_argument_group("file a screenshot as a fixture of FOLDER instead")
    fixture.add_argument("--add", metavar="SHOT", help="the picture; it is copied, never moved")
    fixture.add_argument("--board", metavar="NOTATION", help="what is really on it")
    fixture.add_argument("--expect", choices=EXPECTS, help="read when absent")
    fixture.add_argument("--note", metavar="TEXT", help="for people")
    fixture.add_argument("--source", metavar="TEXT", help="which game it is of")


def run(options: Namespace) -> int:
    """Test, or file a fixture; returns the exit code."""
    if options.add is None:
        for name in ("board", "expect", "note", "source"):
            if getattr(options, name) is not None:
                raise UsageError(f"--{name} is for --add SHOT")
        if options.markdown is not None and not options.ladder:
            raise UsageError("--markdown is for --ladder")
        from boardsight.cli.batch import run as run_batch  # noqa: PLC0415  # loads the eye

        return run_batch(options)
    if len(options.folders) > 1:
        raise UsageError("--add files the picture in one FOLDER")
    return _add(options)


def _add(options: Namespace) -> int:
    import sys  # noqa: PLC0415
    from pathlib import Path  # noqa: PLC0415

    from boardsight.cli import exits  # noqa: PLC0415
    from calibration.collect import add  # noqa: PLC0415  # loads the eye

    folder = Path(options.folders[0])
    name, answer = add(
        Path(options.add),
        folder,
        board=options.board,
        kind=options.puzzle,
        expect=options.expect or "read",
        note=options.note or "",
        source=options.source or "",
    )
    sys.stdout.write(f"{folder / name} added: {answer}\n")
    return exits.SOLVED
