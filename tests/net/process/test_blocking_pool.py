"""The pool for programs without an event loop."""

import subprocess
import sys

import pytest

from carcbot.errors import AgentError
from carcbot.net.process.blocking_pool import BlockingPool
from carcbot.search.agent import parse_agent
from carcbot.search.budget import Budget
from carcbot.search.decision import decide
from tests.net.process.pools import START
from tests.waiting import PATIENCE_S

ANSWERS = """
import resource
from carcbot.net.process.blocking_pool import BlockingPool
from carcbot.search.budget import Budget
from tests.net.process.pools import START

def faults():
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt

with BlockingPool(1) as pool:
    for number in range(400):
        if number == 200:
            before = faults()
        pool.decide("random", START.text, Budget(), seed=1)
    print(faults() - before)
"""


def test_blocking_pool() -> None:
    """Programs without an event loop get the same decisions."""
    with BlockingPool(2) as pool:
        decision = pool.decide("mcts", START.text, Budget(simulations=500), seed=3)
        assert decision.thought.moves == decide(parse_agent("mcts:sims=500"), START.text, 3).moves
        with pytest.raises(AgentError):
            pool.decide("nobody", START.text, Budget(), seed=3)


def test_no_memory_for_answers() -> None:
    """No memory is mapped to read an answer: that would be two pages each time."""
    done = subprocess.run(
        [sys.executable, "-c", ANSWERS],
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE_S,
    )
    assert int(done.stdout) < 200
