"""What messages are made of."""

import re
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

__all__ = [
    "ACCOUNT_NAME",
    "FEATURES",
    "PROTOCOL",
    "AccountName",
    "Analysis",
    "AtTable",
    "ChanceMode",
    "ClockSpec",
    "CloseCode",
    "CommandId",
    "Digest",
    "ErrorCode",
    "Hash",
    "JointSeed",
    "Limits",
    "MatchId",
    "Microseconds",
    "Numbered",
    "OfTable",
    "Policy",
    "ProtocolRange",
    "Reason",
    "SeatNumber",
    "SeatRef",
    "Seq",
    "Standing",
    "StepName",
    "TableInfo",
    "Tagged",
    "TurnNumber",
    "Welcome",
    "Why",
]

PROTOCOL = 1
"""The version of the protocol that is spoken here."""
FEATURES = (
    "analysis", "competitions", "deck", "digest", "joint", "lobby", "pictures", "resume", "watch",
)  # fmt: skip
"""What this version of the protocol has that not everybody needs."""

CommandId = Annotated[int, Meta(ge=1, le=2**53 - 1, description="Chosen by the client.")]
MatchId = Annotated[str, Meta(min_length=1, max_length=40, description="The name of a match.")]
ACCOUNT_NAME: Final = re.compile(r"[A-Za-z0-9_.-]{1,40}")
"""What a referee of ours takes for the name of an account."""
AccountName = Annotated[str, Meta(min_length=1, max_length=40)]
SeatNumber = Annotated[int, Meta(ge=0, le=5, description="A seat, counted from 0.")]
Seq = Annotated[int, Meta(ge=0, le=2**53 - 1, description="Number of an event of the match.")]
Microseconds = Annotated[int, Meta(ge=0, le=2**53 - 1)]
TurnNumber = Annotated[
    int, Meta(ge=0, le=2**53 - 1, description="A turn, counted from 1; 0 where it is not said.")
]
StepName = Annotated[str, Meta(max_length=64, description="Which decision of a turn it is.")]
Digest = Annotated[str, Meta(pattern="^[0-9a-f]{16}$", description="Of a view: 64 bits in hex.")]
Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", description="32 bytes in hex.")]
Word = Annotated[str, Meta(min_length=1, max_length=64)]
Words = Annotated[tuple[Word, ...], Meta(max_length=32)]

ChanceMode = Literal["seed", "deck", "joint"]
"""What chance is committed to before it is needed: see protocol/chance.md."""

Reason = Literal[
    "normal",
    "resign",
    "abort",
    "adjudicated",
    "time",
    "disconnect",
    "stall",
    "crash",
    "illegal",
    "protocol",
    "referee_fault",
]
"""Why a match ended, or why a seat is out of it. The list is closed."""

Why = Literal["resign", "time", "disconnect", "stall", "crash", "illegal", "protocol"]
"""Why a seat is out of a match that the others play on."""

ErrorCode = Literal[
    "bad_json",
    "bad_message",
    "unknown_type",
    "too_fast",
    "hello_first",
    "bad_token",
    "unsupported_protocol",
    "unsupported_feature",
    "unknown_match",
    "unknown_game",
    "bad_options",
    "not_seated",
    "seat_taken",
    "not_your_turn",
    "stale",
    "illegal_move",
    "match_over",
    "not_allowed",
    "too_many_matches",
    "unknown_offer",
    "unknown_competition",
    "too_many_offers",
    "draining",
    "referee_fault",
]
"""What is wrong with a command. A code is never renamed."""

CloseCode = Literal[1000, 1001, 1002, 4000, 4001, 4002, 4003, 4004, 4005, 4006, 4007, 4008, 4009]
"""Why the referee closes a connection: see `codec.CLOSE_CODES`."""


class Tagged(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="type", tag=str.lower):
    """A message of either side; it has a type."""


class Numbered(Tagged, frozen=True):
    """A command; its id comes back in the answer."""

    id: CommandId


class AtTable(Numbered, frozen=True):
    """A command to a table, or about the match there."""

    match: MatchId


class OfTable(Tagged, frozen=True):
    """What the referee says of a table, or of the match there."""

    match: MatchId


class ProtocolRange(Struct, frozen=True):
    """The oldest and the newest version of the protocol that a side speaks."""

    min: Annotated[int, Meta(ge=1, le=1000)]
    max: Annotated[int, Meta(ge=1, le=1000)]


class Limits(Struct, frozen=True):
    """The limits of the referee.

    Attributes:
        frame_bytes: The largest frame that it takes.
        commands_per_s: Commands a second, on average.
        burst: Commands at once.
        queue_bytes: How many bytes may wait for the client before it is cut off.
        heartbeat_s: A ping is sent this often; without a pong for two and a half of them the
            connection is dead.
        lag_per_move_us: The most lag that is credited for a move.
        lag_quota_us: The most that is credited in a match beyond what every move brings back.
        lag_refill_us: What every move brings back of the quota.
        matches: How many matches an account may play at once.
        lobby_per_s: Of the commands, those a second that cost more than a move, on average.
        lobby_burst: The same at once.
        waiting: How many tables may wait that an account has opened or sits at. In this and in
            `matches` and `offers` all guests of one address count as one account.
        waiting_at_address: The same for all accounts of an address together.
        waiting_in_all: The same for everybody.
        guest_tables: How many tables, of those that wait and of matches in progress, may have a
            guest at them or be opened by one.
        offers: How many offers of an account may wait.
        offers_in_all: The same for everybody.
        guest_offers: The same for all guests.
        grace_us: The longest `grace_us` and `nonce_us` that a policy may ask for.
        deserted_s: How long a table waits at which everybody who has a seat is away.
    """

    frame_bytes: int
    commands_per_s: float
    burst: int
    queue_bytes: int
    heartbeat_s: float
    lag_per_move_us: Microseconds
    lag_quota_us: Microseconds
    lag_refill_us: Microseconds
    matches: int
    lobby_per_s: float = 20.0
    lobby_burst: int = 200
    waiting: int = 32
    waiting_at_address: int = 256
    waiting_in_all: int = 1000
    guest_tables: int = 400
    offers: int = 20
    offers_in_all: int = 1000
    guest_offers: int = 400
    grace_us: Microseconds = 3_600_000_000
    deserted_s: float = 600.0


