"""Flat Monte Carlo by outcome that keeps its averages as whole numbers.

The thesis's flat Monte Carlo by outcome is hardly better than who moves at random. Averages of 1, 0
and -1 would explain it if a program kept them as whole numbers, as a language like Java does where
nobody asks for more: nearly all are 0 then, and the first move of all is made. This one does so, to
see how far that goes.
"""

from carcbot.games.contract import View
from carcbot.search.agent import parse_agent
from carcbot.search.budget import Budget
from carcbot.search.decision import decide

__all__ = ["SIMULATIONS", "WholeAverages"]

SIMULATIONS = 250
"""Random games a move, where nobody limits them."""


class WholeAverages:
    """An agent that plays so.

    Args:
        seed: Of its random games.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, view: View, budget: Budget) -> str:
        """The first of the moves whose average is the best, after its decimals were cut off."""
        self._seed += 1
        agent = parse_agent(f"heyden-mco:sims={budget.simulations or SIMULATIONS}")
        moves = decide(agent, view.text, self._seed).moves
        return max(moves, key=lambda each: int(each.value)).move
