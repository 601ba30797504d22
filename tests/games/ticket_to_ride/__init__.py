"""Tests of Ticket to Ride."""

OPTION_SETS = (
    "",
    "seats=5,second=may,resets=limit3",
    "seats=3,reading=thesis,first=lot",
    "seats=4,shuffle=late,tickets=when_done,start=two",
    "locos=fewest",
)
"""Options such that each value that changes what a game is like comes up."""