class ClockSpec(Struct, frozen=True, omit_defaults=True):
    """The clock of every seat. A turn may have several decisions: together they are one move here.

    Attributes:
        kind: ``per_move``: each move has `move_us`. ``sudden_death``: all moves together have
            `main_us`. ``fischer``: the same, and each move brings `move_us` when it ends.
            ``delay``: the same, but no more than was spent on it comes back. ``bank``: each move
            has `move_us`, and what it takes longer comes out of `main_us`.
        main_us: Time for all moves.
        move_us: Time for, or of, each move.
    """

    kind: Literal["per_move", "sudden_death", "fischer", "delay", "bank"] = "bank"
    main_us: Microseconds = 0
    move_us: Microseconds = 0


class Policy(Struct, frozen=True, omit_defaults=True):
    """What happens when a seat fails.

    Attributes:
        on_expiry: A seat whose time is over is out (``loss``), or the referee makes what is left
            of this one turn for it (``default_move``). With ``house`` a house bot plays on for it,
            as for any seat that is out.
        stalls: With ``default_move``, in how many turns in a row; once more and the seat is out.
        illegal_moves: How many illegal moves a seat may try in a match; one more and it is out.
        grace_us: How long a seat may be away before it is out. Its clock runs all the while.
        adjudicate_after: Turns after which the match ends by the points on the table; 0 is never.
        analysis: Whether what seats think is shown to those who watch.
        nonce_us: With chance of the mode ``joint``: how long a seat may take to commit to its
            nonce, and again to reveal it.
        substitutes: Whether a bot whose agent fails may make another move for it and say so; if
            not, the seat is out by that (``crash``).
    """

    on_expiry: Literal["loss", "default_move", "house"] = "loss"
    stalls: Annotated[int, Meta(ge=0, le=1000)] = 2
    illegal_moves: Annotated[int, Meta(ge=0, le=1000)] = 2
    grace_us: Microseconds = 60_000_000
    adjudicate_after: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    analysis: bool = True
    nonce_us: Microseconds = 10_000_000
    substitutes: bool = True


class JointSeed(Struct, frozen=True):
    """What the seats have added to the seed of a match.

    Attributes:
        round: How often seats had failed to before.
        commitments: What each seat has committed to.
        nonces: What each seat has revealed then.
    """

    round: Annotated[int, Meta(ge=0)]
    commitments: Annotated[tuple[Hash, ...], Meta(max_length=6)]
    nonces: Annotated[tuple[Hash, ...], Meta(max_length=6)]


class Analysis(Struct, frozen=True, omit_defaults=True):
    """What a bot thought when it moved.

    Attributes:
        score: In points for the seat that thinks.
        depth: Decisions ahead.
        nodes: Positions looked at.
        line: How the game might go on: moves and draws.
        by: Who chose the move: the bot's ``agent``, or a ``substitute``, because the agent failed.
    """

    score: float | None = None
    depth: Annotated[int, Meta(ge=0)] | None = None
    nodes: Annotated[int, Meta(ge=0)] | None = None
    line: Annotated[tuple[Word, ...], Meta(max_length=100)] = ()
    by: Literal["agent", "substitute"] = "agent"


class SeatRef(Struct, frozen=True):
    """A seat of one's own, at a table that waits or in a match in progress, and the last event."""

    match: MatchId
    seat: SeatNumber
    seq: Seq


class Welcome(Struct, frozen=True):
    """The answer to an accepted hello.

    Attributes:
        protocol: The version that both will speak.
        account: Who the client is.
        seats: Where it sits: it should resume each of these.
    """

    protocol: int
    account: AccountName
    seats: tuple[SeatRef, ...] = ()


class TableInfo(Struct, frozen=True, omit_defaults=True):
    """A table: one that waits for players, or a match in progress.

    Attributes:
        match: Its name.
        game: What is played there.
        options: The game's options as text.
        seats: Who sits there; null is a free seat.
        state: ``open`` until all seats are taken, then ``playing``.
        seq: The last event.
        clock: Of every seat.
        chance: What its draws are committed to.
        rated: Whether its result counts for the ratings.
    """

    match: MatchId
    game: str
    options: str
    seats: tuple[str | None, ...]
    state: Literal["open", "playing"]
    seq: Seq
    clock: ClockSpec
    chance: ChanceMode = "seed"
    rated: bool = False


class Standing(Struct, frozen=True, omit_defaults=True):
    """The final standing of a seat.

    Attributes:
        place: 1 is the best; equals share a place.
        points: By the rules of the game.
        out: Why it was out before the end, if it was.
    """

    place: int
    points: int
    out: Why | None = None
