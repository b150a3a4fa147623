"""Making the eye fit a game, and measuring how well it sees: scenes, fixtures, batch tests, profiles."""
