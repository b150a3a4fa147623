import numpy as np

from solver import decode
from solver.nearby import Nearby
from solver.puzzles import heresy, wheels
from solver.syndromes import of_puzzle


def likely(states: tuple[int, ...], kinds: int, sure: float = 0.99) -> list[list[float]]:
    return [[sure if state == shown else (1 - sure) / (kinds - 1) for state in range(kinds)] for shown in states]


def test_neighbours_of_a_reading_are_found() -> None:
    puzzle = heresy.puzzle()
    code = of_puzzle(puzzle, puzzle.goals)
    rows = np.array(likely((0,) * 9, 4))
    rows[2] = [0.4, 0.6, 0.0, 0.0]
    rows[7] = [0.4, 0.0, 0.0, 0.6]
    ratios = np.maximum(rows / rows.max(axis=1, keepdims=True), 1e-9)
    found = Nearby(code).decode(ratios, rows.argmax(axis=1), 2)
    assert found.boards[0][0].tolist() == [0] * 9
    assert not found.plain_solvable


def test_distinct_pieces_are_decoded_approximately() -> None:
    puzzle = wheels.with_rings(
        wheels.ROWS, wheels.RINGS, states=12, goals=(tuple(range(12)),)
    )  # twelve dots, all different
    rows = likely((0, 1, 2, 3, 4, 4, 6, 7, 8, 9, 10, 11), 12)
    found = decode(puzzle, rows)
    assert not found.exact
    assert not found.plain_solvable
    assert found.candidates[0].changed in {(4,), (5,)}
