"""Commands of clients; each is answered by exactly one ack or error."""

from typing import Annotated

from msgspec import Meta, field

from carcbot.messages.competitions import (
    CheckIn,
    Competitions,
    Confirm,
    Enter,
    Standings,
    Withdraw,
)
from carcbot.messages.joint import Commit, Reveal
from carcbot.messages.lobby import (
    Accept,
    Cancel,
    Capacity,
    Challenge,
    Chat,
    Decline,
    History,
    Lobby,
    Seek,
)
from carcbot.messages.parts import (
    Analysis,
    AtTable,
    ChanceMode,
    ClockSpec,
    Digest,
    Numbered,
    Policy,
    ProtocolRange,
    SeatNumber,
    Seq,
    Words,
)

__all__ = [
    "Abort",
    "Analyse",
    "ClientHello",
    "Command",
    "Desync",
    "Leave",
    "LobbyCommand",
    "Move",
    "OfferCommand",
    "Open",
    "QueryCommand",
    "Resign",
    "Resume",
    "SeatCommand",
    "Sit",
    "Tables",
    "Watch",
]

MoveText = Annotated[str, Meta(min_length=1, max_length=100)]


class ClientHello(Numbered, frozen=True, tag="hello"):
    """The client's first message: who it is and what it can do.

    Attributes:
        product: Its name and version: ``"carcbot/0.1.0"``.
        token: The token of its account.
        protocol: The versions of the protocol that it speaks.
        features: What it can do: ``digest`` if it checks the digests of events, ``joint`` if it
            can add its part to a joint seed.
        requires: Features that it needs; unknown ones are refused.
        games: The version of the rules of each game that it knows, as in the referee's hello: it
            gets no seat where others are played. Of a game that is not named nothing is checked.
    """

    product: Annotated[str, Meta(min_length=1, max_length=100)]
    token: Annotated[str, Meta(min_length=1, max_length=200)]
    protocol: ProtocolRange = ProtocolRange(1, 1)
    features: Words = ()
    requires: Words = ()
    games: Annotated[dict[str, int], Meta(max_length=100)] = field(default_factory=dict)


class Tables(Numbered, frozen=True):
    """Asks which tables there are."""


class Open(Numbered, frozen=True):
    """Opens a table; the ack names it. Seats are taken with `sit`.

    Attributes:
        game: A game from the referee's hello.
        options: As text: ``"seats=2,first=black"``.
        clock: If it is not said, the referee's usual one.
        policy: If it is not said, the usual one.
        chance: What the draws are committed to.
        rated: Whether the result counts for the ratings of those who sit down.
    """

    game: Annotated[str, Meta(min_length=1, max_length=40)]
    options: Annotated[str, Meta(max_length=500)] = ""
    clock: ClockSpec | None = None
    policy: Policy | None = None
    chance: ChanceMode = "seed"
    rated: bool = False


class Sit(AtTable, frozen=True):
    """Takes a seat at an open table. When the last one is taken the match starts.

    Attributes:
        match: The table.
        seat: Which one; by default, the first that is free.
    """

    seat: SeatNumber | None = None


class Leave(AtTable, frozen=True):
    """Leaves a table that is still open."""


class Watch(AtTable, frozen=True):
    """Asks for the events of a match as a viewer.

    Attributes:
        match: The match.
        last_seq: The last event that the client has; those after it are sent.
    """

    last_seq: Seq = 0


class Resume(AtTable, frozen=True):
    """Takes the client's seat in a match again after the connection was lost.

    Attributes:
        match: The match.
        last_seq: The last event that the client has; those after it are sent.
    """

    last_seq: Seq = 0


class Move(AtTable, frozen=True):
    """Makes the move that was requested.

    Attributes:
        match: The match.
        seq: Of the request. A move that comes twice is made once.
        move: In the notation of the game.
        analysis: The analysis behind the move.
    """

    seq: Seq
    move: MoveText
    analysis: Analysis | None = None


class Analyse(AtTable, frozen=True, tag="analysis"):
    """Tells the present analysis during a decision.

    Attributes:
        match: The match.
        seq: The seq of the request that is being thought about.
        analysis: The present analysis.
    """

    seq: Seq
    analysis: Analysis


class Resign(AtTable, frozen=True):
    """Gives the match up."""


class Abort(AtTable, frozen=True):
    """Asks to end the match without a result, which happens when all seats have asked for it."""


class Desync(AtTable, frozen=True):
    """Reports that the client's view differs from the referee's; the referee sends a `sync`.

    Attributes:
        match: The match.
        seq: The event after which it differed.
        digest: Of one's own view.
    """

    seq: Seq
    digest: Digest


SeatCommand = Resume | Move | Analyse | Resign | Abort | Desync | Commit | Reveal
"""What only somebody with a seat may say."""

OfferCommand = Seek | Challenge | Accept | Decline | Cancel
"""What makes and changes offers."""

EntryCommand = Enter | Withdraw | CheckIn | Confirm
"""What changes who takes part in a competition."""

CompetitionCommand = Competitions | Standings | EntryCommand
"""All about competitions."""

QueryCommand = Tables | Watch | Lobby | History | Competitions | Standings
"""What asks, and changes nothing."""

LobbyCommand = OfferCommand | Capacity | Chat | EntryCommand
"""What brings players together, and lets them talk."""

Command = ClientHello | Open | Sit | Leave | SeatCommand | QueryCommand | LobbyCommand
"""Anything that a client may say."""
