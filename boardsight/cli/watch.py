"""``boardsight watch``: follow a running game, show what to click next, tick the clicks off."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from boardsight.cli import exits
from boardsight.cli.exits import UsageError
from boardsight.cli.solve import count, region, understanding

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from boardsight.live.sources import Source
    from boardsight.live.watch import Show

SLOWEST = 10_000


def add_options(parser: ArgumentParser) -> None:
    """The options of this subcommand."""
    what = parser.add_argument_group("what to watch")
    what.add_argument("--window", metavar="NAME", help="a window: its title, application or pid, or a part of them")
    what.add_argument("--monitor", metavar="N", type=count, help="a whole screen (0 for all)")
    what.add_argument("--region", metavar="X,Y,W,H", type=region, help="a part of the desktop, in pixels")
    what.add_argument("--replay", metavar="FILE", help="a recording made with --record")
    how = understanding(parser)
    how.add_argument("--profile", metavar="NAME", help="a learnt profile, or none; whichever fits when absent")
    how.add_argument("--order", choices=("row", "path"), default="row", help="clicks row by row, or as a short way")
    how.add_argument("--every", metavar="MS", type=interval, default=0.1, help="milliseconds between looks (100)")
    output = parser.add_argument_group("what comes out")
    output.add_argument("--json", action="store_true", help="one JSON line an event instead of the live panel")
    output.add_argument("--save", metavar="DIR", help="keep a marked picture of every change")
    output.add_argument("--record", metavar="FILE", help="keep what was seen, for --replay and for bug reports")
    output.add_argument("--overlay", action="store_true", help="draw the clicks over the game itself (with --window)")


def interval(text: str) -> float:
    """Read milliseconds between looks; gives seconds."""
    value = float(text)
    if not 10 <= value <= SLOWEST:
        raise ValueError(text)
    return value / 1e3


def run(options: Namespace) -> int:
    """Watch until stopped, or to the end of a recording; returns the exit code."""
    asked = {f"--{name}": getattr(options, name) for name in ("window", "monitor", "region", "replay")}
    given = [name for name, value in asked.items() if value is not None]
    if len(given) != 1:
        listed = ", ".join(asked)
        raise UsageError(f"name one of {listed}" + (f", not {' and '.join(given)}" if given else " to watch"))
    if options.overlay and given[0] != "--window":
        raise UsageError("--overlay lies over a window: name it with --window")
    if options.record is not None and given[0] == "--replay":
        raise UsageError("--record and --replay can't be used together: the recording is there already")
    from boardsight.live.eyes import Eyes  # noqa: PLC0415  # costs start-up time
    from boardsight.live.follow import Follower  # noqa: PLC0415
    from boardsight.live.tape import Recorder  # noqa: PLC0415
    from boardsight.live.watch import watch  # noqa: PLC0415
    from boardsight.plan import Wish  # noqa: PLC0415
    from calibration.profiles import store  # noqa: PLC0415

    profiles = store.chosen(options.profile)
    eyes = Eyes(options.puzzle, profiles, insist=options.profile not in {None, store.OFF})
    wish = Wish(options.goal, options.swap, options.order, options.rule)
    follower = Follower(wish, options.puzzle, eyes=eyes, profiles=profiles)
    with ExitStack() as stack:
        source = _source(options, stack)
        shows = _shows(options, stack)
        recorder = stack.enter_context(Recorder(Path(options.record))) if options.record is not None else None
        every = 0.0 if options.replay is not None else options.every
        watch(source, follower, shows, every=every, recorder=recorder)
    return exits.SOLVED


def _source(options: Namespace, stack: ExitStack) -> Source:
    if options.replay is not None:
        from boardsight.live.tape import TapeSource  # noqa: PLC0415  # one of three is needed

        return stack.enter_context(TapeSource(Path(options.replay)))
    from boardsight.live.sources import ScreenSource, WindowSource  # noqa: PLC0415

    if options.window is not None:
        from vision.windows.opening import open_windows  # noqa: PLC0415

        system = stack.enter_context(open_windows())
        if options.overlay and not system.own_content:
            raise UsageError("--overlay would be in its own picture on this desktop: leave it out")
        return WindowSource(system, options.window)
    from vision.capture import open_grabber  # noqa: PLC0415

    grabber = stack.enter_context(open_grabber())
    return ScreenSource(grabber, options.monitor if options.monitor is not None else options.region)


def _shows(options: Namespace, stack: ExitStack) -> list[Show]:
    from boardsight.live.shows import JsonLines, Pictures, TextLines  # noqa: PLC0415  # costs start-up time

    shows: list[Show] = []
    if options.json:
        shows.append(JsonLines())
    elif sys.stdout.isatty():
        from boardsight.live.panel import Panel  # noqa: PLC0415

        panel = Panel()
        stack.callback(panel.close)
        shows.append(panel)
    else:
        shows.append(TextLines())
    if options.overlay:
        from boardsight.live.overlay import Overlay  # noqa: PLC0415  # Qt

        overlay = Overlay()
        stack.callback(overlay.close)
        shows.append(overlay)
    if options.save is not None:
        shows.append(Pictures(Path(options.save)))
    return shows
