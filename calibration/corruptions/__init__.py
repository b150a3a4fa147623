"""What befalls a picture between a game's window and us: small pure functions with five strengths each."""
