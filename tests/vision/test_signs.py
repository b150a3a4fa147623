"""A plain grid of nine cells that hold signs is never sure: a panel of coloured plates is one too."""

from __future__ import annotations

from dataclasses import replace

from vision.reading import CellReading, Reading
from vision.rivals import unless_amid, unless_signs

PLACE = (60.0, 0.0, 10.0, 0.0, 60.0, 10.0, 0.0, 0.0, 1.0)


def nine(kind: str, verdict: str, states: int) -> Reading:
    cells = tuple(
        CellReading(i // 3, i % 3, i % 2, (1.0,) + (0.0,) * (states - 1), (40.0 + 60 * (i % 3), 40.0 + 60 * (i // 3)))
        for i in range(9)
    )
    reasons = () if verdict == "sure" else ("some",)
    return Reading(verdict, reasons, kind, states, cells, 1.0, PLACE, ())  # type: ignore[arg-type]


def test_a_grid_gives_way_to_a_panel_in_its_place() -> None:
    grid, panel = nine("lights-out", "sure", 2), nine("heresy", "unsure", 4)
    assert unless_signs(grid, [grid, panel]).verdict == "unsure"
    assert unless_signs(grid, [grid]) is grid


def test_a_panel_elsewhere_says_nothing() -> None:
    grid, panel = nine("lights-out", "sure", 2), nine("heresy", "unsure", 4)
    away = replace(panel, cells=tuple(replace(cell, center=(cell.center[0] + 500, 40.0)) for cell in panel.cells))
    assert unless_signs(grid, [grid, away]) is grid


def test_a_panel_of_one_sign_amid_a_larger_grid_is_doubtful() -> None:
    panel = nine("heresy", "sure", 4)
    alike = replace(panel, cells=tuple(replace(cell, state=2) for cell in panel.cells))
    larger = nine("lights-out", "unsure", 2)
    more = tuple(replace(cell, row=3, center=(cell.center[0], 220.0)) for cell in larger.cells[:3])
    larger = replace(larger, cells=(*larger.cells, *more))
    elsewhere = tuple(replace(cell, center=(cell.center[0] + 600, cell.center[1])) for cell in larger.cells)
    away = replace(larger, cells=elsewhere)
    assert unless_amid(alike, [larger, alike]).verdict == "unsure"
    assert unless_amid(panel, [larger, panel]) is panel
    assert unless_amid(alike, [away, nine("lights-out", "unsure", 2), alike]) is alike
