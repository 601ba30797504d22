"""What happens next in a competition: when a phase begins, and which game is called.

For whom a game waits is not written down: after a crash of the referee everybody has to connect
again, and gets the whole grace period for it.
"""

from collections.abc import Callable, Collection, Sequence

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
from carcbot.arena.competition.proceedings import GameNumber, Proceedings

__all__ = ["NextStep"]


class NextStep:
    """Decides what happens next in a competition.

    Args:
        proceedings: How the competition stands.
    """

    def __init__(self, proceedings: Proceedings) -> None:
        self._proceedings = proceedings
        self._waits_since_us: dict[GameNumber, int] = {}
        self._back: set[str] = set()  # who was here again after it had crashed
        self._came_us = 0  # when this referee first looked, which may have been away before

    def due(
        self, now_us: int, ready: Collection[str], new_name: Callable[[], str]
    ) -> Sequence[Fact]:
        """The facts that are due now, in this order. Call it again until it returns nothing.

        Args:
            now_us: Now, since 1970.
            ready: Who is connected and free for a match.
            new_name: Makes a name for a new match.
        """
        now = self._proceedings
        self._came_us = self._came_us or now_us
        self._back = {name for name in now.crashed if name in self._back or name in ready}
        fact = None
        match now.phase(now_us):
            case "announced" | "registration" | "closed":
                fact = self._gather(now_us)
            case "check_in":
                fact = self._begin(now_us)
            case "playing" if now.is_between_rounds:
                fact = self._go_to_next_round(now_us)
            case "playing":
                return self._call(now_us, ready, new_name)
        return () if fact is None else (fact,)

    def _gather(self, now_us: int) -> Fact | None:
        now, rules = self._proceedings, self._proceedings.competition
        if now_us < now.times.check_in_us:
            return None
        return CheckInBegan(now_us) if rules.check_in.minutes else self._begin(now_us)

    def _begin(self, now_us: int) -> Fact | None:
        """The players are known when check-in is over.

        Where the referee was away in the middle of it, who has not checked in gets as long for it
        as games wait for who is absent, but no longer than check-in is. Who has to confirm changed
        terms gets as long for that.
        """
        now, rules = self._proceedings, self._proceedings.competition
        grace_us = round(rules.no_show.grace_s * 1e6)
        if now_us < now.times.starts_us:
            return None
        is_missing = "entered" in now.entrants.values()
        if now.changed_us and self._came_us > now.changed_us and is_missing:
            minutes_us = round(rules.check_in.minutes * 60e6)
            if now_us < self._came_us + min(grace_us, minutes_us):
                return None
        if now.unconfirmed and now_us < now.terms_us + grace_us:
            return None
        players = now.admitted()
        if not players:
            there = "have checked in" if rules.check_in.minutes else "have entered"
            confirmed = " and confirmed the changed terms" if now.unconfirmed else ""
            return CalledOff(now_us, f"fewer than {rules.seats} {there}{confirmed}")
        return Began(now_us, players)

    def _go_to_next_round(self, now_us: int) -> Fact | None:
        now, schedule = self._proceedings, self._proceedings.competition.schedule
        if not now.has_another_round:
            return Finished(now_us) if now_us >= now.ends_us else None
        number = now.round + 1
        earliest_us = now.changed_us + (round(schedule.pause_s * 1e6) if number else 0)
        if number < len(now.times.starts):
            earliest_us = max(earliest_us, now.times.starts[number])
        return RoundBegan(now_us, number) if now_us >= earliest_us else None

    def _call(self, now_us: int, ready: Collection[str], new_name: Callable[[], str]) -> list[Fact]:
        """All games that can be played now, and those that somebody has lost by not being there."""
        now = self._proceedings
        rules = now.competition
        grace_us = round(rules.no_show.grace_s * 1e6)
        names = now.players
        gone = {at for at, name in enumerate(names) if now.is_gone(name)}
        away = {at for at, name in enumerate(names) if name not in ready}
        games = {at: now.games_of(name) for at, name in enumerate(names)}
        # who plays here and takes no more is not waited for
        busy = {
            at for at, count in games.items() if count >= rules.at_once or (count and at in away)
        }
        waits_us, self._waits_since_us = self._waits_since_us, {}
        lost: set[int] = set()
        called: set[int] = set()
        due: list[Fact] = []
        for game in now.waiting:
            table, place = game.block.players, (game.block.number, game.number)
            if not gone.isdisjoint(table):
                due.append(self._absent(now_us, game, gone))
            elif not (busy if away.intersection(table) else busy | called).isdisjoint(table):
                continue  # it waits for a game, or for one that is called now, and not for anybody
            elif away.isdisjoint(table):
                due.append(Called(now_us, *place, game.attempt, new_name()))
                called.update(table)
                for at in table:
                    games[at] += 1
                    if games[at] >= rules.at_once:
                        busy.add(at)
            elif lost.isdisjoint(table) and now_us - waits_us.get(place, now_us) >= grace_us:
                due.append(self._absent(now_us, game, away))
                lost |= away.intersection(table)
            else:
                self._waits_since_us[place] = waits_us.get(place, now_us)
        for game in now.waiting if lost else ():  # who has lost one gets as long for the next one
            place = game.block.number, game.number
            if place in self._waits_since_us and not lost.isdisjoint(game.block.players):
                self._waits_since_us[place] = now_us
        return due

    def _absent(self, now_us: int, game: Game, absent: Collection[int]) -> Ended:
        """A game that is lost by those of its players who are absent."""
        now = self._proceedings
        names = tuple(now.players[at] for at in game.players if at in absent)
        return Ended(now_us, now.absence(game, names, now.crashed - self._back))
