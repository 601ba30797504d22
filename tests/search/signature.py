"""What every family of searches does in the fifty positions, as a few numbers.

A change that is meant to alter no search leaves them; one that is, writes them anew and says so:
`python -m tests.search.signature`. The numbers are the same on every machine and for every build;
that the portable build agrees with the one for this machine is checked by `make same` as well.
"""

import hashlib
import json
from pathlib import Path

from carcbot.lab import positions
from carcbot.search.agent import parse_agent
from carcbot.search.decision import decide

FILE = Path(__file__).parent / "signature.json"
AGENTS = (
    "random",
    "greedy",
    "flat:sims=200",
    "flat:sims=200,policy=uniform,reward=outcome",
    "mcts:sims=300",
    "mcts:sims=300,policy=uniform,reward=outcome,t=3,c=1,final=secure",
    "rave:sims=100,s=2",
    "expectimax:depth=1,eval=heyden",
    "star1:depth=2,eval=heyden,nodes=30000",
    "star2:depth=2,eval=heyden,order=features,nodes=30000",
    "star25:depth=2,eval=heyden,order=features,nodes=30000",
    "star25:depth=3,eval=heyden,order=features,probing=cyclic,nodes=20000",
    "heyden-star25-f5:nodes=10000",
    "maxn:depth=2,nodes=5000",
)

Signature = dict[str, dict[str, int | str]]


def signature() -> Signature:
    """For each agent the nodes of all positions together, and a digest of all that it found."""
    found: Signature = {}
    for text in AGENTS:
        agent = parse_agent(text)
        nodes = 0
        digest = hashlib.sha256()
        for position in positions.load():
            thought = decide(agent, position.text, seed=1)
            nodes += thought.nodes
            digest.update(f"{thought.best} {thought.value.hex()} {thought.nodes}\n".encode())
            for move in thought.moves:
                digest.update(f"{move.move} {move.visits} {move.value.hex()}\n".encode())
        found[text] = {"nodes": nodes, "digest": digest.hexdigest()[:16]}
    return found


def main() -> None:
    """Writes the file anew."""
    FILE.write_text(json.dumps(signature(), indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
