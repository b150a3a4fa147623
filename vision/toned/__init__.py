"""Toned: one picture in parts, some of which show it in other tones: dimmed, without its colours, as a negative.

No two cells of such a board look alike. But over a border of two cells of one state the picture goes on, over one of
two states it jumps, and one and the same change of colours explains all jumps. Borders are looked at, states told by
them, and what they say is judged, each in a module of its own.
"""

from vision.toned.board import read

__all__ = ["read"]
