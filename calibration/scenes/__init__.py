"""Rendered scenes: seeded pictures that vary everything, drawn so that the eye learns no one look."""
