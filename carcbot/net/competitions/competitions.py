"""The competitions of a referee: what is asked of them, and what they do by themselves.

Each is looked at several times a second: matches that are over become results, then everything
happens that is due. A fact is written before anything follows from it. So after a crash a match
that was called and never began is begun, and one whose end nobody has noted is read from its
record.
"""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
import structlog

from carcbot.arena.blocks import Game
from carcbot.arena.competition.chronicle import matches_over
from carcbot.arena.competition.facts import Called as CalledFact
from carcbot.arena.competition.facts import CalledOff, Ended, Fact, Finished
from carcbot.arena.competition.next_step import NextStep
from carcbot.arena.competition.rules_file import check_new
from carcbot.errors import FileInputError, InputError, UnavailableError
from carcbot.match.moments import Moments
from carcbot.messages.client import EntryCommand
from carcbot.messages.competitions import (
    Called,
    CheckIn,
    CompetitionInfo,
    CompetitionNews,
    CompetitionRow,
    Confirm,
    Enter,
    Standings,
    Withdraw,
)
from carcbot.messages.competitions import (
    Competitions as AskCompetitions,
)
from carcbot.messages.server import Ack
from carcbot.net.clock import now_ns
from carcbot.net.competitions.competition_folder import CompetitionFolder, load_competition
from carcbot.net.competitions.game_result import game_result
from carcbot.net.competitions.host_orders import HostOrders
from carcbot.net.competitions.publisher import Publisher
from carcbot.net.competitions.views import info_of, phase_text, rows_of
from carcbot.referee.parties import GUEST
from carcbot.referee.step import Refusal
from carcbot.replay.packed import record_path
from carcbot.replay.record import MatchRecord

if TYPE_CHECKING:
    from carcbot.arena.competition.rules import Competition
    from carcbot.net.host.floor import Floor
    from carcbot.net.store.store import Store

__all__ = ["Competitions"]

_LOOKS_EVERY_S: Final = 0.2
_AFTER_TROUBLE_S: Final = 5.0
_MOST_SHOWN: Final = 6
_LEADERS: Final = 3

_log = structlog.get_logger()
Asked = AskCompetitions | EntryCommand | Standings


class _Hosted:
    """One of them: its folder, and what is called next."""

    def __init__(self, folder: CompetitionFolder) -> None:
        self.folder = folder
        self.now = folder.proceedings
        self.next_step = NextStep(self.now)
        self.told: tuple[str, int, int] | None = None
        self._rows: tuple[int, tuple[CompetitionRow, ...]] = (-1, ())

    @property
    def rows(self) -> tuple[CompetitionRow, ...]:
        """How everybody stands; counted anew only when something has happened."""
        if self._rows[0] != self.folder.size:
            self._rows = self.folder.size, rows_of(self.now)
        return self._rows[1]


