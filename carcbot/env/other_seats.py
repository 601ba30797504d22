"""Who plays the other seats of an environment that one learns in."""

from collections.abc import Callable, Sequence
from typing import Final

from carcbot.errors import AgentError, InputError, OptionsError
from carcbot.games.contract import View
from carcbot.search.agent import parse_agent
from carcbot.search.budget import UNLIMITED
from carcbot.search.decision import decide
from carcbot.search.own_agent import checked_move, error_text, is_own, load

__all__ = ["RANDOM", "Chooser", "Opponent", "chooser_of", "choosers"]

RANDOM: Final = "random"
"""The opponent that picks any legal move, as fast as the core can."""
Chooser = Callable[[View, int], str]
"""Picks one of the legal moves of a view, by a seed if there is something to be drawn."""
Opponent = str | Callable[[View], str]
"""An agent by its name, with its parameters, somebody's class as MODULE:CLASS, or a function that
picks one of the legal moves."""


def choosers(opponents: Opponent | Sequence[Opponent], others: int) -> list[Chooser | None]:
    """Who plays each of the other seats, the next one first; None is `RANDOM`.

    Args:
        opponents: One for all of the seats, or one for each.
        others: How many seats there are besides one's own.

    Raises:
        OptionsError: There are more or fewer opponents than seats.
        AgentError: There is no such agent, or it would think for ever.
    """
    if isinstance(opponents, str) or callable(opponents):
        opponents = [opponents] * others
    if len(opponents) != others:
        raise OptionsError(
            f"{len(opponents)} opponents",
            where="opponents",
            expected=f"{others}, or one for all other seats",
        )
    return [_chooser(each) for each in opponents]


def _chooser(opponent: Opponent) -> Chooser | None:
    if not isinstance(opponent, str):
        return lambda view, _: opponent(view)
    if opponent == RANDOM:
        return None
    return chooser_of(opponent, 0)


def chooser_of(name: str, seed: int) -> Chooser:
    """An agent of ours, or somebody's own class, which gets this seed if it wants one.

    Raises:
        AgentError: There is no such agent, or it would think for ever.
    """
    if is_own(name):
        own = load(name, seed)

        def own_choice(view: View, _: int) -> str:
            try:
                move = own.choose(view, UNLIMITED)
            except InputError:
                raise
            except Exception as error:
                raise AgentError(f"failed: {error_text(error)}", where=f"agent {name}") from error
            return checked_move(view, move)

        return own_choice
    agent = parse_agent(name)
    agent.limits(UNLIMITED, is_timed=False)  # it must end by itself
    return lambda view, seed: decide(agent, view.text, seed).best
