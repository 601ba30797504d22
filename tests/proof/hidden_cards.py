"""Proof that searches for hidden cards find the best answer to a policy, and which do not.

In every decision of the first seat in games of Kuhn poker and of small forms of Hoard, where
the other chooses at random: the value that a search finds after so many simulations, beside that
of the best answer, which is found by going through everything. Trees of what seats see must come
within 0.01 of it. Those of kept guesses are shown beside them: they overrate what leaves a choice
for later, because they believe that hidden cards will be known then.
`python -m tests.proof.hidden_cards --games 2 --simulations 50000 --bar 0.05` looks at fewer.
"""

import argparse
import random
import sys
from collections.abc import Iterator
from typing import Any

from carcbot.games import registry
from carcbot.games.random_plies import random_ply
from carcbot.search.agent import parse_agent
from carcbot.search.decision import decide
from tests.games.solving import best_answer, possible_positions

TREES = ("single", "multiple", "chance", "worlds")
MUST_AGREE = ("single", "multiple")
GAMES = (
    ("kuhn", ""),
    ("hoard", "seats=2,ranks=2,copies=2,hand=1,turns=1"),
    ("hoard", "seats=2,ranks=3,copies=2,hand=1,turns=1"),
)


def decisions(game: str, options: str, seed: int) -> Iterator[tuple[Any, float]]:
    """What the first seat knows at each decision of a random game, and its best answer's worth."""
    rng = random.Random(seed)
    start: Any = registry.get(game).new(options)
    state = start.copy()
    saw: list[str] = []
    while not state.over:
        if state.to_move == 0:
            worlds = possible_positions(start, 0, saw)
            yield state.view(0), float(best_answer(worlds, 0))
        ply = random_ply(state, rng)
        saw.append(state.seen(ply, 0))
        state.apply(ply)


def main() -> None:
    """Searches, and prints the largest difference of each tree."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=12, help="random games of each kind")
    parser.add_argument("--simulations", type=int, default=1_000_000)
    parser.add_argument("--bar", type=float, default=0.01, help="in points")
    arguments = parser.parse_args()
    worst = dict.fromkeys(TREES, 0.0)
    seen: set[str] = set()
    for game, options in GAMES:
        for seed in range(arguments.games):
            for view, worth in decisions(game, options, seed):
                if view.text in seen:
                    continue
                seen.add(view.text)
                for tree in TREES:
                    agent = parse_agent(f"ismcts:tree={tree},others=policy,c=2,worlds=50")
                    limited = parse_agent(f"{agent.text},sims={arguments.simulations}")
                    found = decide(limited, view.text, seed=1).value - worth
                    worst[tree] = max(worst[tree], found, -found)
    for tree, difference in worst.items():
        print(f"  {difference:8.4f} points off at most: tree={tree}")
    print(f"hidden_cards: {len(seen)} decisions, {arguments.simulations} simulations each")
    if bad := [tree for tree in MUST_AGREE if worst[tree] > arguments.bar]:
        sys.exit(f"more than {arguments.bar} points off: {', '.join(bad)}")


if __name__ == "__main__":
    main()
