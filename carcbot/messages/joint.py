"""The messages by which the seats of a table make a joint seed before the match starts."""

from typing import Annotated

from msgspec import Meta

from carcbot.messages.parts import (
    AccountName,
    Hash,
    MatchId,
    Microseconds,
    Numbered,
    SeatNumber,
    Tagged,
)

__all__ = ["Commit", "Joint", "Reveal", "Round", "Withheld"]

Round = Annotated[int, Meta(ge=0, le=2**31, description="How often seats had failed to before.")]


class Commit(Numbered, frozen=True):
    """Commits to the seat's nonce.

    Attributes:
        match: The table.
        round: That of the `joint` that asked for it.
        commitment: SHA-256, in hex, of ``carcbot nonce 1 MATCH ROUND SEAT NONCE``.
    """

    match: MatchId
    round: Round
    commitment: Hash


class Reveal(Numbered, frozen=True):
    """Reveals the nonce of the commitment.

    Attributes:
        match: The table.
        round: That of the `joint` that asked for it.
        nonce: 32 bytes that nobody could guess, in hex.
    """

    match: MatchId
    round: Round
    nonce: Hash


class Joint(Tagged, frozen=True):
    """All seats are taken, and a nonce is wanted: to `commit` to it, or to `reveal` it.

    Attributes:
        match: The table.
        round: How often seats had failed to before.
        seat: Yours.
        commitment: SHA-256, in hex, of the referee's secret.
        time_us: How long it may take.
        commitments: What all seats have committed to; if it is there, reveal.
    """

    match: MatchId
    round: Round
    seat: SeatNumber
    commitment: Hash
    time_us: Microseconds
    commitments: Annotated[tuple[Hash, ...], Meta(max_length=6)] = ()


class Withheld(Tagged, frozen=True):
    """Seats have withheld their nonces: they are free again, and their players cannot come back.

    Attributes:
        match: The table.
        round: Which is over.
        seats: The seats that failed to.
        accounts: Who had these seats.
        text: What they did, for people.
    """

    match: MatchId
    round: Round
    seats: Annotated[tuple[SeatNumber, ...], Meta(max_length=6)]
    accounts: Annotated[tuple[AccountName, ...], Meta(max_length=6)]
    text: str = ""
