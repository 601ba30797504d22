"""Plays any game of a contest, whatever kind of agents or programs sit in it."""

from collections.abc import Callable

from carcbot.arena.blocks import Fault, Game, GameResult
from carcbot.arena.contest import Contest
from carcbot.contest.mixed_game import play_mixed
from carcbot.contest.native_game import play_native
from carcbot.contest.refereed_game import play_refereed
from carcbot.contest.seating import Seating
from carcbot.errors import GameError
from carcbot.search import own_agent

__all__ = ["play_game", "unplayed_game"]


def play_game(contest: Contest, game: Game) -> GameResult:
    """Plays a game. Whatever goes wrong, our own failures included, is in the result.

    Raises:
        GameError: The game is a package's, and breaks its promises: to play it again is no help.
    """
    seating = Seating(contest, game)
    try:
        return _way_to_play(seating)(seating)
    except GameError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, the other games go on
        return unplayed_game(seating, f"{type(error).__name__}: {error}")


def unplayed_game(seating: Seating, what: str) -> GameResult:
    """The result of a game that we failed to play: it does not count, and is played again."""
    nothing = [0] * seating.contest.seats
    places = [1] * seating.contest.seats
    return seating.result(nothing, places, [], [], Fault("referee", what))


def _way_to_play(seating: Seating) -> Callable[[Seating], GameResult]:
    contest = seating.contest
    if contest.clock is not None or any(contest.is_program(at) for at in seating.game.players):
        return play_refereed
    entrants = [seating.entrant(seat) for seat in seating.seats]
    if any(own_agent.is_own(each.agent) for each in entrants):
        return play_mixed
    return play_native
