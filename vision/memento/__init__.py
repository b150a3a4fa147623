"""Memento boards: edges to combs, combs to lattices, lattices to extents, extents to covers; what speaks for each."""
