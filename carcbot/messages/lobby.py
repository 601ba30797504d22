"""The lobby: the messages of both sides by which players find each other."""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from carcbot.messages.parts import (
    AccountName,
    AtTable,
    ChanceMode,
    ClockSpec,
    MatchId,
    Numbered,
    OfTable,
    Policy,
    Tagged,
)

__all__ = [
    "Accept",
    "Cancel",
    "Capacity",
    "Challenge",
    "Chat",
    "Chatted",
    "Decline",
    "DeclineReason",
    "Finished",
    "History",
    "Lobby",
    "LobbyView",
    "Offer",
    "OfferOver",
    "Offered",
    "Online",
    "Outcome",
    "Rated",
    "Seated",
    "Seek",
    "Terms",
]

OfferId = Annotated[str, Meta(min_length=1, max_length=40, description="The name of an offer.")]
Points = Annotated[int, Meta(ge=-100_000, le=100_000)]
Sentence = Annotated[str, Meta(min_length=1, max_length=500)]

DeclineReason = Literal[
    "busy", "game", "options", "clock", "policy", "rated", "unrated", "rating", "opponent", "later"
]
"""Why somebody does not want to play: the closed list."""

Outcome = Literal["matched", "declined", "cancelled", "expired"]
"""What became of an offer."""


class LobbyView(Struct, frozen=True):
    """The content of the lobby.

    Attributes:
        online: Who is online.
        offers: What anybody may accept or join.
        ratings: The ratings.
    """

    online: tuple["Online", ...]
    offers: tuple["Offer", ...]
    ratings: tuple["Rated", ...]


class Terms(Struct, frozen=True, omit_defaults=True):
    """What is to be played.

    Attributes:
        game: A game from the referee's hello.
        options: As text, the number of seats among them.
        clock: If it is not said, the referee's usual one.
        policy: If it is not said, the usual one.
        rated: Whether the result counts for the ratings.
        chance: What the draws are committed to.
    """

    game: Annotated[str, Meta(min_length=1, max_length=40)]
    options: Annotated[str, Meta(max_length=500)] = ""
    clock: ClockSpec | None = None
    policy: Policy | None = None
    rated: bool = True
    chance: ChanceMode = "seed"


MOST_NAMED: Final = 100
"""Accounts that a seek may allow or block."""
Accounts = Annotated[tuple[AccountName, ...], Meta(max_length=MOST_NAMED)]


class Offer(Struct, frozen=True, omit_defaults=True):
    """An offer to play.

    Attributes:
        offer: Its name.
        kind: ``seek``: whoever seeks the same is paired with it. ``challenge``: others accept it.
        by: Whose it is.
        terms: What is to be played, everything filled in.
        seats: How many play.
        to: Who may accept; empty is anybody.
        accepted: Who has, in this order.
        min_rating: Of the others.
        max_rating: Of the others.
        until_us: When it expires, in microseconds since 1970.
        allow: Of a seek: only these others. Only the referee knows it.
        block: Of a seek: none of these. Only the referee knows it.
    """

    offer: OfferId
    kind: Literal["seek", "challenge"]
    by: AccountName
    terms: Terms
    seats: int
    to: tuple[AccountName, ...] = ()
    accepted: tuple[AccountName, ...] = ()
    min_rating: Points | None = None
    max_rating: Points | None = None
    until_us: int = 0
    allow: tuple[AccountName, ...] = ()
    block: tuple[AccountName, ...] = ()


class Rated(Struct, frozen=True):
    """A rating.

    Attributes:
        account: Who.
        pool: Among whom: the game and the number of seats, as in ``"chess/2"``.
        rating: 1500 is where everybody begins.
        plus_minus: Half the width of the 95 % interval.
        games: How many it comes from.
    """

    account: AccountName
    pool: str
    rating: int
    plus_minus: int
    games: int


class Online(Struct, frozen=True):
    """An account that is online.

    Attributes:
        account: Who.
        product: With what program.
        plays: Matches that go on.
        capacity: Matches it plays at once.
    """

    account: AccountName
    product: str
    plays: int
    capacity: int


class Seated(Struct, frozen=True, omit_defaults=True):
    """Who had a seat in a match that is over, and how that ended.

    Attributes:
        account: Who.
        place: 1 is the best; equals share a place.
        points: By the rules of the game.
        out: Why the player was out before the end, if it was.
    """

    account: AccountName
    place: int | None = None
    points: int | None = None
    out: str | None = None


