"""One module a puzzle: each knows the rules of its kind at any size, and nothing else does."""
