"""Grids of cells: propose boxes, fit lattices, read cells, judge. Shared by the detectors of grid puzzles."""
