"""Marks on a picture: what was read and what to click. Computed once as plain shapes, drawn on pixels or as SVG."""

from vision.marks.draw import draw
from vision.marks.places import places
from vision.marks.plan import compute
from vision.marks.shapes import Marks
from vision.marks.svg import svg

__all__ = ["Marks", "compute", "draw", "places", "svg"]
