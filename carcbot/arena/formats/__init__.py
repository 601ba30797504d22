"""The formats of contests: each draws the tables of a round from what happened before.

A format is a file with a class. It says whether it `waits` for the results of a round before it
draws the next one, and what to check in a contest before it begins.
"""

from carcbot.arena.contest import FormatName
from carcbot.arena.formats.format import Format
from carcbot.arena.formats.gauntlet import Gauntlet
from carcbot.arena.formats.knockout import Knockout
from carcbot.arena.formats.ladder import Ladder
from carcbot.arena.formats.round_robin import RoundRobin
from carcbot.arena.formats.swiss import Swiss

__all__ = ["FORMATS", "Format"]


FORMATS: dict[FormatName, Format] = {
    "round_robin": RoundRobin(),
    "gauntlet": Gauntlet(),
    "swiss": Swiss(),
    "knockout": Knockout(),
    "ladder": Ladder(),
}
"""Every format by its name."""
