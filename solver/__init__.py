"""Puzzles as rules, boards, text notation and exact solvers. No picture and no file is touched on this floor."""
