"""A result as the JSON line that ``--json`` prints; the schema is described in docs/json.md."""

from __future__ import annotations

TYPE_CHECKING = False  # importing typing costs start-up time
if TYPE_CHECKING:
    from typing import Any

    from boardsight.result import Result
    from solver.board import Solution
    from vision.reading import Reading


def record(result: Result, *, marked: str | None = None, mark_ms: float = 0.0) -> dict[str, Any]:
    """The line for one picture or typed board, ready for ``json.dumps``."""
    board, goal, solution = result.board, result.goal, result.solution
    reading = result.reading
    ms = result.ms
    return {
        "file": result.source,
        "size": list(result.size) if result.size else None,
        "verdict": result.verdict,
        "reasons": list(result.reasons),
        "puzzle": result.puzzle,
        "board": str(board) if board is not None else (reading.board if reading is not None else None),
        "states": board.puzzle.states if board is not None else (reading.states if reading else None) or None,
        "confidence": _round(reading.confidence, 4) if reading is not None and reading.cells else None,
        "cells": _cells(result),
        "goal": str(goal) if goal is not None else None,
        "solvable": result.solvable,
        "steps": [
            {"n": click.n, "move": click.move, "times": click.times, "at": _point(click.at)} for click in result.clicks
        ],
        "cost": solution.cost if solution else None,
        "minimum": solution.minimum if solution else None,
        "solutions": solution.solutions if solution else None,
        "marked": marked,
        "ms": {"load": _round(ms.load), "read": _round(ms.read), "solve": _round(ms.solve), "mark": _round(mark_ms)},
        "lower_bound": solution.lower_bound if solution else None,
        "minimum_solutions": solution.minimum_solutions if solution else None,
        "offers": [_offer(offer) for offer in result.offers[1:]],
        "suspects": [_place(result, index) for index in result.suspects],
        "repaired": _repaired(result),
        "profile": reading.profile if reading is not None else None,
        "others": [_other(other) for other in result.others],
        "other_rule": {"rule": result.hint.rule, "cost": result.hint.cost} if result.hint is not None else None,
    }


def failure(file: str, reason: str) -> dict[str, Any]:
    """The line for a picture that could not be read: the same keys, ``verdict`` being ``error``."""
    from boardsight.result import Result  # noqa: PLC0415  # keeps this module importable on its own

    line = record(Result("none", (reason,), source=file))
    line["verdict"] = "error"
    return line


def _cells(result: Result) -> list[dict[str, Any]]:
    """The cells as read, but showing what was solved where a repair was applied."""
    reading, board = result.reading, result.board
    if reading is None:
        if board is None:
            return []
        return [
            {"row": cell.row, "col": cell.col, "state": state, "confidence": 1.0, "center": None}
            for cell, state in zip(board.puzzle.cells, board.states, strict=True)
        ]
    states = board.states if board is not None else [cell.state for cell in reading.cells]
    return [
        {
            "row": cell.row,
            "col": cell.col,
            "state": state,
            "confidence": _round(cell.probabilities[state] if state is not None else 0.0, 4),
            "center": _point(cell.center),
        }
        for cell, state in zip(reading.cells, states, strict=True)
    ]


def _place(result: Result, index: int) -> dict[str, int]:
    cells = result.reading.cells if result.reading is not None else result.board.puzzle.cells if result.board else ()
    return {"row": cells[index].row, "col": cells[index].col}


def _offer(offer: Solution) -> dict[str, Any]:
    steps = [{"n": n, "move": step.move.name, "times": step.times} for n, step in enumerate(offer.steps, 1)]
    return {"goal": str(offer.goal), "cost": offer.cost, "minimum": offer.minimum, "steps": steps}


def _repaired(result: Result) -> dict[str, Any] | None:
    repair = result.repair
    if repair is None:
        return None
    return {
        "board": str(repair.board),
        "read": result.reading.board if result.reading is not None else None,
        "cells": [_place(result, index) for index in repair.cells],
        "confidence": _round(repair.confidence, 4),
        "applied": repair.applied,
    }


def _other(reading: Reading) -> dict[str, Any]:
    xs, ys = zip(*(cell.center for cell in reading.cells), strict=True)
    return {
        "puzzle": reading.kind,
        "verdict": reading.verdict,
        "board": reading.board,
        "confidence": _round(reading.confidence, 4),
        "box": [_round(v) for v in (min(xs), min(ys), max(xs), max(ys))],
    }


def _point(at: tuple[float, float] | None) -> list[float] | None:
    return None if at is None else [_round(at[0]), _round(at[1])]


def _round(value: float, digits: int = 2) -> float:
    return round(float(value), digits)
