"""The states of a seat, and the one table of how they follow each other.

A state has three parts: how far the seat is with its match, whether somebody is connected for it,
and what has become of the last request to it. `TABLE` says what each event makes of them; what it
does not say is impossible, and `Player.change` refuses it.
"""

from dataclasses import dataclass, field
from itertools import product
from typing import Final, Literal, NamedTuple, get_args

__all__ = [
    "EMPTY",
    "STATES",
    "TABLE",
    "Phase",
    "RequestStage",
    "SeatEvent",
    "SeatState",
    "TableRow",
]

Phase = Literal["empty", "seated", "player", "house", "out", "over"]
"""How far a seat is: nobody sits there; somebody waits there for the match to begin; the player
plays; a house bot does; the referee does, for a player who is out; the match is over."""

RequestStage = Literal["none", "unsent", "running"]
"""What became of the request for a move: there is none, it was made, or it was sent: the clock runs
from then on."""

SeatEvent = Literal[
    "sit", "get_up", "begin", "come", "go", "ask", "send", "answer", "replace", "put_out", "end"
]


@dataclass(frozen=True, slots=True, eq=False)
class SeatState:
    """One state. There is one object for each, so that states are compared by `is`.

    Attributes:
        phase: How far the seat is with its match.
        is_here: Whether somebody is connected for it.
        request: What has become of the last request to it.
        after: What each event makes of it, of those that are possible.
    """

    phase: Phase
    is_here: bool
    request: RequestStage
    after: "dict[SeatEvent, SeatState]" = field(default_factory=dict, repr=False)


class TableRow(NamedTuple):
    """What an event makes of some states; a part of which nothing is said stays as it is.

    Attributes:
        event: What happens.
        phases: In which phases it can.
        here: Whether somebody has to be connected for it, or not; None is either.
        requests: With which request.
        phase: The phase after it.
        is_here: Whether somebody is connected after it.
        request: The request after it.
    """

    event: SeatEvent
    phases: tuple[Phase, ...]
    here: bool | None = None
    requests: tuple[RequestStage, ...] = get_args(RequestStage)
    phase: Phase | None = None
    is_here: bool | None = None
    request: RequestStage | None = None


_PLAYS: Final[tuple[Phase, ...]] = ("player", "house")
_GOES_ON: Final[tuple[Phase, ...]] = (*_PLAYS, "out")
_NOT_OVER: Final[tuple[Phase, ...]] = ("seated", *_GOES_ON)

TABLE: Final = (
    # before the match; somebody who sits down is connected
    TableRow("sit", ("empty",), phase="seated", is_here=True),
    TableRow("get_up", ("seated",), phase="empty", is_here=False),
    TableRow("begin", ("seated",), phase="player"),
    # connections: one may follow the other without a gap; who goes when all is over is not noted
    TableRow("come", (*_NOT_OVER, "over"), is_here=True),
    TableRow("go", _NOT_OVER, here=True, is_here=False),
    # requests; the time of a house bot whose process is only starting does not run
    TableRow("ask", _PLAYS, requests=("none",), request="unsent"),
    TableRow("send", ("player",), requests=("unsent",), request="running"),
    TableRow("send", ("house",), here=True, requests=("unsent",), request="running"),
    TableRow("answer", _PLAYS, requests=("unsent", "running"), request="none"),
    # the end of playing; whoever was connected for a player is not connected for its house bot
    TableRow("replace", ("player",), phase="house", is_here=False, request="none"),
    TableRow("put_out", _PLAYS, phase="out", request="none"),
    TableRow("end", _GOES_ON, phase="over", request="none"),
)
"""All that can happen to a seat."""


def _linked() -> tuple[SeatState, ...]:
    """All states that can come about, the first one first, each with those that follow it."""
    every = {
        parts: SeatState(*parts)
        for parts in product(get_args(Phase), (False, True), get_args(RequestStage))
    }
    found = [every["empty", False, "none"]]
    for state in found:  # it grows meanwhile
        for row in TABLE:
            if (
                state.phase in row.phases
                and row.here in {None, state.is_here}
                and state.request in row.requests
            ):
                state.after[row.event] = after = every[
                    row.phase or state.phase,
                    state.is_here if row.is_here is None else row.is_here,
                    row.request or state.request,
                ]
                if after not in found:
                    found.append(after)
    return tuple(found)


STATES: Final = _linked()
"""All states that can come about."""

EMPTY: Final = STATES[0]
"""Of a seat at which nobody has sat down yet."""
