"""Competitions that a referee hosts: the messages of both sides."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from carcbot.messages.lobby import Terms
from carcbot.messages.parts import AccountName, MatchId, Numbered, Tagged

__all__ = [
    "Called",
    "CheckIn",
    "CompetitionInfo",
    "CompetitionNews",
    "CompetitionPhase",
    "CompetitionRow",
    "Competitions",
    "Confirm",
    "Enter",
    "Part",
    "Standings",
    "Withdraw",
]

CompetitionName = Annotated[str, Meta(min_length=1, max_length=40)]

CompetitionPhase = Literal[
    "announced", "registration", "closed", "check_in", "playing", "over", "called_off", "stopped"
]
"""How far a competition is."""

Part = Literal["none", "entered", "checked_in", "playing", "withdrawn", "disqualified", "left_out"]
"""What somebody has to do with a competition."""


class CompetitionInfo(Struct, frozen=True, omit_defaults=True):
    """A competition.

    Attributes:
        name: What it is called in commands.
        title: What people call it.
        format: Who meets whom: ``swiss``, for example.
        terms: What a game is played by.
        seats: How many sit at a table.
        phase: How far it is.
        opens_us: From when on one may enter, in microseconds since 1970; 0 is from the beginning.
        closes_us: Until when.
        check_in_us: When check-in begins; with `starts_us` if there is none.
        starts_us: When the first round begins.
        entrants: How many have entered, or play.
        round: Which round is played, from 1; 0 before the first.
        trust_bots: Whether all games of a block have the same deck.
        you: Your part in it.
        why: Why it was called off or stopped.
        may_enter: Whether one may enter now: during registration, and in some ladders longer.
        changes: How often the host has changed the terms.
        to_confirm: Whether that was after you had entered, and you have not confirmed them yet.
    """

    name: CompetitionName
    title: str
    format: str
    terms: Terms
    seats: int
    phase: CompetitionPhase
    opens_us: int
    closes_us: int
    check_in_us: int
    starts_us: int
    entrants: int
    round: int = 0
    trust_bots: bool = False
    you: Part = "none"
    why: str = ""
    may_enter: bool = False
    changes: int = 0
    to_confirm: bool = False


class CompetitionRow(Struct, frozen=True, omit_defaults=True):
    """How somebody stands in a competition.

    Attributes:
        account: Who.
        place: 1 is the best; equals share a place.
        games: How many count.
        won: For each game 1, shared by all who came in first.
        faults: How many were lost by a fault.
        moves: How many it made in them.
        not_own: How many of those another made because its agent failed.
        to_confirm: Whether it has not confirmed changed terms yet, before it begins.
        part: Whether it still plays.
    """

    account: AccountName
    place: int
    games: int = 0
    won: float = 0.0
    faults: int = 0
    part: Part = "playing"
    moves: int = 0
    not_own: int = 0
    to_confirm: bool = False


# ---------------------------------------------------------------- what clients say


class Competitions(Numbered, frozen=True):
    """Asks which competitions there are."""


class _AboutOne(Numbered, frozen=True):
    """A command about a competition."""

    competition: CompetitionName


class Enter(_AboutOne, frozen=True):
    """Enters a competition.

    Attributes:
        competition: Which one.
    """


class Withdraw(_AboutOne, frozen=True):
    """Withdraws from a competition; games that wait for the account are lost.

    Attributes:
        competition: Which one.
    """


class CheckIn(_AboutOne, frozen=True, tag="check_in"):
    """Checks in, shortly before a competition begins.

    Attributes:
        competition: Which one.
    """


class Confirm(_AboutOne, frozen=True):
    """Plays by terms that the host has changed; who has entered and does not say so is left out.

    Attributes:
        competition: Which one.
        changes: How often they had changed, as it was told with them.
    """

    changes: int


class Standings(_AboutOne, frozen=True):
    """Asks how everybody stands in a competition.

    Attributes:
        competition: Which one.
    """


# ---------------------------------------------------------------- what the referee says


class CompetitionNews(Tagged, frozen=True, tag="competition"):
    """News of a competition.

    Attributes:
        competition: Its present state.
    """

    competition: CompetitionInfo


class Called(Tagged, frozen=True):
    """You play in a match of a competition; its `start` follows.

    Attributes:
        competition: Which one.
        round: Of which round, from 1.
        match: The match.
    """

    competition: CompetitionName
    round: int
    match: MatchId
