"""Run the eye over many pictures whose truth is known, on all cores, one small row of results each.

A process is started once and reads one picture after the other; only rows come back, so memory does not grow with the
number of pictures. The eye itself is loaded by the processes that read, all at once, and not by the one that waits.
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
from typing import TYPE_CHECKING, TypeVar

from solver.errors import BoardsightError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from calibration.row import Row
    from calibration.truth import Entry
    from vision.frame import Frame
    from vision.reading import Reading

    Eye = Callable[[Frame], list[Reading]]
    Make = Callable[[], tuple[Frame, Entry]]

Found = TypeVar("Found")

AHEAD = 24  # pictures handed out per process before results are asked for: a large one must not keep others waiting


@dataclass(frozen=True, slots=True)
class Task:
    """One picture to be read: a name for people, how to get picture and truth, and a group for tables."""

    name: str
    make: Make
    group: str = ""


def from_file(entry: Entry) -> tuple[Frame, Entry]:
    """Picture and truth of an entry of a truth file."""
    from vision.picture import load  # noqa: PLC0415  # only where pictures are read

    return load(entry.path), entry


def tasks(entries: Iterable[Entry]) -> list[Task]:
    """One task for each entry."""
    return [Task(str(entry.path), partial(from_file, entry)) for entry in entries]


def run(
    todo: Iterable[Task],
    *,
    jobs: int | None = None,
    eye: Eye | None = None,
    literal: bool = False,
    drawings: Path | None = None,
) -> Iterator[Row]:
    """Read every picture; rows come in the order of the tasks, as they are ready.

    Args:
        todo: the tasks; they are taken as they are needed.
        jobs: processes; one for each core when None. One job runs in this process.
        eye: what reads a frame, ``vision.look.look`` when None; must survive pickling.
        literal: states must be named as in the truth.
        drawings: an existing folder for drawings of failures; none are drawn when None.

    Raises:
        BoardsightError: a process ended by itself.
    """
    yield from each(partial(_examined, eye=eye, literal=literal, drawings=drawings), todo, jobs)


def each(one: Callable[[Task], Found], todo: Iterable[Task], jobs: int | None = None) -> Iterator[Found]:
    """What becomes of every task, in the order of the tasks; arguments and errors as of ``run``."""
    jobs = max(1, jobs if jobs is not None else cores())
    if jobs == 1:
        import cv2  # noqa: PLC0415

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


def _examined(task: Task, *, eye: Eye | None, literal: bool, drawings: Path | None) -> Row:
    from calibration.examine import examine  # noqa: PLC0415

    return examine(task, eye=eye, literal=literal, drawings=drawings)


def _start() -> None:
    """Each job is one thread: together they already fill the cores."""
    import cv2  # noqa: PLC0415

    cv2.setNumThreads(1)
