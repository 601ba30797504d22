"""Carcassonne: the Python face of the rules, and how a position looks."""
