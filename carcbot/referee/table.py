"""One match, from its opening to its result, as a machine without a socket, a disk or a clock.

Commands, moments and comings and goings go in; each answer is a `Step`: lines to be written to the
journal first, and messages to be said then. If a command cannot be carried out, `Refusal` is raised
and nothing has changed. Moments are nanoseconds of one monotonic clock.

A seat's clock runs from the moment when its request was sent (`request_sent`) to the moment when
its move arrived, as stamped by whoever read it: not from or to anything that happens in here. A
timer that fires is no verdict either: `wake` is called when everything that had arrived by then has
been handled.
"""

from typing import Final

import msgspec

from carcbot.errors import InputError
from carcbot.games.contract import CHANCE, State, view_of
from carcbot.messages.client import Analyse, Move
from carcbot.messages.events import Moved, Out, Result, Started
from carcbot.messages.joint import Commit, Reveal
from carcbot.messages.parts import Analysis, Reason, TableInfo, Why
from carcbot.messages.server import Analysed, Clocks, Presence, Request, Sync
from carcbot.referee import clocks
from carcbot.referee.course import Course, Player, Seat
from carcbot.referee.event_log import EventLog, Spent, digest_text
from carcbot.referee.journal import Header, Lines
from carcbot.referee.step import EVERYBODY, WATCHERS, Refusal, Say, Step
from carcbot.referee.waiting import Waiting

__all__ = ["Table"]

_HOUSE_COMES_IN_NS: Final = 20_000_000_000


class _Pending(msgspec.Struct, gc=False):
    """A request that is not answered yet; its clock runs once it was sent."""

    seat: Seat
    seq: int
    sent_ns: int | None = None


