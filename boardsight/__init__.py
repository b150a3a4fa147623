"""Reads a puzzle board from a picture, finds the fewest clicks that solve it and draws them on the picture."""
