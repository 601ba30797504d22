"""Tests of Pot."""

OPTION_SETS = (
    "",
    "seats=4,ones=9,twos=0,threes=5",
    "seats=3,ones=0,twos=1,threes=0",
)
"""Options such that each value that changes what a game is like comes up."""
