"""Rule hint: another named rule by which so few clicks make a board that the game hardly has the usual one.

Which cells a click changes can't be seen in a picture. There are not many patterns that few clicks make; a rule that
makes a board with so few of them that chance would not, where the usual rule needs many, is the likelier one. The board
stays solved by the usual rule: the person knows the game, and one word settles it.
"""

from __future__ import annotations

from math import comb, log2

from boardsight.plan import Wish, board_of, plan
from solver.errors import BoardsightError
from solver.value import Value

TYPE_CHECKING = False  # importing typing costs start-up time
if TYPE_CHECKING:
    from solver.board import Board

CHANGES = {
    "block": "the 3×3 block around it",
    "ring": "the 3×3 block around it, not itself",
    "diagonal": "the cells at its corners",
    "neighbours": "its neighbours, not itself",
    "row+column": "its whole row and column",
    "cross-torus": "its neighbours, those across the edge, too",
    "block-torus": "the 3×3 block around it, those across the edge, too",
}
"""Rules by name that games have in place of the usual one, and what a click changes by them."""
MOST = 225
"""Cells of the largest board for which other rules are tried: from there it takes longer than reading the picture."""
TELLING = 8.0
"""Bits by which a rule has to be the likelier one: chance makes such a board for it once in 2^8 times."""


class RuleHint(Value):
    """Another rule that explains a board far better.

    Attributes:
        rule: its name, as ``--rule`` has it.
        cost: clicks it needs to the same goal.
    """

    rule: str
    cost: int

    def __str__(self) -> str:
        return f"in {self.cost} if a click changes {CHANGES[self.rule]}: --rule {self.rule}"


def rule_hint(board: Board, cost: int | None, wish: Wish) -> RuleHint | None:
    """The rule that explains a Lights Out board far better than the usual one; None where none does.

    Args:
        board: as it was read.
        cost: clicks that the usual rule needs; None where it can't be solved.
        wish: what the person asked for; a rule of their own settles it.
    """
    cells, states = len(board.states), board.puzzle.states
    if board.puzzle.kind != "lights-out" or wish.rule is not None or cells > MOST:
        return None
    usual = cells * log2(states)
    if cost is not None:
        usual = min(usual, _bits(cells, states, cost))
    spare = usual - TELLING - log2(len(CHANGES))
    if _bits(cells, states, 1) > spare:
        return None
    best: RuleHint | None = None
    for rule in CHANGES:
        found = _cost(board, rule, wish)
        if found and _bits(cells, states, found) <= spare and (best is None or found < best.cost):
            best = RuleHint(rule, found)
    return best


def _cost(board: Board, rule: str, wish: Wish) -> int | None:
    """Clicks a rule needs; None where it makes no such puzzle or can't solve the board."""
    try:
        other = plan(board_of(str(board), "lights-out", states=board.puzzle.states, rule=rule), wish)
    except BoardsightError:
        return None
    return other.solution.cost if other.solution is not None else None


def _bits(cells: int, states: int, clicks: int) -> float:
    """Logarithm, to base 2, of the number of ways to click at most so often (bounded by places times turns)."""
    places = cells * (states - 1)
    return log2(sum(comb(places, count) for count in range(min(clicks, places) + 1)))
