"""Competitions that a referee hosts: what is said of them, by both sides."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from carcbot.messages.lobby import Terms
from carcbot.messages.parts import AccountName, CommandId, MatchId

__all__ = [
    "Called",
    "CheckIn",
    "CompetitionInfo",
    "CompetitionNews",
    "CompetitionPhase",
    "CompetitionRow",
    "Competitions",
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
        you: What you have to do with it.
        why: Why it was called off or stopped.
        may_enter: Whether one may enter now: during registration, and in some ladders longer.
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


class CompetitionRow(Struct, frozen=True, omit_defaults=True):
    """How somebody stands in a competition.

    Attributes:
        account: Who.
        place: 1 is the best; equals share a place.
        games: How many count.
        won: For each game 1, shared by all who came in first.
        faults: How many were lost by a fault.
        part: Whether it still plays.
    """

    account: AccountName
    place: int
    games: int = 0
    won: float = 0.0
    faults: int = 0
    part: Part = "playing"


# ---------------------------------------------------------------- what clients say


class _Command(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="type", tag=str.lower):
    """Every command has an id, which comes back in its answer."""

    id: CommandId


class Competitions(_Command, frozen=True):
    """Asks which competitions there are."""


class Enter(_Command, frozen=True):
    """Enters a competition.

    Attributes:
        competition: Which one.
    """

    competition: CompetitionName


class Withdraw(_Command, frozen=True):
    """Withdraws from a competition; games that wait for one are lost.

    Attributes:
        competition: Which one.
    """

    competition: CompetitionName


class CheckIn(_Command, frozen=True, tag="check_in"):
    """Says that one is there, shortly before a competition begins.

    Attributes:
        competition: Which one.
    """

    competition: CompetitionName


class Standings(_Command, frozen=True):
    """Asks how everybody stands in a competition.

    Attributes:
        competition: Which one.
    """

    competition: CompetitionName


# ---------------------------------------------------------------- what the referee says


class _Said(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="type", tag=str.lower):
    """Everything has a type."""


class CompetitionNews(_Said, frozen=True, tag="competition"):
    """A competition has come further.

    Attributes:
        competition: How it is now.
    """

    competition: CompetitionInfo


class Called(_Said, frozen=True):
    """You play in a match of a competition; its `start` follows.

    Attributes:
        competition: Which one.
        round: Of which round, from 1.
        match: The match.
    """

    competition: CompetitionName
    round: int
    match: MatchId
