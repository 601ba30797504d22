"""What happens next in a competition: when a phase begins, and which game is called.

Whom a game waits for is not a fact: when a referee comes back after a crash, everybody has to find
the way to it anew, and gets the whole grace period for that.
"""

from collections.abc import Callable, Collection

from carcbot.arena.blocks import Game
from carcbot.arena.competition.facts import (
    Began,
    Called,
    CalledOff,
    CheckInBegan,
    Ended,
    Fact,
    Finished,
    RoundBegan,
)
from carcbot.arena.competition.proceedings import Place, Proceedings
from carcbot.arena.competition.rules import moment_us

__all__ = ["Calling"]


class Calling:
    """Decides what happens next.

    Args:
        proceedings: How the competition stands.
    """

    def __init__(self, proceedings: Proceedings) -> None:
        self._proceedings = proceedings
        self._waits_since_us: dict[Place, int] = {}

    def next(self, now_us: int, ready: Collection[str], new_name: Callable[[], str]) -> Fact | None:
        """What is to happen now, if anything is; asked again until nothing is.

        Args:
            now_us: Now, since 1970.
            ready: Who is there and has a place for a match.
            new_name: Gives a match its name.
        """
        now = self._proceedings
        match now.phase(now_us):
            case "announced" | "registration" | "closed":
                return self._gather(now_us)
            case "check_in":
                return self._begin(now_us)
            case "playing":
                if now.is_between_rounds:
                    return self._go_to_next_round(now_us)
                return self._call(now_us, ready, new_name)
            case _:
                return None

    def _gather(self, now_us: int) -> Fact | None:
        rules = self._proceedings.competition
        if now_us < rules.check_in_us:
            return None
        return CheckInBegan(now_us) if rules.check_in.minutes else self._begin(now_us)

    def _begin(self, now_us: int) -> Fact | None:
        """The players are known when check-in is over; where it began late, it ends late."""
        now, rules = self._proceedings, self._proceedings.competition
        minutes_us = round(rules.check_in.minutes * 60e6) if now.changed_us else 0
        if now_us < max(rules.starts_us, now.changed_us + minutes_us):
            return None
        players = now.admitted()
        if not players:
            there = "have checked in" if rules.check_in.minutes else "have entered"
            return CalledOff(now_us, f"fewer than {rules.seats} {there}")
        return Began(now_us, players)

    def _go_to_next_round(self, now_us: int) -> Fact | None:
        now, schedule = self._proceedings, self._proceedings.competition.schedule
        if not now.has_another_round:
            return Finished(now_us)
        number = now.round + 1
        earliest_us = now.changed_us + (round(schedule.pause_s * 1e6) if number else 0)
        if number < len(schedule.starts):
            earliest_us = max(earliest_us, moment_us(schedule.starts[number]))
        return RoundBegan(now_us, number) if now_us >= earliest_us else None

    def _call(
        self, now_us: int, ready: Collection[str], new_name: Callable[[], str]
    ) -> Fact | None:
        """The first game that can be played, or that somebody has lost without playing it."""
        now, waits = self._proceedings, self._waits_since_us
        grace_us = round(now.competition.no_show.grace_s * 1e6)
        kept: dict[Place, int] = {}
        self._waits_since_us = kept
        for game in now.waiting:
            names = now.names(game)
            place = game.block.number, game.number
            gone = tuple(name for name in names if now.is_gone(name))
            if gone:
                return self._absent(now_us, game, gone, waits)
            if any(now.games_of(name) >= now.competition.at_once for name in names):
                continue  # it waits for a game, and not for anybody
            absent = tuple(name for name in names if name not in ready)
            if not absent:
                self._waits_since_us = waits
                return Called(now_us, *place, game.attempt, new_name())
            kept[place] = waits.get(place, now_us)
            if now_us - kept[place] >= grace_us:
                return self._absent(now_us, game, absent, waits)
        return None

    def _absent(
        self, now_us: int, game: Game, absent: tuple[str, ...], waits: dict[Place, int]
    ) -> Ended:
        self._waits_since_us = waits
        return Ended(now_us, self._proceedings.absence(game, absent))
