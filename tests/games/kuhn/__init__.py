"""Tests of Kuhn poker."""

OPTION_SETS = ("",)
"""Options such that each value that changes what a game is like comes up."""
