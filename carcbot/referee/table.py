"""One match, from its opening to its result, as a machine without a socket, a disk or a clock.

Commands, moments and comings and goings go in; each answer is a `Step`: lines to be written to the
journal first, and messages to be said then. If a command cannot be carried out, `Refusal` is raised
and nothing has changed. Moments are nanoseconds of one monotonic clock.

`WaitingTable` answers until the match begins, `RunningMatch` while it goes on; `MatchCourse` is
what has happened.
"""

from typing import Final

from carcbot.games.contract import State, view_of
from carcbot.match.moments import Moments
from carcbot.match.story import digest_text
from carcbot.messages.events import Result, Started
from carcbot.messages.joint import Commit, Reveal
from carcbot.messages.parts import TableInfo
from carcbot.messages.server import Presence, Sync
from carcbot.referee import clocks
from carcbot.referee.journal import Header
from carcbot.referee.journal_reader import Lines
from carcbot.referee.match_course import HOUSE, MatchCourse, Player, Seat
from carcbot.referee.running_match import RunningMatch
from carcbot.referee.step import EVERYBODY, Refusal, Say, Step
from carcbot.referee.waiting_table import WaitingTable

__all__ = ["Table"]


class Table:
    """A table: first open, then with a match that goes on, then over.

    Args:
        header: What the match is.
        moments: When a moment of its clock was.

    Attributes:
        header: What the match is.
        match: Its name.
        accounts: Who has each seat.
        log: All events.
        play: What can be done in its match, and what its clocks show.
        opening: The first line of its journal.

    Raises:
        InputError: There is no such game, or the options or the clock are impossible.
    """

    def __init__(self, header: Header, moments: Moments) -> None:
        clocks.check(header.clock)
        course = MatchCourse(header, moments)
        self._course: Final = course
        self.header: Final = header
        self.match: Final = header.match
        self.accounts: Final[list[str | None]] = course.accounts
        self.log: Final = course.log
        self._players: Final[list[Player]] = course.players
        self._waiting: Final = WaitingTable(course)
        self.play: Final = RunningMatch(course)
        self.opening: Final = course.writer.write(header)

    @classmethod
    def as_written(cls, lines: Lines, moments: Moments, now_ns: int) -> "Table":
        """The table as its journal tells of it, and not a step further. Nobody is there yet.

        Stamps go on behind the last one, even if the machine's clock was set back meanwhile.

        Raises:
            FileInputError: The journal contradicts the rules; the error says where.
            InputError: It is of a game or options that do not exist.
        """
        last_us = max((line.sent_us for line in lines.events), default=lines.header.opened_us)
        table = cls(lines.header, moments.not_before(last_us, now_ns))
        for early in lines.early:
            table._waiting.happen_again(early)
        table._waiting.agree()
        table._course.happen_again(line.event for line in lines.events)
        table._course.writer.go_on(lines.link)
        for player in table._players:
            player.away_from(now_ns)
        return table

    @classmethod
    def restore(cls, lines: Lines, moments: Moments, now_ns: int) -> tuple["Table", Step]:
        """The table as its journal tells of it, and what is to be added to that.

        Nobody is there yet. No clock runs until a request is sent again: the time until then, up to
        the grace period, is billed to nobody.

        Raises:
            FileInputError: The journal contradicts the rules; the error says where.
            InputError: It is of a game or options that do not exist.
        """
        table = cls.as_written(lines, moments, now_ns)
        return table, table.go_on(now_ns)

    def go_on(self, now_ns: int) -> Step:
        """What follows by itself at a table that is as its journal tells of it."""
        step = Step()
        if not self.result:
            if not self.has_begun:
                self._go_on_waiting(step, now_ns)
            else:
                self.play.go_on(step, now_ns)
        return step

    # ------------------------------------------------------------ what can be seen

    @property
    def state(self) -> State:
        """The position."""
        return self._course.state

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return self.log.seq

    @property
    def has_begun(self) -> bool:
        """Whether all seats were taken."""
        return self._course.has_begun

    @property
    def result(self) -> Result | None:
        """How the match ended, if it has."""
        return self._course.result

    @property
    def link(self) -> bytes:
        """What stands for all lines of its journal."""
        return self._course.writer.link

    @property
    def info(self) -> TableInfo:
        """What a list of tables says of it."""
        return TableInfo(
            self.match,
            self.header.game,
            self.state.options,
            tuple(self.accounts),
            "playing" if self.has_begun else "open",
            self.seq,
            self.header.clock,
            self.header.chance,
            self.header.rated,
        )

    @property
    def players(self) -> tuple[str, ...]:
        """Who had the seats when the match began, whoever plays for them since; nobody before."""
        first, *_ = self.log.since(0, None) or (None,)
        return first.seats if isinstance(first, Started) else ()

    def house_accounts(self) -> dict[Seat, str]:
        """The seats that house bots play for, and the accounts that these are."""
        return {
            seat: self.accounts[seat] or ""
            for seat, player in enumerate(self._players)
            if player.state.phase == "house"
        }

    def seat_of(self, account: str) -> Seat | None:
        """Where somebody sits."""
        try:
            return self.accounts.index(account)
        except ValueError:
            return None

    @property
    def present(self) -> list[str]:
        """Who sits there and is here with a connection."""
        return [
            account
            for account, player in zip(self.accounts, self._players, strict=True)
            if account is not None and player.state.is_here
        ]

    @property
    def persons(self) -> list[Seat]:
        """The seats that no bot of the referee's has."""
        return [
            seat
            for seat, account in enumerate(self.accounts)
            if account is None or not account.startswith(HOUSE)
        ]

    @property
    def deserted_ns(self) -> int | None:
        """Since when none of these has been connected; None if one is, or there are none."""
        away_ns = [self._players[seat].away_ns for seat in self.persons]
        since_ns = [each for each in away_ns if each is not None]
        return max(since_ns) if since_ns and len(since_ns) == len(away_ns) else None

    # ------------------------------------------------------------ before the match

    def sit(self, account: str, seat: Seat | None, now_ns: int) -> Step:
        """Takes a seat, or the first that is free; the match begins when it was the last one."""
        if self.has_begun:
            raise Refusal("not_allowed", "the match has begun")
        step = self._waiting.sit(account, seat)
        self._go_on_waiting(step, now_ns)
        return step

    def commit(self, seat: Seat, command: Commit, now_ns: int) -> Step:
        """A seat commits to its part of the seed."""
        return self._waiting.agreement.commit(seat, command, now_ns)

    def reveal(self, seat: Seat, command: Reveal, now_ns: int) -> Step:
        """A seat reveals its part of the seed; the match begins when it was the last one."""
        step = self._waiting.agreement.reveal(seat, command)
        if not self.has_begun and self._waiting.agree():  # chance begins once, and goes on
            self.play.begin(step, now_ns)
        return step

    def leave(self, account: str) -> Step:
        """Gets up again before the match has begun."""
        seat = self.seat_of(account)
        if seat is None:
            raise Refusal("not_seated", "you do not sit there")
        if self.has_begun:
            raise Refusal("not_allowed", "the match has begun: resign, or wish to abort it")
        return self._waiting.leave(seat)

    def _go_on_waiting(self, step: Step, now_ns: int) -> None:
        """Begins the match if all that it needs is there."""
        if self._waiting.is_ready(step, now_ns):
            self.play.begin(step, now_ns)

    # ------------------------------------------------------------ coming and going

    def came(self, seat: Seat, last_seq: int, now_ns: int) -> Step:
        """A seat's client is here, perhaps again, and has the events up to `last_seq`."""
        if last_seq > self.seq:
            raise Refusal("stale", f"there are only {self.seq} events yet")
        player = self._players[seat]
        step = Step()
        was_away = not player.state.is_here
        player.change("come")
        if was_away:
            step.says.append(Say(EVERYBODY, Presence(self.match, seat, here=True)))
        step.says += [Say(seat, event) for event in self.log.since(last_seq, seat)]
        now = self.play if self.has_begun else self._waiting.agreement
        now.remind(step, seat, now_ns)
        return step

    def left(self, seat: Seat, now_ns: int, *, is_lost: bool = False) -> Step:
        """A seat's client is gone; it may come back within the grace period.

        Args:
            seat: Whose.
            now_ns: Now.
            is_lost: Whether its connection ended without a close.
        """
        step = Step()
        player = self._players[seat]
        if self.result or not player.can("go"):
            return step
        player.change("go", now_ns)
        player.is_lost = is_lost
        if self.has_begun:
            grace_us = self.header.policy.grace_us
            message = Presence(self.match, seat, here=False, grace_us=grace_us)
            step.says.append(Say(EVERYBODY, message))
        return step

    def sync(self, seat: Seat) -> Sync:
        """All that a seat may see, for one that has lost its way."""
        view = view_of(self.state, seat)
        return Sync(
            self.match,
            self.seq,
            self.header.game,
            self.state.options,
            view.text,
            digest_text(view.digest),
            tuple(player.main_us for player in self._players),
            tuple(view.scores()),
            self._course.whys,
            self.header.clock,
            self.header.policy,
            seat,
            self._course.turn,
            self._course.step,
        )

    # ------------------------------------------------------------ time

    @property
    def wake_at_ns(self) -> int | None:
        """When something will be over if nothing happens until then."""
        return self.play.wake_at_ns if self.has_begun else self._waiting.wake_at_ns

    def wake(self, now_ns: int, *, is_late: bool = False) -> Step:
        """Looks whose time is over. Everything that arrived before now must have been handled.

        Args:
            now_ns: Now.
            is_late: Whether a move has come that was too late by its own stamp.
        """
        if not self.has_begun:
            return self._waiting.wake(now_ns)
        return self.play.wake(now_ns, is_late=is_late)
