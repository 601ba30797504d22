"""Tests of Thurn and Taxis."""

OPTION_SETS = (
    "cut=60",
    "seats=4,useless=offered,carrier=must,one_card=twice,cut=60",
    "seats=3,reading=thesis,provinces=8,cut=60",
    "ties=shared,officials=start,useless=offered,cut=40",
)
"""Options such that each value that changes what a game is like comes up.

All are cut: random players take a thousand turns to the end.
"""
