"""Words: whether some known word, such as a game's name, is written in a picture; no more is ever read of it."""
