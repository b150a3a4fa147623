"""Run the eye over many pictures whose truth is known, on all cores, one small row of results each.

A process is started once and reads one picture after the other; only rows come back, so memory does not grow with the
number of pictures.
"""

from __future__ import annotations

import os
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from itertools import islice
from multiprocessing import get_context
from time import perf_counter
from typing import TYPE_CHECKING

import cv2

from calibration.compare import compare, literally
from calibration.failures import draw
from calibration.score import Outcome, displacement, outcome
from solver.errors import BoardsightError
from vision.look import look
from vision.picture import load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from calibration.truth import Entry
    from vision.frame import Frame
    from vision.reading import Reading

    Eye = Callable[[Frame], list[Reading]]
    Make = Callable[[], tuple[Frame, Entry]]

AHEAD = 24  # pictures handed out per process before results are asked for: a large one must not keep others waiting


@dataclass(frozen=True, slots=True)
class Task:
    """One picture to be read: a name for people, how to get picture and truth, and a group for tables."""

    name: str
    make: Make
    group: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """What became of one picture.

    Attributes:
        name, group: of the task.
        outcome: None where the picture could not be read at all; then ``problem`` says why.
        problem: one line; empty where there was none.
        game, expect, kind, truth: of the entry; ``truth`` is its board.
        verdict, reasons, seen, board, confidence: of the leading reading; ``seen`` is the puzzle, ``board`` the
            notation read.
        total, right, pairs: cells, see ``Comparison``.
        error: the largest displacement of a centre in cells, None where it isn't known.
        width, height: of the picture in pixels.
        load_ms, look_ms: time taken.
        picture: file name of the failure's drawing in the report folder; empty where none was drawn.
    """

    name: str
    group: str = ""
    outcome: Outcome | None = None
    problem: str = ""
    game: str = ""
    expect: str = ""
    kind: str | None = None
    truth: str | None = None
    verdict: str = ""
    reasons: tuple[str, ...] = ()
    seen: str | None = None
    board: str | None = None
    confidence: float = 0.0
    total: int = 0
    right: int = 0
    pairs: tuple[tuple[int, int, int], ...] = ()
    error: float | None = None
    width: int = 0
    height: int = 0
    load_ms: float = 0.0
    look_ms: float = 0.0
    picture: str = ""

    @property
    def exact(self) -> bool:
        """Right board, sure or not."""
        return self.outcome in (Outcome.SURE, Outcome.EXACT)

    @property
    def failed(self) -> bool:
        """Whether a person has to look: an error, wrong and sure, or a picture that must be read and was not."""
        return self.outcome is None or self.outcome.bad or (self.expect == "read" and not self.exact)


def from_file(entry: Entry) -> tuple[Frame, Entry]:
    """Picture and truth of an entry of a truth file."""
    return load(entry.path), entry


def tasks(entries: Iterable[Entry]) -> list[Task]:
    """One task for each entry."""
    return [Task(str(entry.path), partial(from_file, entry)) for entry in entries]


def run(
    todo: Iterable[Task],
    *,
    jobs: int | None = None,
    eye: Eye = look,
    literal: bool = False,
    drawings: Path | None = None,
) -> Iterator[Row]:
    """Read every picture; rows come in the order of the tasks, as they are ready.

    Args:
        todo: the tasks; they are taken as they are needed.
        jobs: processes; one for each core when None. One job runs in this process.
        eye: what reads a frame; must survive pickling.
        literal: states must be named as in the truth.
        drawings: an existing folder for drawings of failures; none are drawn when None.

    Raises:
        BoardsightError: a process ended by itself.
    """
    jobs = max(1, jobs if jobs is not None else cores())
    one = partial(examine, eye=eye, literal=literal, drawings=drawings)
    if jobs == 1:
        threads = cv2.getNumThreads()
        try:
            _start()
            yield from map(one, todo)
        finally:
            cv2.setNumThreads(threads)
        return
    stream = iter(todo)
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_start) as pool:
        try:
            # One picture at a time: they take from a few to hundreds of milliseconds, and handing one out takes none.
            pending = deque(pool.submit(one, task) for task in islice(stream, AHEAD * jobs))
            while pending:
                yield pending.popleft().result()
                pending.extend(pool.submit(one, task) for task in islice(stream, 1))
        except BrokenProcessPool as error:
            raise BoardsightError(
                "a reading process ended by itself, perhaps for want of memory: try --jobs 1"
            ) from error
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def cores() -> int:
    """How many processes can run at once here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def examine(task: Task, *, eye: Eye, literal: bool = False, drawings: Path | None = None) -> Row:
    """Read one picture and compare it with its truth; a fault becomes a row too."""
    start = perf_counter()
    try:
        frame, entry = task.make()
        loaded = perf_counter()
        reading = eye(frame)[0]
        done = perf_counter()
        found = outcome(reading, entry)
        cells = compare(reading, entry, literal=literal)
        if literal and found in (Outcome.SURE, Outcome.EXACT) and not literally(reading, entry):
            found = Outcome.WRONG_SURE if reading.verdict == "sure" else Outcome.WRONG
        row = Row(
            task.name,
            task.group,
            found,
            "",
            entry.game,
            entry.expect,
            entry.kind,
            entry.board,
            reading.verdict,
            reading.reasons,
            reading.kind,
            reading.board,
            reading.confidence,
            cells.total,
            cells.right,
            cells.pairs,
            displacement(reading, entry) if cells.pairs else None,
            frame.width,
            frame.height,
            1e3 * (loaded - start),
            1e3 * (done - loaded),
        )
        return draw(row, frame, reading, drawings) if drawings is not None and not _fine(row) else row
    except BoardsightError as error:
        return Row(task.name, task.group, problem=str(error))
    except Exception as error:  # noqa: BLE001  # one picture's fault must not take the others with it
        words = " ".join(str(error).split())
        return Row(task.name, task.group, problem=f"{task.name}: a fault: {type(error).__name__}: {words}")


def _fine(row: Row) -> bool:
    return row.outcome in (Outcome.SURE, Outcome.REFUSED)


def _start() -> None:
    """Each job is one thread: together they already fill the cores."""
    cv2.setNumThreads(1)
