"""Playing the games of a contest, whoever plays in them."""

from collections.abc import Callable

from carcbot.arena.blocks import Fault, Game, GameResult
from carcbot.arena.contest import Contest
from carcbot.lab.matches.mixed_game import play_mixed
from carcbot.lab.matches.native_game import play_native
from carcbot.lab.matches.refereed_game import play_refereed
from carcbot.lab.matches.seating import Seating
from carcbot.search import own_agent

__all__ = ["broken_off", "play_game"]


def play_game(contest: Contest, game: Game) -> GameResult:
    """Plays a game. Whatever goes wrong is in the result, what is our own fault too."""
    seating = Seating.of(contest, game)
    try:
        return _way_to_play(seating)(seating)
    except Exception as error:  # noqa: BLE001 - whatever it is, the other games go on
        return broken_off(seating, f"{type(error).__name__}: {error}")


def broken_off(seating: Seating, what: str) -> GameResult:
    """A game that we could not bring to its end: it has no result, and is played again."""
    nothing = [0] * seating.contest.seats
    places = [1] * seating.contest.seats
    return seating.result(nothing, places, [], [], Fault("referee", what))


def _way_to_play(seating: Seating) -> Callable[[Seating], GameResult]:
    contest = seating.contest
    if contest.clock is not None or any(contest.is_program(at) for at in seating.players):
        return play_refereed
    entrants = [seating.entrant(seat) for seat in seating.seats]
    if any(own_agent.is_own(each.agent) for each in entrants):
        return play_mixed
    return play_native
