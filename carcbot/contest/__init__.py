"""Contests that are played: games in worker processes, results in a folder, pages about them."""
