"""Following a running game: looks in, events out. Nothing in here touches the mouse or the keyboard."""
