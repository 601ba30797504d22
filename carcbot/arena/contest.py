"""A contest: who plays whom at what, as its TOML file says it."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from carcbot.games import USUAL_GAME
from carcbot.messages.parts import ClockSpec
from carcbot.search.budget import UNLIMITED, Budget
from carcbot.search.own_agent import is_own
from carcbot.search.program_agent import is_program

__all__ = ["Clock", "Contest", "Entrant", "FormatName", "Sprt"]

FormatName = Literal["round_robin", "gauntlet", "swiss", "knockout", "ladder"]

_LARGEST = 2**53


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The clock of every seat.

    Attributes:
        kind: ``bank``, ``per_move``, ``sudden_death``, ``fischer`` or ``delay``.
        main_s: Seconds for all moves.
        move_s: Seconds for, or of, each move.
    """

    kind: Literal["bank", "per_move", "sudden_death", "fischer", "delay"] = "bank"
    main_s: Annotated[float, Meta(ge=0, le=2_592_000)] = 60.0
    move_s: Annotated[float, Meta(ge=0, le=2_592_000)] = 1.0

    @property
    def spec(self) -> ClockSpec:
        """As the protocol says it."""
        return ClockSpec(self.kind, round(self.main_s * 1e6), round(self.move_s * 1e6))

    @property
    def in_words(self) -> str:
        """What of its seconds counts, and how."""
        main, move = f"{self.main_s:g} s", f"{self.move_s:g} s"
        told = {
            "bank": f"{main}, and {move} of each turn before they run",
            "per_move": f"{move} for each turn",
            "sudden_death": f"{main} for all moves",
            "fischer": f"{main}, and {move} more after each turn",
            "delay": f"{main}, to which up to {move} of each turn come back",
        }
        return f"{self.kind.replace('_', ' ')}, {told[self.kind]}"


class Entrant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who takes part.

    Attributes:
        name: How it is called in tables; by default the agent's text.
        agent: Who thinks: a preset with parameters, a class of one's own as MODULE:CLASS, or the
            command of a program that speaks the protocol in lines.
        limits: What its decisions may cost, instead of the contest's limits.
        joins: In which round of a ladder it joins, from 0.
    """

    name: str = ""
    agent: str = ""
    limits: Budget | None = None
    joins: Annotated[int, Meta(ge=0)] = 0


class Sprt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A test that goes on until it can tell which of two strengths the first player has.

    Attributes:
        elo0: By how much it is stronger if the change is not worth it.
        elo1: ... and if it is.
        alpha: How often the test may say yes though elo0 is true.
        beta: How often it may say no though elo1 is true.
        model: In what this is measured: ``logistic`` is the usual Elo, ``normalized`` is Elo in
            spreads of a game, ``margin`` is points in a game.
    """

    elo0: Annotated[float, Meta(ge=-1000, le=1000)] = 0.0
    elo1: Annotated[float, Meta(ge=-1000, le=1000)] = 10.0
    alpha: Annotated[float, Meta(gt=0, lt=0.5)] = 0.05
    beta: Annotated[float, Meta(gt=0, lt=0.5)] = 0.05
    model: Literal["logistic", "normalized", "margin"] = "logistic"


class Contest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is played, by whom, and how often.

    Attributes:
        name: What the tables are headed with.
        format: Who meets whom.
        game: What is played.
        options: As text, without the seats: ``"first=black"``.
        seats: How many sit at a table.
        blocks: How many blocks each table plays: in a round robin or a gauntlet in all, in the
            other formats in each round. A block is one deck, played once with each rotation of the
            seats.
        rounds: Of a Swiss tournament or a ladder; 0 is as many as a Swiss tournament needs, and a
            ladder that goes on until it is stopped.
        seed: Of all chance.
        mirrored: Whether all games of a block have the same chance; else each has its own.
        limits: What a decision may cost.
        clock: Of every seat in every game, if there is one; limits count besides.
        grace_s: Who takes longer than its time by more than this is late, and has lost the game.
        attempts: How often a game is tried that we ourselves could not bring to its end.
        disqualify_after: After so many faults a player is out: nothing more is played with it;
            0 is never.
        sprt: A test that ends a contest of two players.
        player: Who takes part; in a gauntlet the first against all others.
    """

    name: str = "contest"
    format: FormatName = "round_robin"
    game: str = USUAL_GAME
    options: str = ""
    seats: Annotated[int, Meta(ge=2, le=6)] = 2
    blocks: Annotated[int, Meta(ge=1, le=10_000_000)] = 1
    rounds: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    seed: Annotated[int, Meta(ge=0, le=_LARGEST)] = 1
    mirrored: bool = True
    limits: Budget = UNLIMITED
    clock: Clock | None = None
    grace_s: Annotated[float, Meta(ge=0, le=3600)] = 0.25
    attempts: Annotated[int, Meta(ge=1, le=100)] = 3
    disqualify_after: Annotated[int, Meta(ge=0)] = 0
    sprt: Sprt | None = None
    player: tuple[Entrant, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called."""
        return tuple(each.name for each in self.player)

    def limits_of(self, player: int) -> Budget:
        """What a decision of this player may cost."""
        return self.player[player].limits or self.limits

    def is_program(self, player: int) -> bool:
        """Whether this player is a program, and no agent."""
        return is_program(self.player[player].agent)

    @property
    def is_among_ours(self) -> bool:
        """Whether searches of ours alone play, without a referee: they could be shown all."""
        agents = [player.agent for player in self.player]
        return self.clock is None and not any(is_program(each) or is_own(each) for each in agents)
