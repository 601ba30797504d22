"""Tests of Hoard."""

OPTION_SETS = (
    "",
    "seats=4,ranks=5,copies=4,hand=3,turns=10",
    "ranks=2,copies=2,hand=1,turns=10",
    "seats=3,turns=10",
)
"""Options such that each value that changes what a game is like comes up."""
