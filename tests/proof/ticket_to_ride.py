"""Proof that the native core and the plain-Python twin play the same Ticket to Ride.

Games with random options of all players of the tests, each to its end, compared at every step:
choices, draws with their weights, points, places, what each seat sees, its view and what it holds
for possible, and that no card is lost. What the rules know is counted, and has to come up.
`python -m tests.proof.ticket_to_ride --games 100` plays fewer.
"""

import argparse
import random
from collections import Counter
from typing import Final

from tests.games.ticket_to_ride.players import PLAYERS
from tests.games.ticket_to_ride.side_by_side import play_side_by_side, random_options
from tests.proof.twin_games import Game, prove

EVERYTHING: Final = frozenset(
    (
        *("claim", "take", "blind", "tickets", "keep", "stop"),
        *("reset", "shuffle", "empty place", "exchange", "last round"),
    )
)
"""All but a game that ends because everybody passes, which hardly ever comes up."""


def play(game: Game) -> Counter[str]:
    """One game in both; AssertionError names the options and plies that show a difference."""
    options, player, seed = game
    return play_side_by_side(options, PLAYERS[player], seed)


def main() -> None:
    """Plays so many games as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, help="one for each core by default")
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    names = list(PLAYERS)
    games = [
        (random_options(rng), names[n % len(names)], rng.randrange(2**32))
        for n in range(arguments.games)
    ]
    prove("ticket_to_ride", games, play, EVERYTHING, arguments.workers)


if __name__ == "__main__":
    main()
