"""Figures of matches: turns, choices, times, and what the game itself counts."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from carcbot.games import registry
from carcbot.games.contract import is_position
from carcbot.replay.record import MatchRecord
from carcbot.replay.record_moments import moments_of

__all__ = ["MOVES", "TURNS", "Figures", "figures_of", "sums_of"]

TURNS: Final = "turns"
MOVES: Final = "moves"
_LEGAL: Final = "legal moves"
_CHOSEN: Final = "moves of which they are known"
_SPENT: Final = "microseconds"
_BY_REFEREE: Final = "moves by the referee"
_POINTS: Final = "points"


@dataclass(frozen=True, slots=True)
class Figures:
    """Counts of one player.

    Attributes:
        player: Who.
        matches: In how many matches.
        counts: Each count over all of them, by its name.
        counted: In how many of them there is each count: games count different things.
    """

    player: str
    matches: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    counted: dict[str, int] = field(default_factory=dict)

    @property
    def branching(self) -> float | None:
        """The mean number of legal moves; None if it is known of no decision."""
        return self.counts[_LEGAL] / self.counts[_CHOSEN] if self.counts[_CHOSEN] else None

    @property
    def seconds_a_turn(self) -> float:
        """The mean time of a turn, with all its decisions."""
        return self.counts[_SPENT] / 1e6 / max(self.counts[TURNS], 1)

    def a_match(self, name: str) -> float:
        """A count, on average over the matches that have it."""
        return self.counts[name] / self.counted[name]

    @property
    def names(self) -> list[str]:
        """The names of what is counted for a match."""
        return [name for name in self.counts if name not in {_LEGAL, _CHOSEN, _SPENT}]


def figures_of(record: MatchRecord) -> list[Figures]:
    """The counts of each seat in a match.

    Raises:
        InputError: A draw or move breaks the rules.
    """
    end = record.last_position()
    names = (TURNS, MOVES, _POINTS, _BY_REFEREE, _LEGAL, _CHOSEN, _SPENT)
    counts = [dict.fromkeys(names, 0) for _ in end.scores()]
    moves = []
    last_turn = 0
    for moment in moments_of(record):
        event = moment.event
        if event is None:
            continue
        moves.append((event.seat, event.move))
        count = counts[event.seat]
        count[MOVES] += 1
        count[TURNS] += moment.before.turn != last_turn
        last_turn = moment.before.turn
        if is_position(moment.before):
            count[_LEGAL] += len(moment.before.legal_moves())
            count[_CHOSEN] += 1
        count[_SPENT] += event.spent_us
        count[_BY_REFEREE] += event.by == "referee"
    for count, points in zip(counts, end.scores(), strict=True):
        count[_POINTS] = points
    tally = registry.get(record.lines.header.game).tally
    told = tally(end, moves) if tally and is_position(end) else {}
    for name, numbers in told.items():
        for count, number in zip(counts, numbers, strict=True):
            count[name] = number
    return [
        Figures(account, 1, count, dict.fromkeys(count, 1))
        for account, count in zip(record.accounts, counts, strict=True)
    ]


def sums_of(figures: Iterable[Figures]) -> list[Figures]:
    """The figures of each player over all matches, by the players' names."""
    players: dict[str, Figures] = {}
    for each in figures:
        known = players.get(each.player, Figures(each.player))
        players[each.player] = Figures(
            each.player,
            known.matches + each.matches,
            _sum(known.counts, each.counts),
            _sum(known.counted, each.counted),
        )
    return [players[name] for name in sorted(players)]


def _sum(some: dict[str, int], more: dict[str, int]) -> dict[str, int]:
    return some | {name: some.get(name, 0) + number for name, number in more.items()}
