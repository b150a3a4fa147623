from __future__ import annotations

from dataclasses import replace
from math import log
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from vision import plausible
from vision.grid.doubts import LETTERED, OUTSIDE
from vision.plausible import figures, said, score

if TYPE_CHECKING:
    from collections.abc import Callable

    from vision.reading import Reading

    Reads = Callable[..., Reading]

FEW, MANY = "11100/01000/00010/00111/00010", "10110/01001/11010/00101/01100"
"""Of two clicks, and of a pattern that takes many."""


def test_doubts_are_the_same_whatever_they_count_or_name(unsure: Reads) -> None:
    one = unsure("lights-out", FEW, "only 62% of the cells", "r3 c4 is covered", "a shape; name the puzzle")
    assert said(one) == {"only #% of the cells", "r# c# is covered", "a shape"}


def test_figures_of_a_square_of_two_clicks(unsure: Reads) -> None:
    seen = figures(unsure("lights-out", FEW, "one"), 4 * 45 * 45)
    assert (seen["square"], seen["few"], seen["wide"], seen["tall"], seen["many"]) == (1, 1, 0, 0, 0)
    assert (seen["passed"], seen["rare"], seen["further"]) == (2, 9 / 25, 0)
    assert seen["share"] == pytest.approx(log(1 / 4))


def test_figures_of_a_wide_grid(unsure: Reads) -> None:
    seen = figures(unsure("lights-out", "/".join(["011011010111"] * 6), "one", "two", "three"), 40_000)
    assert (seen["square"], seen["rare"], seen["further"]) == (0, 1 / 3, 2)
    assert seen["wide"] == pytest.approx(log(2))
    assert seen["many"] == pytest.approx(log(72 / 25))
    assert seen["unlikely"] > 0


def test_few_clicks_speak_for_a_board_and_doubts_against(unsure: Reads) -> None:
    plain = score(unsure("lights-out", FEW, "unheard of"), 10_000)
    assert plain > score(unsure("lights-out", MANY, "unheard of"), 10_000)
    assert plain > score(unsure("lights-out", FEW, LETTERED, OUTSIDE), 10_000)


def test_a_smaller_and_a_wider_grid_is_less_likely_a_board(unsure: Reads) -> None:
    square, wide = unsure("lights-out", MANY, "one"), unsure("lights-out", "10110010/01001101/11010011", "one")
    assert score(square, 10_000) > score(square, 1_000_000)
    assert score(square, 10_000) > score(wide, 10_000)


def test_many_cells_of_several_colours_are_less_likely_a_board_than_few(unsure: Reads) -> None:
    few, many = "01201/21021/02110/11202/20012", "/".join(["0120120121", "2102101200"] * 5)
    assert score(unsure("lights-out", few, "one", states=3), 10_000) > score(
        unsure("lights-out", many, "one", states=3), 40_000
    )


def test_the_weights_are_of_figures_that_are_seen(unsure: Reads) -> None:
    _, weights, doubts = plausible._model()
    assert set(weights) == set(figures(unsure("lights-out", FEW, "one"), 10_000))
    assert all(doubt == "".join(said(replace(unsure("lights-out", FEW), reasons=(doubt,)))) for doubt in doubts)
    assert all(weight < 0 for weight in doubts.values())


def test_each_doubt_that_weighs_is_said_somewhere() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in Path(plausible.__file__).parent.rglob("*.py"))
    for doubt in plausible._model()[2]:
        assert all(words.strip("rc% ") in sources for words in doubt.split("#")), doubt
