"""How a competition stands: a function of its rules and the facts so far.

Nothing here depends on the time: the same facts in the same order give the same state. What an
account may do at a moment is checked before it becomes a fact.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, fields
from typing import Final, Literal

from carcbot.arena.blocks import Fault, FaultKind, Game, GameResult
from carcbot.arena.competition.facts import (
    Began,
    Called,
    CalledOff,
    CheckedIn,
    CheckInBegan,
    Confirmed,
    Ended,
    Entered,
    Fact,
    Finished,
    RoundBegan,
    RulingMade,
    Withdrew,
)
from carcbot.arena.competition.rules import Competition
from carcbot.arena.competition.timetable import Timetable
from carcbot.arena.contest import Entrant
from carcbot.arena.contest_course import ContestCourse
from carcbot.arena.formats import FORMATS
from carcbot.errors import InputError, OptionsError
from carcbot.games import registry
from carcbot.games.game_text import record_text

__all__ = ["GameNumber", "Part", "Phase", "Proceedings"]

Phase = Literal[
    "announced", "registration", "closed", "check_in", "playing", "over", "called_off", "stopped"
]
"""How far a competition is. It is stopped when the referee has failed too often at a game."""

Part = Literal["none", "entered", "checked_in", "playing", "withdrawn", "disqualified", "left_out"]
"""What somebody has to do with it."""

_MOST_ENTRIES: Final = 10
"""Of an account: each is a fact that is kept."""

GameNumber = tuple[int, int]
"""A game: its block and its rotation."""


@dataclass(slots=True)
class Proceedings:
    """A competition as it goes on.

    Attributes:
        competition: Its rules.
        course: The contest, once the players are known.
        round: Which round is played or was the last one, from 0; -1 before the first.
        playing: Games that are being played, by the name of the match.
        changed_us: When a round ended, or check-in began.
        why: Why it was called off or stopped.
        times: When what has not come yet is due.
        rulings: The host's orders, carried out or refused.
        changes: How often the host has changed the terms.
        terms_us: When that was the last time.
        replaced: The matches that were over when the host had their games played again.
    """

    competition: Competition
    course: ContestCourse | None = None
    round: int = -1
    playing: dict[str, Game] = field(default_factory=dict)
    changed_us: int = 0
    why: str = ""
    times: Timetable = field(init=False)
    rulings: list[RulingMade] = field(default_factory=list)
    changes: int = 0
    terms_us: int = 0
    replaced: list[str] = field(default_factory=list)
    _story: list[Fact] = field(default_factory=list)
    """All that still counts: an order to play a game again takes its match out."""
    _parts: dict[str, Part] = field(default_factory=dict)
    _entries: Counter[str] = field(default_factory=Counter)
    _unconfirmed: set[str] = field(default_factory=set)
    """Who had entered when the terms changed, and has not confirmed them."""
    _players: tuple[str, ...] = ()
    _waiting: dict[GameNumber, Game] = field(default_factory=dict)
    _games: Counter[str] = field(default_factory=Counter)
    """How many games everybody plays at the moment."""
    _faults: Counter[tuple[str, FaultKind]] = field(default_factory=Counter)
    _crashed: set[str] = field(default_factory=set)
    """Who has crashed in its last match."""
    _stage: Phase = "registration"

    def __post_init__(self) -> None:
        self.times = Timetable.of(self.competition)

    # ------------------------------------------------------------ what can be seen

    def phase(self, now_us: int) -> Phase:
        """How far it is."""
        if self._stage != "registration":
            return self._stage
        if now_us < self.competition.opens_us:
            return "announced"
        return "registration" if now_us < self.times.closes_us else "closed"

    @property
    def entrants(self) -> dict[str, Part]:
        """The part of everybody who ever entered, in the order of entering."""
        return dict(self._parts)

    def part(self, account: str) -> Part:
        """An account's part in the competition."""
        return self._parts.get(account, "none")

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays, the strongest first; before it begins, who would play."""
        if self.course is not None:
            return self._players
        parts = self._parts.items()
        return self._ordered([each for each, part in parts if part in {"entered", "checked_in"}])

    def has_to_confirm(self, account: str) -> bool:
        """Whether somebody would play, but for the changed terms, which it has not confirmed."""
        return account in self._unconfirmed and self.part(account) in {"entered", "checked_in"}

    @property
    def unconfirmed(self) -> tuple[str, ...]:
        """Who has to confirm the changed terms, in the order of entering."""
        return tuple(filter(self.has_to_confirm, self._parts))

    def is_gone(self, account: str) -> bool:
        """Whether a player does not play any more."""
        return self.part(account) in {"withdrawn", "disqualified"}

    @property
    def crashed(self) -> frozenset[str]:
        """The players who have crashed in the last match that they were called to."""
        return frozenset(self._crashed)

    def games_of(self, account: str) -> int:
        """How many games somebody plays at the moment."""
        return self._games[account]

    def names(self, game: Game) -> tuple[str, ...]:
        """Who sits in each seat of a game."""
        return tuple(self.players[player] for player in game.players)

    @property
    def story(self) -> Sequence[Fact]:
        """All that has happened and still counts, in its order."""
        return tuple(self._story)

    @property
    def ended_matches(self) -> set[str]:
        """The matches of this round that are over; of the first phases there are none."""
        ended: set[str] = set()
        for fact in self._story:
            match fact:
                case RoundBegan():
                    ended.clear()
                case Ended(match=match) if match:
                    ended.add(match)
        return ended

    def knows_ruling(self, number: int, ordered_us: int) -> bool:
        """Whether an order of the host was carried out or refused already."""
        return any(
            each.number == number and each.ordered_us in (0, ordered_us) for each in self.rulings
        )

    @property
    def is_between_rounds(self) -> bool:
        """Whether it is being played, but no round is."""
        is_on = self._stage == "playing" and self.course is not None
        return is_on and not self._waiting and not self.playing

    @property
    def waiting(self) -> list[Game]:
        """Games of this round that have not begun, in the order in which they will."""
        return list(self._waiting.values())

    @property
    def has_another_round(self) -> bool:
        """Whether there is a round after this one."""
        return self.course is not None and self.course.has_another_round

    @property
    def ends_us(self) -> int:
        """When all is over after the last game: until then the host may have one played again."""
        return self.changed_us + round(self.competition.schedule.protest_s * 1e6)

    # ------------------------------------------------------------ what accounts ask for

    def takes_entrants(self, now_us: int) -> bool:
        """Whether one may enter now: a ladder takes newcomers until registration closes."""
        if self.competition.format != "ladder":
            return self.phase(now_us) == "registration"
        has_begun = self.competition.opens_us <= now_us < self.times.closes_us
        is_last = self.round + 1 >= self.competition.rounds
        return has_begun and self._stage in {"registration", "check_in", "playing"} and not is_last

    def enter(self, account: str, now_us: int) -> Entered:
        """Enters an account.

        Raises:
            InputError: It cannot.
        """
        registration = self.competition.registration
        if self.phase(now_us) == "announced":
            raise InputError("registration has not begun")
        if not self.takes_entrants(now_us):
            raise InputError("registration is over")
        if self.part(account) in {"entered", "checked_in", "playing"}:
            raise InputError("you have entered already")
        if self.part(account) == "disqualified":
            raise InputError("you are disqualified")
        if self.course is not None and account in self.players:
            raise InputError("you have played in it already")
        allowed = {each.lower() for each in registration.allow}
        if allowed and account.lower() not in allowed:
            raise InputError("it is for others")
        if self._entries[account] >= _MOST_ENTRIES:
            raise InputError(f"you have entered {_MOST_ENTRIES} times, and withdrawn")
        if len(self.players) >= registration.most:
            raise InputError(f"all {registration.most} places are taken")
        return Entered(now_us, account)

    def withdraw(self, account: str, now_us: int) -> Withdrew:
        """Withdraws an account.

        Raises:
            InputError: It does not, or everything is over.
        """
        if self.part(account) not in {"entered", "checked_in", "playing"}:
            raise InputError("you do not take part")
        if self._stage in {"over", "called_off"}:
            raise InputError("it is over")
        return Withdrew(now_us, account)

    def check_in(self, account: str, now_us: int) -> CheckedIn:
        """An entrant checks in.

        Raises:
            InputError: It has not, or this is not the time.
        """
        if self.part(account) in {"none", "withdrawn", "disqualified"}:
            raise InputError("you have not entered")
        if self._stage == "registration":
            raise InputError("check-in has not begun")
        if self._stage != "check_in":
            raise InputError("check-in is over")
        return CheckedIn(now_us, account)

    def confirm(self, account: str, changes: int, now_us: int) -> Confirmed:
        """An entrant confirms the terms after so many changes.

        Raises:
            InputError: These are not the terms, or it has nothing to confirm.
        """
        if self.part(account) in {"none", "withdrawn", "disqualified"}:
            raise InputError("you have not entered")
        if not self.has_to_confirm(account):
            begun = self.course is not None or self._stage == "called_off"
            raise InputError("it is too late" if begun else "you have nothing to confirm")
        if changes != self.changes:
            raise InputError(f"the terms have changed {self.changes} times, and not {changes}")
        return Confirmed(now_us, account)

    def change_rules(self, rules: Competition) -> None:
        """Has it played by other rules; the fact that the host has changed them follows."""
        self.competition = rules

    # ------------------------------------------------------------ the story

    def take_in(self, fact: Fact) -> None:  # noqa: C901, PLR0912 - one case for each
        """Something has happened."""
        match fact:
            case Entered():
                self._entries[fact.account] += 1
                self._parts.pop(fact.account, None)  # who comes back stands behind the others
                self._parts[fact.account] = "entered"
                self._unconfirmed.discard(fact.account)
                if self.course is not None:
                    self._join(fact.account, self.course)
            case Withdrew():
                self._withdraw(fact.account)
            case CheckInBegan():
                self._stage, self.changed_us = "check_in", fact.at_us
                minutes_us = round(self.competition.check_in.minutes * 60e6)
                # where it begins late it ends late
                self.times.starts[0] = max(self.times.starts_us, fact.at_us + minutes_us)
            case CheckedIn():
                self._parts[fact.account] = "checked_in"
            case Confirmed():
                self._unconfirmed.discard(fact.account)
            case Began():
                self._begin(fact.players)
                self.changed_us = fact.at_us
            case CalledOff():
                self._stage, self.why = "called_off", fact.why
            case RoundBegan():
                self.round = fact.round
                self._take_games()
            case Called():
                self._call(fact)
            case Ended():
                self._end(fact)
            case Finished():
                self._stage = "over"
            case RulingMade():
                self._rule(fact)
        self._story.append(fact)

    def admitted(self) -> tuple[str, ...]:
        """Who would play if it began now, the strongest first.

        With check-in these are the accounts that have checked in, without those that have not
        confirmed changed terms; where the format needs another number of players, the last ones are
        left out.
        """
        wanted = "checked_in" if self.competition.check_in.minutes else "entered"
        there = [each for each, part in self._parts.items() if part == wanted]
        players = self._ordered([each for each in there if each not in self._unconfirmed])
        form = FORMATS[self.competition.format]
        while len(players) >= self.competition.seats:
            try:
                form.check(self.competition.contest(players), "")
            except OptionsError:
                players = players[:-1]
            else:
                return players
        return ()

    def absence(
        self, game: Game, absent: tuple[str, ...], crashed: Collection[str] = ()
    ) -> GameResult:
        """The result of a game to which these players did not come: they have lost it.

        Args:
            game: Which one.
            absent: Who did not come.
            crashed: Those of them who have not been back since they crashed.
        """
        names = self.names(game)
        here = len(names) - len(absent)
        faults = tuple(
            Fault("crash", "has crashed, and is not back", seat)
            if name in crashed and self.part(name) == "playing"
            else Fault("absent", self._excuse(name), seat)
            for seat, name in enumerate(names)
            if name in absent
        )
        rules = self.competition
        game_played = registry.get(rules.game).new(rules.terms.options)
        return GameResult(
            block=game.block.number,
            game=game.number,
            names=names,
            scores=(0,) * len(names),
            places=tuple(max(1 + here, 2) if name in absent else 1 for name in names),
            record=record_text(rules.game, game_played.options, []),
            fault=faults[0],
            attempt=game.attempt,
            more_faults=faults[1:],
        )

    # ------------------------------------------------------------ inside

    def _excuse(self, account: str) -> str:
        part = self.part(account)
        return "did not come" if part == "playing" else f"was {part}"

    def _ordered(self, accounts: list[str]) -> tuple[str, ...]:
        seeds = self.competition.seeds
        names = {each.lower(): each for each in accounts}
        first = [names[each.lower()] for each in seeds if each.lower() in names]
        return (*first, *(each for each in accounts if each not in first))

    def _begin(self, players: tuple[str, ...]) -> None:
        self._stage, self._players = "playing", players
        self.course = ContestCourse(self.competition.contest(players), ahead=False)
        for account, part in self._parts.items():
            if account in players:
                self._parts[account] = "playing"
            elif part not in {"withdrawn", "disqualified"}:
                self._parts[account] = "left_out"

    def _join(self, account: str, course: ContestCourse) -> None:
        """A newcomer plays from the next round on."""
        self._parts[account] = "playing"
        self._players = (*self._players, account)
        course.join(Entrant(account))

    def _rule(self, fact: RulingMade) -> None:
        self.rulings.append(fact)
        if fact.refused:
            return
        match fact.order:
            case "disqualify":
                self._parts[fact.account] = "disqualified"
                self._retire(fact.account)
            case "withdraw":
                self._withdraw(fact.account)
            case "postpone":
                self.times.postpone(round(fact.minutes * 60e6), fact.at_us)
            case "replay":
                self._forget(fact.match)
            case "change":
                self.changes, self.terms_us = self.changes + 1, fact.at_us
                self._unconfirmed = set(self.players)

    def _forget(self, match: str) -> None:
        """A match was never called: all else happens once more without it."""
        anew = Proceedings(self.competition, replaced=list(self.replaced))
        for fact in self._story:
            if isinstance(fact, Called | Ended) and fact.match == match:
                if isinstance(fact, Ended):
                    anew.replaced.append(match)
                continue
            if isinstance(fact, RulingMade) and fact.order == "replay":
                anew._story.append(fact)  # what it was about is no longer in the story
            else:
                anew.take_in(fact)
        anew.rulings = self.rulings
        for each in fields(self):
            setattr(self, each.name, getattr(anew, each.name))

    def _withdraw(self, account: str) -> None:
        self._parts[account] = "withdrawn"
        self._retire(account)

    def _retire(self, account: str) -> None:
        if self.course is not None and account in self.players:
            self.course.retire(self.players.index(account))

    def _take_games(self) -> None:
        while self.course is not None and (game := self.course.take()) is not None:
            self._waiting[game.block.number, game.number] = game

    def _call(self, fact: Called) -> None:
        game = self._waiting.pop((fact.block, fact.game))
        self.playing[fact.match] = game
        self._games.update(self.names(game))
        self._crashed.difference_update(self.names(game))

    def _end(self, fact: Ended) -> None:
        result = fact.result
        if fact.match:
            self._games -= Counter(self.names(self.playing.pop(fact.match)))
        else:
            del self._waiting[result.block, result.game]
        if not result.counts and result.attempt > self.competition.replays:
            what = result.fault.what if result.fault else ""
            self._stage = "stopped"
            self.why = f"a game could not be played in {result.attempt} tries: {what}"
            return
        for fault in result.faults:
            self._count(fault, result, is_absence=not fact.match)
        if self.course is not None:
            self.course.put(result)
        if not result.counts:
            self._take_games()  # this one again
        if self.is_between_rounds:
            self.changed_us = fact.at_us

    def _count(self, fault: Fault, result: GameResult, *, is_absence: bool) -> None:
        """Somebody is out who has failed too often; a game not come to counts as that, too."""
        if fault.seat < 0:
            return
        account = result.names[fault.seat]
        if fault.kind == "crash":
            self._crashed.add(account)
        rules = self.competition
        kinds: dict[FaultKind, None] = {fault.kind: None}
        if is_absence:
            kinds["absent"] = None
        for kind in kinds:
            self._faults[account, kind] += 1
            no_show = kind == "absent"
            most = rules.no_show.withdrawn_after if no_show else self._most(kind)
            if 0 < most <= self._faults[account, kind] and not self.is_gone(account):
                self._parts[account] = "withdrawn" if no_show else "disqualified"
                self._retire(account)

    def _most(self, kind: FaultKind) -> int:
        """After so many faults of a kind a player is disqualified; 0 is never."""
        most: int = getattr(self.competition.disqualification, kind)
        return most
