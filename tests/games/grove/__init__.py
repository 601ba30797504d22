"""Tests of Grove, which is a stand-in in the tests of searches."""

OPTION_SETS = (
    "",
    "seats=3,decisions=8,moves=9,weights=9+8+5+4+3+2+1+1,ragged=on,turns=mixed,seed=7",
    "seats=4,decisions=1,moves=2,weights=1,spread=1000",
)
"""Options such that each value that changes what a game is like comes up."""
