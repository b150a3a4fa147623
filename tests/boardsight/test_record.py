from __future__ import annotations

import json

from boardsight.plan import Wish
from boardsight.record import failure, record
from boardsight.typed import solve_typed

KEYS = [
    "file", "size", "verdict", "reasons", "puzzle", "board", "states", "confidence", "cells", "goal", "solvable",
    "steps", "cost", "minimum", "solutions", "marked", "ms",
]  # fmt: skip


def test_the_keys_and_their_order_are_those_of_the_schema() -> None:
    line = record(solve_typed("010/111/010", "lights-out", Wish()), marked="x.png", mark_ms=3.14159)
    assert list(line)[: len(KEYS)] == KEYS
    assert line["cells"][3] == {"row": 1, "col": 0, "state": 1, "confidence": 1.0, "center": None}
    assert line["steps"] == [{"n": 1, "move": "r2 c2", "times": 1, "at": None}]
    assert line["ms"]["mark"] == 3.14
    assert line["marked"] == "x.png"
    json.dumps(line)


def test_a_failure_has_the_same_keys() -> None:
    line = failure("x.png", "x.png: is empty")
    assert list(line) == list(record(solve_typed("010/111/010", "lights-out", Wish())))
    assert (line["file"], line["verdict"], line["reasons"]) == ("x.png", "error", ["x.png: is empty"])


def test_heresy_lists_what_else_can_be_reached() -> None:
    line = record(solve_typed("222/022/222", "heresy", Wish()))
    assert line["goal"] == "000/000/000"
    assert [offer["cost"] for offer in line["offers"]] == [5, 10, 11]
