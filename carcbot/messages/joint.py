"""How the seats of a table come to a seed together: what is said before such a match starts."""

from typing import Annotated

from msgspec import Meta, Struct

from carcbot.messages.parts import (
    AccountName,
    CommandId,
    Hash,
    MatchId,
    Microseconds,
    SeatNumber,
)

__all__ = ["Commit", "Joint", "Reveal", "Round", "Withheld"]

Round = Annotated[int, Meta(ge=0, le=2**31, description="How often seats had failed to before.")]


class Commit(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="type", tag=str.lower):
    """Commits to one's nonce.

    Attributes:
        match: The table.
        round: That of the `joint` that asked for it.
        commitment: SHA-256, in hex, of ``carcbot nonce 1 MATCH ROUND SEAT NONCE``.
    """

    id: CommandId
    match: MatchId
    round: Round
    commitment: Hash


class Reveal(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="type", tag=str.lower):
    """Reveals the nonce that one has committed to.

    Attributes:
        match: The table.
        round: That of the `joint` that asked for it.
        nonce: 32 bytes that nobody could guess, in hex.
    """

    id: CommandId
    match: MatchId
    round: Round
    nonce: Hash


class Joint(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="type", tag=str.lower):
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


class Withheld(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="type", tag=str.lower):
    """Seats have withheld their nonces: they are free again, and who had them stays away.

    Attributes:
        match: The table.
        round: Which is over.
        seats: Whose fault it is.
        accounts: Who had these seats.
        text: What they did, for people.
    """

    match: MatchId
    round: Round
    seats: Annotated[tuple[SeatNumber, ...], Meta(max_length=6)]
    accounts: Annotated[tuple[AccountName, ...], Meta(max_length=6)]
    text: str = ""
