import numpy as np
import pytest

from vision.grid.undealt import balanced


def states(lines: str) -> np.ndarray:
    return np.array([[int(sign) for sign in line] for line in lines.split("/")])


FULL = "101010/010011/001101/100110/011001/110100"


def test_a_filled_binary_puzzle_is_balanced() -> None:
    assert balanced(states(FULL))


@pytest.mark.parametrize(
    "lines",
    ["111000/000111/" + FULL[14:], FULL.replace("0", "2"), FULL[:-1] + "1", "1010/0101/1010/0101", FULL[:34]],
)
def test_other_patterns_are_not(lines: str) -> None:
    assert not balanced(states(lines))