class Finished(Struct, frozen=True, omit_defaults=True):
    """A match that is over.

    Attributes:
        match: Its name.
        game: What was played.
        options: As text.
        pool: Where it counts; not there if it does not.
        began_us: Microseconds since 1970.
        ended_us: The same.
        reason: Why it ended.
        seats: Who played.
    """

    match: MatchId
    game: str
    options: str
    began_us: int
    ended_us: int
    reason: str
    seats: tuple[Seated, ...]
    pool: str | None = None


# ---------------------------------------------------------------- what clients say


class Seek(Numbered, frozen=True):
    """Waits for others who want to play the same; the match begins by itself.

    Attributes:
        terms: What is to be played.
        min_rating: Of the others.
        max_rating: Of the others.
        expires_s: After so many seconds it is given up.
        allow: Only these others; empty is anybody.
        block: None of these. Nobody is told of either list.
    """

    terms: Terms
    min_rating: Points | None = None
    max_rating: Points | None = None
    expires_s: Annotated[int, Meta(ge=1, le=86400)] = 3600
    allow: Accounts = ()
    block: Accounts = ()


class Challenge(Numbered, frozen=True):
    """Offers a match to somebody, or to anybody; it begins when all seats are accepted.

    Attributes:
        terms: What is to be played.
        to: Whom; if nobody is named, whoever accepts first.
        min_rating: Of the others.
        max_rating: Of the others.
        expires_s: After so many seconds it is given up.
    """

    terms: Terms
    to: Annotated[tuple[AccountName, ...], Meta(max_length=5)] = ()
    min_rating: Points | None = None
    max_rating: Points | None = None
    expires_s: Annotated[int, Meta(ge=1, le=86400)] = 60


class Accept(Numbered, frozen=True):
    """Accepts a challenge."""

    offer: OfferId


class Decline(Numbered, frozen=True):
    """Declines a challenge to the account, which ends it.

    Attributes:
        offer: Which one.
        reason: Why, for programs.
        text: Why, for people.
    """

    offer: OfferId
    reason: DeclineReason = "later"
    text: Annotated[str, Meta(max_length=500)] = ""


class Cancel(Numbered, frozen=True):
    """Cancels one of the account's own offers."""

    offer: OfferId


class Capacity(Numbered, frozen=True):
    """Tells how many matches the account plays at once; the referee seats it in no more.

    Attributes:
        matches: How many; 0 is none for now.
    """

    matches: Annotated[int, Meta(ge=0, le=10_000)]


class Lobby(Numbered, frozen=True):
    """Asks who is online, for the offers, and for the ratings.

    Attributes:
        pool: Only the ratings of this one.
    """

    pool: Annotated[str, Meta(max_length=60)] | None = None


class History(Numbered, frozen=True):
    """Asks for matches that are over, those that began last first.

    Attributes:
        account: Only those of this account.
        limit: How many at most.
        before_us: Only those that began before this.
    """

    account: AccountName | None = None
    limit: Annotated[int, Meta(ge=1, le=100)] = 20
    before_us: Annotated[int, Meta(ge=0, le=2**53 - 1)] | None = None


class Chat(AtTable, frozen=True):
    """Says something to all at a table. Most referees do not allow it.

    Attributes:
        match: The table.
        text: What.
    """

    text: Sentence


# ---------------------------------------------------------------- what the referee says


class Offered(Tagged, frozen=True):
    """A challenge to you.

    Attributes:
        offer: To what.
    """

    offer: Offer


class OfferOver(Tagged, frozen=True, tag="offer_over"):
    """An offer of yours, or one that was made to you, has ended.

    Attributes:
        offer: Which one.
        outcome: How it ended.
        by: Who declined or cancelled it.
        reason: Why it was declined, for programs.
        text: For people.
        match: The match that it led to; its `start` follows.
    """

    offer: OfferId
    outcome: Outcome
    by: AccountName | None = None
    reason: DeclineReason | None = None
    text: str = ""
    match: MatchId | None = None


class Chatted(OfTable, frozen=True, tag="chat"):
    """A chat message at a table.

    Attributes:
        match: The table.
        account: Who.
        text: What.
    """

    account: AccountName
    text: str
