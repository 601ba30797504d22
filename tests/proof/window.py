"""Proof of how rarely a legal move of Carcassonne lies outside of the window of actions.

Whole random games are played in each set of options; of all their legal moves at most one in ten
thousand may have no action. How it is in games of an agent is asked by ``--agent``: who builds in
lines, as greedy does, comes nearer to the end of the window. ``--version`` asks for an older one.
"""

import argparse
import sys
from itertools import product

from carcbot.env import NO_ACTION, Batch
from carcbot.search.agent import Agent, parse_agent
from carcbot.search.decision import decide

BAR = 1e-4
EXPANSIONS = (
    "",
    "abbot",
    "river",
    "river+abbot",
    "inns_and_cathedrals",
    "inns_and_cathedrals+abbot",
    "river+inns_and_cathedrals",
    "river+inns_and_cathedrals+abbot",
)


def outside(
    options: str, games: int, agent: Agent | None, version: int | None = None
) -> tuple[int, int]:
    """How many legal moves of an agent's games, or random ones, have no action; and of how many."""
    batch = Batch(
        "carcassonne", options, games=games, version=version, restarts=False, illegal="random"
    )
    without = moves = 0
    while not batch.over.all():
        for game in range(games):
            actions = batch.moves(game).values()
            without += sum(action == NO_ACTION for action in actions)
            moves += len(actions)
            if agent is not None and actions:
                batch.choose(game, decide(agent, batch.position(game).text, game).best)
        batch.step(batch.sample())
    return without, moves


def main() -> int:
    """Runs the proof and says what it found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500, help="of each set of options")
    parser.add_argument("--agent", help="who plays, against itself; without one, chance does")
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 5], help="how many play")
    parser.add_argument("--version", type=int, help="of the numbers; by default the newest")
    arguments = parser.parse_args()
    agent = parse_agent(arguments.agent) if arguments.agent else None
    wrong = False
    for seats, expansions in product(arguments.seats, EXPANSIONS):
        if seats == 6 and "inns_and_cathedrals" not in expansions:
            continue  # their figures are in that box
        options = f"seats={seats},expansions={expansions}".removesuffix(",expansions=")
        without, moves = outside(options, arguments.games, agent, arguments.version)
        wrong |= without > BAR * moves
        print(
            f"{without / moves:.1e} of {moves:,} moves outside ({without:,}): {options}", flush=True
        )
    print(f"the bar: {BAR:.0e}")
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
