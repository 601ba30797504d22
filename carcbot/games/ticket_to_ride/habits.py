"""How games of Ticket to Ride were played, found in their records afterwards.

The players do not know of it: a record is played again, and observed.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from carcbot import _native
from carcbot.games.ticket_to_ride.connections import connection
from carcbot.games.ticket_to_ride.table import table_of

__all__ = ["Habits", "habits_of"]


@dataclass(slots=True)
class Habits:
    """How a player has played.

    Attributes:
        games: In how many games.
        turns: How many turns it had in them.
        points: At the end, added up.
        tickets: That it kept, added up.
        completed: Those of them whose cities its tracks join.
    """

    games: int = 0
    turns: int = 0
    points: int = 0
    tickets: int = 0
    completed: int = 0

    def a_game(self, number: int) -> float:
        """So many in all, in a game."""
        return number / self.games if self.games else 0.0


def habits_of(
    names: Iterable[str], games: Iterable[tuple[Sequence[str], str]]
) -> dict[str, Habits]:
    """How each player has played.

    Args:
        names: All of them.
        games: Who sat in each seat, and the game's record.
    """
    habits = {name: Habits() for name in names}
    for seated, record in games:
        _watch([habits[name] for name in seated], record)
    return habits


def _watch(seats: Sequence[Habits], record: str) -> None:
    """Adds a game to the habits of its players."""
    _, _, options, *plies = record.split(" ")
    state = _native.ticket_to_ride.new_game(options)
    for ply in plies:
        if state.step == "turn":  # what follows in the same turn has other steps
            seats[state.to_move].turns += 1
        state.apply(ply)
    table = table_of(state)
    for seat, habits in enumerate(seats):
        tickets = table.seats[seat].tickets
        joined = (connection(table, seat, ticket) for ticket in tickets)
        habits.games += 1
        habits.points += state.scores()[seat]
        habits.tickets += len(tickets)
        habits.completed += sum(way is not None and way[0] == 0 for way in joined)
