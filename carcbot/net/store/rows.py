"""What the lobby's database tells: one type for each kind of row. All times are microseconds."""

from typing import Final, Literal, get_args

from msgspec import Struct

from carcbot.arena.competition.facts import Order
from carcbot.messages.parts import Reason, Why

__all__ = [
    "GUEST_LABEL",
    "SCOPES",
    "Account",
    "Cut",
    "Holder",
    "Kind",
    "Match",
    "Offer",
    "Rating",
    "Ruling",
    "Scope",
    "Seat",
    "Token",
]

Kind = Literal["bot", "person", "house"]
"""Who is behind an account: a program, a person at a page, or the referee itself."""

Scope = Literal["watch", "play", "lobby", "host"]
"""What a token allows: to watch matches, to sit and move, to seek, to run the place."""

SCOPES: Final[tuple[Scope, ...]] = get_args(Scope)

GUEST_LABEL: Final = "a guest at the page"
"""The label of a guest's token. An account that has any other is no guest's."""


class Account(Struct, frozen=True):
    """Somebody who may come.

    Attributes:
        name: As it was written first; no other account has it in any case.
        kind: Who is behind it.
        created_us: Since 1970.
        disabled: Whether its tokens are worth nothing for now.
        seen_us: When one of its tokens was last used, to the hour; None if never.
    """

    name: str
    kind: Kind
    created_us: int
    disabled: bool
    seen_us: int | None = None


class Token(Struct, frozen=True):
    """What may be told of a token; the token itself is not kept.

    Attributes:
        id: Its public name, by which it is revoked.
        account: Whose it is.
        label: What it is for, in its owner's words.
        scopes: What it allows.
        created_us: Since 1970.
        revoked_us: When it was revoked, if it was.
        used_us: When it was last used, to the hour; None if never.
    """

    id: str
    account: str
    label: str
    scopes: frozenset[Scope]
    created_us: int
    revoked_us: int | None
    used_us: int | None


class Cut(Struct, frozen=True):
    """The host's wish that connections be cut.

    Attributes:
        id: Its number.
        account: Whose.
        token_id: Only those of this token, if it is about one.
        for_good: Whether they may not come back like this.
    """

    id: int
    account: str
    token_id: str | None
    for_good: bool


class Ruling(Struct, frozen=True):
    """What the host of a competition has ordered by hand.

    Attributes:
        id: Its number.
        competition: The competition's name.
        order: What is to be done.
        account: With whom, if it is about somebody.
        match: Which match is to be played again.
        minutes: By how much to postpone.
        reason: Why, for everybody.
        rules: The changed ones as TOML, if it is about them.
        at_us: When it was written down.
    """

    id: int
    competition: str
    order: Order
    account: str = ""
    match: str = ""
    minutes: float = 0.0
    reason: str = ""
    rules: str | None = None
    at_us: int = 0


class Holder(Struct, frozen=True):
    """Who showed a token, and what it allows."""

    account: str
    kind: Kind
    scopes: frozenset[Scope]
    token_id: str


class Rating(Struct, frozen=True):
    """How strong an account is in a pool.

    Attributes:
        account: Whose it is.
        pool: Matches that are compared with each other, by game and seats: ``chess/2``.
        mu: The estimate.
        sigma: How far it may be off.
        games: How many matches it rests on.
        changed_us: When the last of them ended.
    """

    account: str
    pool: str
    mu: float
    sigma: float
    games: int
    changed_us: int


class Seat(Struct, frozen=True):
    """A seat of a match; place and points are None until the match is over.

    Attributes:
        seat: Its number.
        account: Who sat there.
        place: 1 is the best; equals share a place.
        points: By the rules of the game.
        out: Why it was out before the end, if it was.
    """

    seat: int
    account: str
    place: int | None
    points: int | None
    out: Why | None


class Match(Struct, frozen=True):
    """A match that goes on or is over.

    Attributes:
        name: Its name, as in the protocol.
        game: What is played.
        options: The game's options as text.
        clock: The clock of every seat, as JSON.
        pool: In which ratings it counts; None if in none.
        began_us: Since 1970.
        ended_us: None while it goes on.
        reason: Why it ended; None while it goes on.
        seats: In their order.
    """

    name: str
    game: str
    options: str
    clock: str
    pool: str | None
    began_us: int
    ended_us: int | None
    reason: Reason | None
    seats: tuple[Seat, ...]


class Offer(Struct, frozen=True):
    """A seek or a challenge that waits.

    Attributes:
        id: Its name.
        by: Whose it is.
        text: The whole of it, as JSON.
        created_us: Since 1970.
    """

    id: str
    by: str
    text: str
    created_us: int
