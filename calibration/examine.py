"""Read one picture and compare it with its truth: what a reading process does, again and again.

It loads the eye, so only the processes that read import it.
"""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from calibration.compare import compare, literally
from calibration.failures import draw
from calibration.row import Row
from calibration.score import Outcome, displacement, outcome
from solver.errors import BoardsightError
from vision.look import look

if TYPE_CHECKING:
    from pathlib import Path

    from calibration.evaluate import Eye, Task


def examine(task: Task, *, eye: Eye | None = None, literal: bool = False, drawings: Path | None = None) -> Row:
    """Read one picture and compare it with its truth; a fault becomes a row too."""
    start = perf_counter()
    try:
        frame, entry = task.make()
        loaded = perf_counter()
        reading = (eye or look)(frame)[0]
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
