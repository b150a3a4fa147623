"""Toned: boards of pictures some of which are in other tones: dimmed, without their colours, as a negative.

No two cells of such a board need look alike. Where they are parts of one picture, that goes on over a border of two
cells of one state and jumps over one of two states, and one and the same change of colours explains all jumps
(``board``). Borders are looked at, states told by them, and what they say is judged, each in a module of its own. Where
each cell holds a whole picture, those that are there in both tones tell them apart (``several``).
"""

from vision.toned.board import read
from vision.toned.several import read as several

__all__ = ["read", "several"]
