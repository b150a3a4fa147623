from __future__ import annotations

import pytest

from boardsight.cli.exits import gravest


@pytest.mark.parametrize(
    ("codes", "code"), [([], 0), ([0, 0], 0), ([0, 3], 3), ([3, 5, 0], 5), ([5, 4, 3], 4), ([4, 1], 1)]
)
def test_the_gravest_code_speaks_for_all(codes: list[int], code: int) -> None:
    assert gravest(codes) == code
