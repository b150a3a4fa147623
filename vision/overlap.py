"""Overlap: whether two upright boxes share some place."""

Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""


def meets(one: Box, other: Box) -> bool:
    """Whether two boxes overlap; sides that merely touch don't count."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
