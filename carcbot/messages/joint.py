"""The messages by which the seats of a table make a joint seed before the match starts."""

from typing import Annotated

from msgspec import Meta

from carcbot.messages.parts import AccountName, AtTable, Hash, Microseconds, OfTable, SeatNumber

__all__ = ["Commit", "Joint", "Reveal", "Round", "Withheld"]

Round = Annotated[int, Meta(ge=0, le=2**31, description="How often seats had failed to before.")]


class Commit(AtTable, frozen=True):
    """Commits to the seat's nonce.

    Attributes:
        match: The table.
        round: That of the `joint` that asked for it.
        commitment: SHA-256, in hex, of ``carcbot nonce 1 MATCH ROUND SEAT NONCE``.
    """

    round: Round
    commitment: Hash


class Reveal(AtTable, frozen=True):
    """Reveals the nonce of the commitment.

    Attributes:
        match: The table.
        round: That of the `joint` that asked for it.
        nonce: 32 bytes that nobody could guess, in hex.
    """

    round: Round
    nonce: Hash


class Joint(OfTable, frozen=True):
    """All seats are taken, and a nonce is wanted: to `commit` to it, or to `reveal` it.

    Attributes:
        match: The table.
        round: How often seats had failed to before.
        seat: Yours.
        commitment: SHA-256, in hex, of the referee's secret.
        time_us: How long it may take.
        commitments: What all seats have committed to; if it is there, reveal.
    """

    round: Round
    seat: SeatNumber
    commitment: Hash
    time_us: Microseconds
    commitments: Annotated[tuple[Hash, ...], Meta(max_length=6)] = ()


class Withheld(OfTable, frozen=True):
    """Seats have withheld their nonces: they are free again, and their players cannot come back.

    Attributes:
        match: The table.
        round: Which is over.
        seats: The seats that failed to.
        accounts: Who had these seats.
        text: What they did, for people.
    """

    round: Round
    seats: Annotated[tuple[SeatNumber, ...], Meta(max_length=6)]
    accounts: Annotated[tuple[AccountName, ...], Meta(max_length=6)]
    text: str = ""
