"""The things of the game that the API hands out."""
