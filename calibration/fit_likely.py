"""Fit the weights of ``vision.grid.likely``: is a plain grid of this shape a board, or another thing of the world?

Run ``python -m calibration.fit_likely``: draws shapes and patterns of boards and of other things by the tables below,
fits a logistic model, measures it on kinds of things and sizes of boards that were left out of the fit, and prints the
weights, the constant such that hardly any board scores below zero. No picture is needed: the model sees rows, columns,
the spacing of the cells and which of them are alike.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from calibration import logistic
from vision.grid.dealt import checks
from vision.grid.likely import FIGURES, figures

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.random import Generator
    from numpy.typing import NDArray

    Span = tuple[int, int]

SEED, DRAWS = 710_000, 60
"""Of everything; grids drawn of each kind."""
FOLDS = 5
STIFF = 1.0
"""Weight of the square of the weights."""
SELDOM, SLACK = 0.02, 0.5
"""Share of the boards that may be doubted for their shape; how far above zero the next ones score."""
CLICKED = 0.7
"""Share of the boards made by clicks; games with rules of their own deal others."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Things of one kind: from how many to how many rows and columns, spacing, share of cells of one state.

    They are square where no columns are given. ``oblong`` is the largest logarithm of a column's step over a row's.
    """

    rows: Span
    cols: Span | None = None
    oblong: float = 0.0
    share: float = 0.5
    board: bool = False


def _board(rows: int, cols: int) -> Kind:
    return Kind((rows, rows), (cols, cols), board=True)


BOARDS = (
    *(_board(side, side) for side in (2, 3, 4, 5, 5, 5, 5, 5, 5, 6, 6, 7, 7, 8, 8, 9, 10, 11, 12, 15, 20)),
    *(
        _board(*size)
        for size in ((5, 4), (4, 5), (5, 6), (6, 5), (6, 4), (4, 6), (7, 5), (5, 7), (8, 5), (8, 6), (6, 8))
    ),
    *(_board(*size) for size in ((6, 7), (7, 6), (7, 8), (10, 8), (8, 10), (9, 6), (12, 9), (3, 4), (9, 7), (4, 3))),
    Kind((3, 8), (3, 6), 0.25, board=True),
    Kind((3, 8), oblong=0.25, board=True),
    Kind((4, 6), oblong=0.25, board=True),
)
"""Sizes of games to be found in public, the commonest more than once; and a few with cells that are not square."""
OTHERS = (
    Kind((5, 12), (8, 18), 0.05, 0.4),  # seats of a hall
    Kind((10, 12), (4, 4), 0.1, 0.4),  # seats of a bus
    Kind((4, 6), (7, 7), 0.25, 0.3),  # days of a month
    Kind((5, 8), (5, 7), 0.7, 0.5),  # hours of a week
    Kind((7, 7), (12, 53), 0.0, 0.4),  # days of a year
    Kind((6, 14), (8, 20), 0.15, 0.85),  # who was there, which tests passed
    Kind((3, 7), (6, 12), 0.4, 0.85),  # servers of a rack, ports of a switch
    Kind((2, 4), (4, 6), 0.3, 0.5),  # cards laid out
    Kind((4, 4), (4, 4), 0.0, 0.4),  # drum pads
    Kind((4, 8), (16, 16), 0.05, 0.3),  # steps of a drum machine
    Kind((8, 8), (12, 12), 0.0, 0.4),  # wells of a plate
    Kind((4, 4), (6, 6), 0.0, 0.4),
    Kind((2, 3), (5, 6), 0.1, 0.6),  # eggs, chocolates, pills
    Kind((2, 4), (7, 7), 0.1, 0.5),
    Kind((2, 6), (8, 14), 0.6, 0.5),  # lots of a car park, lockers, keys
    Kind((4, 4), (4, 7), 0.2, 0.5),  # folders, swatches
    Kind((4, 4), (6, 6), 0.0, 0.5),  # a binary clock
    Kind((6, 8), (8, 14), 0.0, 0.2),  # tiles of a wall
    Kind((6, 6), (7, 7), 0.0, 0.5),  # four in a row
    Kind((7, 13), share=0.5),  # stones of Go
    Kind((6, 9), share=0.5),  # Othello
    Kind((9, 15), share=0.2),  # crosswords
    Kind((9, 20), share=0.5),  # nonograms, pixels of a picture
    Kind((7, 8), (5, 8), 0.0, 0.4),  # a letter of lamps
    Kind((10, 25), share=0.5),  # codes
)
"""Grids of two colours that a program, a page or a photograph may show."""


def draw(rng: Generator, kind: Kind) -> NDArray[np.float64]:
    """Figures of one thing of a kind."""
    rows = int(rng.integers(kind.rows[0], kind.rows[1] + 1))
    cols = rows if kind.cols is None else int(rng.integers(kind.cols[0], kind.cols[1] + 1))
    if kind.board and rng.random() < CLICKED:
        clicks = np.pad(rng.integers(0, 2, (rows, cols)), 1)
        crosses = clicks + sum(np.roll(clicks, step, axis) for step in (1, -1) for axis in (0, 1))
        states = crosses[1:-1, 1:-1] % 2
    else:
        states = (rng.random((rows, cols)) < kind.share).astype(np.int64)
    aspect = float(np.exp(rng.uniform(-kind.oblong, kind.oblong)))
    return np.array(figures((rows, cols), aspect, checks(states)))


def fit(seen: NDArray[np.float64], boards: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Weights of a logistic model, the constant last; both sides weigh the same."""
    return logistic.fit(seen, boards, STIFF, np.where(boards, 0.5 / boards.mean(), 0.5 / (1 - boards.mean())))


def fitted(kinds: Sequence[Kind], seen: NDArray[np.float64]) -> NDArray[np.float64]:
    """Weights for the figures of ``DRAWS`` things of each kind, the constant such that few boards score below zero."""
    boards = np.repeat([kind.board for kind in kinds], DRAWS)
    weights = fit(seen, boards)
    weights[-1] -= np.quantile(score(seen[boards], weights), SELDOM) - SLACK
    return weights


def score(seen: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """What the model says of figures, N×len(FIGURES)."""
    return np.asarray(seen @ weights[:-1] + weights[-1])


def main() -> None:
    """Fit, measure, print."""
    rng = np.random.default_rng(SEED)
    kinds = (*BOARDS, *OTHERS)
    seen = np.array([draw(rng, kind) for kind in kinds for _ in range(DRAWS)])
    part = np.repeat(rng.permutation(len(kinds)) % FOLDS, DRAWS)
    boards = np.repeat([kind.board for kind in kinds], DRAWS)
    out = np.zeros(len(seen))
    for fold in range(FOLDS):
        known = [kind for kind, one in zip(kinds, part[::DRAWS], strict=True) if one != fold]
        out[part == fold] = score(seen[part == fold], fitted(known, seen[part != fold]))
    doubted = [
        f"{(out[side] < 0).mean():.1%} of {name}" for side, name in ((boards, "boards"), (~boards, "other things"))
    ]
    sys.stdout.write(f"doubted, left out of the fit: {', '.join(doubted)}\n")
    for name, weight in zip((*FIGURES, "constant"), fitted(kinds, seen), strict=True):
        sys.stdout.write(f"{name:9}{weight:6.2f}\n")


if __name__ == "__main__":
    main()
