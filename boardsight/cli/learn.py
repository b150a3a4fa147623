"""``boardsight learn``: make a profile from labelled pictures."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from boardsight.cli import exits
from boardsight.cli.exits import UsageError
from boardsight.cli.solve import KINDS

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

EPILOG = """example:
  boardsight learn start.png later.png --board 00000/00100/01110/00100/00000 11011/... --name my-game --goal all-0
Two pictures that together show every state are best. Digits count the states in click order, 0 being the one that
--goal all-0 wants, unless --cycle says otherwise."""


def add_options(parser: ArgumentParser) -> None:
    """The options of this subcommand."""
    parser.epilog = EPILOG
    parser.add_argument("shots", metavar="SHOT", nargs="+", help="a picture of the game")
    parser.add_argument(
        "--board", metavar="NOTATION", nargs="+", action="extend", default=[], help="what is really on each picture"
    )
    parser.add_argument("--name", metavar="NAME", required=True, help="of the profile")
    parser.add_argument("--puzzle", metavar="KIND", choices=KINDS, help=f"one of {', '.join(KINDS)}")
    parser.add_argument("--goal", metavar="GOAL", default="", help="all-0, all-1, ..., same, or a board")
    parser.add_argument("--cycle", metavar="DIGITS", default="", help="the digits in the order a click carries them")
    parser.add_argument("--rule", metavar="NAME", default="", help="which cells a click changes, by name")
    parser.add_argument(
        "--buttons",
        metavar="MOVE=X,Y",
        nargs="+",
        type=button,
        default=[],
        help="where a move is made on the first picture, such as 'row 2=610,240'",
    )
    parser.add_argument("--replace", action="store_true", help="put it in place of a profile of that name")


def button(text: str) -> tuple[str, tuple[float, float]]:
    """Read ``MOVE=X,Y``."""
    move, _, place = text.rpartition("=")
    x, y = (float(part) for part in place.split(","))
    if not move.strip():
        raise ValueError(text)
    return move.strip(), (x, y)


def run(options: Namespace) -> int:
    """Learn and keep the profile; returns the exit code."""
    if len(options.board) != len(options.shots):
        raise UsageError(
            f"{len(options.shots)} pictures need {len(options.shots)} boards after --board, not {len(options.board)}"
        )
    from calibration.profiles import store  # noqa: PLC0415  # loads the eye
    from calibration.profiles.learn import learn  # noqa: PLC0415
    from vision.picture import load  # noqa: PLC0415

    profile = learn(
        options.name,
        [(load(shot), board) for shot, board in zip(options.shots, options.board, strict=True)],
        kind=options.puzzle,
        goal=options.goal,
        cycle=options.cycle,
        rule=options.rule,
        buttons=options.buttons,
    )
    place = store.save(profile, replace=options.replace)
    sys.stdout.write(
        f"profile {profile.name}: {profile.kind}, {profile.states} states, kept in {place}\n"
        "It is used by itself wherever it fits; --profile none reads without it.\n"
    )
    return exits.SOLVED
