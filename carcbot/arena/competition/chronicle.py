"""The games of a competition, one by one, with the matches in which they were played."""

from dataclasses import dataclass

from carcbot.arena.blocks import GameResult
from carcbot.arena.competition.facts import Called, Ended, RoundBegan
from carcbot.arena.competition.proceedings import Proceedings

__all__ = ["HostedGame", "games_of", "matches_over"]


@dataclass(frozen=True, slots=True)
class HostedGame:
    """A game that was called, or that was lost because a player was absent.

    Attributes:
        round: In which round, from 1.
        names: Who sits in each seat.
        match: What the match is called; empty if there was none.
        result: How it ended; None while it goes on.
    """

    round: int
    names: tuple[str, ...]
    match: str
    result: GameResult | None


def games_of(now: Proceedings) -> list[HostedGame]:
    """All games so far: those that are over as they ended, then those that go on."""
    number, called_in, games = 0, dict[str, int](), list[HostedGame]()
    for fact in now.story:
        match fact:
            case RoundBegan():
                number = fact.round + 1
            case Called():
                called_in[fact.match] = number
            case Ended():
                round_ = called_in.get(fact.match, number)
                games.append(HostedGame(round_, fact.result.names, fact.match, fact.result))
    going_on = (
        HostedGame(called_in[match], now.names(game), match, None)
        for match, game in now.playing.items()
    )
    return [*games, *going_on]


def matches_over(now: Proceedings) -> list[str]:
    """The matches of all games that are over, those of games that were played again included."""
    over = [each.match for each in games_of(now) if each.match and each.result is not None]
    return [*now.replaced, *over]
