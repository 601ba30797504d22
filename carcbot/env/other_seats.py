"""Who plays the other seats of an environment that one learns in."""

from collections.abc import Callable, Sequence
from typing import Final

from carcbot.errors import AgentError, InputError, OptionsError
from carcbot.games.contract import View
from carcbot.search.agent import parse_agent
from carcbot.search.budget import UNLIMITED
from carcbot.search.decision import decide
from carcbot.search.own_agent import checked_move, error_text, is_own, load

__all__ = ["RANDOM", "Chooser", "Maker", "Opponent", "chooser_of", "makers"]

RANDOM: Final = "random"
"""The opponent that picks any legal move, as fast as the core can."""
Chooser = Callable[[View, int], str]
"""Picks one of the legal moves of a view, by a seed if there is something to be drawn."""
Maker = Callable[[int], Chooser]
"""Makes who plays a seat in one game, with a seed for it."""
Opponent = str | Callable[[View], str]
"""An agent by its name, with its parameters, somebody's class as MODULE:CLASS, or a function that
picks one of the legal moves."""


def makers(opponents: Opponent | Sequence[Opponent], others: int, game: str) -> list[Maker | None]:
    """Who plays each of the other seats, the next one first; None is `RANDOM`.

    Args:
        opponents: One for all of the seats, or one for each.
        others: How many seats there are besides one's own.
        game: Which is played.

    Raises:
        OptionsError: There are more or fewer opponents than seats, or one is none.
        AgentError: There is no such agent, it does not play this game, or would think for ever.
    """
    given: object = opponents
    if isinstance(given, str) or callable(given):
        given = [given] * others
    if not isinstance(given, Sequence) or len(given) != others:
        told = f"{len(given)} opponents" if isinstance(given, Sequence) else f"{given!r}"
        raise OptionsError(
            told, where="opponents", expected=f"{others}, or one for all other seats"
        )
    return [_maker(each, game) for each in given]


def _maker(opponent: object, game: str) -> Maker | None:
    if opponent == RANDOM:
        return None
    if isinstance(opponent, str):
        first = chooser_of(opponent, 0, game)
        if is_own(opponent):
            return lambda seed: chooser_of(opponent, seed, game)
        return lambda _: first
    if not callable(opponent):
        raise OptionsError(
            f"{opponent!r} is no opponent",
            where="opponents",
            expected="the name of an agent, MODULE:CLASS, or a function",
        )
    return lambda _: lambda view, _: checked_move(view, opponent(view))


def chooser_of(name: str, seed: int, game: str) -> Chooser:
    """An agent of ours, or somebody's own class, which gets this seed if it wants one.

    Raises:
        AgentError: There is no such agent, it does not play this game, or would think for ever.
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
    agent.maker(game)
    agent.limits(UNLIMITED, is_timed=False)  # it must end by itself
    return lambda view, seed: decide(agent, view.text, seed).best
