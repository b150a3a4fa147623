"""``boardsight profiles``: list, show, remove, export and import them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from boardsight.cli import exits
from boardsight.cli.exits import UsageError

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

ACTIONS = ("list", "show", "remove", "export", "import")


def add_options(parser: ArgumentParser) -> None:
    """The options of this subcommand."""
    parser.epilog = None
    parser.add_argument("action", metavar="ACTION", nargs="?", choices=ACTIONS, default="list", help=", ".join(ACTIONS))
    parser.add_argument("name", metavar="NAME", nargs="?", help="a profile; for import, the file")
    parser.add_argument("file", metavar="FILE", nargs="?", help="where export writes; NAME.zip when absent")
    parser.add_argument("--name", dest="under", metavar="NAME", help="keep an imported profile under this name")
    parser.add_argument("--replace", action="store_true", help="put an imported profile in place of one of its name")


def run(options: Namespace) -> int:
    """Do what was asked; returns the exit code."""
    action = options.action
    if action != "list" and options.name is None:
        raise UsageError(f"'profiles {action}' needs the name of {'a file' if action == 'import' else 'a profile'}")
    if options.file is not None and action != "export":
        raise UsageError("only 'profiles export' writes a file")
    if action != "import" and (options.under is not None or options.replace):
        raise UsageError("--name and --replace are for 'profiles import'")
    return {"list": _list, "show": _show, "remove": _remove, "export": _export, "import": _import}[action](options)


def _list(options: Namespace) -> int:
    from calibration.profiles import store  # noqa: PLC0415  # all of these load OpenCV
    from calibration.profiles.profile import ProfileError  # noqa: PLC0415

    del options
    found = store.names()
    if not found:
        sys.stdout.write("no profiles yet: make one with 'boardsight learn'\n")
    for name in found:
        try:
            one = store.load(name)
        except ProfileError as error:
            sys.stdout.write(f"{name}: can't be used: {error}\n")
            continue
        shapes = ", ".join(f"{rows}×{cols}" for rows, cols in one.shapes)
        goal = f", goal {one.goal}" if one.goal else ""
        sys.stdout.write(f"{name}: {one.kind} {shapes}, {one.states} states{goal}\n")
    return exits.SOLVED


def _show(options: Namespace) -> int:
    from calibration.profiles import files, store  # noqa: PLC0415

    one = store.load(options.name)
    text = files.dump(one)[files.MAIN].decode()
    sys.stdout.write(f"# in {store.folder() / one.name}\n{text}")
    return exits.SOLVED


def _remove(options: Namespace) -> int:
    from calibration.profiles import store  # noqa: PLC0415

    store.remove(options.name)
    sys.stdout.write(f"profile {options.name} removed\n")
    return exits.SOLVED


def _export(options: Namespace) -> int:
    from calibration.profiles import store  # noqa: PLC0415

    target = Path(options.file or f"{options.name}.zip")
    store.export(options.name, target)
    sys.stdout.write(f"profile {options.name} written to {target}\n")
    return exits.SOLVED


def _import(options: Namespace) -> int:
    from calibration.profiles import store  # noqa: PLC0415

    profile = store.import_file(Path(options.name), name=options.under, replace=options.replace)
    sys.stdout.write(f"profile {profile.name} taken in\n")
    return exits.SOLVED
