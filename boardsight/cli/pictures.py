"""``boardsight solve`` on pictures: each is read, solved, marked and told about, whatever befalls the others."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from boardsight import chain
from boardsight.cli import complain, exits
from boardsight.cli.exits import UsageError
from boardsight.cli.progress import Progress
from boardsight.cli.solve import exit_code, say
from boardsight.inputs import STDIN, Source, expand
from boardsight.outputs import OutputError, Outputs, write
from boardsight.record import failure
from solver.errors import BoardsightError
from vision.trace import Trace

if TYPE_CHECKING:
    from argparse import Namespace

    from boardsight.result import Result
    from vision.frame import Frame


def run(options: Namespace) -> int:
    """Solve every picture that the options name, in order; returns the gravest exit code."""
    if options.no_mark and options.out is not None:
        raise UsageError("--out and --no-mark contradict each other: choose one")
    sources = _sources(options)
    if options.explain is not None and len(sources) > 1:
        raise UsageError(f"--explain is for one picture, but there are {len(sources)}")
    if options.explain is not None and any(_same(options.explain, source) for source in sources):
        raise UsageError(f"--explain {options.explain} is the picture itself: name another file")
    try:
        outputs = None if options.no_mark else Outputs(None if options.out is None else Path(options.out), sources)
    except OutputError as error:
        raise UsageError(str(error)) from error
    codes: list[int] = []
    with Progress(len(sources)) as progress:
        for done, source in enumerate(sources):
            progress.show(done, source.name)
            codes.append(_one(source, options, outputs, progress))
    if len(sources) > 1 and not options.json:
        sys.stdout.write(f"{_tally(codes)}\n")
    return exits.gravest(codes)


def _sources(options: Namespace) -> list[Source]:
    if options.screen is not None:
        return [Source("screen" if options.screen == 1 else f"screen-{options.screen}")]
    for name in ("region", "window", "clipboard"):
        if getattr(options, name):
            return [Source(name)]
    if options.paths.count(STDIN) > 1:
        raise UsageError("standard input (-) can be read only once")
    return expand(options.paths)


def _same(name: str, source: Source) -> bool:
    return source.path is not None and os.path.realpath(name) == os.path.realpath(source.path)


def _one(source: Source, options: Namespace, outputs: Outputs | None, progress: Progress) -> int:
    """Solve one picture and tell about it; returns its exit code."""
    trace = Trace() if options.explain is not None else None
    try:
        frame, load_ms = _frame(source, options)
        result = chain.solve(
            frame,
            goal=options.goal,
            puzzle=options.puzzle,
            swap=options.swap,
            order=options.order,
            rule=options.rule,
            profile=options.profile,
            trace=trace,
        )
    except BoardsightError as error:
        return _fail(source, str(error), options, progress)
    except MemoryError:
        return _fail(source, f"{source.name}: there is not enough memory for this picture", options, progress)
    except Exception as error:  # noqa: BLE001  # one picture's fault must not take the others with it
        return _fail(source, _fault(source, error), options, progress)
    result = result.changed(source=source.name, ms=result.ms.changed(load=load_ms))
    code = exit_code(result)
    marked, mark_ms, problem = _mark(source, frame, result, outputs)
    if trace is not None:
        from boardsight.explain import sheet  # noqa: PLC0415  # rarely asked for

        try:
            write(Path(options.explain), sheet(trace))
        except OutputError as error:
            problem = str(error)
    progress.clear()
    say(result, as_json=options.json, marked=marked, mark_ms=mark_ms)
    if problem is not None:
        complain(problem)
        code = exits.FAILED
    return code


def _mark(
    source: Source, frame: Frame, result: Result, outputs: Outputs | None
) -> tuple[str | None, float, str | None]:
    """Write the marked picture; gives its path, the milliseconds it took, and what went wrong."""
    if outputs is None or result.verdict == "none":
        return None, 0.0, None
    start = perf_counter()
    path = outputs.path(source)
    try:
        write(path, chain.mark(frame, result))
    except OutputError as error:
        return None, 1e3 * (perf_counter() - start), str(error)
    except Exception as error:  # noqa: BLE001  # what was read and solved is told all the same
        return None, 1e3 * (perf_counter() - start), _fault(source, error)
    return str(path), 1e3 * (perf_counter() - start), None


def _fault(source: Source, error: Exception) -> str:
    """One line for what should never happen."""
    words = " ".join(str(error).split())
    return f"{source.name}: a fault of boardsight, please report it with the picture: {type(error).__name__}: {words}"


def _fail(source: Source, reason: str, options: Namespace, progress: Progress) -> int:
    progress.clear()
    if options.json:
        import json  # noqa: PLC0415  # costs start-up time

        sys.stdout.write(json.dumps(failure(source.name, reason)) + "\n")
        sys.stdout.flush()
    complain(reason)
    return exits.FAILED


def _frame(source: Source, options: Namespace) -> tuple[Frame, float]:
    """The picture and the milliseconds that loading took."""
    if options.delay:
        time.sleep(options.delay)
    start = perf_counter()
    if source.problem is not None:
        raise BoardsightError(source.problem)
    if source.path is None and source.name != STDIN:
        frame = _taken(options)
    elif source.path is None:
        data = sys.stdin.buffer.read()
        if not data:
            raise BoardsightError(
                "standard input is empty: pipe a picture into it, as in 'boardsight solve - < shot.png'"
            )
        frame = chain.frame_of(data, options.frame)
    else:
        frame = chain.frame_of(source.path, options.frame)
    return frame, 1e3 * (perf_counter() - start)


def _taken(options: Namespace) -> Frame:
    """The picture taken from the desktop. What each way needs is imported for it alone."""
    if options.clipboard:
        from vision.clipboard import paste  # noqa: PLC0415

        return paste()
    if options.window is not None:
        from vision.windows import choose, take  # noqa: PLC0415
        from vision.windows.opening import open_windows  # noqa: PLC0415

        with open_windows() as system:
            return take(system, choose(options.window, system.windows()))
    from vision import capture  # noqa: PLC0415

    if options.screen is not None:
        return capture.grab_screen(options.screen)
    return capture.grab_region(*options.region)


def _tally(codes: list[int]) -> str:
    words = {
        exits.SOLVED: "solved",
        exits.UNSURE: "not sure",
        exits.UNSOLVABLE: "unsolvable",
        exits.NO_BOARD: "without a board",
        exits.FAILED: "failed",
    }
    counts = ", ".join(f"{codes.count(code)} {word}" for code, word in words.items() if code in codes)
    return f"{len(codes)} pictures: {counts}"
