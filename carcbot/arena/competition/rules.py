"""The rules of a competition, as its host's TOML file says them."""

from datetime import datetime, timedelta
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from carcbot.arena.contest import Clock, Contest, Entrant, FormatName
from carcbot.games import USUAL_GAME
from carcbot.messages.lobby import Terms
from carcbot.messages.parts import Policy

__all__ = [
    "CheckIn",
    "Competition",
    "Disqualification",
    "NoShow",
    "Registration",
    "Schedule",
    "moment_us",
]

_YEAR_S = 31_536_000
Name = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}$",
        description="up to 40 letters, digits and any of _.-, a letter or digit first, no space",
    ),
]
Moment = Annotated[datetime, Meta(tz=True)]
Seconds = Annotated[float, Meta(ge=0, le=_YEAR_S)]
Count = Annotated[int, Meta(ge=0, le=1000)]


def moment_us(moment: datetime) -> int:
    """Microseconds since 1970."""
    return int(moment.timestamp() * 1_000_000)


class Registration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who may enter, and when.

    Attributes:
        opens: From when on; from the beginning by default.
        closes: Until when; until check-in, or the start, by default. A ladder may take newcomers
            also while it goes on.
        most: How many may enter.
        allow: Only these accounts may; empty is anybody.
        guests: Whether guests may enter.
    """

    opens: Moment | None = None
    closes: Moment | None = None
    most: Annotated[int, Meta(ge=2, le=256)] = 64
    allow: tuple[str, ...] = ()
    guests: bool = False


class CheckIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Entrants confirm that they are present.

    Attributes:
        minutes: For so long before the start; 0 is no check-in.
    """

    minutes: Annotated[float, Meta(ge=0, le=10_080)] = 15.0


class Schedule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When rounds begin.

    Attributes:
        starts: Before these moments the first rounds do not begin; at least the first one's.
        pause_s: For how long nothing is played between two rounds.
        protest_s: For how long after the last game the host may still have one played again.
    """

    starts: Annotated[tuple[Moment, ...], Meta(min_length=1, max_length=1000)]
    pause_s: Seconds = 0.0
    protest_s: Seconds = 0.0


class NoShow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How players are treated who are absent when their game could begin.

    Attributes:
        grace_s: How long the game waits for them; then they have lost it.
        withdrawn_after: After how many games lost like this a player is out; 0 is never.
    """

    grace_s: Seconds = 120.0
    withdrawn_after: Count = 2


class Disqualification(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """After how many games that were lost by a fault a player is out; 0 is never.

    Attributes:
        illegal: By illegal moves.
        time: By taking too long.
        crash: By a program that failed.
        disconnect: By staying away from a match that had begun.
        protocol: By not speaking the protocol.
    """

    illegal: Count = 0
    time: Count = 0
    crash: Count = 0
    disconnect: Count = 0
    protocol: Count = 0


class Competition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is played, by which rules, and when.

    Attributes:
        name: What it is called in addresses and commands.
        title: What its page is headed with; by default the name.
        format: Who meets whom.
        game: What is played.
        options: As text, without the seats.
        seats: How many sit at a table.
        blocks: How many blocks each table plays: in a round robin or a gauntlet in all, in the
            other formats in each round. A block has a game for each rotation of the seats.
        rounds: Of a Swiss tournament or a ladder; 0 is as many as a Swiss tournament needs.
        seed: Of the order in which three and more sit.
        seeds: Who comes first in the order of the players, the strongest first; the others follow
            as they have entered.
        rated: Whether the games count for the ratings.
        trust_bots: Whether all games of a block have the same deck. That leaves less to luck, but a
            bot that remembers the first game knows the deck of the next.
        chance: What the draws are committed to.
        at_once: How many games somebody plays at the same time.
        replays: How often a game is played again that the referee could not bring to its end.
        away_s: How long somebody may be away in the middle of a game.
        illegal_moves: How many illegal moves a seat may try in a game; one more and it has lost.
        substitutes: Whether a bot whose agent fails may make other moves for it; if not, that loses
            the game (``crash``).
        clock: Of every seat.
        registration: Who may enter, and when.
        check_in: Entrants confirm that they are present.
        schedule: When rounds begin.
        no_show: How absent players are treated.
        disqualification: After how many faults of a kind a player is out.
    """

    name: Name
    title: Annotated[str, Meta(max_length=100)] = ""
    format: FormatName = "round_robin"
    game: str = USUAL_GAME
    options: str = ""
    seats: Annotated[int, Meta(ge=2, le=6)] = 2
    blocks: Annotated[int, Meta(ge=1, le=1000)] = 1
    rounds: Annotated[int, Meta(ge=0, le=1000)] = 0
    seed: Annotated[int, Meta(ge=0, le=2**53)] = 1
    seeds: tuple[str, ...] = ()
    rated: bool = True
    trust_bots: bool = False
    chance: Literal["seed", "deck"] = "seed"
    at_once: Annotated[int, Meta(ge=1, le=64)] = 1
    replays: Annotated[int, Meta(ge=0, le=90)] = 3
    away_s: Seconds = 60.0
    illegal_moves: Count = 2
    substitutes: bool = True
    clock: Clock = Clock()
    registration: Registration = Registration()
    check_in: CheckIn = CheckIn()
    schedule: Schedule
    no_show: NoShow = NoShow()
    disqualification: Disqualification = Disqualification()

    @property
    def opens_us(self) -> int:
        """From when on one may enter, in microseconds since 1970."""
        return moment_us(self.registration.opens) if self.registration.opens else 0

    @property
    def closes_us(self) -> int:
        """Until when one may enter."""
        closes = self.registration.closes
        return moment_us(closes) if closes else self.check_in_us

    @property
    def check_in_us(self) -> int:
        """When check-in begins."""
        return moment_us(self.schedule.starts[0] - timedelta(minutes=self.check_in.minutes))

    @property
    def starts_us(self) -> int:
        """When the first round begins."""
        return moment_us(self.schedule.starts[0])

    @property
    def terms(self) -> Terms:
        """What a game is played by."""
        seats = f"seats={self.seats}"
        options = f"{seats},{self.options}" if self.options else seats
        policy = Policy(
            illegal_moves=self.illegal_moves,
            grace_us=round(self.away_s * 1e6),
            substitutes=self.substitutes,
        )
        return Terms(self.game, options, self.clock.spec, policy, self.rated, self.chance)

    def contest(self, players: tuple[str, ...]) -> Contest:
        """The contest between these accounts, the strongest first."""
        return Contest(
            name=self.title or self.name,
            format=self.format,
            game=self.game,
            options=self.options,
            seats=self.seats,
            blocks=self.blocks,
            rounds=self.rounds,
            seed=self.seed,
            mirrored=self.trust_bots,
            clock=self.clock,
            attempts=self.replays + 2,  # one more than there are, for who is in charge ends it then
            player=tuple(Entrant(name) for name in players),
        )
