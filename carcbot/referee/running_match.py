"""A table while its match goes on: who has to move, what a move is billed, and who is out.

A seat's clock runs from the moment when its request was sent (`request_sent`) to the moment when
its move arrived, as stamped by whoever read it: not from or to anything that happens in here. A
timer that fires is no verdict either: `wake` is called when everything that had arrived by then has
been handled.
"""

from typing import Final

import msgspec

from carcbot.errors import InputError
from carcbot.games.contract import CHANCE, View, view_of
from carcbot.messages.client import Analyse, Move
from carcbot.messages.events import Moved, Out
from carcbot.messages.parts import Analysis, ErrorCode, Reason, Why
from carcbot.messages.server import Analysed, Clocks, Request
from carcbot.referee import clocks
from carcbot.referee.event_log import Spent
from carcbot.referee.match_course import MatchCourse, Player, Seat
from carcbot.referee.step import WATCHERS, Refusal, Say, Step

__all__ = ["RunningMatch"]

_HOUSE_COMES_IN_NS: Final = 20_000_000_000


class _Pending(msgspec.Struct, gc=False):
    """A request that is not answered yet; its clock runs once it was sent.

    Attributes:
        seat: Who is asked.
        seq: After which event.
        allowed_us: What the decision may be billed.
        sent_ns: When it was sent.
    """

    seat: Seat
    seq: int
    allowed_us: int
    sent_ns: int | None = None

    def left_us(self, now_ns: int) -> int:
        """What is left of that now."""
        if self.sent_ns is None:
            return self.allowed_us
        return max(self.allowed_us - (now_ns - self.sent_ns) // 1000, 0)


class RunningMatch:
    """What happens at a table from the first event to the result.

    Args:
        course: What has happened so far.
    """

    def __init__(self, course: MatchCourse) -> None:
        self._course: Final = course
        self._header: Final = course.header
        self._log: Final = course.log
        self._players: Final = course.players
        self._pending: _Pending | None = None

    def begin(self, step: Step, now_ns: int) -> None:
        """The match begins; who is away is so from now on."""
        self._course.start(step, now_ns)
        self._ask_next(step, now_ns)

    def go_on(self, step: Step, now_ns: int) -> None:
        """What follows by itself in a match that is as its journal tells of it."""
        if not self._course.end_if_decided(step, now_ns):
            self._ask_next(step, now_ns)

    # ------------------------------------------------------------ what seats do

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
        if spent_us - credit_us > pending.allowed_us:
            return self.wake(max(now_ns, arrived_ns), is_late=True)
        try:
            text = self._known_to(seat).canonical_move(command.move)
        except InputError as error:
            return self._illegal(seat, str(error), now_ns)
        analysis = command.analysis
        # a bot may say that its agent failed, and that something else chose this move
        if (
            analysis is not None
            and analysis.by == "substitute"
            and not self._header.policy.substitutes
        ):
            return self.fail(seat, "crash", now_ns)
        step = Step(seq=self._log.seq + 1)
        self._pending = None
        player.change("answer")
        spent = Spent(spent_us, credit_us, pending.sent_ns, arrived_ns, analysis)
        self._course.move(step, text, now_ns, spent)
        if analysis is not None:
            self._show(step, seat, command.seq, analysis)
        self._ask_next(step, now_ns)
        return step

    def analyse(self, seat: Seat, command: Analyse) -> Step:
        """Shows what a seat thinks to those who watch, if that is allowed."""
        self._check_playing(seat)
        step = Step()
        asked = self._pending
        if asked and (asked.seat, asked.seq) == (seat, command.seq):
            self._show(step, seat, command.seq, command.analysis)
        return step

    def resign(self, seat: Seat, now_ns: int) -> Step:
        """A player gives up."""
        self._check_playing(seat)
        return self.fail(seat, "resign", now_ns)

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
        if self._players[seat].can("put_out"):
            self._put_out(step, seat, why, now_ns)
        return step

    def end(self, reason: Reason, text: str, now_ns: int) -> Step:
        """Ends the match from outside: by adjudication, or because the referee is broken."""
        step = Step()
        if self._goes_on:
            self._end(step, reason, text, now_ns)
        return step

    def remind(self, step: Step, seat: Seat, now_ns: int) -> None:
        """Asks a seat that has come again for its move, if it is the one to move."""
        if self._pending and self._pending.seat == seat:
            step.says.append(self._request(self._pending, now_ns))

    # ------------------------------------------------------------ time

    def request_sent(self, seat: Seat, now_ns: int) -> None:
        """The request of this seat is on its way, or nobody is there to get it: its time runs."""
        player, pending = self._players[seat], self._pending
        if pending and pending.seat == seat and player.can("send"):
            player.change("send")
            pending.sent_ns = now_ns

    def clocks(self, now_ns: int) -> Clocks:
        """What all clocks show now."""
        remaining_us = tuple(player.main_us for player in self._players)
        pending = self._pending
        if pending is None:
            return Clocks(self._header.match, self._log.seq, remaining_us)
        time_us = pending.left_us(now_ns)
        return Clocks(self._header.match, self._log.seq, remaining_us, pending.seat, time_us)

    @property
    def wake_at_ns(self) -> int | None:
        """When a move will be late, or somebody away for too long."""
        if self._course.result:
            return None
        moments = [
            player.away_ns + self._grace_ns(player)
            for player in self._players
            if player.away_ns is not None and player.can("put_out")
        ]
        pending = self._pending
        if pending and pending.sent_ns is not None:
            moments.append(pending.sent_ns + self._limit_ns(pending))
        return min(moments, default=None)

    def wake(self, now_ns: int, *, is_late: bool = False) -> Step:
        """Looks whose time is over. Everything that arrived before now must have been handled.

        Args:
            now_ns: Now.
            is_late: Whether a move has come that was too late by its own stamp.
        """
        step = Step()
        if self._course.result:
            return step
        pending = self._pending
        if pending and pending.sent_ns is not None:
            limit_ns = self._limit_ns(pending)
            if is_late or now_ns - pending.sent_ns >= limit_ns:
                self._expire(step, pending, now_ns)
        for seat, player in enumerate(self._players):
            if player.away_ns is None or not player.can("put_out"):
                continue
            if now_ns - player.away_ns >= self._grace_ns(player):
                away: Why = "crash" if player.is_lost else "disconnect"
                self._put_out(step, seat, player.why or away, now_ns)
        return step

    def _limit_ns(self, pending: _Pending) -> int:
        """How long after a request the move is late, whatever the player's lag may be."""
        lag = self._players[pending.seat].lag
        return (pending.allowed_us + lag.most(self._header.lag[1]) + 1) * 1000

    def _grace_ns(self, player: Player) -> int:
        if player.state.phase == "house":
            return _HOUSE_COMES_IN_NS
        return self._header.policy.grace_us * 1000

    def _expire(self, step: Step, pending: _Pending, now_ns: int) -> None:
        """The time of the seat to move is over."""
        player = self._players[pending.seat]
        policy = self._header.policy
        if policy.on_expiry != "default_move":
            # who is gone without a close has not thought for too long
            self._put_out(step, pending.seat, "crash" if player.is_lost else "time", now_ns)
        elif player.stalls >= policy.stalls:
            self._put_out(step, pending.seat, "stall", now_ns)
        else:
            spent_us = (now_ns - (pending.sent_ns or now_ns)) // 1000
            spent = Spent(spent_us, requested_ns=pending.sent_ns)
            self._pending = None
            player.change("answer")
            self._course.move_for_seat(step, now_ns, spent)
            self._ask_next(step, now_ns)

    # ------------------------------------------------------------ inside

    @property
    def _goes_on(self) -> bool:
        return self._course.has_begun and not self._course.result

    def _check_playing(self, seat: Seat) -> None:
        if not self._goes_on:
            code: ErrorCode = "match_over" if self._course.result else "not_allowed"
            raise Refusal(code, "there is no match now")
        if not self._players[seat].can("put_out"):
            raise Refusal("not_allowed", f"seat {seat} is out: {self._players[seat].why}")

    def _not_requested(self, seat: Seat, command: Move) -> Step:
        """A move that nobody waits for: one that was made already is acknowledged again."""
        for event in self._log.since(command.seq, seat):
            if isinstance(event, Moved) and event.seat == seat and event.by == "player":
                return Step(seq=event.seq)
            if not isinstance(event, Out):
                break
        self._check_playing(seat)
        if self._pending is None or self._pending.seat != seat:
            raise Refusal("not_your_turn", "it is not your turn")
        raise Refusal("stale", f"event {self._log.seq} is the last, not {command.seq}")

    def _known_to(self, seat: Seat) -> View:
        """What a seat may know: whatever is wrong with its move is told from this."""
        state = self._course.state
        return view_of(state, seat) if self._log.has_secrets else state

    def _illegal(self, seat: Seat, text: str, now_ns: int) -> Step:
        player = self._players[seat]
        if player.illegal >= self._header.policy.illegal_moves:
            return self.fail(seat, "illegal", now_ns)
        player.illegal += 1
        raise Refusal("illegal_move", text)

    def _put_out(self, step: Step, seat: Seat, why: Why, now_ns: int) -> None:
        """A player is out. The others play on if there are two left, or a house bot comes."""
        player = self._players[seat]
        house = self._header.policy.on_expiry == "house" and player.can("replace")
        was_asked = self._pending is not None and self._pending.seat == seat
        self._course.put_out(step, seat, why, now_ns, house=house)
        if was_asked:
            self._pending = None
        if self._course.end_if_decided(step, now_ns):
            self._pending = None
            return
        self._end_if_all_wish(step, now_ns)
        if was_asked and not self._course.result:
            self._ask_next(step, now_ns)

    def _end_if_all_wish(self, step: Step, now_ns: int) -> None:
        if all(each.wants_abort or each.why for each in self._players):
            self._end(step, "abort", "all players wished it", now_ns)

    def _ask_next(self, step: Step, now_ns: int) -> None:
        """Draws, and moves for those who are out or late, until somebody has to be asked."""
        course, state = self._course, self._course.state
        last_turn = self._header.policy.adjudicate_after
        while not state.over:
            seat = state.to_move
            if seat == CHANCE:
                course.draw(step, now_ns)
                continue
            if 0 < last_turn < course.turn:
                self._end(step, "adjudicated", f"after {last_turn} turns", now_ns)
                return
            player = self._players[seat]
            if player.can("ask") and not player.has_stalled:
                player.change("ask")
                allowed_us = clocks.time_for(self._header.clock, player.main_us, player.turn_us)
                self._pending = _Pending(seat, self._log.seq, allowed_us)
                step.says.append(self._request(self._pending, now_ns))
                return
            course.move_for_seat(step, now_ns, Spent())
        self._end(step, "normal", "", now_ns)

    def _request(self, pending: _Pending, now_ns: int) -> Say:
        player = self._players[pending.seat]
        message = Request(
            self._header.match,
            pending.seq,
            pending.seat,
            pending.left_us(now_ns),
            player.main_us,
            self._course.turn,
            self._course.step,
            player.turn_us,
        )
        return Say(pending.seat, message)

    def _show(self, step: Step, seat: Seat, seq: int, analysis: Analysis) -> None:
        if self._header.policy.analysis and not self._log.has_secrets:
            step.says.append(Say(WATCHERS, Analysed(self._header.match, seat, seq, analysis)))

    def _end(self, step: Step, reason: Reason, text: str, now_ns: int) -> None:
        self._pending = None
        self._course.end(step, reason, text, now_ns)