class Competitions:
    """All competitions of a referee, those that are over included.

    Args:
        folder: The referee's; each competition has a folder in ``competitions``.
        floor: Where matches are begun, and who is there.
        name_and_seed: Gives each match its name and the seed of its chance.
        moments: When a moment of its clock was.
        fsync: Whether facts are on the disk before anything follows from them.
        store: The lobby's database, where the host's orders are written.
    """

    def __init__(
        self,
        folder: Path,
        floor: "Floor",
        name_and_seed: Callable[[], tuple[str, str]],
        moments: Moments,
        *,
        fsync: bool = False,
        store: "Store | None" = None,
    ) -> None:
        self._folder = folder / "competitions"
        self._records = folder / "records"
        self._floor = floor
        self._name_and_seed = name_and_seed
        self._moments = moments
        self._fsync = fsync
        self._publisher = Publisher()
        self._store = store
        self._orders = HostOrders(store)
        self._hosted: dict[str, _Hosted] = {}
        self._came_us = self._now_us()

    def open(self, files: Sequence[Path]) -> None:
        """Brings back those that there were, and takes in those that these files describe.

        What is none, or is damaged, is left aside and told in the log: the others go on.

        Raises:
            InputError: A file cannot be read, or nobody could play by it, or enter any more.
        """
        for file in files:
            rules = load_competition(file)
            path = self._folder / rules.name
            if not path.exists():
                check_new(rules, self._now_us(), str(file))
            CompetitionFolder.make(path, file, fsync=self._fsync)
        if not self._folder.is_dir():
            return
        for path in sorted(self._folder.iterdir()):
            try:
                folder = self._brought_back(path)
            except InputError as error:
                _log.error("a competition is left aside", folder=str(path), trouble=str(error))
                continue
            self._hosted[path.name] = _Hosted(folder)
            if not folder.is_published:
                self._publisher.publish(path)

    def _brought_back(self, path: Path) -> CompetitionFolder:
        folder = CompetitionFolder(path, fsync=self._fsync)
        name = folder.proceedings.competition.name
        if name != path.name:
            raise FileInputError(
                f"it holds the competition {name!a}",
                where=str(path),
                expected="a folder of the same name; a copy belongs elsewhere",
            )
        folder.open()
        return folder

    async def run(self) -> None:
        """Does what is due, again and again."""
        await self._tell_unknown_names()
        while True:
            pause_s = _LOOKS_EVERY_S
            for hosted in self._hosted.values():
                try:
                    await self._look(hosted)
                except Exception:  # noqa: BLE001 - no bug of ours may stop the others
                    _log.exception("a competition fails", competition=hosted.now.competition.name)
                    pause_s = _AFTER_TROUBLE_S
            await asyncio.sleep(pause_s)

    async def _tell_unknown_names(self) -> None:
        """Tells which names in the hosts' files no account has: they may be slips of the pen."""
        if self._store is None:
            return
        try:
            known = {each.name.lower() for each in await self._store.accounts()}
        except UnavailableError:
            return  # all others tell of it
        now_us = self._now_us()
        for hosted in self._hosted.values():
            if hosted.now.phase(now_us) not in {"announced", "registration"}:
                continue
            rules = hosted.now.competition
            for setting, names in (("allow", rules.registration.allow), ("seeds", rules.seeds)):
                unknown = sorted(each for each in names if each.lower() not in known)
                if unknown:
                    _log.warning(
                        "no account has these names",
                        competition=rules.name,
                        setting=setting,
                        names=unknown,
                    )

    async def close(self) -> None:
        """Ends what was begun for them. Their folders hold everything."""
        await self._publisher.close()
        for hosted in self._hosted.values():
            hosted.folder.close()

    # ------------------------------------------------------------ what is asked

    def infos(self, account: str = "") -> tuple[CompetitionInfo, ...]:
        """All of them, as an account is told of them."""
        now_us = self._now_us()
        return tuple(info_of(each.now, account, now_us) for each in self._hosted.values())

    def knows(self, account: str) -> bool:
        """Whether an account has ever entered one of them."""
        return any(each.now.part(account) != "none" for each in self._hosted.values())

    def shown(self) -> list[dict[str, object]]:
        """All of them as the lobby's page shows them, those that begin or began last first."""
        hosted = sorted(self._hosted.values(), key=lambda each: -each.now.times.starts_us)
        now_us = self._now_us()
        return [
            {
                **msgspec.to_builtins(info_of(each.now, "", now_us)),
                "leaders": each.rows[:_LEADERS],
            }
            for each in hosted[:_MOST_SHOWN]
        ]

    def phase(self, name: str) -> str:
        """How far a competition is that there is, in words."""
        return phase_text(self._hosted[name].now, self._now_us())

    def path(self, name: str) -> Path | None:
        """The folder of a competition, if there is one of that name."""
        hosted = self._hosted.get(name)
        return hosted.folder.path if hosted else None

    def matches_over(self, name: str) -> list[str]:
        """The matches of a competition that are over.

        Raises:
            LookupError: There is no such competition.
        """
        if name not in self._hosted:
            raise LookupError(f"there is no competition {name!a}")
        return matches_over(self._hosted[name].now)

    def carry_out(self, command: Asked, account: str) -> Ack:
        """Carries out a command.

        Raises:
            Refusal: It cannot be done, and nothing has changed.
        """
        if isinstance(command, AskCompetitions):
            return Ack(command.id, competitions=self.infos(account))
        hosted = self._hosted.get(command.competition)
        if hosted is None:
            raise Refusal("unknown_competition", f"there is no competition {command.competition!r}")
        if isinstance(command, Standings):
            return Ack(command.id, standings=hosted.rows)
        plays_by_them = isinstance(command, Enter | CheckIn | Confirm)
        if plays_by_them and (guest := self._floor.guests.get(account)):
            guest.can.check(hosted.now.competition.terms)
        if isinstance(command, Enter) and account.startswith(GUEST):
            _check_takes_guests(hosted.now.competition)
        try:
            fact = self._wanted(hosted, command, account)
            if fact is None:
                return Ack(command.id)
            hosted.folder.add(fact)
        except InputError as error:
            raise Refusal("not_allowed", str(error)) from error
        except OSError as error:
            _log.exception("cannot be written", competition=command.competition)
            raise Refusal("referee_fault", "the competition cannot be written down") from error
        self._publisher.publish(hosted.folder.path)
        return Ack(command.id)

    def _wanted(self, hosted: _Hosted, command: EntryCommand, account: str) -> Fact | None:
        """What is to come to pass; None if it has already."""
        now_us = self._now_us()
        match command:
            case Enter():
                return hosted.now.enter(account, now_us)
            case Withdraw():
                return hosted.now.withdraw(account, now_us)
            case CheckIn():
                fact = hosted.now.check_in(account, now_us)
                return None if hosted.now.part(account) == "checked_in" else fact
            case Confirm():
                return hosted.now.confirm(account, command.changes, now_us)

    # ------------------------------------------------------------ what is due

    async def _look(self, hosted: _Hosted) -> None:
        now = hosted.now
        for wish, rules in await self._orders.new(now, self._now_us()):
            ruled = hosted.folder.obey(wish, rules)
            self._publisher.publish(hosted.folder.path)
            tell = _log.warning if ruled.refused else _log.info
            tell("an order of the host", name=now.competition.name, **msgspec.structs.asdict(ruled))
        for match, game in list(now.playing.items()):
            await self._look_at_match(hosted, match, game)
        if self._floor.hall.drains:
            return
        while due := hosted.next_step.due(
            self._now_us(), self._ready(hosted), lambda: self._name_and_seed()[0]
        ):
            for fact in due:
                hosted.folder.add(fact)
                if isinstance(fact, CalledFact):
                    self._begin(hosted, fact.match, now.playing[fact.match])
            is_over = any(isinstance(fact, CalledOff | Finished) for fact in due)
            self._publisher.publish(hosted.folder.path, is_over=is_over)
            await asyncio.sleep(0)  # nobody else has to wait for a round that begins
        self._tell(hosted)

    async def _look_at_match(self, hosted: _Hosted, match: str, game: Game) -> None:
        """Notes the end of a match, or begins one that was only called before a crash.

        One that is over counts when its record is there; until then its journal is all there is.
        """
        table = self._floor.hall.tables.get(match)
        if table is not None and not table.result:
            return
        is_open = self._floor.rooms.journals.is_open(match)  # before it becomes a record
        record = record_path(self._records, match)
        if record is not None:
            names = hosted.now.names(game)
            result = await asyncio.to_thread(
                lambda: game_result(MatchRecord.load(record), game, names)
            )
            hosted.folder.add(Ended(self._now_us(), result, match))
            self._publisher.publish(hosted.folder.path)
        elif (
            table is None
            and not is_open
            and not self._floor.hall.drains
            and self._may_begin(hosted, game)
        ):
            self._begin(hosted, match, game)

    def _may_begin(self, hosted: _Hosted, game: Game) -> bool:
        """Whether the players of a game that was called before a crash had time to come back."""
        grace_us = hosted.now.competition.no_show.grace_s * 1e6
        is_ready = self._ready(hosted).issuperset(hosted.now.names(game))
        return is_ready or self._now_us() - self._came_us >= grace_us

    def _begin(self, hosted: _Hosted, match: str, game: Game) -> None:
        now, rules = hosted.now, hosted.now.competition
        seed = (
            hosted.folder.seed(game.block.number) if rules.trust_bots else self._name_and_seed()[1]
        )
        names = now.names(game)
        called = Called(rules.name, now.round + 1, match)
        self._floor.matchmaker.whisper([(name, called) for name in names])
        self._floor.matchmaker.begin_match(rules.terms, names, match, seed)

    def _ready(self, hosted: _Hosted) -> set[str]:
        """Who is there, can play, and has a place for a match."""
        lobby, terms = self._floor.hall.lobby, hosted.now.competition.terms
        return {
            account
            for account, guest in self._floor.guests.items()
            if lobby.has_room(account) and guest.can.can_play(terms)
        }

    def _tell(self, hosted: _Hosted) -> None:
        """Tells everybody who is here when it has come further, or its terms have changed."""
        now_us = self._now_us()
        state = hosted.now.phase(now_us), hosted.now.round, hosted.now.changes
        if state == hosted.told:
            return
        if hosted.told is not None:
            told = {"round": state[1] + 1} if state[0] == "playing" and state[1] >= 0 else {}
            _log.info("a competition", name=hosted.now.competition.name, phase=state[0], **told)
        hosted.told = state
        self._publisher.publish(hosted.folder.path)
        self._floor.matchmaker.whisper(
            [
                (each.account, CompetitionNews(info_of(hosted.now, each.account, now_us)))
                for each in self._floor.hall.lobby.online()
            ]
        )

    def _now_us(self) -> int:
        return self._moments.us(now_ns())


def _check_takes_guests(rules: "Competition") -> None:
    """Refuses a guest where the host has not allowed it: of those there may be any number."""
    if not rules.registration.guests:
        text = "guests cannot enter: ask the host for an account of your own"
        raise Refusal("not_allowed", text)
