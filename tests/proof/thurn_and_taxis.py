"""Proof that the native core and the plain-Python twin play the same Thurn and Taxis.

Games with random options, compared at every step: choices, draws with their weights, points,
places, what each seat sees, its view, and that no card is lost. Most are played by random players
and cut after 200 turns; then some that no turn limit ends, and games of players who close routes,
build, and hoard cards, under whom all that the rules know comes up, which is counted.
`python -m tests.proof.thurn_and_taxis --games 100 --whole 2` plays fewer.
"""

import argparse
import random
from collections import Counter

from tests.games.thurn_and_taxis.happenings import EVERYTHING
from tests.games.thurn_and_taxis.players import PLAYERS
from tests.games.thurn_and_taxis.side_by_side import play_side_by_side, random_options
from tests.proof.twin_games import Game, prove

CUT = 200
PLAYERS_WHO_END = ("random", "purposeful", "building")
"""The others may play for ever."""


def play(game: Game) -> Counter[str]:
    """One game in both; AssertionError names the options and plies that show a difference."""
    options, player, seed = game
    return play_side_by_side(options, PLAYERS[player], seed)


def main() -> None:
    """Plays so many games as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000, help="random ones, cut at 200 turns")
    parser.add_argument("--whole", type=int, default=100, help="games that are not cut")
    parser.add_argument("--purposeful", type=int, default=2000, help="games of all the players")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, help="one for each core by default")
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    players = [("random", CUT)] * arguments.games
    players += [(PLAYERS_WHO_END[n % 3], 0) for n in range(arguments.whole)]
    players += [(list(PLAYERS)[n % len(PLAYERS)], CUT) for n in range(arguments.purposeful)]
    games = [(random_options(rng, cut), player, rng.randrange(2**32)) for player, cut in players]
    prove("thurn_and_taxis", games, play, EVERYTHING, arguments.workers)


if __name__ == "__main__":
    main()
