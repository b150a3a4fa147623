"""Profiles: what one game's board looks like and wants, learnt from one or two labelled pictures."""