class Table:
    """A table: first open, then with a match that goes on, then over.

    Args:
        header: What the match is.
        epoch_us: Microseconds since 1970 when the monotonic clock shows 0.

    Attributes:
        header: What the match is.
        match: Its name.
        state: The position.
        accounts: Who has each seat.
        log: All events.
        opening: The first line of its journal.

    Raises:
        InputError: There is no such game, or the options or the clock are impossible.
    """

    def __init__(self, header: Header, epoch_us: int) -> None:
        clocks.check(header.clock)
        course = Course(header, epoch_us)
        self._course: Final = course
        self.header: Final = header
        self.match: Final = header.match
        self.state: Final[State] = course.state
        self.accounts: Final[list[str | None]] = course.accounts
        self.log: Final[EventLog] = course.log
        self._players: Final[list[Player]] = course.players
        self._pending: _Pending | None = None
        self._waiting: Final = Waiting(course)
        self.opening: Final = course.writer.write(header)

    @classmethod
    def as_written(cls, lines: Lines, epoch_us: int, now_ns: int) -> "Table":
        """The table as its journal tells of it, and not a step further. Nobody is there yet.

        Stamps go on behind the last one, even if the machine's clock was set back meanwhile.

        Raises:
            FileInputError: The journal contradicts the rules; the error says where.
            InputError: It is of a game or options that do not exist.
        """
        last_us = max((line.sent_us for line in lines.events), default=lines.header.opened_us)
        table = cls(lines.header, max(epoch_us, last_us - now_ns // 1000))
        for early in lines.early:
            table._waiting.happen_again(early)
        table._waiting.agree()
        for line in lines.events:
            table._course.happen_again(line.event)
        table._course.writer.go_on(lines.link)
        for player in table._players:
            player.away_ns = now_ns
        return table

    @classmethod
    def restore(cls, lines: Lines, epoch_us: int, now_ns: int) -> tuple["Table", Step]:
        """The table as its journal tells of it, and what is to be added to that.

        Nobody is there yet. No clock runs until a request is sent again: the time until then, up to
        the grace period, is billed to nobody.

        Raises:
            FileInputError: The journal contradicts the rules; the error says where.
            InputError: It is of a game or options that do not exist.
        """
        table = cls.as_written(lines, epoch_us, now_ns)
        return table, table.go_on(now_ns)

    def go_on(self, now_ns: int) -> Step:
        """What follows by itself at a table that is as its journal tells of it."""
        step = Step()
        if not self.result:
            if not self.has_begun:
                self._go_on_waiting(step, now_ns)
            elif self._course.is_decided:
                self._course.end_decided(step, now_ns)
            else:
                self._go_on(step, now_ns)
        return step

    # ------------------------------------------------------------ what can be seen

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return self.log.seq

    @property
    def has_begun(self) -> bool:
        """Whether all seats were taken."""
        return self.log.seq > 0

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
        """Who had the seats when the match began, whoever plays for them since."""
        first = self.log.since(0, None)[0]
        return first.seats if isinstance(first, Started) else ()

    def houses(self) -> dict[Seat, str]:
        """The seats that house bots play for, and the accounts that these are."""
        return {
            seat: self.accounts[seat] or ""
            for seat, player in enumerate(self._players)
            if player.mode == "house" and not self.result
        }

    def seat_of(self, account: str) -> Seat | None:
        """Where somebody sits."""
        try:
            return self.accounts.index(account)
        except ValueError:
            return None

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
        return self._waiting.commit(seat, command, now_ns)

    def reveal(self, seat: Seat, command: Reveal, now_ns: int) -> Step:
        """A seat reveals its part of the seed; the match begins when it was the last one."""
        step = self._waiting.reveal(seat, command)
        if self._waiting.agree() and not self.has_begun:
            self._start(step, now_ns)
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
            self._start(step, now_ns)

    def _start(self, step: Step, now_ns: int) -> None:
        for player in self._players:
            if player.away_ns is not None:
                player.away_ns = now_ns
        self._course.start(step, now_ns)
        self._go_on(step, now_ns)

    # ------------------------------------------------------------ the match

    def move(self, seat: Seat, command: Move, arrived_ns: int, now_ns: int, lag_us: int) -> Step:
        """Makes the move of a seat.

        Args:
            seat: Whose.
            command: What it says.
            arrived_ns: When it was read.
            now_ns: Now, which nobody is billed for.
            lag_us: What the way of messages there and back takes at the moment.
        """
        pending = self._pending
        if pending is None or pending.seat != seat or pending.seq != command.seq:
            return self._not_requested(seat, command)
        player = self._players[seat]
        sent_ns = arrived_ns if pending.sent_ns is None else pending.sent_ns
        spent_us = max(arrived_ns - sent_ns, 0) // 1000
        credit_us = min(player.lag.most(lag_us), spent_us)
        main_us = clocks.after(self.header.clock, player.main_us, spent_us - credit_us)
        if main_us < 0:
            return self.wake(max(now_ns, arrived_ns), is_late=True)
        try:
            text = self.state.canonical_move(command.move)
        except InputError as error:
            return self._illegal(seat, str(error), now_ns)
        step = Step(seq=self.log.seq + 1)
        player.main_us = main_us
        self._pending = None
        spent = Spent(spent_us, credit_us, pending.sent_ns, arrived_ns, command.analysis)
        self._course.move(step, text, now_ns, spent)
        if command.analysis is not None:
            self._show(step, seat, command.seq, command.analysis)
        self._go_on(step, now_ns)
        return step

    def analyse(self, seat: Seat, command: Analyse) -> Step:
        """Shows what a seat thinks to those who watch, if that is allowed."""
        self._check_playing(seat)
        step = Step()
        if self._pending and command.seq == self._pending.seq:
            self._show(step, seat, command.seq, command.analysis)
        return step

    def resign(self, seat: Seat, now_ns: int) -> Step:
        """A player gives up."""
        self._check_playing(seat)
        step = Step()
        self._put_out(step, seat, "resign", now_ns)
        return step

    def abort(self, seat: Seat, now_ns: int) -> Step:
        """A player wishes for an end without a result."""
        self._check_playing(seat)
        self._players[seat].wants_abort = True
        step = Step()
        self._end_if_all_wish(step, now_ns)
        return step

    def fail(self, seat: Seat, why: Why, now_ns: int) -> Step:
        """A player is out for something that was found outside: flooding, nonsense, a crash."""
        step = Step()
        if self.has_begun and not self.result and self._players[seat].mode != "out":
            self._put_out(step, seat, why, now_ns)
        return step

    def end(self, reason: Reason, text: str, now_ns: int) -> Step:
        """Ends the match from outside: by adjudication, or because the referee is broken."""
        step = Step()
        if self.has_begun and not self.result:
            self._end(step, reason, text, now_ns)
        return step

    # ------------------------------------------------------------ coming and going

    def came(self, seat: Seat, last_seq: int, now_ns: int) -> Step:
        """A seat's client is here, perhaps again, and has the events up to `last_seq`."""
        if last_seq > self.seq:
            raise Refusal("stale", f"there are only {self.seq} events yet")
        player = self._players[seat]
        step = Step()
        if player.away_ns is not None:
            player.away_ns = None
            step.says.append(Say(EVERYBODY, Presence(self.match, seat, here=True)))
        step.says += [Say(seat, event) for event in self.log.since(last_seq, seat)]
        if self._pending and self._pending.seat == seat:
            step.says.append(self._request(self._pending, now_ns))
        if not self.has_begun:
            self._waiting.remind(step, seat, now_ns)
        return step

    def left(self, seat: Seat, now_ns: int) -> Step:
        """A seat's client is gone; it may come back within the grace period."""
        step = Step()
        player = self._players[seat]
        if self.result or player.away_ns is not None:
            return step
        player.away_ns = now_ns
        if self.has_begun:
            grace_us = self.header.policy.grace_us
            message = Presence(self.match, seat, here=False, grace_us=grace_us)
            step.says.append(Say(EVERYBODY, message))
        return step

    def request_sent(self, seat: Seat, now_ns: int) -> None:
        """The request of this seat is on its way, or nobody is there to get it: its time runs."""
        player = self._players[seat]
        if player.mode == "house" and player.away_ns is not None:
            return  # its process is only starting
        pending = self._pending
        if pending and pending.seat == seat and pending.sent_ns is None:
            pending.sent_ns = now_ns

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
            tuple(self.state.scores()),
            self._course.whys,
            self.header.clock,
            self.header.policy,
            seat,
        )

    # ------------------------------------------------------------ time

    def clocks(self, now_ns: int) -> Clocks:
        """What all clocks show now."""
        remaining_us = tuple(player.main_us for player in self._players)
        pending = self._pending
        if pending is None:
            return Clocks(self.match, self.seq, remaining_us)
        time_us = clocks.time_for(self.header.clock, remaining_us[pending.seat])
        if pending.sent_ns is not None:
            time_us = max(time_us - (now_ns - pending.sent_ns) // 1000, 0)
        return Clocks(self.match, self.seq, remaining_us, pending.seat, time_us)

    @property
    def wake_at_ns(self) -> int | None:
        """When something will be over if nothing happens until then."""
        if self.result:
            return None
        earliest = None if self.log.seq else self._waiting.wake_at_ns
        for seat, player in enumerate(self._players):
            if player.away_ns is None or player.mode == "out" or self.accounts[seat] is None:
                continue
            moment = player.away_ns + self._grace_ns(player)
            if earliest is None or moment < earliest:
                earliest = moment
        pending = self._pending
        if pending and pending.sent_ns is not None:
            moment = pending.sent_ns + self._limit_ns(self._players[pending.seat])
            if earliest is None or moment < earliest:
                earliest = moment
        return earliest

    def wake(self, now_ns: int, *, is_late: bool = False) -> Step:
        """Looks whose time is over. Everything that arrived before now must have been handled.

        Args:
            now_ns: Now.
            is_late: Whether a move has come that was too late by its own stamp.
        """
        if not self.has_begun:
            return self._waiting.wake(now_ns)
        step = Step()
        if self.result:
            return step
        pending = self._pending
        if pending and pending.sent_ns is not None:
            limit_ns = self._limit_ns(self._players[pending.seat])
            if is_late or now_ns - pending.sent_ns >= limit_ns:
                self._expire(step, pending, now_ns)
        for seat, player in enumerate(self._players):
            if player.away_ns is None or player.mode == "out" or self.result:
                continue
            if now_ns - player.away_ns >= self._grace_ns(player):
                self._put_out(step, seat, player.why or "disconnect", now_ns)
        return step

    def _limit_ns(self, player: Player) -> int:
        """How long after its request a player's move is late, whatever its lag may be."""
        allowed_us = clocks.time_for(self.header.clock, player.main_us)
        return (allowed_us + player.lag.most(self.header.lag[1]) + 1) * 1000

    def _grace_ns(self, player: Player) -> int:
        if player.mode == "house":
            return _HOUSE_COMES_IN_NS
        return self.header.policy.grace_us * 1000

    def _expire(self, step: Step, pending: _Pending, now_ns: int) -> None:
        """The time of the seat to move is over."""
        player = self._players[pending.seat]
        policy = self.header.policy
        if policy.on_expiry != "default_move":
            self._put_out(step, pending.seat, "time", now_ns)
        elif player.stalls >= policy.stalls:
            self._put_out(step, pending.seat, "stall", now_ns)
        else:
            allowed_us = clocks.time_for(self.header.clock, player.main_us)
            player.main_us = clocks.after(self.header.clock, player.main_us, allowed_us)
            spent_us = (now_ns - (pending.sent_ns or now_ns)) // 1000
            spent = Spent(spent_us, requested_ns=pending.sent_ns)
            self._pending = None
            self._course.move_for_seat(step, now_ns, spent)
            self._go_on(step, now_ns)

    # ------------------------------------------------------------ inside

    def _check_playing(self, seat: Seat) -> None:
        if self.result or not self.has_begun:
            raise Refusal("match_over" if self.result else "not_allowed", "there is no match now")
        if self._players[seat].mode == "out":
            raise Refusal("not_allowed", f"seat {seat} is out: {self._players[seat].why}")

    def _not_requested(self, seat: Seat, command: Move) -> Step:
        """A move that nobody waits for: one that was made already is acknowledged again."""
        for event in self.log.since(command.seq, seat):
            if isinstance(event, Moved) and event.seat == seat and event.by == "player":
                return Step(seq=event.seq)
            if not isinstance(event, Out):
                break
        self._check_playing(seat)
        if self._pending is None or self._pending.seat != seat:
            raise Refusal("not_your_turn", "it is not your turn")
        raise Refusal("stale", f"event {self.seq} is the last, not {command.seq}")

    def _illegal(self, seat: Seat, text: str, now_ns: int) -> Step:
        player = self._players[seat]
        if player.illegal >= self.header.policy.illegal_moves:
            step = Step()
            self._put_out(step, seat, "illegal", now_ns)
            return step
        player.illegal += 1
        raise Refusal("illegal_move", text)

    def _put_out(self, step: Step, seat: Seat, why: Why, now_ns: int) -> None:
        """A player is out. The others play on if there are two left, or a house bot comes."""
        player = self._players[seat]
        house = self.header.policy.on_expiry == "house" and player.mode == "player"
        self._course.put_out(step, seat, why, now_ns, house=house)
        if self._course.is_decided:
            self._pending = None
            self._course.end_decided(step, now_ns)
            return
        self._end_if_all_wish(step, now_ns)
        if self.result:
            return
        if house:
            player.away_ns = now_ns
        if self._pending and self._pending.seat == seat:
            self._pending = None
            self._go_on(step, now_ns)

    def _end_if_all_wish(self, step: Step, now_ns: int) -> None:
        if all(each.wants_abort or each.why for each in self._players):
            self._end(step, "abort", "all players wished it", now_ns)

    def _go_on(self, step: Step, now_ns: int) -> None:
        """Draws, and moves for those who are out, until somebody has to be asked."""
        course, state = self._course, self.state
        while not state.over:
            seat = state.to_move
            if seat == CHANCE:
                course.draw(step, now_ns)
                continue
            if course.moves and course.moves == self.header.policy.adjudicate_after:
                self._end(step, "adjudicated", f"after {course.moves} moves", now_ns)
                return
            if self._players[seat].mode != "out":
                self._pending = _Pending(seat, self.log.seq)
                step.says.append(self._request(self._pending, now_ns))
                return
            course.move_for_seat(step, now_ns, Spent())
        self._end(step, "normal", "", now_ns)

    def _request(self, pending: _Pending, now_ns: int) -> Say:
        main_us = self._players[pending.seat].main_us
        allowed_us = clocks.time_for(self.header.clock, main_us)
        if pending.sent_ns is not None:
            allowed_us = max(allowed_us - (now_ns - pending.sent_ns) // 1000, 0)
        message = Request(self.match, pending.seq, pending.seat, allowed_us, main_us)
        return Say(pending.seat, message)

    def _show(self, step: Step, seat: Seat, seq: int, analysis: Analysis) -> None:
        if self.header.policy.analysis and not self.log.has_secrets:
            step.says.append(Say(WATCHERS, Analysed(self.match, seat, seq, analysis)))

    def _end(self, step: Step, reason: Reason, text: str, now_ns: int) -> None:
        self._pending = None
        self._course.end(step, reason, text, now_ns)
