"""
The native core of carcbot: the rules of the games and the searches over them.
"""

from . import (
    carcassonne as carcassonne,
    grove as grove,
    hoard as hoard,
    kuhn as kuhn,
    matches as matches,
    net as net,
    outside as outside,
    outside_secret as outside_secret,
    pot as pot,
    search as search,
    thurn_and_taxis as thurn_and_taxis,
    ticket_to_ride as ticket_to_ride
)


def build_info() -> dict[str, str]:
    """
    How this core was built: compiler, flags, instruction set, sanitizers, version.
    """
