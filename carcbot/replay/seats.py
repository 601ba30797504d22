"""The seats of a match that is replayed: their clocks, who plays, and who is out.

A record is judged by them, and so is what one seat has of it. That a connection was lost is taken
for granted; what the referee does then follows from the policy.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, get_args

from carcbot.games.contract import View, is_position
from carcbot.match.story import Change
from carcbot.messages.events import Drawn, Moved, Out, Result
from carcbot.messages.parts import ClockSpec, Policy, Why
from carcbot.referee import clocks
from carcbot.referee.placement import Mode, is_decided, standings_of

__all__ = ["Seats"]

_OF_THE_CLOCK: Final = ("time", "stall")
_OF_THE_MOVER: Final = (*_OF_THE_CLOCK, "illegal")


@dataclass(slots=True)
class _Seat:
    """The state of a seat.

    Attributes:
        main_us: Its clock.
        turn_us: What it was billed in the current turn.
        mode: Who plays for it.
        stalls: Turns in a row in which the referee had to move.
        has_stalled: Whether this is one of them.
        why: Why its player is out, if he is.
    """

    main_us: int
    turn_us: int = 0
    mode: Mode = "player"
    stalls: int = 0
    has_stalled: bool = False
    why: Why | None = None


class Seats:
    """The seats as the events so far have left them; each event is judged before it is taken in.

    Args:
        count: How many there are.
        clock: Of every seat.
        policy: What happens when a seat fails.
        need: Called with a description, the value in the record and the true one; raises an error
            if they differ.

    Attributes:
        outs: The seats whose players are out, in the order in which that happened.
    """

    def __init__(
        self,
        count: int,
        clock: ClockSpec,
        policy: Policy,
        need: Callable[[str, object, object], None],
    ) -> None:
        self.outs: list[int] = []
        self._seats = [_Seat(clocks.at_start(clock)) for _ in range(count)]
        self._clock: Final = clock
        self._policy: Final = policy
        self._need: Final = need
        self._in_turn: _Seat | None = None  # who has decided in the current turn
        self._decided: Why | None = None

    @property
    def whys(self) -> Sequence[Why | None]:
        """Why each seat's player is out, if he is."""
        return [seat.why for seat in self._seats]

    def time_us(self, event: Out) -> int:
        """How long who is out by this was waited for, at least: all its time, if out for that."""
        seat = self._seats[event.seat]
        if event.why in _OF_THE_CLOCK and seat.mode == "player":  # of a house bot it says nothing
            return clocks.time_for(self._clock, seat.main_us, seat.turn_us)
        return 0

    def follow(self, change: Change[View]) -> None:
        """Any event: whether one of its kind can be here, and what it says can be so.

        Points and standings are compared, too, where all of the position is known.
        """
        event, view = change.event, change.after
        if self._decided is not None and not isinstance(event, Result):
            self._need("what happens", event.__struct_config__.tag, "the result")
        match event:
            case Drawn():
                self.draw(ends=change.ends_turn)
            case Moved():
                self.move(event, change.turn, ends=change.ends_turn)
                self._need("the points", list(event.scores), change.after.scores())
            case Out():
                self.out(event, view.to_move, view.turn)
            case Result():
                if is_position(view):
                    self._need("the game's being over", view.over, event.reason == "normal")
                    counts = event.reason not in {"abort", "referee_fault"}
                    true = standings_of(view, self.whys, self.outs) if counts else ()
                    self._need("the standings", event.standings, true)
                self.end(event)
            case _:
                pass

    def draw(self, *, ends: bool) -> None:
        """A draw, and whether its turn ends with it."""
        if ends:
            self._end_turn()

    def move(self, event: Moved, turn: int, *, ends: bool) -> None:
        """A move of this turn: who made it, and the clock; and whether the turn ends with it."""
        seat, policy = self._seats[event.seat], self._policy
        if 0 < policy.adjudicate_after < turn:
            self._need("the turn", turn, f"one up to {policy.adjudicate_after}")
        may_stall = policy.on_expiry == "default_move" and seat.stalls < policy.stalls
        if seat.mode == "out" or seat.has_stalled:
            self._need("who moved", event.by, "referee")
        elif not may_stall:
            self._need("who moved", event.by, "player")
        self._bill(event, seat)
        if ends:
            self._end_turn()
        self._need("the time that is left", event.remaining_us, seat.main_us)

    def _bill(self, event: Moved, seat: _Seat) -> None:
        """What a move cost, if what it took can be so."""
        allowed_us = clocks.time_for(self._clock, seat.main_us, seat.turn_us)
        billed_us = event.spent_us - event.lag_us
        if event.by == "player":
            if billed_us < 0:
                self._need("the lag credit", event.lag_us, event.spent_us)
            if billed_us > allowed_us:
                self._need("the time that was billed", billed_us, f"at most {allowed_us}")
        else:
            self._need("the lag credit", event.lag_us, 0)
            if seat.mode == "out" or seat.has_stalled:
                self._need("the time that was spent", event.spent_us, 0)
            else:  # the time was over, and the move counts as one that took all of it
                if event.spent_us <= allowed_us:
                    self._need("the time that was spent", event.spent_us, f"more than {allowed_us}")
                billed_us = allowed_us
                seat.stalls += 1
                seat.has_stalled = True
        if seat.mode != "out":
            left_us = clocks.after(self._clock, seat.main_us, billed_us, seat.turn_us, ends=False)
            seat.main_us = left_us
            seat.turn_us += billed_us
            self._in_turn = seat

    def _end_turn(self) -> None:
        """What a turn that is over brings the seat that decided in it."""
        seat, self._in_turn = self._in_turn, None
        if seat is not None and seat.mode != "out":
            seat.main_us += clocks.back(self._clock, seat.turn_us)
            seat.stalls = seat.stalls if seat.has_stalled else 0
            seat.turn_us, seat.has_stalled = 0, False

    def out(self, event: Out, to_move: int, turn: int) -> None:
        """A player who is out, or a house bot.

        Args:
            event: Who.
            to_move: The seat to move, CHANCE or OVER.
            turn: Which turn goes on.
        """
        seat, policy = self._seats[event.seat], self._policy
        is_full = 0 < policy.adjudicate_after < turn
        if seat.mode == "out" or is_full or to_move not in range(len(self._seats)):
            self._need("what happens", "out", "somebody else's move, a draw or the result")
        self._need("what is said of a house bot", event.house, self._house_comes(seat))
        if seat.mode == "player":  # a house bot may be out for what its player was out for
            self._check_why(event, seat, to_move)
        seat.mode = "house" if event.house else "out"
        if seat.why is None:
            seat.why = event.why
            self.outs.append(event.seat)
        if event.house:
            seat.main_us, seat.turn_us = clocks.at_start(self._clock), 0
            seat.stalls, seat.has_stalled = 0, False
        if is_decided([each.mode for each in self._seats]):
            self._decided = event.why

    def _house_comes(self, seat: _Seat) -> bool:
        return self._policy.on_expiry == "house" and seat.mode == "player"

    def _check_why(self, event: Out, seat: _Seat, to_move: int) -> None:
        """Whether the policy puts a player out for this."""
        policy = self._policy
        if event.why in _OF_THE_MOVER:
            self._need(f"the seat that is out for {event.why!r}", event.seat, to_move)
        moves_for_it = policy.on_expiry == "default_move"
        if event.why == "time" and moves_for_it:
            self._need("the reason", "time", "stall")
        is_late_again = moves_for_it and seat.stalls >= policy.stalls and not seat.has_stalled
        if event.why == "stall" and not is_late_again:
            self._need("the reason", "stall", f"another before {policy.stalls} stalls in a row")

    def end(self, event: Result) -> None:
        """The end, and its reason."""
        if self._decided is not None and event.reason != "referee_fault":
            self._need("the reason", event.reason, self._decided)
        if self._decided is None and event.reason in get_args(Why):
            self._need("the reason", event.reason, "another: two are left to play on")
