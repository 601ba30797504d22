"""The events of a match, as the receiving seat sees them. They are numbered without gaps."""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from carcbot.messages.parts import (
    AccountName,
    ChanceMode,
    ClockSpec,
    Digest,
    Hash,
    JointSeed,
    MatchId,
    Microseconds,
    Policy,
    Reason,
    SeatNumber,
    Seq,
    Standing,
    StepName,
    TurnNumber,
    Why,
)

__all__ = ["ONE_STEP", "Drawn", "Event", "Moved", "Out", "Result", "Started"]

ONE_STEP: Final = "move"
"""The step of a turn that has but one decision; it is not said."""

Deck = Annotated[tuple[Hash, ...], Meta(max_length=1000)]
Ply = Annotated[str, Meta(min_length=1, max_length=100)]


class _Event(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="type"):
    """An event of a match, numbered by seq from 1."""

    match: MatchId
    seq: Seq


class Started(_Event, frozen=True, tag="start"):
    """The match begins.

    Attributes:
        game: What is played.
        rules: The version of its rules and notation.
        options: All that was chosen, as text.
        seats: Who plays, in the order of the seats.
        clock: Of every seat.
        policy: What happens when a seat fails.
        commitment: SHA-256, in hex, of the seed that all draws come from, or, with chance of the
            mode ``joint``, of the referee's part of it. The result opens it.
        digest: Of the view before anything was drawn.
        seat: The receiver's seat; absent for viewers.
        rated: Whether it counts for the ratings.
        chance: What the draws are committed to.
        deck: With chance of the mode ``deck``: the commitment of each place of the deck.
        joint: With chance of the mode ``joint``: the parts of the seats.
    """

    game: Annotated[str, Meta(min_length=1, max_length=40)]
    rules: int
    options: str
    seats: tuple[AccountName, ...]
    clock: ClockSpec
    policy: Policy
    commitment: Hash
    digest: Digest
    seat: SeatNumber | None = None
    rated: bool = False
    chance: ChanceMode = "seed"
    deck: Deck = ()
    joint: JointSeed | None = None


class Drawn(_Event, frozen=True, tag="draw"):
    """Chance made a draw.

    Attributes:
        draw: In the notation of the game, as far as the receiver may see it.
        digest: Of the receiver's view after it.
        salt: With chance of the mode ``deck``: what opens the next place of the deck, in hex.
        deck: The commitments of a new deck, if this is the first card of it.
        turn: The turn that it belongs to; 0 in older records.
    """

    draw: Ply
    digest: Digest
    salt: Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")] = ""
    deck: Deck = ()
    turn: TurnNumber = 0


class Moved(_Event, frozen=True, tag="move"):
    """A seat moved.

    Attributes:
        seat: Whose move it was.
        move: In the notation of the game, as far as the receiver may see it.
        spent_us: From the request's sending to the move's arrival.
        lag_us: What of it was lag, and is not billed.
        remaining_us: On the seat's clock after it, as `clock.kind` counts it.
        scores: The points of all seats on the table.
        digest: Of the receiver's view after it.
        by: Who chose it: the seat's player, or the referee because the player could not.
        turn: The turn that it belongs to; 0 in older records.
        step: Which of the turn's decisions it was; ``move`` where a turn has only one.
    """

    seat: SeatNumber
    move: Ply
    spent_us: Microseconds
    lag_us: Microseconds
    remaining_us: Microseconds
    scores: tuple[int, ...]
    digest: Digest
    by: Literal["player", "referee"] = "player"
    turn: TurnNumber = 0
    step: StepName = ONE_STEP


class Out(_Event, frozen=True, tag="out"):
    """A seat's player is out of the match; if others play on, somebody else moves for the seat.

    Attributes:
        seat: Whose.
        why: What ended it.
        house: Whether a house bot takes the seat; if not, the referee makes its moves at random.
    """

    seat: SeatNumber
    why: Why
    house: bool = False


class Result(_Event, frozen=True, tag="result"):
    """The match is over: its last event.

    Attributes:
        reason: Why it ended.
        standings: How each seat came out of it; empty if nothing counts.
        seed: What was committed to in the start, in hex: all draws come from it.
        text: A sentence for people.
        chain: The hash over all lines of the match's record before this event's, in hex: the
            referee commits to it.
    """

    reason: Reason
    standings: tuple[Standing, ...]
    seed: Hash
    text: str = ""
    chain: Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")] = ""


Event = Started | Drawn | Moved | Out | Result
"""Anything that happens in a match."""
