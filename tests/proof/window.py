"""Proof of how rarely a legal move of Carcassonne lies outside of the window of actions.

Whole random games are played in each set of options; of all their legal moves at most one in ten
thousand may have no action. How it is in games of an agent is asked by ``--agent``: who builds in
lines, as greedy does, leaves the window more often.
"""

import argparse
import sys

from carcbot.env import NO_ACTION, Batch
from carcbot.search.agent import Agent, parse_agent
from carcbot.search.decision import decide

BAR = 1e-4
OPTIONS = (
    "seats=2",
    "seats=5",
    "seats=2,expansions=inns_and_cathedrals",
    "seats=2,expansions=river",
    "seats=2,expansions=river+inns_and_cathedrals+abbot",
    "seats=6,expansions=river+inns_and_cathedrals+abbot",
)


def outside(options: str, games: int, agent: Agent | None) -> tuple[int, int]:
    """How many legal moves of an agent's games, or random ones, have no action; and of how many."""
    batch = Batch("carcassonne", options, games=games, restarts=False, illegal="random")
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
    parser.add_argument("--games", type=int, default=1000, help="of each set of options")
    parser.add_argument("--agent", help="who plays, against itself; without one, chance does")
    arguments = parser.parse_args()
    agent = parse_agent(arguments.agent) if arguments.agent else None
    wrong = False
    for options in OPTIONS:
        without, moves = outside(options, arguments.games, agent)
        wrong |= without > BAR * moves
        print(f"{without / moves:.1e} of {moves:,} moves outside ({without:,}): {options}")
    print(f"the bar: {BAR:.0e}")
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
