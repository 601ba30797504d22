"""What a player does in a phase."""
