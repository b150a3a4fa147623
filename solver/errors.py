"""The errors a person may see: one small tree, every message says what to do next."""


class BoardsightError(Exception):
    """Root of every error raised on purpose; its text is one line fit to be shown to a person."""


class NotationError(BoardsightError):
    """A typed board can't be understood, or doesn't fit its puzzle."""


class RuleError(BoardsightError):
    """A rule (which cells a move changes) contradicts itself or names what is not there."""


class UnsolvableError(BoardsightError):
    """It is proved that no sequence of moves reaches the goal."""


class BudgetError(BoardsightError):
    """The work asked for is beyond a stated limit of size, memory or depth."""
