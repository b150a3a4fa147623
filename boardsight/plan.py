"""From a board to clicks: whose rules hold, which goals are meant, the cheapest way to each."""

from __future__ import annotations

from boardsight.goals import title
from solver.board import Board
from solver.errors import BudgetError, NotationError, RuleError, UnsolvableError
from solver.solving import plans, solve
from solver.typed import goal_boards, typed_board
from solver.value import Value

TYPE_CHECKING = False  # importing typing costs start-up time
if TYPE_CHECKING:
    from solver.board import Solution

ORDERS = ("row", "path")


class Wish(Value):
    """What the person asked for, beyond what the picture shows.

    Attributes:
        goal: ``all-0``, ``all-1``, ..., ``same``, ``invert`` or a board; None for the puzzle's own goals.
        swap: exchange the two states.
        order: ``row`` or ``path``.
        rule: the name of a rule file or of a rule; None for the puzzle's own.
    """

    goal: str | None = None
    swap: bool = False
    order: str = "row"
    rule: str | None = None

    def __post_init__(self) -> None:
        if self.order not in ORDERS:
            raise NotationError(f"there is no order {self.order!r}: choose one of {', '.join(ORDERS)}")


class Plan(Value):
    """What can be done about a board.

    Attributes:
        offers: a solution for each goal that can be reached, cheapest first.
        solvable: False where it is proved that there are none, None where the search was stopped.
        reasons: why there are no offers.
    """

    offers: tuple[Solution, ...]
    solvable: bool | None = True
    reasons: tuple[str, ...] = ()

    @property
    def solution(self) -> Solution | None:
        """The cheapest offer."""
        return self.offers[0] if self.offers else None

    @property
    def goal(self) -> Board | None:
        """Where the cheapest offer leads."""
        return self.offers[0].goal if self.offers else None


def board_of(text: str, kind: str | None, *, states: int | None = None, rule: str | None = None) -> Board:
    """The board that ``text`` says, with the rules of its puzzle at its size.

    Args:
        text: a board in text notation.
        kind: a puzzle; may be None where there is a rule (then Lights Out).
        states: how many states a cell has; the puzzle's own number where None.
        rule: the name of a rule file, or of a rule such as ``cross-torus``.

    Raises:
        NotationError: it can't be understood or doesn't fit the puzzle.
        RuleError: there is no such rule or rule file, or the file can't be understood.
    """
    if rule is None:
        if kind is None:
            raise NotationError("a board needs the name of its puzzle, or a rule")
        return typed_board(kind, text, states=states)
    file_text = rule_text(rule)
    if file_text is None:
        return typed_board(kind or "lights-out", text, states=states, rule=rule)
    from solver.rules import parse  # noqa: PLC0415  # rarely needed, and reading TOML costs start-up time

    try:
        return typed_board(parse(file_text, board=text), text)
    except RuleError as error:
        raise RuleError(f"{rule}: {error}") from error


def rule_text(name: str) -> str | None:
    """The text of a rule file; None where it is meant as the name of a rule."""
    try:
        with open(name, encoding="utf-8") as stream:  # noqa: PTH123  # pathlib costs start-up time
            return stream.read()
    except FileNotFoundError as error:
        if "." in name or "/" in name:
            raise RuleError(f"{name}: there is no such rule file") from error
        return None
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not text"
        raise RuleError(f"{name}: this rule file can't be read: {why}") from error


def swapped(board: Board) -> Board:
    """The board with its two states exchanged.

    Raises:
        NotationError: its cells have more than two states.
    """
    if board.puzzle.states != 2:
        raise NotationError(
            f"--swap exchanges two states, but a cell of this board has {board.puzzle.states}: say the goal instead"
        )
    return Board(board.puzzle, tuple(1 - state for state in board.states))


def plan(board: Board, wish: Wish) -> Plan:
    """The cheapest solution to every goal that can be reached.

    Raises:
        NotationError: the goal can't be understood, or doesn't fit the board.
        RuleError: the order of clicks asked for makes no sense in this puzzle.
    """
    try:
        goals = goal_boards(board, wish.goal)
    except NotationError as error:
        raise NotationError(f"--goal {wish.goal}: {error}" if wish.goal else str(error)) from error
    try:
        offers = plans(board, goals)
        if not offers:
            solve(board, goals)
    except UnsolvableError as error:
        what = f"{title(goals[0])} can't be" if len(goals) == 1 else f"none of {len(goals)} goals can be"
        return Plan((), solvable=False, reasons=(f"{what} reached: {error}",))
    except BudgetError as error:
        return Plan((), solvable=None, reasons=(str(error),))
    if wish.order == "path":
        from solver.order import along_path  # noqa: PLC0415  # rarely asked for

        offers = tuple(along_path(offer) for offer in offers)
    return Plan(offers)
