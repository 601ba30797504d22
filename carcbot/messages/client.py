"""What a client says: commands, each of which is answered by exactly one ack or error."""

from typing import Annotated

from msgspec import Meta, Struct

from carcbot.messages.competitions import CheckIn, Competitions, Enter, Standings, Withdraw
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
    ChanceMode,
    ClockSpec,
    CommandId,
    Digest,
    MatchId,
    Policy,
    ProtocolRange,
    SeatNumber,
    Seq,
    Words,
)

__all__ = [
    "Abort",
    "Analyse",
    "AtSeat",
    "ClientHello",
    "Command",
    "Desync",
    "Leave",
    "Meeting",
    "Move",
    "Offering",
    "Open",
    "Resign",
    "Resume",
    "Sit",
    "Tables",
    "Watch",
    "Watching",
]

MoveText = Annotated[str, Meta(min_length=1, max_length=100)]


class _Command(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="type", tag=str.lower):
    """Every command has an id, which comes back in its answer."""

    id: CommandId


class ClientHello(_Command, frozen=True, tag="hello"):
    """Who the client is and what it can do: the first thing it says.

    Attributes:
        product: Its name and version: ``"carcbot/0.1.0"``.
        token: What proves which account it is.
        protocol: What it speaks.
        features: What it can do: ``digest`` if it checks the digests of events, ``joint`` if it
            can add its part to a joint seed.
        requires: Features that it cannot do without; unknown ones are refused.
        games: The version of the rules of each game that it knows, as in the referee's hello: it
            gets no seat where others are played. Of a game that is not named nothing is checked.
    """

    product: Annotated[str, Meta(min_length=1, max_length=100)]
    token: Annotated[str, Meta(min_length=1, max_length=200)]
    protocol: ProtocolRange = ProtocolRange(1, 1)
    features: Words = ()
    requires: Words = ()
    games: Annotated[dict[str, int], Meta(max_length=100)] = {}


class Tables(_Command, frozen=True):
    """Asks which tables there are."""


class Open(_Command, frozen=True):
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


class Sit(_Command, frozen=True):
    """Takes a seat at an open table. When the last one is taken the match starts.

    Attributes:
        match: The table.
        seat: Which one; if it is not said, the first that is free.
    """

    match: MatchId
    seat: SeatNumber | None = None


class Leave(_Command, frozen=True):
    """Gets up from a table that is still open."""

    match: MatchId


class Watch(_Command, frozen=True):
    """Asks for the events of a match that one does not play in.

    Attributes:
        match: The match.
        last_seq: The last event that one has; those after it are sent.
    """

    match: MatchId
    last_seq: Seq = 0


class Resume(_Command, frozen=True):
    """Takes one's seat in a match again after the connection was lost.

    Attributes:
        match: The match.
        last_seq: The last event that one has; those after it are sent.
    """

    match: MatchId
    last_seq: Seq = 0


class Move(_Command, frozen=True):
    """Makes the move that was requested.

    Attributes:
        match: The match.
        seq: Of the request. A move that comes twice is made once.
        move: In the notation of the game.
        analysis: What one thought.
    """

    match: MatchId
    seq: Seq
    move: MoveText
    analysis: Analysis | None = None


class Analyse(_Command, frozen=True, tag="analysis"):
    """Says what one thinks while one is thinking.

    Attributes:
        match: The match.
        seq: Of the request one is thinking about.
        analysis: What one thinks.
    """

    match: MatchId
    seq: Seq
    analysis: Analysis


class Resign(_Command, frozen=True):
    """Gives the match up."""

    match: MatchId


class Abort(_Command, frozen=True):
    """Wishes that the match ends without a result, which it does when all seats have wished it."""

    match: MatchId


class Desync(_Command, frozen=True):
    """Says that one's own view differs from the referee's; the referee sends a `sync`.

    Attributes:
        match: The match.
        seq: The event after which it differed.
        digest: Of one's own view.
    """

    match: MatchId
    seq: Seq
    digest: Digest


AtSeat = Resume | Move | Analyse | Resign | Abort | Desync | Commit | Reveal
"""What only somebody with a seat may say."""

Offering = Seek | Challenge | Accept | Decline | Cancel
"""What makes and changes offers."""

Entering = Enter | Withdraw | CheckIn
"""What changes who takes part in a competition."""

Competing = Competitions | Standings | Entering
"""All about competitions."""

Watching = Tables | Watch | Lobby | History | Competitions | Standings
"""What asks, and changes nothing."""

Meeting = Offering | Capacity | Chat | Entering
"""What brings players together, and lets them talk."""

Command = ClientHello | Open | Sit | Leave | AtSeat | Watching | Meeting
"""Anything that a client may say."""
