"""What an additive plan answers: a least solution with its proof, and the checks a solvable board passes."""

from __future__ import annotations

from solver.value import Value

TYPE_CHECKING = False  # importing typing costs start-up time
if TYPE_CHECKING:
    from collections.abc import Sequence

    from solver.puzzle import Puzzle


class Least(Value):
    """The cheapest solution found.

    Attributes:
        times: how often each move is made, in the puzzle's order.
        cost: their sum.
        lower_bound: no solution costs less; equal to ``cost`` where it is proved least.
        count: how many solutions cost the least, None where not known.
        solutions: how many solutions there are in all.
    """

    times: tuple[int, ...]
    cost: int
    lower_bound: int
    count: int | None
    solutions: int


class Check(Value):
    """A sum that is 0 modulo ``modulus`` on every solvable difference (goal minus board), whatever is clicked.

    Attributes:
        terms: (cell, factor) pairs, factors 1..modulus-1.
        modulus: 2 or more.
    """

    terms: tuple[tuple[int, int], ...]
    modulus: int

    def value(self, difference: Sequence[int]) -> int:
        """The sum for ``difference``, modulo ``modulus``; 0 = passed."""
        return sum(difference[cell] * factor for cell, factor in self.terms) % self.modulus

    def words(self, puzzle: Puzzle, difference: Sequence[int]) -> str:
        """Why ``difference`` fails, naming the cells."""
        names = []
        for cell, factor in self.terms[:12]:
            place = puzzle.cells[cell]
            names.append(f"r{place.row + 1} c{place.col + 1}" + (f" ×{factor}" if factor > 1 else ""))
        if len(self.terms) > 12:
            names.append(f"and {len(self.terms) - 12} more")
        cells = ", ".join(names)
        total = sum(difference[cell] * factor for cell, factor in self.terms)
        if self.modulus == 2 and puzzle.states == 2:
            verb = "does" if total == 1 else "do"
            return f"of the cells {cells}, an even number must differ from the goal at any time, but {total} {verb}"
        return (
            f"the steps missing to the goal at {cells} must add up to a multiple of {self.modulus} "
            f"at any time, but they add up to {total}"
        )
