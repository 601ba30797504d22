"""What a game is made of, by name."""
