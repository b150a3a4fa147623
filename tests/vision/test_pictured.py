from __future__ import annotations

from dataclasses import replace

from vision.pictured import lights
from vision.reading import CellReading, Reading


def tiles(board: str, confidence: float = 1.0) -> Reading:
    cells = tuple(
        CellReading(
            row,
            col,
            int(sign),
            (confidence, 1 - confidence) if sign == "0" else (1 - confidence, confidence),
            (9.0 * col, 9.0 * row),
        )
        for row, line in enumerate(board.split("/"))
        for col, sign in enumerate(line)
    )
    return Reading("unsure", ("a doubt",), kind="memento", states=2, cells=cells, confidence=0.9)


def test_the_user_may_name_any_tiles_lights_out() -> None:
    found = lights(replace(tiles("11000/11000/00111/11000/00111"), verdict="sure"))
    assert (found.kind, found.verdict, found.confidence) == ("lights-out", "unsure", 0.5)
