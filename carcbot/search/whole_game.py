"""Whole games between our own searches: one call into the native core plays all of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from carcbot import _native
from carcbot.games.contract import State, has_secrets
from carcbot.search.agent import Agent, parse_agent
from carcbot.search.budget import Budget
from carcbot.search.families import Maker, core_of

__all__ = ["Chance", "Played", "Player", "play_whole_game"]

Chance = _native.matches.Chance
Played = _native.matches.Played


@dataclass(frozen=True, slots=True)
class Player:
    """The player of a seat.

    Attributes:
        agent: The agent.
        budget: What a decision may cost, besides the agent's own limits.
        seed: Of the agent's own chance.
    """

    agent: Agent
    budget: Budget
    seed: int


def play_whole_game(
    game: str,
    start: State,
    text: str,
    players: Sequence[Player],
    *,
    chance: Chance,
    grace_s: float,
) -> Played:
    """Plays a game to its end, or until somebody is late.

    Each player gets a new search, which follows what its seat sees, keeps its tree from move to
    move, and knows nothing of earlier games. The interpreter is free meanwhile.

    Args:
        game: Its name.
        start: The first position.
        text: The same as text.
        players: Who sits in each seat.
        chance: What is drawn.
        grace_s: A player that takes longer than its time by more than this ends the game.

    Raises:
        AgentError: Nothing would ever end a search.
        InputError: An agent does not go with the game.
    """
    seated = [
        _seated(player, game, start.view(seat).text if has_secrets(start) else text)
        for seat, player in enumerate(players)
    ]
    played: Played = core_of(game).play_game(start, seated, chance, round(grace_s * 1e9))
    return played


def _seated(player: Player, game: str, start: str) -> "_native.matches.Player":
    maker, budget = _ready(player.agent.text, game, player.budget)
    return _native.matches.Player(maker(start, player.seed), budget)


@cache
def _ready(agent_text: str, game: str, budget: Budget) -> tuple[Maker, Budget]:
    """What makes the agent's searches, and what each decision may cost.

    To find out takes as long as some agents' moves, and is the same in all games of a contest.
    """
    agent = parse_agent(agent_text)
    return agent.maker(game, sees_truth=True), agent.limits(budget)
