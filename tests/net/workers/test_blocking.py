"""The pool for programs without an event loop."""

import pytest

from carcbot.errors import AgentError
from carcbot.net.workers import BlockingPool
from carcbot.search.agent import parse_agent
from carcbot.search.budget import Budget
from carcbot.search.deciding import decide
from tests.net.workers.pools import START


def test_blocking_pool() -> None:
    """Programs without an event loop get the same decisions."""
    with BlockingPool(2) as pool:
        decision = pool.decide("mcts", START.text, Budget(simulations=500), seed=3)
        assert decision.thought.moves == decide(parse_agent("mcts:sims=500"), START.text, 3).moves
        with pytest.raises(AgentError):
            pool.decide("nobody", START.text, Budget(), seed=3)
