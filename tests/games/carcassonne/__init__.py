"""Tests of Carcassonne: rules, notation and looks."""

OPTION_SETS = (
    "",
    "seats=5,farm_scoring=off,two_tile_city=2",
    "seats=3,expansions=river,unplaceable=bottom,farm_scoring=first",
    "seats=6,expansions=river+inns_and_cathedrals+abbot,inn_on_EC=c2,river_rule=strict",
    "seats=4,expansions=abbot,unplaceable=return_to_bag,farm_scoring=second,start=V2@-3,1",
    "expansions=river+inns_and_cathedrals,river_look_ahead=off,river_start_tile=kept",
)
"""Options such that each value that changes what a game is like comes up."""
