"""Messages of the referee besides the events of a match."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from carcbot.messages.competitions import (
    Called,
    CompetitionInfo,
    CompetitionNews,
    CompetitionRow,
)
from carcbot.messages.events import ONE_STEP, Drawn, Moved, Out, Result, Started
from carcbot.messages.joint import Joint, Withheld
from carcbot.messages.lobby import Chatted, Finished, LobbyView, Offered, OfferOver
from carcbot.messages.parts import (
    Analysis,
    ClockSpec,
    CommandId,
    Digest,
    ErrorCode,
    Limits,
    MatchId,
    Microseconds,
    OfTable,
    Policy,
    ProtocolRange,
    SeatNumber,
    Seq,
    StepName,
    TableInfo,
    Tagged,
    TurnNumber,
    Welcome,
    Why,
)

__all__ = [
    "Ack",
    "Analysed",
    "Clocks",
    "Error",
    "Message",
    "Notice",
    "Picture",
    "Presence",
    "Request",
    "ServerHello",
    "Sync",
]


class ServerHello(Tagged, frozen=True, tag="hello"):
    """The referee's first message: what it is and what it offers.

    Attributes:
        product: Its name and version.
        games: The games that it hosts, with the version of their rules.
        limits: Its limits.
        protocol: The versions of the protocol that it speaks.
        features: What it can do.
        requires: Features that a client must have.
        key: The public key (Ed25519, in hex) with which it signs the records of matches.
    """

    product: str
    games: dict[str, int]
    limits: Limits
    protocol: ProtocolRange = ProtocolRange(1, 1)
    features: tuple[str, ...] = ()
    requires: tuple[str, ...] = ()
    key: Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")] = ""


class Ack(Tagged, frozen=True):
    """A command was carried out.

    Attributes:
        id: The command's.
        welcome: After a hello.
        match: The table that it was about.
        seat: After commands of those who play, one's seat.
        seq: After `move`, the number of the event that it became.
        tables: After `tables`.
        offer: After `seek` and `challenge`, the name of the offer.
        lobby: After `lobby`.
        history: After `history`.
        competitions: After `competitions`.
        standings: After `standings`, the best first.
    """

    id: CommandId
    welcome: Welcome | None = None
    match: MatchId | None = None
    seat: SeatNumber | None = None
    seq: Seq | None = None
    tables: tuple[TableInfo, ...] | None = None
    offer: str | None = None
    lobby: LobbyView | None = None
    history: tuple[Finished, ...] | None = None
    competitions: tuple[CompetitionInfo, ...] | None = None
    standings: tuple[CompetitionRow, ...] | None = None


class Error(Tagged, frozen=True):
    """A command was not carried out, and changed nothing.

    Attributes:
        code: What is wrong, for programs.
        text: What is wrong, for people.
        id: The command's, if it could be read.
        match: The match that it was about.
        retry_after: Seconds after which it may be said again.
        fatal: Whether the connection is closed now.
    """

    code: ErrorCode
    text: str
    id: CommandId | None = None
    match: MatchId | None = None
    retry_after: float | None = None
    fatal: bool = False


class Request(OfTable, frozen=True):
    """It is your decision. The clock runs from when this was sent.

    Attributes:
        match: The match.
        seq: The last event: a move answers with this number.
        seat: Yours.
        time_us: How long it may take until the seat's time is over.
        remaining_us: What is on the clock, as `clock.kind` counts it.
        turn: Which turn of the match it is.
        step: Which decision of the turn is due; ``move`` where a turn has only one.
        turn_us: What you were billed for decisions before it in the same turn.
    """

    seq: Seq
    seat: SeatNumber
    time_us: Microseconds
    remaining_us: Microseconds
    turn: TurnNumber = 0
    step: StepName = ONE_STEP
    turn_us: Microseconds = 0


class Sync(OfTable, frozen=True):
    """The state of a match as you may see it, to continue from.

    Attributes:
        match: The match.
        seq: The last event: what follows is the next one.
        game: What is played.
        options: As text.
        view: The position, as the game writes it.
        digest: Of it.
        remaining_us: On the clock of each seat.
        scores: The points of all seats on the table.
        out: Who is out, and why.
        clock: Of every seat.
        policy: What happens when a seat fails.
        seat: Yours; not there for those who watch.
        turn: Which turn of the match it is.
        step: Which decision of it is due; empty where none is.
    """

    seq: Seq
    game: str
    options: str
    view: str
    digest: Digest
    remaining_us: tuple[Microseconds, ...]
    scores: tuple[int, ...]
    out: tuple[Why | None, ...]
    clock: ClockSpec
    policy: Policy
    seat: SeatNumber | None = None
    turn: TurnNumber = 0
    step: StepName = ONE_STEP


class Presence(OfTable, frozen=True):
    """A player connected or disconnected.

    Attributes:
        match: The match.
        seat: Whose.
        here: Whether there is a connection.
        grace_us: If not, how long it may take until the seat is out.
    """

    seat: SeatNumber
    here: bool
    grace_us: Microseconds = 0


class Analysed(OfTable, frozen=True, tag="analysis"):
    """A player's analysis, for viewers.

    Attributes:
        match: The match.
        seat: Who thinks.
        seq: About the position after which event.
        analysis: What.
    """

    seat: SeatNumber
    seq: Seq
    analysis: Analysis


class Picture(OfTable, frozen=True):
    """A picture of a position, for clients with the feature ``pictures``, which know no rules.

    Attributes:
        match: The match.
        seq: The position after which event.
        picture: What is to be seen, as the game tells it to the pages in a browser.
    """

    seq: Seq
    picture: dict[str, Any]


class Clocks(OfTable, frozen=True, omit_defaults=True):
    """The clocks at the time of sending, for clients with the feature ``pictures``.

    Attributes:
        match: The match.
        seq: The last event.
        remaining_us: On the clock of each seat, as `clock.kind` counts it.
        seat: Whose time runs; not there if nobody's does.
        time_us: What that seat has until its time is over.
    """

    seq: Seq
    remaining_us: tuple[Microseconds, ...]
    seat: SeatNumber | None = None
    time_us: Microseconds = 0


class Notice(Tagged, frozen=True):
    """A notice to everybody.

    Attributes:
        code: ``draining``: no new matches start; the referee ends when those that go on have.
        text: For people.
    """

    code: Literal["draining"]
    text: Annotated[str, Meta(max_length=500)] = ""


Message = (
    ServerHello
    | Ack
    | Error
    | Request
    | Sync
    | Presence
    | Analysed
    | Notice
    | Picture
    | Clocks
    | Offered
    | OfferOver
    | Chatted
    | Joint
    | Withheld
    | CompetitionNews
    | Called
    | Started
    | Drawn
    | Moved
    | Out
    | Result
)
"""Anything that the referee may say."""
