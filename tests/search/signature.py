"""What every family of searches does in some positions, as a few numbers.

They are the fifty, and of games with hidden cards every tenth decision of a random game.
A change that is meant to alter no search leaves them; one that is, writes them anew and says so:
`python -m tests.search.signature`. The numbers are the same on every machine and for every build;
that the portable build agrees with the one for this machine is checked by `make same` as well.
"""

import hashlib
import json
from pathlib import Path

from carcbot.games.contract import view_of
from carcbot.lab import positions
from carcbot.search.agent import parse_agent
from carcbot.search.decision import decide
from tests.games.random_games import positions as random_positions
from tests.games.random_games import random_record

FILE = Path(__file__).parent / "signature.json"
AGENTS = (
    "random",
    "greedy",
    "flat:sims=200",
    "flat:sims=200,policy=uniform,reward=outcome",
    "mcts:sims=300",
    "mcts:sims=300,policy=uniform,reward=outcome,t=3,c=1,final=secure",
    "rave:sims=100,s=2",
    "puct:sims=100",
    "puct:sims=200,eval=judge,c=2",
    "expectimax:depth=1,eval=heyden",
    "star1:depth=2,eval=heyden,nodes=30000",
    "star2:depth=2,eval=heyden,order=features,nodes=30000",
    "star25:depth=2,eval=heyden,order=features,nodes=30000",
    "star25:depth=3,eval=heyden,order=features,probing=cyclic,nodes=20000",
    "heyden-star25-f5:nodes=10000",
    "star25-judge:nodes=20000",
    "maxn:depth=2,nodes=5000",
)

HIDDEN_AGENTS = (
    "flat:sims=300,turns=8,worlds=4",
    *(f"ismcts:tree={tree},worlds=4,sims=300" for tree in ("single", "multiple", "chance")),
    *(f"ismcts:tree={tree},worlds=4,sims=300,turns=10" for tree in ("worlds", "votes")),
    "ismcts:uct_after=5,unvisited=0,bias=1,prune_k=2,prune_a=10,turns=10,simcut=5,s=2,sims=300",
)
"""In games with hidden cards."""
GAMES = (("hoard", "seats=3"), ("thurn_and_taxis", "reading=thesis,cut=60"))

Signature = dict[str, dict[str, int | str]]


def signature() -> Signature:
    """For each agent the nodes of all positions together, and a digest of all that it found."""
    return {text: found_by(text, [each.text for each in positions.load()]) for text in AGENTS} | {
        f"{game} {text}": found_by(text, _views(game, options))
        for game, options in GAMES
        for text in HIDDEN_AGENTS
    }


def found_by(text: str, views: list[str]) -> dict[str, int | str]:
    """What an agent finds in these positions: its nodes, and a digest of all it says."""
    agent = parse_agent(text)
    nodes = 0
    digest = hashlib.sha256()
    for view in views:
        thought = decide(agent, view, seed=1)
        nodes += thought.nodes
        digest.update(f"{thought.best} {thought.value.hex()} {thought.nodes}\n".encode())
        for move in thought.moves:
            digest.update(f"{move.move} {move.visits} {move.value.hex()}\n".encode())
    return {"nodes": nodes, "digest": digest.hexdigest()[:16]}


def _views(game: str, options: str) -> list[str]:
    """What seats know that have to decide, in a random game."""
    record = random_record(game, options, 1)
    decisions = [state for state in random_positions(record) if state.to_move >= 0]
    return [view_of(state, state.to_move).text for state in decisions[::10]]


def main() -> None:
    """Writes the file anew."""
    FILE.write_text(json.dumps(signature(), indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
